import { line, showOnDevice } from '../../../kit/screens/saved-searches.tsx'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { FirstStep, type Homepage, type TopAccount } from '../../../../contract/saved-work/home.ts'
import { FirstSteps } from '../../../../src/screens/home/today/first-steps.tsx'
import { InProgress } from '../../../../src/screens/home/today/in-progress.tsx'
import { AvailableOffline } from '../../../../src/screens/home/today/available-offline.tsx'
import { SignalsLately } from '../../../../src/screens/home/today/signals-lately.tsx'
import { TopAccounts } from '../../../../src/screens/home/today/top-accounts.tsx'
import { session } from '../../../../src/session/session.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { addVisit } from '../../../../src/offline/activities.ts'
import { createList } from '../../../../src/offline/lists.ts'
import { saveViewed } from '../../../../src/offline/records.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { requestPin } from '../../../../src/offline/pins.ts'
import { saveRecent } from '../../../../src/offline/searches.ts'
import { saveSignals } from '../../../../src/offline/signals.ts'
import { alex } from '../../../kit/session/people.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'

const home = (given: Partial<Homepage> = {}): Homepage => ({
  greetingName: 'Alex',
  credits: null,
  checklist: FirstStep.options.map((step) => ({ step, done: false })),
  continue: { recent: [], saved: [] },
  signals7d: null,
  topAccounts: [],
  requestsInProgress: [],
  pins: null,
  news: [],
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

const unknown = session.current()
afterEach(() => {
  act(() => session.update(unknown))
  connectivity.online = true
  localStorage.clear()
  vi.restoreAllMocks()
})

let person = 0
const steps = (answer: Homepage) => {
  person += 1
  const userId = `user_steps_${person}`
  act(() => session.update({ identity: { ...alex, userId } }))
  const api = fakeApi({ homepage: async () => answer })
  const onTour = vi.fn<() => void>()
  const { send } = line(api)
  const opened = showOnDevice(<FirstSteps onTour={onTour} />, api, send, { userId })
  return { ...opened, onTour, userId }
}

describe('the first steps', () => {
  it('tick what the server reports as done, and at once what is done on this device', async () => {
    const { local } = steps(
      home({ checklist: FirstStep.options.map((step) => ({ step, done: step === 'team' })) }),
    )
    const list = await screen.findByRole('region', { name: 'Get started' })
    expect(list.textContent).toContain('1 of 5 done')
    expect(within(list).getByRole('link', { name: /^Done: Set up your team/ })).toBeTruthy()
    await act(async () => {
      await saveRecent(local(), 'company', {
        ...emptyCriteria,
        filters: { industry: ['Mining'] },
      })
    })
    await within(list).findByRole('link', { name: /^Done: Run your first search/ })
    expect(list.textContent).toContain('2 of 5 done')
  })

  it('stay hidden for the user who dismissed them', async () => {
    const { userId } = steps(home())
    fireEvent.click(await screen.findByRole('button', { name: 'Hide Get started' }))
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull())
    const stored = localStorage.getItem(`fieldbook.first-steps.${userId}`)
    expect(JSON.parse(stored ?? '{}')).toEqual({ steps: true, tour: false })
  })

  it('offer the tour once', async () => {
    const { onTour } = steps(home())
    fireEvent.click(await screen.findByRole('button', { name: 'Take the tour' }))
    expect(onTour).toHaveBeenCalledOnce()
    await vi.waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull(),
    )
  })

  it('disappear when all are done', async () => {
    const { userId } = steps(
      home({ checklist: FirstStep.options.map((step) => ({ step, done: true })) }),
    )
    await vi.waitFor(() =>
      expect(localStorage.getItem(`fieldbook.first-steps.${userId}`)).toContain('"steps":true'),
    )
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull()
  })
})

describe('the top accounts', () => {
  it('show their fit, or the last activity while no ideal customer is described', async () => {
    const answer = home({ topAccounts: [account(1, { fit: 92 }), account(2, { fit: 60 })] })
    const { unmount } = show(<TopAccounts />, fakeApi({ homepage: async () => answer }))
    const fits = await screen.findByRole('region', { name: 'Best fits' })
    const first = within(fits).getByRole('link', { name: /Company 1/ })
    expect(first.getAttribute('href')).toBe('/dashboard/company?id=c1')
    expect(first.textContent).toContain('Fit 92')
    unmount()
    const touched = home({ topAccounts: [account(3, { lastAt: '2026-03-01T00:00:00Z' })] })
    show(<TopAccounts />, fakeApi({ homepage: async () => touched }))
    const worked = await screen.findByRole('region', { name: 'Your accounts' })
    await within(worked).findByRole('link', { name: /Company 3/ })
    expect(worked.textContent).not.toContain('Fit')
  })

  it('show the last copy with its time while offline', async () => {
    const answer = home({ topAccounts: [account(1, { fit: 92 })] })
    show(<TopAccounts />, fakeApi({ homepage: async () => answer }))
    await screen.findByRole('link', { name: /Company 1/ })
    expect(screen.queryByText(/^as of/)).toBeNull()
    act(() => void (connectivity.online = false))
    await screen.findByText(/^as of/)
    expect(screen.getByRole('link', { name: /Company 1/ })).toBeTruthy()
  })

  it('show a company at once that was visited here without a connection', async () => {
    const api = fakeApi({ homepage: () => Promise.reject(new Unreachable('network')) })
    const { send, network } = line(api)
    network.reached = false
    connectivity.online = false
    const { local } = showOnDevice(<TopAccounts />, api, send, { userId: 'user_visiting' })
    const visited = aCompany(7, { name: 'Caruso Earthmoving' })
    await act(async () => {
      await saveViewed(local(), 'company', visited)
      await addVisit(local(), { category: 'company', recordId: visited.id }, { outcome: 'met' })
    })
    expect(await screen.findByRole('link', { name: /Caruso Earthmoving/ })).toBeTruthy()
  })

  it('explain why they are missing: offline, without accounts, after a failure', async () => {
    const refused = fakeApi({ homepage: () => Promise.reject(new Error('no')) })
    const failed = show(<TopAccounts />, refused)
    await screen.findByText('We couldn’t load your accounts')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    failed.unmount()
    connectivity.online = false
    const offline = show(<TopAccounts />, refused)
    await screen.findByText(/^Your accounts load when/)
    offline.unmount()
    connectivity.online = true
    act(() => session.update({ identity: alex }))
    show(<TopAccounts />, fakeApi({ homepage: async () => home() }))
    const link = await screen.findByRole('link', { name: 'Describe your ideal customer' })
    expect(link.getAttribute('href')).toBe('/dashboard/account-intelligence-config')
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

it('What is available offline shows its name and age, from the device alone', async () => {
  const api = fakeApi({})
  const { send, network } = line(api)
  network.reached = false
  const { local } = showOnDevice(<AvailableOffline />, api, send)
  await screen.findByText(/^No offline lists yet/)
  await act(async () => {
    const id = await createList(local(), { name: 'Perth builders', category: 'company' })
    await requestPin(
      { device: await Promise.resolve(local().device) },
      {
        source: 'list',
        sourceId: id,
        category: 'company',
      },
    )
  })
  const link = await screen.findByRole('link', { name: /Perth builders/ })
  expect(link.getAttribute('href')).toMatch(/^\/dashboard\/list\?id=/)
  expect(link.textContent).toContain('Starting download')
})

describe('the signals of the week', () => {
  it('count each category with a link, and show the newest below', async () => {
    const answer = home({ signals7d: { company: 12, people: 3, intent: null } })
    const { local } = showOnDevice(
      <SignalsLately />,
      fakeApi({ homepage: async () => answer }),
      line(fakeApi({})).send,
      { userId: 'user_week' },
    )
    const week = within(await screen.findByRole('region', { name: 'Signals, last 7 days' }))
    expect(week.getByRole('link', { name: 'Companies 12' }).getAttribute('href')).toBe(
      '/dashboard/signals?category=company&when=7',
    )
    expect(week.getByRole('link', { name: 'People 3' })).toBeTruthy()
    expect(week.queryByText('Intent')).toBeNull()
    await saveSignals(
      local(),
      [1, 2, 3, 4].map((day) => aSignal(day, { event_date: `2026-03-0${day}` })),
    )
    await week.findByText('Hiring surge at Company 4')
    expect(week.queryByText('Hiring surge at Company 1')).toBeNull()
  })

  it('are hidden where the plan has none', async () => {
    show(<SignalsLately />, fakeApi({ homepage: async () => home() }))
    await vi.waitFor(() => expect(screen.queryByText('Signals, last 7 days')).toBeNull())
  })
})
