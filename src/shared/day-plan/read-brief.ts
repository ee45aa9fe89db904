import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { FollowUp } from '../../../contract/saved-work/follow-ups.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import type { Device } from '../../offline/database.ts'
import { followUpsOf } from '../../offline/follow-ups.ts'
import { activitiesOf } from '../../offline/live.ts'
import { readSignalsOf } from '../../offline/signals.ts'
import { findCachedPeople, findCachedRecord } from '../records/cached-records.ts'
import type { DayStop } from './read-day.ts'

/** What this device knows of a stop, for the way to its door. */
export type Brief = {
  /** The newest first; null where this device knows none. */
  signals: readonly Signal[] | null
  /** The last visit or note, of every member. */
  last: Activity | null
  /** What the user still means to do there, the next one due first. */
  promises: readonly FollowUp[]
  /** The person of the stop, or those of its company, by rank. */
  people: readonly PersonView[]
  /** The stop, or the employer of its person. */
  company: CompanyView | null
  /** When the record was fetched, ms since 1970; null where the device has none. */
  asOf: number | null
}

export const readBrief = async (
  device: Device,
  { recordId, category }: Pick<DayStop, 'recordId' | 'category'>,
): Promise<Brief> => {
  const [signals, activities, followUps, row, people] = await Promise.all([
    readSignalsOf(device, recordId),
    activitiesOf(device, recordId),
    followUpsOf(device, recordId),
    findCachedRecord(device, recordId),
    category === 'company' ? findCachedPeople(device, recordId) : [],
  ])
  const view = row?.view
  const person = view !== undefined && 'position' in view ? view : null
  const company = person ? (await findCachedRecord(device, person.company_id))?.view : view
  return {
    signals:
      signals?.signals
        .filter(({ dismissed }) => !dismissed)
        .toSorted((x, y) => (x.event_date < y.event_date ? 1 : -1)) ?? null,
    last: activities.map(({ value }) => value).find(({ kind }) => kind !== 'report') ?? null,
    promises: followUps.map(({ value }) => value).filter(({ state }) => state === 'open'),
    people: person ? [person] : people,
    company: company !== undefined && !('position' in company) ? company : null,
    asOf: row?.fetchedAt ?? null,
  }
}
