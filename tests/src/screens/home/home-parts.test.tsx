import { line, showOnDevice } from '../../../kit/screens/saved-searches.tsx'
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { FirstStep, type Homepage, type TopAccount } from '../../../../contract/saved-work/home.ts'
import { BestFits, RecentAccounts } from '../../../../src/screens/home/today/accounts.tsx'
import { AvailableOffline } from '../../../../src/screens/home/today/available-offline.tsx'
import { Day } from '../../../../src/screens/home/today/day.tsx'
import { FirstSteps } from '../../../../src/screens/home/today/first-steps.tsx'
import { InProgress } from '../../../../src/screens/home/today/in-progress.tsx'
import { SignalsForYou } from '../../../../src/screens/home/today/signals-for-you.tsx'
import { WaitingForYou } from '../../../../src/screens/home/today/waiting-for-you.tsx'
import { session } from '../../../../src/session/session.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { uiState } from '../../../../src/lib/ui-state.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { addVisit } from '../../../../src/offline/activities.ts'
import { markRequestsSeen, saveHistory } from '../../../../src/offline/history.ts'
import { createList } from '../../../../src/offline/lists.ts'
import type { Local } from '../../../../src/offline/outbox.ts'
import { requestPin } from '../../../../src/offline/pins.ts'
import { saveViewed } from '../../../../src/offline/records.ts'
import { saveRecent } from '../../../../src/offline/searches.ts'
import { saveSignals } from '../../../../src/offline/signals.ts'
import { aConflict } from '../../../kit/fixtures/conflicts.ts'
import { aRequest } from '../../../kit/fixtures/download-requests.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import { alex } from '../../../kit/session/people.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'

const home = (given: Partial<Homepage> = {}): Homepage => ({
  greetingName: 'Alex',
  credits: null,
  checklist: FirstStep.options.map((step) => ({ step, done: false })),
  continue: { recent: [], saved: [] },
  signals7d: null,
  topAccounts: [],
  requestsInProgress: [],
  ...given,
})

const account = (number: number, given: Partial<TopAccount> = {}): TopAccount => ({
  id: `c${number}`,
  name: `Company ${number}`,
  industry: 'Construction',
  locality: 'Perth, WA',
  fit: null,
  lastAt: null,
  ...given,
})

const withSignals: FakeCalls = {
  platformFeatures: async () => ({ features: {} }),
  customerFeatures: async () => ({
    features: { 'signal-targeting': { enabled: true }, 'signal-intent': { enabled: false } },
  }),
}

const unknown = session.current()
afterEach(() => {
  act(() => {
    session.update(unknown)
    connectivity.online = true
    uiState.country = 'AU'
  })
  localStorage.clear()
  vi.restoreAllMocks()
})

const goOffline = (): void => act(() => void (connectivity.online = false))

let person = 0
const open = (content: ReactNode, calls: FakeCalls) => {
  person += 1
  const userId = `user_home_${person}`
  act(() => session.update({ identity: { ...alex, userId } }))
  const api = fakeApi({ homepage: async () => home(), ...calls })
  const { send, network } = line(api)
  network.reached = false
  return { ...showOnDevice(content, api, send, { userId }), userId }
}

const visitOn = async (local: Local, number: number, name: string): Promise<void> => {
  const company = aCompany(number, { name })
  await saveViewed(local, 'company', company)
  await addVisit(local, { category: 'company', recordId: company.id }, { outcome: 'met' })
}

/** A complete offline copy of a list with these companies, read `fetchedAt` (ms since 1970). */
const copyOf = async (local: Local, name: string, numbers: readonly number[]): Promise<void> => {
  const id = await createList(local, { name, category: 'company' })
  const source = { source: 'list', sourceId: id, category: 'company' } as const
  await requestPin(local, source)
  await local.device.write(['pins', 'records'], async ({ pins, records }) => {
    const [pin] = await pins.toArray()
    if (pin === undefined) throw new Error('The list has no copy')
    await pins.update(pin.id, {
      state: 'ready',
      done: numbers.length,
      total: numbers.length,
      fetchedAt: Date.now(),
    })
    for (const number of numbers) {
      const view = aCompany(number)
      const row = { id: view.id, category: 'company' as const, view, viewedAt: 0 }
      await records.put({ ...row, fetchedAt: 1, pins: [pin.id], bytes: 10, schema: 1 })
    }
  })
}

const regions = (): string[] =>
  screen.getAllByRole('region').map((region) => within(region).getByRole('heading').textContent)

describe('the day on Home', () => {
  const busy = async () => {
    const opened = open(<Day searches={<p>Searches</p>} />, {
      ...withSignals,
      homepage: async () => home({ topAccounts: [account(1, { fit: 92 })] }),
      targetingSignals: async ({ category }) => ({
        success: true,
        total: 1,
        signals: category === 'company' ? [aSignal(1)] : [],
        sourced: true,
        forYou: true,
      }),
    })
    await act(async () => {
      await copyOf(opened.local(), 'Perth builders', [7, 8])
      await visitOn(opened.local(), 7, 'Caruso Earthmoving')
    })
    await screen.findByText('Caruso Earthmoving')
    await screen.findByRole('region', { name: 'Signals for you' })
    await screen.findByRole('region', { name: 'Best fits' })
    return opened
  }

  it('shows what waits first, then accounts and lists, signals, searches and quick links', async () => {
    await busy()
    await screen.findByRole('region', { name: 'Get started' })
    expect(regions()).toEqual([
      'Get started',
      'Waiting for you',
      'Recent accounts',
      'Offline lists',
      'Signals for you',
      'Best fits',
      'Start a search',
    ])
  })

  it('shows what is on the device first while offline, without quick links', async () => {
    await busy()
    goOffline()
    await vi.waitFor(() =>
      expect(regions()).toEqual([
        'Offline lists',
        'Recent accounts',
        'Waiting for you',
        'Signals for you',
        'Best fits',
      ]),
    )
  })

  it('says while offline how a list comes onto the device, if none is there', async () => {
    const { local } = open(<Day searches={null} />, {})
    await createList(local(), { name: 'Not here', category: 'company' })
    expect(screen.queryByRole('heading', { name: 'No offline lists yet' })).toBeNull()
    goOffline()
    await screen.findByRole('heading', { name: 'No offline lists yet' })
    expect(screen.queryByRole('heading', { name: 'Your day starts here' })).toBeNull()
  })

  it('invites a new user with Get started, and once that is hidden with one drawing, never with empty boxes', async () => {
    open(<Day searches={null} />, {})
    const hide = await screen.findByRole('button', { name: 'Hide Get started' })
    expect(screen.queryByRole('heading', { name: 'Your day starts here' })).toBeNull()
    fireEvent.click(hide)
    await screen.findByRole('heading', { name: 'Your day starts here' })
    expect(screen.getByRole('link', { name: 'Find companies' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: /^(Waiting|Recent|Offline)/ })).toBeNull()
  })
})

it('The day of a new member shows the accounts of the team instead of an invitation', async () => {
  open(<Day searches={null} />, {
    homepage: async () => home({ topAccounts: [account(3, { lastAt: '2026-03-01T00:00:00Z' })] }),
  })
  await screen.findByRole('link', { name: /Company 3/ })
  expect(screen.queryByRole('heading', { name: 'Your day starts here' })).toBeNull()
})

describe('the first steps', () => {
  it('count what the server reports as done and what is done on this device, and offer the next', async () => {
    const { local } = open(<FirstSteps />, {
      homepage: async () =>
        home({ checklist: FirstStep.options.map((step) => ({ step, done: step === 'team' })) }),
    })
    const bar = await screen.findByRole('region', { name: 'Get started' })
    expect(bar.textContent).toContain('1 of 5')
    expect(within(bar).getAllByRole('link')).toHaveLength(1)
    within(bar).getByRole('link', { name: 'Run your first search' })
    await act(async () => {
      await saveRecent(local(), 'company', { ...emptyCriteria, filters: { industry: ['Mining'] } })
    })
    await within(bar).findByRole('link', { name: 'Save a search or make a list' })
    expect(bar.textContent).toContain('2 of 5')
  })

  it('stay hidden for the user who dismissed them', async () => {
    const { userId } = open(<FirstSteps />, {})
    fireEvent.click(await screen.findByRole('button', { name: 'Hide Get started' }))
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull())
    const stored = localStorage.getItem(`fieldbook.first-steps.${userId}`)
    expect(JSON.parse(stored ?? '{}')).toEqual({ steps: true })
  })

  it('disappear when all are done', async () => {
    const { userId } = open(<FirstSteps />, {
      homepage: async () =>
        home({ checklist: FirstStep.options.map((step) => ({ step, done: true })) }),
    })
    await vi.waitFor(() =>
      expect(localStorage.getItem(`fieldbook.first-steps.${userId}`)).toContain('"steps":true'),
    )
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull()
  })
})

describe('what waits for the user', () => {
  it('is a conflict, unsent work or a ready file, and nothing otherwise', async () => {
    const { local, userId } = open(<WaitingForYou />, {})
    await vi.waitFor(() => expect(local()).toBeTruthy())
    expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
    await act(async () => {
      await markRequestsSeen(local().device, 'first')
      const mine = aRequest(1, { name: 'Perth builders', user: { userId, name: 'Alex' } })
      await saveHistory(local(), { rows: [mine], of: 'all', requestedAt: 1 })
      await createList(local(), { name: 'Made offline', category: 'company' })
      await local().device.write(['conflicts'], ({ conflicts }) =>
        conflicts.put(aConflict('list-1')),
      )
    })
    const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }))
    await waiting.findByText('1 list needs your decision.')
    expect(waiting.getByText('1 change not sent yet')).toBeTruthy()
    const file = waiting.getByRole('link', { name: /Perth builders.*Your file is ready/ })
    expect(file.getAttribute('href')).toMatch(/^\/dashboard\/download-center\?open=/)
    await act(() => markRequestsSeen(local().device, 'always'))
    await vi.waitFor(() => expect(waiting.queryByText('Perth builders')).toBeNull())
  })
})

describe('accounts on Home', () => {
  it('are the companies visited on this device, also without a connection', async () => {
    const { local } = open(<RecentAccounts />, {
      homepage: () => Promise.reject(new Unreachable('network')),
    })
    goOffline()
    await act(() => visitOn(local(), 7, 'Caruso Earthmoving'))
    const recent = await screen.findByRole('region', { name: 'Recent accounts' })
    const link = await within(recent).findByRole('link', { name: /Caruso Earthmoving/ })
    expect(link.textContent).toContain('Visit: met')
  })

  it('include those the team visited or noted last', async () => {
    show(
      <RecentAccounts />,
      fakeApi({
        homepage: async () =>
          home({ topAccounts: [account(3, { lastAt: '2026-03-01T00:00:00Z' })] }),
      }),
    )
    const recent = await screen.findByRole('region', { name: 'Recent accounts' })
    expect(within(recent).getByRole('link', { name: /Company 3/ })).toBeTruthy()
  })

  it('show the best fits of the chosen country, and their time while offline', async () => {
    const homepage = vi.fn<NonNullable<FakeCalls['homepage']>>(async (input) =>
      home({ topAccounts: [account(input?.country === 'NZ' ? 2 : 1, { fit: 92 })] }),
    )
    show(<BestFits />, fakeApi({ homepage }))
    const first = await screen.findByRole('link', { name: /Company 1/ })
    expect(first.getAttribute('href')).toBe('/dashboard/company?id=c1')
    expect(first.textContent).toContain('Fit 92')
    act(() => void (uiState.country = 'NZ'))
    await screen.findByRole('link', { name: /Company 2/ })
    expect(screen.queryByRole('link', { name: /Company 1/ })).toBeNull()
    goOffline()
    await screen.findByText(/^as of/)
  })
})

it('Requests in progress show their progress, and nothing shows without any', async () => {
  const running = { id: 'r1', name: 'Perth builders', statusLabel: 'In progress' }
  const answer = home({ requestsInProgress: [{ ...running, done: 960, requested: 2400 }] })
  const { unmount } = show(<InProgress />, fakeApi({ homepage: async () => answer }))
  const section = await screen.findByRole('region', { name: 'Downloads in progress' })
  const link = within(section).getByRole('link', { name: /Perth builders/ })
  expect(link.getAttribute('href')).toBe('/dashboard/download-center?open=r1')
  expect(link.textContent).toContain('In progress, 960 of 2,400')
  const bar = within(section).getByRole('progressbar', { name: 'Progress of Perth builders' })
  expect(bar.getAttribute('aria-valuenow')).toBe('960')
  unmount()
  const homepage = vi.fn<() => Promise<Homepage>>(async () => home())
  show(<InProgress />, fakeApi({ homepage }))
  await vi.waitFor(() => expect(homepage).toHaveBeenCalledOnce())
  expect(screen.queryByRole('region', { name: 'Downloads in progress' })).toBeNull()
})

it('Offline lists show how many were visited and their age, from the device alone', async () => {
  const { local } = open(<AvailableOffline />, {})
  goOffline()
  await act(() => copyOf(local(), 'Perth builders', [7, 8, 9]))
  const link = await screen.findByRole('link', { name: /Perth builders/ })
  expect(link.getAttribute('href')).toMatch(/^\/dashboard\/list\?id=/)
  expect(link.textContent).toContain('3 companies')
  expect(link.textContent).toContain('Offline · updated just now')
  await act(async () => {
    const recordId = aCompany(8).id
    await addVisit(local(), { category: 'company', recordId }, { outcome: 'met' })
    await addVisit(local(), { category: 'company', recordId }, { outcome: 'call back' })
  })
  await vi.waitFor(() => expect(link.textContent).toContain('1 of 3 visited'))
})

it('An offline list in conflict says that it needs a decision, and leads to where it is made', async () => {
  const { local } = open(<AvailableOffline />, {})
  goOffline()
  await act(() => copyOf(local(), 'Perth builders', [7]))
  await act(async () => {
    const [pin] = await local().device.read(({ pins }) => pins.toArray())
    await local().device.write(['conflicts'], ({ conflicts }) =>
      conflicts.put({ ...aConflict(pin?.sourceId ?? ''), kind: 'gone' }),
    )
  })
  const link = await screen.findByRole('link', { name: /Perth builders.*Needs your decision/ })
  expect(link.textContent).not.toContain('Offline · updated')
  expect(link.getAttribute('href')).toBe('/dashboard/sync')
})

describe('the signals on Home', () => {
  it('are the newest of each company in the chosen country, for the user', async () => {
    const targetingSignals = vi.fn<NonNullable<FakeCalls['targetingSignals']>>(
      async ({ category, country }) => ({
        success: true,
        total: 2,
        signals:
          category === 'people'
            ? []
            : country === 'NZ'
              ? [aSignal(9)]
              : [aSignal(1), aSignal(2, { company: aSignal(1).company, event_date: '2026-02-01' })],
        sourced: true,
        forYou: true,
      }),
    )
    open(<SignalsForYou />, { ...withSignals, targetingSignals })
    const signals = within(await screen.findByRole('region', { name: 'Signals for you' }))
    const link = await signals.findByRole('link', { name: /Hiring surge at Company 1/ })
    expect(link.getAttribute('href')).toMatch(/^\/dashboard\/company\?id=/)
    expect(signals.queryByText('Hiring surge at Company 2')).toBeNull()
    expect(targetingSignals.mock.calls[0]?.[0]).toMatchObject({ forYou: true, country: 'AU' })
    act(() => void (uiState.country = 'NZ'))
    await screen.findByText('Hiring surge at Company 9')
    expect(screen.queryByText('Hiring surge at Company 1')).toBeNull()
  })

  it('come from this device while the server is unreachable: in lists, in the chosen country', async () => {
    const { local } = open(<SignalsForYou />, {
      ...withSignals,
      targetingSignals: () => Promise.reject(new Unreachable('network')),
    })
    await saveSignals(local(), [
      aSignal(1, { listIds: ['l1'] }),
      aSignal(2),
      aSignal(3, { listIds: ['l1'], location: { country: 'NZ' } }),
    ])
    const signals = within(await screen.findByRole('region', { name: 'Signals for you' }))
    await signals.findByText('Hiring surge at Company 1')
    expect(signals.queryByText('Hiring surge at Company 2')).toBeNull()
    expect(signals.queryByText('Hiring surge at Company 3')).toBeNull()
  })

  it('are hidden where the plan has none', async () => {
    const customerFeatures = vi.fn<NonNullable<FakeCalls['customerFeatures']>>(async () => ({
      features: { 'signal-targeting': { enabled: false }, 'signal-intent': { enabled: false } },
    }))
    open(<SignalsForYou />, { ...withSignals, customerFeatures })
    await vi.waitFor(() => expect(customerFeatures).toHaveBeenCalled())
    expect(screen.queryByRole('region')).toBeNull()
  })
})
