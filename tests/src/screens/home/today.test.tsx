import { line, showOnDevice } from '../../../kit/screens/saved-searches.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { addDays, localDayOf } from '../../../../contract/core/days.ts'
import { Day } from '../../../../src/screens/home/today/day.tsx'
import { session } from '../../../../src/session/session.ts'
import { addVisit } from '../../../../src/offline/activities.ts'
import { addStops } from '../../../../src/offline/day-plans.ts'
import { addFollowUp, followUps } from '../../../../src/offline/follow-ups.ts'
import { createList } from '../../../../src/offline/lists.ts'
import type { Local } from '../../../../src/offline/outbox.ts'
import { requestPin } from '../../../../src/offline/pins.ts'
import { saveViewed } from '../../../../src/offline/records.ts'
import { saveSignals } from '../../../../src/offline/signals.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import { alex } from '../../../kit/session/people.ts'
import { fakeApi, type FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() => act(() => session.update(unknown)))

const today = localDayOf(Date.now())
const calls: FakeCalls = {
  platformFeatures: async () => ({ features: { today: { enabled: true } } }),
  customerFeatures: async () => ({ features: {} }),
}

let person = 0
const open = (more: FakeCalls = {}) => {
  person += 1
  const userId = `user_today_${person}`
  act(() => session.update({ identity: { ...alex, userId } }))
  const api = fakeApi({ ...calls, ...more })
  const { send, network } = line(api)
  network.reached = false
  return showOnDevice(<Day searches={null} />, api, send, { userId })
}
const due = (local: Local, number: number, dueDay: string, text = '') => {
  const { id: recordId, name } = aCompany(number)
  const about = { category: 'company', recordId, name } as const
  return addFollowUp(local, about, { text, dueDay, dueTime: null, origin: null })
}
const names = (list: string): (string | null)[] =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

it('Today lists overdue follow-ups, those of the day and what is coming up; done, moved and dropped have an undo', async () => {
  const { local } = open()
  await act(async () => {
    await due(local(), 1, addDays(today, 3))
    await due(local(), 2, today, 'Bring the quote')
    await due(local(), 3, addDays(today, -2))
    await due(local(), 4, addDays(today, -1))
  })
  await screen.findByRole('list', { name: 'Overdue' })
  expect(names('Overdue')).toEqual([aCompany(3).name, aCompany(4).name])
  expect(names('Due today')).toEqual([aCompany(2).name])
  expect(names('Coming up')).toEqual([aCompany(1).name])
  const plan = screen.getByRole('link', { name: 'Plan what’s due near here' })
  expect(plan.getAttribute('href')).toBe('/dashboard/day?list=due')
  fireEvent.click(
    screen.getByRole('button', { name: `Done: Bring the quote, ${aCompany(2).name}` }),
  )
  await screen.findByText(`Follow-up with ${aCompany(2).name} done.`)
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Due today' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('list', { name: 'Due today' })
  for (const [item, said] of [
    ['Tomorrow', 'moved to tomorrow.'],
    ['Drop', 'dropped.'],
  ] as const) {
    const follow = `Bring the quote, ${aCompany(2).name}`
    fireEvent.click(screen.getByRole('button', { name: `Change: ${follow}` }))
    fireEvent.click(await screen.findByRole('menuitem', { name: item }))
    await screen.findByText(`Follow-up with ${aCompany(2).name} ${said}`)
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Due today' })).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByRole('list', { name: 'Due today' })
  }
})

it('Today shows what was visited today on this device, and leads to all visits', async () => {
  const { local } = open()
  const company = aCompany(7)
  await act(async () => {
    await saveViewed(local(), 'company', company)
    for (const outcome of ['nobody there', 'met'] as const)
      await addVisit(local(), { category: 'company', recordId: company.id }, { outcome })
  })
  const link = await screen.findByRole('link', { name: /^Visited today: 1/ })
  expect(link.textContent).toContain(company.name)
  expect(link.getAttribute('href')).toBe('/dashboard/visits')
})

it('Today says what is new at accounts since the last visit, also long ago at planned stops, and nothing older', async () => {
  const { local } = open()
  const [visited, other, planned] = [aCompany(5), aCompany(6), aCompany(7)]
  const signalOf = (number: number, { id, name }: typeof visited, title: string, at: number) => ({
    ...aSignal(number),
    title,
    company: { id, name },
    person: null,
    detected_at: new Date(at).toISOString(),
  })
  const at = Date.now() - 86_400_000
  await act(async () => {
    await saveViewed(local(), 'company', visited)
    await addVisit(
      local(),
      { category: 'company', recordId: visited.id },
      { outcome: 'met', at: new Date(at).toISOString() },
    )
    const { id: recordId, name } = planned
    const stop = { category: 'company' as const, recordId, name }
    const before = new Date(at - 90 * 86_400_000).toISOString()
    await addVisit(local(), stop, { outcome: 'met', at: before })
    await addStops(local(), today, [stop])
    await saveSignals(local(), [
      signalOf(1, visited, 'Won a tender', at + 1000),
      signalOf(2, visited, 'Hired a director', at - 1000),
      signalOf(3, other, 'Moved', at + 1000),
      signalOf(4, planned, 'Opened an office', at - 2000),
    ])
  })
  const news = within(await screen.findByRole('list', { name: 'New since you were last there' }))
  expect(news.getAllByRole('link').map((link) => link.textContent)).toEqual([
    expect.stringContaining('Won a tender'),
    expect.stringContaining('Opened an office'),
  ])
})

it('Today begins with the next stop of the plan, and goes on once it is visited', async () => {
  const { local } = open()
  const [first, second] = [aCompany(11), aCompany(12)]
  await act(async () => {
    await saveViewed(local(), 'company', first)
    const stops = [first, second].map(({ id, name }) => ({
      category: 'company' as const,
      recordId: id,
      name,
    }))
    await addStops(local(), today, stops)
  })
  const next = await screen.findByRole('article', { name: 'Next stop' })
  expect(within(next).getByRole('link', { name: first.name })).toBeTruthy()
  expect(screen.queryByText('You’re clear for today.')).toBeNull()
  await act(() =>
    addVisit(local(), { category: 'company', recordId: first.id }, { outcome: 'met' }),
  )
  await within(next).findByRole('link', { name: second.name })
})

it('Today without follow-ups offers to plan from an offline list', async () => {
  const { local } = open()
  await act(async () => {
    const id = await createList(local(), { name: 'Perth builders', category: 'company' })
    await requestPin(local(), { source: 'list', sourceId: id, category: 'company' })
  })
  const plan = await screen.findByRole('link', { name: 'Plan from “Perth builders”' })
  expect(plan.getAttribute('href')).toMatch(/^\/dashboard\/day\?list=/)
})

it('Today says that a follow-up ended with its person, until that is dismissed', async () => {
  const { local } = open()
  await act(async () => {
    await due(local(), 7, today)
    await due(local(), 8, addDays(today, 1))
    const { device } = local()
    const [first] = await followUps(device)
    await device.write(['followUps'], ({ followUps: table }) =>
      table
        .where('id')
        .equals(first?.id ?? '')
        .modify((row) => {
          row.value = { ...row.value, state: 'ended', recordName: null }
        }),
    )
  })
  await screen.findByText(/^Your follow-up today ended\. The person asked to be removed/)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText(/^Your follow-up today ended/)).toBeNull())
})

it('Today is absent where its flag is off', async () => {
  const { local } = open({
    customerFeatures: async () => ({ features: { today: { enabled: false } } }),
  })
  await act(async () => {
    await saveViewed(local(), 'company', aCompany(9))
    await due(local(), 9, today)
    await addVisit(local(), { category: 'company', recordId: aCompany(9).id }, { outcome: 'met' })
  })
  await screen.findByRole('region', { name: 'Recent accounts' })
  expect(screen.queryByRole('region', { name: 'Today' })).toBeNull()
})
