import { line, showOnDevice } from '../../../kit/screens/saved-searches.tsx'
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { NamedVisit } from '../../../../contract/saved-work/activities.ts'
import { screenAt } from '../../../../src/app/routes.tsx'
import { claimDelivery } from '../../../../src/offline/history.ts'
import { aRequest } from '../../../kit/fixtures/download-requests.ts'
import { VisitsScreen } from '../../../../src/screens/visits/visits-screen.tsx'
import { weeksOf } from '../../../../src/screens/visits/weeks.ts'
import { session } from '../../../../src/session/session.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { addVisit } from '../../../../src/offline/activities.ts'
import { saveViewed } from '../../../../src/offline/records.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { alex } from '../../../kit/session/people.ts'
import { fakeApi, type FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() =>
  act(() => {
    session.update(unknown)
    connectivity.online = true
  }),
)

let person = 0
const open = (
  calls: FakeCalls,
  address = '/dashboard/visits',
  view: ReactNode = <VisitsScreen />,
) => {
  person += 1
  const userId = `user_visits_${person}`
  act(() => session.update({ identity: { ...alex, userId } }))
  const api = fakeApi({
    visits: async () => {
      throw new Unreachable('network')
    },
    ...calls,
  })
  const { send, network } = line(api)
  network.reached = false
  return { ...showOnDevice(view, api, send, { userId, address }), userId }
}

const aVisit = (number: number, userId: string, given: Partial<NamedVisit> = {}): NamedVisit => ({
  id: `visit-${number}`,
  kind: 'visit',
  category: 'company',
  recordId: aCompany(number).id,
  recordName: `Company ${number}`,
  text: '',
  at: '2026-03-03T01:00:00.000Z',
  outcome: 'met',
  field: null,
  authorId: userId,
  isAuthor: true,
  version: 1,
  createdAt: '2026-03-03T01:00:00.000Z',
  updatedAt: '2026-03-03T01:00:00.000Z',
  ...given,
})
const rows = (): (string | null)[] =>
  screen
    .getAllByRole('link', { name: /^Company / })
    .map((link) => link.querySelector('.font-medium')?.textContent ?? null)

it('My visits shows the visits of this device while offline, and filters them by outcome', async () => {
  act(() => void (connectivity.online = false))
  const { local } = open({})
  await act(async () => {
    for (const [number, outcome] of [
      [1, 'met'],
      [2, 'call back'],
      [3, 'met'],
    ] as const) {
      const company = aCompany(number, { name: `Company ${number}` })
      await saveViewed(local(), 'company', company)
      await addVisit(local(), { category: 'company', recordId: company.id }, { outcome })
    }
  })
  await screen.findByText('3 visits')
  await vi.waitFor(() => expect(rows()).toHaveLength(3))
  const bars = within(screen.getByRole('list', { name: 'Outcomes' }))
  fireEvent.click(bars.getByRole('button', { name: /^Met\s*2$/ }))
  await vi.waitFor(() => expect(rows().toSorted()).toEqual(['Company 1', 'Company 3']))
  expect(location.search).toBe('?outcome=met')
  expect(screen.getByText('3 visits')).toBeTruthy()
})

it('My visits adds what only the server knows, and of a visit on both shows the unsent version once', async () => {
  const { local, userId } = open({
    visits: async ({ by = '' } = {}) => ({
      visits: [aVisit(4, by), aVisit(5, by, { outcome: 'interested' })],
      counts: { met: 1, interested: 1 },
      next: null,
    }),
  })
  await screen.findByText('2 visits')
  expect(rows()).toEqual(['Company 5', 'Company 4'])
  await act(async () => {
    const { device } = local()
    const { recordName: _, ...known } = aVisit(4, userId, { text: 'Written here' })
    await device.write(['activities'], ({ activities }) =>
      activities.put({ id: known.id, known, value: known, schema: 1 }),
    )
  })
  await screen.findByText('Written here')
  expect(rows()).toEqual(['Company 5', 'Company 4'])
})

it('My visits lets admins choose a member, and no other member', async () => {
  const requested: (string | undefined)[] = []
  const calls: FakeCalls = {
    visits: async ({ by } = {}) => {
      requested.push(by)
      return { visits: [], counts: {}, next: null }
    },
  }
  const { userId } = open(calls, '/dashboard/visits?by=everyone')
  await screen.findByLabelText('Person')
  await vi.waitFor(() => expect(requested).toEqual(['everyone']))
  act(() => session.update({ identity: { ...alex, userId, role: 'standard' } }))
  await vi.waitFor(() => expect(requested).toEqual(['everyone', userId]))
  expect(screen.queryByLabelText('Person')).toBeNull()
})

it('My visits exports what its filter shows, and the page waits for the file', async () => {
  const requested: unknown[] = []
  const request = { ...aRequest(1), type: 'VISITS', name: 'My visits', label: 'Visits' }
  const { local, userId } = open(
    {
      visits: async () => ({ visits: [], counts: {}, next: null }),
      exportVisits: async (input) => {
        requested.push(input)
        return request
      },
    },
    '/dashboard/visits?outcome=met',
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Export visits' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /XLSX/ }))
  await vi.waitFor(async () =>
    expect(await claimDelivery(local().device, request.requestId)).toBe(true),
  )
  expect(requested).toMatchObject([{ format: 'xlsx', by: userId, outcome: 'met' }])
})

it('The address of My visits leads nowhere while its flag is off', async () => {
  const calls: FakeCalls = {
    visits: async () => ({ visits: [], counts: {}, next: null }),
    platformFeatures: async () => ({ features: { today: { enabled: false } } }),
    customerFeatures: async () => ({ features: {} }),
  }
  const View = screenAt('/dashboard/visits')?.view ?? (() => null)
  open(calls, '/dashboard/visits', <View />)
  await screen.findByRole('heading', { name: 'Page not found' })
  expect(screen.queryByRole('heading', { name: 'My visits' })).toBeNull()
})

it('weeks begin on Monday and hold their days, the latest first', () => {
  const items = ['2026-03-11', '2026-03-09', '2026-03-08', '2026-02-27'].map((day) => ({
    value: { at: `${day}T12:00:00` },
  }))
  const labels = weeksOf(items, '2026-03-11').map(({ label, days }) => [
    label,
    ...days.map((day) => day.label),
  ])
  expect(labels).toEqual([
    ['This week', 'Today', 'Mon 9 Mar'],
    ['Last week', 'Sun 8 Mar'],
    ['Week of 23 Feb 2026', 'Fri 27 Feb'],
  ])
})
