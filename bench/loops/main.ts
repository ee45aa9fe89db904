import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { chromiumOptions } from '../../scripts/lib/browser.ts'
import { startProduct } from '../../scripts/product.ts'
import { listOf } from '../../tests/kit/journeys/lists.ts'
import { openings } from '../../tests/kit/journeys/dialogs.ts'
import { prepareDialogs } from '../../tests/kit/journeys/dialog-world.ts'
import { framedScreens, openScreen } from '../../tests/kit/journeys/screens.ts'
import { colleague } from '../../tests/kit/journeys/unreliable-network.ts'
import { walkDialog } from '../../tests/kit/journeys/walk-dialogs.ts'
import { tableOf } from '../support/table.ts'
import { nearestToNextVisit, searchToCall, tabsToFirstResult } from './loops.ts'
import { signUpToOfflineList } from './sign-up.ts'

// npm run bench:loops: presses of the loops that a salesperson repeats, in Chromium on the product with its demo. FIELDBOOK_URL and
// FIELDBOOK_DATA name a running product instead. A loop that ends nowhere counts null and says why.

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const running = process.env['FIELDBOOK_URL']
const product =
  running === undefined
    ? await startProduct({ FIELDBOOK_DEMO: 'still' })
    : { url: running, data: process.env['FIELDBOOK_DATA'] ?? '', stop: () => Promise.resolve() }
process.env['FIELDBOOK_URL'] = product.url
process.env['FIELDBOOK_DATA'] = product.data
const browser = await chromium.launch(chromiumOptions)
const notes: string[] = []

const device = (phone = false): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: product.url,
    locale: 'en-AU',
    timezoneId: 'Australia/Perth',
    geolocation: { latitude: -31.9523, longitude: 115.8613 },
    permissions: ['geolocation'],
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
  })

/** The count of a loop, or null with the reason. */
const counted = async (name: string, count: () => Promise<number>): Promise<number | null> => {
  try {
    return await count()
  } catch (error) {
    notes.push(`${name}: ${String(error).split('\n')[0] ?? ''}`)
    return null
  }
}

const violations = async (page: Page, address: string): Promise<number> => {
  await openScreen(page, address)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getComputedTiming().endTime === Infinity),
  )
  // Clerk's markup is not ours.
  const { violations: found } = await new AxeBuilder({ page })
    .exclude('[data-clerk-screen]')
    .analyze()
  for (const { id, nodes } of found)
    notes.push(`axe, ${address}: ${id}: ${nodes[0]?.html.slice(0, 160) ?? ''}`)
  return found.length
}

try {
  const phone = await colleague(await device(true), 'standard')
  phone.page.setDefaultTimeout(15_000)
  const list = await listOf(phone, 'Loops', { size: 20 })
  const nearest = await counted('nearest to next visit', () => nearestToNextVisit(phone.page, list))
  const call = await counted('search to call', () => searchToCall(phone.page))
  const newcomer = await (await device(true)).newPage()
  newcomer.setDefaultTimeout(15_000)
  const signUp = await counted('sign-up to offline list', () => signUpToOfflineList(newcomer))

  const world = await prepareDialogs(await device(), await device())
  const tabs = await counted('tabs to the first result', () => tabsToFirstResult(world.page))
  let wrong = 0
  for (const opening of openings) {
    const found = await walkDialog(world, opening)
    if (found.length > 0) wrong += 1
    for (const finding of found) notes.push(`dialog, ${opening.name}: ${finding}`)
  }
  let axe = 0
  await world.page.setViewportSize({ width: 1440, height: 900 })
  const ids = { company: world.ids.company, person: world.ids.listedPerson }
  for (const address of framedScreens(ids)) axe += await violations(world.page, address)

  const shown = (value: number | null): string => (value === null ? 'null' : String(value))
  print(
    tableOf(
      ['loop', 'counted', 'bar'],
      [
        ['nearest list to the next logged visit, presses', shown(nearest), '3'],
        ['applied search to a call, presses', shown(call), '3'],
        ['sign-up to the first offline list, presses', shown(signUp), '12'],
        ['dialogs', String(openings.length), ''],
        ['dialogs with a wrong focus, Enter or Esc', String(wrong), '0'],
        ['Tab presses to the first result', shown(tabs), '15'],
        ['axe violations of our markup', String(axe), '0'],
      ],
    ),
  )
  for (const note of notes) print(`  ${note}`)
  print(
    JSON.stringify({
      nearest_to_next_visit: nearest,
      search_to_call: call,
      sign_up_to_offline_list: signUp,
      dialogs: openings.length,
      dialogs_focus_wrong: wrong,
      first_result_tabs: tabs,
      axe,
    }),
  )
} finally {
  await browser.close()
  await product.stop()
}
