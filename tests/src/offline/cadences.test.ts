// @vitest-environment node
import { someDevice } from '../../kit/device/device.ts'
import { expect, it } from 'vitest'
import { addDays, localDayOf } from '../../../contract/core/days.ts'
import { addVisit } from '../../../src/offline/activities.ts'
import { cadenceOf, dueVisits, setCadence } from '../../../src/offline/cadences.ts'
import { addToList, createList } from '../../../src/offline/lists.ts'
import { unsettled } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { saveViewed } from '../../../src/offline/records.ts'
import { aCompany } from '../../kit/fixtures/records.ts'

const account = (number: number) => {
  const { id, name } = aCompany(number)
  return { target: 'company', targetId: id, name } as const
}
const today = (local: Local): string => localDayOf(local.now())
const visit = (local: Local, number: number, daysAgo: number) =>
  addVisit(
    local,
    { category: 'company', recordId: aCompany(number).id },
    { outcome: 'met', at: new Date(local.now() - daysAgo * 86_400_000).toISOString() },
  )
const due = async (local: Local, day: string) =>
  (await dueVisits(local.device, day)).map(({ name, dueDay }) => [name, dueDay])

it('An account is due on the day of its cadence, not before, and a visit resets it', async () => {
  const local = someDevice()
  await setCadence(local, account(1), 6)
  const day = addDays(today(local), 42)
  expect(await due(local, addDays(day, -1))).toEqual([])
  expect(await due(local, day)).toEqual([[aCompany(1).name, day]])
  await visit(local, 1, 14)
  const sooner = addDays(today(local), 28)
  expect(await due(local, day)).toEqual([[aCompany(1).name, sooner]])
  await visit(local, 1, 0)
  expect(await due(local, addDays(day, -1))).toEqual([])
})

it('Accounts of a list are due with its cadence, the longest overdue first, and their own wins', async () => {
  const local = someDevice()
  const ids = [2, 3, 4, 5].map((number) => aCompany(number).id)
  const list = await createList(local, { name: 'Round', category: 'company' })
  await addToList(local, list, ids)
  for (const number of [2, 3, 4]) await saveViewed(local, 'company', aCompany(number))
  await setCadence(local, { target: 'list', targetId: list, name: 'Round' }, 4)
  await setCadence(local, account(4), 12)
  await visit(local, 2, 30)
  await visit(local, 3, 40)
  await visit(local, 4, 50)
  await visit(local, 5, 29)
  const now = today(local)
  expect(await due(local, now)).toEqual([
    [aCompany(3).name, addDays(now, -12)],
    [aCompany(2).name, addDays(now, -2)],
    [null, addDays(now, -1)],
  ])
  const [first] = await dueVisits(local.device, now)
  expect(first).toMatchObject({ weeks: 4, list: { id: list, name: 'Round' } })
})

it('Changes of a cadence before it is sent are one request, and none once it is stopped', async () => {
  const local = someDevice()
  await setCadence(local, account(1), 6)
  await setCadence(local, account(1), 4)
  expect((await cadenceOf(local.device, aCompany(1).id))?.weeks).toBe(4)
  expect((await unsettled(local.device)).unsent).toMatchObject([
    { effect: { do: 'create', value: { weeks: 4 } } },
  ])
  await setCadence(local, account(1), null)
  expect((await unsettled(local.device)).unsent).toEqual([])
  expect(await cadenceOf(local.device, aCompany(1).id)).toBeNull()
})
