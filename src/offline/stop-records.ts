import type { Category, RecordView } from '../../contract/records/records.ts'
import type { DayPlan } from '../../contract/saved-work/day-plans.ts'
import type { Device } from './database.ts'
import { stopIds } from './day-plans.ts'
import { readItems } from './live.ts'
import type { Local } from './outbox.ts'
import { rowOf, saveOrEvict, signalsIn, withoutContacts } from './records.ts'
import { stopsHold, type RecordRow } from './rows.ts'

export type UpcomingStop = { day: string; recordId: string; category: Category }

/** The stops of a day (YYYY-MM-DD) and of those after it, the soonest first. */
export const upcomingStops = async (device: Device, day: string): Promise<UpcomingStop[]> =>
  (await readItems<DayPlan>(device, 'dayPlans', (plan) => plan.day))
    .toReversed()
    .filter(({ value }) => value.day >= day)
    .flatMap(({ value }) =>
      stopIds(value).flatMap((recordId) => {
        const stop = value.stops[recordId]
        // The record of a stop without a name was removed.
        return stop === undefined || stop.name === null
          ? []
          : [{ day: value.day, recordId, category: stop.category }]
      }),
    )

/** Stores records that stay while a plan has them, whatever else is opened. */
export const saveStopRecords = (
  { device, now }: Pick<Local, 'device' | 'now'>,
  category: Category,
  views: readonly RecordView[],
): Promise<void> =>
  device.write(['records'], async ({ records }) => {
    const stored = await records.bulkGet(views.map(({ id }) => id))
    await records.bulkPut(
      views.map((view, index) => {
        const row = stored[index]
        return {
          ...rowOf(category, view.unlocked ? view : withoutContacts(view), now()),
          ...signalsIn(row),
          viewedAt: row?.viewedAt ?? 0,
          pins: [...new Set([...(row?.pins ?? []), stopsHold])],
        }
      }),
    )
  })

/** Evicts what `saveStopRecords` stored for other records than these: their people and employers stay too. */
export const releaseStopRecords = (
  { device }: Pick<Local, 'device'>,
  ids: ReadonlySet<string>,
): Promise<void> =>
  device.write(['records'], async ({ records }) => {
    const stored = await records.where('pins').equals(stopsHold).toArray()
    const employers = new Set(
      stored.flatMap((row) => (ids.has(row.id) ? (employerOf(row) ?? []) : [])),
    )
    const isOver = (row: RecordRow): boolean =>
      !ids.has(row.id) && !employers.has(row.id) && !ids.has(employerOf(row) ?? '')
    await saveOrEvict(
      records,
      stored
        .filter(isOver)
        .map((row) => ({ ...row, pins: row.pins.filter((each) => each !== stopsHold) })),
    )
  })

const employerOf = ({ view }: RecordRow): string | undefined =>
  'position' in view ? view.company_id : undefined
