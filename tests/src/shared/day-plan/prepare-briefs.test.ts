import { expect, it, vi } from 'vitest'
import { addDays, localDayOf } from '../../../../contract/core/days.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import { addVisit } from '../../../../src/offline/activities.ts'
import { addStops } from '../../../../src/offline/day-plans.ts'
import { evictAll } from '../../../../src/offline/evict.ts'
import { addFollowUp } from '../../../../src/offline/follow-ups.ts'
import { measureStorage, viewedRecords } from '../../../../src/offline/live.ts'
import type { Local } from '../../../../src/offline/outbox.ts'
import { evictOrphans } from '../../../../src/offline/pins.ts'
import { maxViewed, saveViewed } from '../../../../src/offline/records.ts'
import { prepareBriefs } from '../../../../src/shared/day-plan/prepare-briefs.ts'
import { readBrief } from '../../../../src/shared/day-plan/read-brief.ts'
import { deviceOfTest } from '../../../kit/device/device.ts'
import { aCompany, aPerson } from '../../../kit/fixtures/records.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import { fakeApi, type FakeCalls } from '../../../kit/screens/screen.tsx'

const hour = 3_600_000
const company = aCompany(1)
const stop = { category: 'company' as const, recordId: company.id, name: company.name }
const owner = aPerson(1, { company_id: company.id })

const setUp = () => {
  const clock = { at: Date.parse('2026-03-03T10:00:00Z') }
  const local: Local = { ...deviceOfTest(), now: () => clock.at }
  const syncRecords = vi.fn<NonNullable<FakeCalls['syncRecords']>>(async ({ ids = '' } = {}) => ({
    category: 'company' as const,
    total: 1,
    checksum: '',
    asOf: '',
    records: [company].filter(({ id }) => ids.includes(id)),
    employers: [],
    people: ids.includes(company.id) ? [owner] : [],
    ids: null,
    cursor: null,
  }))
  const signalsOf = vi.fn<NonNullable<FakeCalls['signalsOf']>>(async ({ id }) => {
    if (id !== company.id) throw new ApiProblem(404, null, null)
    return { total: 1, signals: [aSignal(1)] }
  })
  const api = fakeApi({ syncRecords, signalsOf })
  const tomorrow = addDays(localDayOf(clock.at), 1)
  return { clock, local, api, syncRecords, signalsOf, tomorrow }
}
const has = async (local: Local, id: string): Promise<boolean> =>
  (await local.device.read(({ records }) => records.get(id))) !== undefined

it('the evening before, a stop outside of every list gets all that its brief needs; a refused record leaves it as it is', async () => {
  const { local, api, tomorrow } = setUp()
  const removed = { ...stop, recordId: aCompany(9).id }
  await addStops(local, tomorrow, [removed, stop])
  await addFollowUp(local, stop, {
    text: 'Bring it',
    dueDay: tomorrow,
    dueTime: null,
    origin: null,
  })
  await addVisit(local, stop, { outcome: 'met', text: 'Wants a quote' })
  await prepareBriefs(api, local, true)
  const brief = await readBrief(local.device, stop)
  expect(brief).toMatchObject({
    last: { text: 'Wants a quote' },
    promises: [{ text: 'Bring it' }],
    signals: [{ title: aSignal(1).title }],
    people: [{ id: owner.id }],
    company: { id: company.id },
  })
  expect(await viewedRecords(local.device)).toEqual([])
})

it('what a plan needs counts in the storage of the device until its stop is over', async () => {
  const { local, api, clock, tomorrow } = setUp()
  await addStops(local, tomorrow, [stop])
  await prepareBriefs(api, local, true)
  const { stops } = await measureStorage(local.device)
  expect(stops.count).toBe(2)
  expect(stops.bytes).toBeGreaterThan(500)
  clock.at += 48 * hour
  await prepareBriefs(api, local, true)
  expect((await measureStorage(local.device)).stops).toEqual({ count: 0, bytes: 0 })
})

it('briefs of the next day are fetched again after 4 hours, those of later days after a day', async () => {
  const { clock, local, api, syncRecords, signalsOf, tomorrow } = setUp()
  await addStops(local, addDays(tomorrow, 1), [stop])
  for (const [after, requests] of [
    [0, 1],
    [5, 1],
    // It is the day before.
    [20, 2],
    [23, 2],
    [25, 3],
  ] as const) {
    clock.at = Date.parse('2026-03-03T10:00:00Z') + after * hour
    await prepareBriefs(api, local, true)
    expect([after, syncRecords.mock.calls.length]).toEqual([after, requests])
  }
  expect(signalsOf).toHaveBeenCalledTimes(3)
})

it('records of stops outlast others that are opened, and go after their day or with all offline data', async () => {
  const { clock, local, api, tomorrow } = setUp()
  await addStops(local, tomorrow, [stop])
  await prepareBriefs(api, local, true)
  for (let number = 2; number < maxViewed + 4; number++)
    await saveViewed(local, 'company', aCompany(number))
  await evictOrphans(local)
  expect([await has(local, company.id), await has(local, owner.id)]).toEqual([true, true])
  await evictAll(local)
  expect([await has(local, company.id), await has(local, owner.id)]).toEqual([false, false])
  await prepareBriefs(api, local, true)
  expect(await has(local, owner.id)).toBe(true)
  clock.at += 48 * hour
  await prepareBriefs(api, local, true)
  expect([await has(local, company.id), await has(local, owner.id)]).toEqual([false, false])
})
