import { openPage, pageOf } from '../../../kit/screens/lists-page.tsx'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  noAccountIntelligence,
  type SavedAccountIntelligence,
} from '../../../../contract/org/account-intelligence.ts'
import { links } from '../../../../contract/links.ts'
import { problems } from '../../../../contract/core/problem.ts'
import { FirstRun } from '../../../../src/screens/first-run/first-run.tsx'
import { HomeScreen } from '../../../../src/screens/home/home-screen.tsx'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { uiState } from '../../../../src/lib/ui-state.ts'
import { pins } from '../../../../src/offline/live.ts'
import { session } from '../../../../src/session/session.ts'
import type { SignedIn } from '../../../../src/session/identity.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { cuttable } from '../../../kit/screens/sync.tsx'
import { aTrial } from '../../../kit/session/gate.ts'
import { alex } from '../../../kit/session/people.ts'

const { api: real, close } = await startRealApp()
afterAll(close)

const unknown = session.current()
const signIn = (change: Partial<SignedIn> = {}): void =>
  act(() => session.update({ identity: { ...alex, orgId: 'org_harbour', ...change } }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  connectivity.online = true
  uiState.country = null
  act(() => session.update(unknown))
})

const none: SavedAccountIntelligence = { config: noAccountIntelligence, version: 0, versions: [] }

/** The organisation as it is after sign-up: no default country, no account intelligence unless it is saved here. */
const newOrganisation = (more: Partial<ApiClient> = {}) => {
  const answered: { saved: SavedAccountIntelligence; countries: string[] } = {
    saved: none,
    countries: [],
  }
  const api: Partial<ApiClient> = {
    customerMetadata: async () => {
      const { metadata } = await real.customerMetadata({})
      const defaultCountry = answered.countries.length > 0 ? metadata.defaultCountry : null
      return { metadata: { ...metadata, defaultCountry } }
    },
    // The trial of the test's market has ended by the clock of this page.
    activePlan: () => Promise.resolve({ subscription: { ...aTrial, status: 'active' } }),
    accountIntelligence: () => Promise.resolve(answered.saved),
    changeAccountIntelligence: async ({ config }) => {
      // The real one stores it for the search by fit.
      const { version } = await real.accountIntelligence({})
      const saved = await real.changeAccountIntelligence({ config, version })
      answered.saved = saved
      return saved
    },
    updateCountry: ({ data: { defaultCountry } }) => {
      answered.countries.push(defaultCountry)
      return Promise.resolve({ defaultCountry })
    },
    ...more,
  }
  return { api: cuttable({ ...real, ...api }), answered }
}

const user = userEvent.setup()
const press = async (name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))
const choose = async (field: string, text: string, option: string | RegExp): Promise<void> => {
  await user.type(await screen.findByLabelText(field), text)
  await user.click(await screen.findByRole('checkbox', { name: option }))
}
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const Home = () => <HomeScreen firstRun={FirstRun} />
const atHome = () => heading(/^Good /)

const answerBoth = async (town = 'Sydney', inState = 'NSW'): Promise<void> => {
  await heading('What do you sell, and where?')
  await user.type(screen.getByLabelText('What you sell (optional)'), 'Site diaries')
  await choose('Industries that buy it', 'Constr', 'Construction')
  await choose('Town, postcode or state', town, `${town}, ${inState}`)
  await press('Find companies')
}
/** The small market of the test has fewer than twenty of one industry in a town. */
const findTwenty = async (town = 'Sydney'): Promise<void> => {
  await press('Any industry')
  await heading(`Your first 20 near ${town}`)
}

describe('the first run of an admin', () => {
  it('leads from two questions to a list near them that is available offline, and then Home', async () => {
    signIn()
    const { api, answered } = newOrganisation()
    const { local } = openPage(api.api, <Home />, links.home())
    await answerBoth()
    await findTwenty()
    expect(answered.saved.config).toMatchObject({
      products: [{ name: 'Site diaries', does: '' }],
      idealCustomer: {
        industries: [{ division: 'Construction', group: null }],
        regions: ['AU/NSW/Sydney'],
      },
    })
    expect(answered.countries).toEqual(['AU'])
    const list = await screen.findByRole('list', { name: 'First 20 near Sydney' })
    const rows = within(list).getAllByRole('listitem')
    expect(rows).toHaveLength(20)
    expect(rows[0]?.textContent).toContain('Your industry')
    expect(rows[0]?.textContent).toContain('In Sydney')
    expect(rows[0]?.textContent).toContain('100fit of 100')

    await press('Make my first list')
    await heading('Take it with you')
    await press('Make available offline')
    await heading('Ready for the road')
    expect(await pins(local.device)).toMatchObject([{ state: 'ready', done: 20 }])
    const created = (await real.lists({})).find(({ name }) => name === 'First 20 near Sydney')
    expect(created).toMatchObject({ count: 20, category: 'company' })

    await press('Next')
    await heading(/Fieldbook/)
    await press('Go to Home')
    await atHome()
  })

  it('returns to its step and its answers after a reload, and never comes again once it is over', async () => {
    signIn()
    const { api } = newOrganisation()
    const { owner } = openPage(api.api, <Home />, links.home())
    await choose('Industries that buy it', 'Constr', 'Construction')
    cleanup()
    pageOf(api.api, owner, <Home />, links.home())
    expect(await screen.findByRole('button', { name: 'Remove Construction' })).toBeTruthy()
    await choose('Town, postcode or state', 'Sydney', 'Sydney, NSW')
    await press('Find companies')
    await heading(/near Sydney$/)
    cleanup()
    pageOf(api.api, owner, <Home />, links.home())
    await heading(/near Sydney$/)
    await press('Skip for now')
    await atHome()
    cleanup()
    pageOf(api.api, owner, <Home />, links.home())
    await atHome()
    expect(screen.queryByRole('list', { name: 'Set-up' })).toBeNull()
  })

  it('waits for the saved answers where a reload starts from what was known before them', async () => {
    signIn()
    const { api, answered } = newOrganisation()
    const { owner } = openPage(api.api, <Home />, links.home())
    await answerBoth()
    await heading(/near Sydney$/)
    const { saved } = answered
    answered.saved = none
    cleanup()
    const searches = api.calls.filter((name) => name === 'records').length
    pageOf(api.api, owner, <Home />, links.home())
    await screen.findByText('Loading')
    expect(api.calls.filter((name) => name === 'records')).toHaveLength(searches)
    answered.saved = saved
    cleanup()
    pageOf(api.api, owner, <Home />, links.home())
    await heading(/near Sydney$/)
  })

  it('is over for the organisation once an admin skips it', async () => {
    signIn()
    const { api, answered } = newOrganisation()
    openPage(api.api, <Home />, links.home())
    await heading('What do you sell, and where?')
    await press('Skip for now')
    await atHome()
    await waitFor(() => expect(answered.countries).toEqual(['AU']))
    cleanup()
    localStorage.clear()
    openPage(api.api, <Home />, links.home())
    await atHome()
  })

  it('asks nothing where account intelligence is described already', async () => {
    signIn()
    const { api } = newOrganisation({
      accountIntelligence: () => Promise.resolve({ ...none, version: 3 }),
    })
    openPage(api.api, <Home />, links.home())
    await atHome()
    await waitFor(() => expect(api.calls).toContain('accountIntelligence'))
    await atHome()
  })

  it('is not for a Standard user of a new organisation, who starts at Home', async () => {
    signIn({ role: 'standard' })
    const { api } = newOrganisation()
    openPage(api.api, <Home />, links.home())
    await atHome()
    expect(api.calls).not.toContain('accountIntelligence')
  })

  it('reads industries, sizes and the town from a sentence, and says what it did not understand', async () => {
    signIn()
    const { api, answered } = newOrganisation()
    openPage(api.api, <Home />, links.home())
    await press('Say it in your own words')
    await user.type(
      await screen.findByLabelText('Who buys it, in your own words'),
      'builders in Perth with 11-50 staff zorblax{Enter}',
    )
    await screen.findByText(/^Added .*Perth, WA\. We didn’t understand “zorblax”\.$/)
    await press('Find companies')
    await heading(/near Perth/)
    const { idealCustomer } = answered.saved.config
    expect(idealCustomer.industries.length).toBeGreaterThan(0)
    expect(idealCustomer).toMatchObject({ sizes: ['11-50'], regions: ['AU/WA/Perth'] })
  })

  it('says how few companies were found, and widens the search with one press', async () => {
    signIn()
    const { api } = newOrganisation({
      records: async (input, options) => {
        const answer = await real.records(input, options)
        return 'radiusKm' in (input.metadata ?? {})
          ? { ...answer, total: 3, records: answer.records.slice(0, 3) }
          : answer
      },
    })
    openPage(api.api, <Home />, links.home())
    await answerBoth()
    await heading('3 companies near Sydney')
    await screen.findByText(
      'Only 3 companies within 25 km of Sydney. Look further to get to twenty:',
    )
    await press('Within 50 km')
    await press('Within 100 km')
    await press('All of New South Wales')
    await press('Any industry')
    expect(await heading('Your first 20 in New South Wales')).toBeTruthy()
  })

  it('says that no companies were found, and offers no empty list', async () => {
    signIn()
    const { api } = newOrganisation({
      records: async (input, options) => ({
        ...(await real.records(input, options)),
        total: 0,
        records: [],
      }),
    })
    openPage(api.api, <Home />, links.home())
    await answerBoth()
    await heading('No companies near Sydney yet')
    expect(screen.queryByRole('button', { name: 'Make my first list' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Any industry' })).toBeTruthy()
  })

  it('offers the answers of another admin who was faster', async () => {
    signIn()
    const theirs: SavedAccountIntelligence = {
      config: {
        ...noAccountIntelligence,
        idealCustomer: { ...noAccountIntelligence.idealCustomer, regions: ['AU/WA'] },
      },
      version: 1,
      versions: [{ version: 1, at: '2026-03-03T01:00:00Z', by: 'Kim Wattle' }],
    }
    const refusal = {
      ...problems['version-conflict'],
      type: 'about:blank',
      code: 'version-conflict',
      detail: '',
      instance: '',
      requestId: 'r',
    } as const
    const { api, answered } = newOrganisation({
      changeAccountIntelligence: () => {
        answered.saved = theirs
        return Promise.reject(new ApiProblem(409, refusal, null))
      },
    })
    openPage(api.api, <Home />, links.home())
    await answerBoth()
    await screen.findByText(/^Kim Wattle has just answered this for your company/)
    await press('Use theirs')
    expect(await heading(/in Western Australia$/)).toBeTruthy()
  })
})

describe('the first run without a connection', () => {
  it('keeps the answers and says what to do', async () => {
    signIn()
    const { api } = newOrganisation()
    openPage(api.api, <Home />, links.home())
    await choose('Industries that buy it', 'Constr', 'Construction')
    act(() => api.cut())
    await screen.findByText(/^You’re offline\. Your answers stay on this device/)
    const find = screen.getByRole('button', { name: 'Find companies' })
    expect(find.getAttribute('aria-disabled')).toBe('true')
    await press('Skip for now')
    await atHome()
  })

  it('makes the list from what was found, and downloads it after reconnecting', async () => {
    signIn()
    const { api } = newOrganisation()
    const { local } = openPage(api.api, <Home />, links.home())
    await answerBoth('Melbourne', 'VIC')
    await findTwenty('Melbourne')
    act(() => api.cut())
    await press('Make my first list')
    await press('Make available offline')
    await screen.findByText('Downloads when you’re online')
    await screen.findByText(/^You’re offline\. The list downloads when you reconnect/)
    act(() => api.mend())
    await heading('Ready for the road')
    expect(await pins(local.device)).toMatchObject([{ state: 'ready', done: 20 }])
  })
})
