import type { Page } from '@playwright/test'
import { links } from '../../contract/links.ts'
import type { Colleague } from '../../tests/kit/journeys/unreliable-network.ts'
import { listOf } from '../../tests/kit/journeys/lists.ts'

/** Records and a list that the states show. */
export type Shown = { company: string; person: string; list: string }

/** A state of a screen: an address, the state of the API, and what is pressed before the picture. */
export type State = {
  screen: string
  state: string
  address: (shown: Shown) => string
  api?: 'loading' | 'failing' | 'offline'
  /** Shown to a signed-out user. */
  signedOut?: true
  press?: (page: Page) => Promise<void>
}

/** Creates what the states show, as a member; resolves to the ids. */
export const prepareShown = async (colleague: Colleague): Promise<Shown> => {
  const first = async (category: 'company' | 'people'): Promise<string> => {
    const found = await colleague.call('POST', '/records', { category, size: 1, filters: {} })
    return (found as { records: { id: string }[] }).records[0]?.id ?? ''
  }
  return {
    company: await first('company'),
    person: await first('people'),
    list: await listOf(colleague, 'Perth this week', { size: 60 }),
  }
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click({ timeout: 5_000 })
const tab = (name: string | RegExp) => (page: Page) =>
  page.getByRole('tab', { name }).first().click({ timeout: 5_000 })
const key = (keys: string) => (page: Page) => page.keyboard.press(keys)

const builders = `${links.newSearch()}?country=AU&industry=Construction`
const nobody = `${links.newSearch()}?country=AU&industry=Construction&company_size=10001%2B&revenue=0-1M`

/** The states in which the API does not answer, of a screen that asks it. */
const withoutApi = (screen: string, address: State['address']): State[] =>
  (['loading', 'failing', 'offline'] as const).map((api) => ({ screen, state: api, address, api }))

export const states: readonly State[] = [
  { screen: 'sign-in', state: 'empty', address: links.signIn, signedOut: true },
  { screen: 'sign-up', state: 'empty', address: links.signUp, signedOut: true },
  { screen: 'maintenance', state: 'shown', address: links.maintenance },
  { screen: 'not-found', state: 'shown', address: () => '/dashboard/nowhere' },
  { screen: 'home', state: 'filled', address: links.home },
  ...withoutApi('home', links.home),
  { screen: 'search', state: 'new', address: links.newSearch },
  { screen: 'search', state: 'companies', address: () => builders },
  { screen: 'search', state: 'people', address: () => builders, press: tab(/^People/) },
  { screen: 'search', state: 'nothing found', address: () => nobody },
  { screen: 'search', state: 'row chosen', address: () => builders, press: key('x') },
  { screen: 'search', state: 'row menu', address: () => builders, press: key('e') },
  {
    screen: 'search',
    state: 'record opened',
    address: () => builders,
    press: async (page) => {
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
    },
  },
  ...withoutApi('search', () => builders),
  {
    screen: 'search-dialogs',
    state: 'save',
    address: () => builders,
    press: button('Save search'),
  },
  {
    screen: 'search-dialogs',
    state: 'recent and saved',
    address: () => builders,
    press: button('Recent and saved searches'),
  },
  { screen: 'quick-search', state: 'open', address: links.home, press: key('/') },
  { screen: 'shortcuts', state: 'open', address: links.home, press: key('?') },
  { screen: 'bell', state: 'open', address: links.home, press: button(/notifications/i) },
  { screen: 'company', state: 'filled', address: ({ company }) => links.company(company) },
  {
    screen: 'company',
    state: 'log visit',
    address: ({ company }) => links.company(company),
    press: button('Log visit'),
  },
  ...withoutApi('company', ({ company }) => links.company(company)),
  { screen: 'person', state: 'filled', address: ({ person }) => links.person(person) },
  ...withoutApi('person', ({ person }) => links.person(person)),
  { screen: 'lists', state: 'filled', address: links.lists },
  { screen: 'lists', state: 'offline lists, none', address: links.offlineLists },
  { screen: 'lists', state: 'new list', address: links.lists, press: button('New list') },
  ...withoutApi('lists', links.lists),
  { screen: 'list', state: 'filled', address: ({ list }) => links.list(list) },
  ...withoutApi('list', ({ list }) => links.list(list)),
  {
    screen: 'list',
    state: 'offline copy',
    address: ({ list }) => links.list(list),
    press: async (page) => {
      await button('Make available offline')(page)
      await button('Not now')(page)
    },
  },
  { screen: 'visits', state: 'empty', address: links.visits },
  { screen: 'signals', state: 'filled', address: links.signals },
  ...withoutApi('signals', links.signals),
  { screen: 'agents', state: 'filled', address: links.agents },
  { screen: 'agents', state: 'create', address: links.createAgent },
  { screen: 'download-centre', state: 'filled', address: links.downloadCenter },
  ...withoutApi('download-centre', links.downloadCenter),
  { screen: 'data-exchange', state: 'filled', address: links.dataExchange },
  { screen: 'data-exchange', state: 'upload', address: links.upload },
  { screen: 'credits', state: 'filled', address: links.credits },
  ...withoutApi('credits', links.credits),
  { screen: 'billing', state: 'filled', address: links.billing },
  {
    screen: 'billing',
    state: 'add credits',
    address: links.billing,
    press: button('Add credits'),
  },
  ...withoutApi('billing', links.billing),
  { screen: 'account-intelligence', state: 'filled', address: links.accountIntelligence },
  { screen: 'settings', state: 'list of pages', address: links.settings },
  { screen: 'users', state: 'filled', address: links.users },
  { screen: 'users', state: 'invite', address: links.users, press: button('Invite user') },
  { screen: 'users', state: 'roles and limits', address: links.creditLimits },
  { screen: 'users', state: 'company profile', address: links.organisation },
  { screen: 'users', state: 'integrations', address: links.integrations },
  { screen: 'users', state: 'privacy', address: links.privacy },
  { screen: 'audit', state: 'filled', address: links.audit },
  ...withoutApi('audit', links.audit),
  { screen: 'installation', state: 'healthy', address: links.installation },
  ...withoutApi('installation', links.installation),
  { screen: 'sources', state: 'empty', address: links.sources },
  ...withoutApi('sources', links.sources),
  { screen: 'profile', state: 'account', address: links.profile },
  { screen: 'profile', state: 'security', address: links.security },
  { screen: 'profile', state: 'notifications', address: links.alerts },
  { screen: 'profile', state: 'appearance', address: links.appearance },
  { screen: 'storage', state: 'filled', address: links.storage },
  { screen: 'sync', state: 'nothing waits', address: links.sync },
  { screen: 'help', state: 'shown', address: links.help },
]
