import type { BrowserContext, Locator, Page } from '@playwright/test'
import * as z from 'zod'
import { Subscription } from '../../../contract/org/customer.ts'
import { links } from '../../../contract/links.ts'
import { connectCrm } from './connect-crm.ts'
import { conflictingList, deleteList } from './dialog-world.ts'
import { pressUntil } from './press-until.ts'
import { goWithin } from './screens.ts'
import type { Colleague } from './unreliable-network.ts'

/** The device that opens the dialogs, signed in as admin, and a Standard user elsewhere. */
export type World = {
  page: Page
  context: BrowserContext
  standard: Colleague
  /** Ids of what `prepareDialogs` made. */
  ids: { list: string; company: string; upload: string; listedPerson: string }
}

/** A dialog or sheet of the product and how a member opens it by keyboard. */
export type Opening = {
  name: string
  /** The source that renders it; a house test finds those that are missing here. */
  file: string
  phone?: true
  /** Goes where the opener is. */
  at: (world: World) => Promise<void>
  opener: (page: Page) => Locator
  /** The item of the menu that the opener opens. */
  item?: string
  /** Pressed on the opener instead of Enter. */
  key?: string
  title: string | RegExp
  /** A panel rather than a form: the focus starts in its content, whatever that is. */
  panel?: true
  /** Typed into the first field before Enter is pressed. */
  types?: string
  /** The key that acts; null where a panel has no main action. */
  acts?: 'Enter' | 'Control+Enter' | null
  /** The opener is replaced once it was pressed. */
  openerGoes?: true
  after?: (world: World) => Promise<void>
}

/** As a link does. */
const go =
  (path: string) =>
  ({ page }: World): Promise<void> =>
    goWithin(page, path)

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first()

const selectFirstRow =
  (tab = '') =>
  async (world: World): Promise<void> => {
    const { page } = world
    await go(`${links.newSearch()}?country=AU${tab}`)(world)
    await pressUntil(bar(page), () =>
      page.getByRole('row').nth(1).getByRole('checkbox').check({ timeout: 2_000 }),
    )
  }
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selection' })
const inBar = (name: string) => (page: Page) => bar(page).getByRole('button', { name, exact: true })

const atList = (world: World): Promise<void> => go(links.list(world.ids.list))(world)
const atCompany = (world: World): Promise<void> => go(links.company(world.ids.company))(world)

/** Makes a list while the device is offline, and stays offline at `path`. */
const withUnsent =
  (path: string) =>
  async (world: World): Promise<void> => {
    const { page, context } = world
    await go(links.lists())(world)
    const field = page.getByRole('textbox', { name: 'Name' })
    await pressUntil(field, () => button('New list')(page).click({ timeout: 2_000 }))
    await context.setOffline(true)
    const name = `Unsent ${Date.now()}`
    await field.fill(name)
    await button('Create list')(page).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await goWithin(page, path)
  }
const online = async ({ context }: World): Promise<void> => context.setOffline(false)

const screens = 'src/screens'
const PlanAnswer = z.object({ subscription: Subscription })

const downloadCalls = /\/api\/download\//

/** Opens the details of a download as if it, and one of its rows, had failed: nothing in the demo fails. */
const atFailedDownload = async ({ page }: World): Promise<void> => {
  await page.route(downloadCalls, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = text
      .replaceAll(/"(canRetry|canRetryFailed)":false/g, '"$1":true')
      .replaceAll('"failed":0', '"failed":1')
    await route.fulfill({ response, body })
  })
  await page.goto(links.downloadCenter())
  await page.getByRole('link', { name: 'My new file' }).first().click()
}

/** Opens the billing screen as if the plan were another: the demo has one kind of each. */
const atBilling =
  (change: (subscription: Subscription) => Subscription) =>
  async ({ page }: World): Promise<void> => {
    await page.route(/\/subscription\/active-plan$/, async (route) => {
      const response = await route.fetch()
      const { subscription } = PlanAnswer.parse(await response.json())
      await route.fulfill({ response, json: { subscription: change(subscription) } })
    })
    await page.goto(links.billing())
  }
const paidByCard = (subscription: Subscription): Subscription => ({
  ...subscription,
  billing: {
    provider: 'stripe',
    interval: 'month',
    unitAmount: 14_900,
    renewsAt: subscription.metadata?.periodEnd ?? null,
    endsAt: null,
    scheduled: null,
    failedPayment: null,
  },
})
const onTrial = (subscription: Subscription): Subscription => ({
  ...subscription,
  status: 'trialing',
  billing: {
    provider: 'own',
    interval: null,
    unitAmount: null,
    renewsAt: null,
    endsAt: null,
    scheduled: null,
    failedPayment: null,
  },
})
/** Waits for answers under way: one given after its route was removed fails the test. */
const endRoutes = async ({ page }: World): Promise<void> => page.unrouteAll({ behavior: 'wait' })

/** Every dialog and sheet of the product. */
export const openings: readonly Opening[] = [
  {
    name: 'quick search',
    file: `${screens}/quick-search/quick-search.tsx`,
    at: go(links.home()),
    opener: button(/^Find a company or person/),
    title: 'Find a company or person',
    types: 'Lists',
  },
  {
    name: 'quick search on a phone',
    file: `${screens}/quick-search/quick-search.tsx`,
    phone: true,
    at: go(links.home()),
    opener: button('Quick search'),
    title: 'Find a company or person',
    types: 'Lists',
  },
  {
    name: 'keyboard shortcuts',
    file: 'src/app/keyboard.tsx',
    at: go(links.home()),
    opener: (page) => page.getByRole('link', { name: 'Lists', exact: true }).first(),
    key: '?',
    title: 'Keyboard shortcuts',
    panel: true,
    acts: null,
  },
  {
    name: 'feedback',
    file: `${screens}/help/feedback-dialog.tsx`,
    at: go(links.home()),
    opener: button('Open user menu'),
    item: 'Send feedback',
    title: 'Send feedback',
    acts: null,
  },
  {
    name: 'More on a phone',
    file: 'src/app/more-sheet.tsx',
    phone: true,
    at: go(links.home()),
    opener: button('More'),
    title: 'More',
    panel: true,
  },
  {
    name: 'unsent changes at log-out',
    file: 'src/app/sign-out-dialog.tsx',
    at: withUnsent(links.lists()),
    opener: button('Open user menu'),
    item: 'Log out',
    title: /synced yet/,
    after: online,
  },
  {
    name: 'filters of the search on a phone',
    file: `${screens}/search/filters/filter-sheet.tsx`,
    phone: true,
    at: go(links.newSearch()),
    opener: button(/^Filters/),
    title: 'Filters',
    panel: true,
    acts: null,
  },
  {
    name: 'recent and saved searches on a phone',
    file: `${screens}/search/saved/overlay-parts.tsx`,
    phone: true,
    at: go(links.newSearch()),
    opener: button('Recent and saved searches'),
    title: 'Recent and saved searches',
    panel: true,
    acts: null,
  },
  {
    name: 'save search',
    file: `${screens}/search/saved/name-dialog.tsx`,
    at: go(`${links.newSearch()}?country=AU&has_mobile=Yes`),
    opener: button('Save search'),
    title: 'Save search',
    types: 'My new search',
  },
  {
    name: 'save a view of the table',
    file: `${screens}/search/lazy/table-views.tsx`,
    at: go(`${links.newSearch()}?country=AU`),
    opener: button(/^View: /),
    item: 'Save as new view',
    title: 'Save view',
    types: 'My view',
  },
  {
    name: 'near a town',
    file: `${screens}/search/lazy/town-dialog.tsx`,
    at: go(`${links.newSearch()}?country=AU`),
    opener: button('Near me or a town'),
    item: 'Near a town',
    title: 'Near a town',
    acts: null,
  },
  {
    name: 'delete a view of the table',
    file: `${screens}/search/lazy/table-views.tsx`,
    at: go(`${links.newSearch()}?country=AU`),
    opener: button(/^View: /),
    item: 'Delete view',
    title: /^Delete the view/,
  },
  {
    name: 'reveal people',
    file: `${screens}/credits/unlock-dialog.tsx`,
    at: selectFirstRow('&tab=people&has_mobile=Yes'),
    opener: inBar('Reveal'),
    title: /^Reveal/,
  },
  {
    name: 'download',
    file: `${screens}/downloads/ask/request-dialog.tsx`,
    at: selectFirstRow(),
    opener: inBar('Download'),
    title: /^Download 1 company/,
    types: 'My new file',
  },
  {
    name: 'add credits',
    file: 'src/shared/credits/add-credits-dialog.tsx',
    at: go(links.credits()),
    opener: button('Add credits'),
    title: 'Add credits',
    // Its price is asked for, and Enter would pay.
    panel: true,
    acts: null,
  },
  {
    name: 'order a plan',
    file: 'src/shared/billing/checkout-dialog.tsx',
    at: atBilling(onTrial),
    opener: button('Choose Growth'),
    title: /^Growth, billed/,
    // It would leave for the payment page.
    acts: null,
    after: endRoutes,
  },
  {
    name: 'change plan',
    file: `${screens}/billing/change-plan-dialog.tsx`,
    at: atBilling(paidByCard),
    opener: button('Change plan'),
    title: 'Change plan',
    // Its plans are asked for.
    panel: true,
    acts: null,
    after: endRoutes,
  },
  {
    name: 'cancel plan',
    file: `${screens}/billing/cancel-plan.tsx`,
    at: atBilling(paidByCard),
    opener: button('Cancel plan'),
    title: /^Cancel .+\?$/,
    acts: null,
    after: endRoutes,
  },
  {
    name: 'add to list',
    file: `${screens}/lists/add-to-list.tsx`,
    at: selectFirstRow(),
    opener: inBar('Add to list'),
    title: 'Add to a list',
    types: 'My new list',
  },
  {
    name: 'select how many',
    file: 'src/ui/select-first-body.tsx',
    at: selectFirstRow(),
    opener: inBar('Select more'),
    item: 'Choose how many…',
    title: 'How many do you want to select?',
    types: '120',
  },
  {
    name: 'new list',
    file: `${screens}/lists/name-dialog.tsx`,
    at: go(links.lists()),
    opener: button('New list'),
    title: 'New list',
    types: 'My other list',
  },
  {
    name: 'rename list',
    file: `${screens}/lists/name-dialog.tsx`,
    at: go(links.lists()),
    opener: button('Actions for Dialogs'),
    item: 'Duplicate',
    title: /^Duplicate/,
    types: 'My third list',
  },
  {
    name: 'delete the list of a colleague',
    file: `${screens}/lists/list-actions.tsx`,
    at: go(links.lists()),
    opener: button('Actions for Of a colleague'),
    item: 'Delete',
    title: 'Delete “Of a colleague”?',
  },
  {
    name: 'protect offline data',
    file: 'src/shared/offline/use-pinning.tsx',
    at: go(links.lists()),
    opener: button('Make available offline: Dialogs'),
    title: 'Protect your offline data?',
    openerGoes: true,
    after: async (world) => {
      await go(links.lists())(world)
      await world.page.getByText('Updated just now').first().waitFor()
    },
  },
  {
    name: 'nearest first',
    file: 'src/shared/position/position-dialog.tsx',
    at: atList,
    opener: button('Nearest first'),
    title: 'Use your location?',
  },
  {
    name: 'log visit',
    file: 'src/shared/visits/composer.tsx',
    at: atCompany,
    opener: button('Log visit'),
    title: /^Visit to/,
    acts: null,
  },
  {
    name: 'add note',
    file: 'src/shared/visits/composer.tsx',
    at: atCompany,
    opener: button('Add note'),
    title: /^Note on/,
    types: 'Ask for the foreman',
    acts: 'Control+Enter',
  },
  {
    name: 'delete a note',
    file: `${screens}/records/activity-row.tsx`,
    at: atCompany,
    opener: button(/^Change: /),
    item: 'Delete',
    title: 'Delete this?',
  },
  {
    name: 'call a listed number',
    file: 'src/shared/credits/ask-before-calling.tsx',
    at: (world) => go(links.person(world.ids.listedPerson))(world),
    opener: (page) => page.locator('main button[aria-haspopup="dialog"]').first(),
    title: /^Call .* anyway\?$/,
    // It would leave the browser for a phone.
    acts: null,
  },
  {
    name: 'filters of signals on a phone',
    file: `${screens}/signals/signals-view.tsx`,
    phone: true,
    at: go(links.signals()),
    opener: button(/^Filters/),
    title: 'Filters',
    panel: true,
    acts: null,
  },
  {
    name: 'details of a download',
    file: `${screens}/downloads/request-sheet.tsx`,
    at: go(links.downloadCenter()),
    opener: (page) => page.getByRole('link', { name: 'My new file' }).first(),
    title: 'My new file',
    panel: true,
    acts: null,
  },
  {
    name: 'retry failed rows',
    file: `${screens}/downloads/retry.tsx`,
    at: atFailedDownload,
    opener: button(/that failed$/),
    title: /that failed$/,
    acts: null,
    after: endRoutes,
  },
  {
    name: 'try a download again',
    file: `${screens}/downloads/retry.tsx`,
    at: atFailedDownload,
    opener: button('Try again'),
    title: /^Try .* again$/,
    acts: null,
    after: endRoutes,
  },
  {
    name: 'accept many rows of an upload',
    file: `${screens}/uploads/in-steps/accept-many.tsx`,
    at: (world) => go(`${links.uploadOf(world.ids.upload)}&step=review`)(world),
    opener: button('Accept in bulk'),
    title: 'Accept in bulk',
  },
  {
    name: 'delete an upload',
    file: `${screens}/uploads/use-deleting.tsx`,
    at: (world) => go(links.uploadOf(world.ids.upload))(world),
    opener: button('Delete file'),
    title: /^Delete .*\?$/,
  },
  {
    name: 'remove all offline data',
    file: `${screens}/storage/storage-screen.tsx`,
    at: go(links.storage()),
    opener: button('Remove all offline data'),
    title: 'Remove all offline data?',
  },
  {
    name: 'invite users',
    file: `${screens}/members/invite-dialog.tsx`,
    at: go(links.users()),
    opener: button('Invite user'),
    title: 'Invite user',
    types: `${crypto.randomUUID().slice(0, 8)}@dialogs.example`,
  },
  {
    name: 'a user',
    file: `${screens}/members/member-sheet.tsx`,
    at: go(links.users()),
    opener: (page) => page.locator('tr[data-row]').filter({ hasText: 'Sam Wattle' }),
    title: 'Sam Wattle',
    panel: true,
    acts: null,
  },
  {
    name: 'remove a user',
    file: `${screens}/members/remove-dialog.tsx`,
    at: go(links.users()),
    opener: button('Actions for Sam Wattle'),
    item: 'Remove user',
    title: 'Remove Sam Wattle?',
    // Other journeys need the user.
    acts: null,
  },
  {
    name: 'disconnect a CRM',
    file: `${screens}/crm/disconnect-crm.tsx`,
    at: ({ page }) => connectCrm(page),
    opener: button(/^Disconnect /),
    title: /^Disconnect .*\?$/,
    // Other journeys need the connection.
    acts: null,
  },
  {
    name: 'push to a CRM',
    file: `${screens}/downloads/ask/request-dialog.tsx`,
    at: async (world) => {
      await connectCrm(world.page)
      await selectFirstRow()(world)
    },
    opener: (page) => bar(page).getByRole('button', { name: /^Push to / }),
    title: /^Push 1 company to /,
    // It would pay, and write to the CRM of other journeys.
    panel: true,
    acts: null,
  },
  {
    name: 'an entry of the audit log',
    file: `${screens}/audit/entry-sheet.tsx`,
    at: go(links.audit()),
    opener: (page) => page.locator('tr[data-row]').filter({ hasText: 'Changed sharing' }).first(),
    title: 'Changed sharing',
    panel: true,
    acts: null,
  },
  {
    name: 'remove a source',
    file: `${screens}/sources/source-page.tsx`,
    at: async ({ page }) => {
      await page.goto(links.editSource('new'))
      await page.getByLabel('Name').fill(`Own list ${crypto.randomUUID()}`)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 1, name: /^Own list/ }).waitFor()
    },
    opener: button(/^Actions for Own list/),
    item: 'Remove',
    title: /^Remove Own list .*\?$/,
    acts: null,
  },
  {
    name: 'delete an unsent change',
    file: `${screens}/sync/change-row.tsx`,
    at: withUnsent(links.sync()),
    opener: button(/^Undo: /),
    title: 'Delete this?',
    after: online,
  },
  {
    name: 'discard a conflict',
    file: `${screens}/sync/clash-card.tsx`,
    at: async (world) => {
      const { page, context, standard } = world
      const name = await conflictingList(standard)
      // Loading the app pulls the new list at once.
      await page.goto(links.lists())
      const field = page.getByRole('textbox', { name: 'Name' })
      await pressUntil(field, async () => {
        await button(`Actions for ${name}`)(page).click({ timeout: 2_000 })
        await page.getByRole('menuitem', { name: 'Rename' }).click({ timeout: 2_000 })
      })
      await context.setOffline(true)
      await field.fill(`${name}, renamed`)
      await button('Rename')(page).click()
      await deleteList(standard, name)
      await context.setOffline(false)
      await go(links.sync())(world)
    },
    opener: button(/^Discard: /),
    title: 'Discard your version?',
  },
]
