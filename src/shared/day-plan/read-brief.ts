import type { PersonView } from '../../../contract/records/records.ts'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import type { Device } from '../../offline/database.ts'
import { activitiesOf } from '../../offline/live.ts'
import { readSignalsOf } from '../../offline/signals.ts'
import { findCachedPeople } from '../records/cached-records.ts'
import type { DayStop } from './read-day.ts'

/** Why to go to a stop, what was last said there, and the person to ask for; each null where this device knows none. */
export type Brief = { signal: Signal | null; last: Activity | null; person: PersonView | null }

export const readBrief = async (
  device: Device,
  { recordId, category }: Pick<DayStop, 'recordId' | 'category'>,
): Promise<Brief> => {
  const [signals, activities, people] = await Promise.all([
    readSignalsOf(device, recordId),
    activitiesOf(device, recordId),
    category === 'company' ? findCachedPeople(device, recordId) : [],
  ])
  return {
    signal:
      signals?.signals
        .filter(({ dismissed }) => !dismissed)
        .toSorted((x, y) => (x.event_date < y.event_date ? 1 : -1))[0] ?? null,
    last: activities.map(({ value }) => value).find(({ kind }) => kind !== 'report') ?? null,
    person: people.find(({ left }) => left === undefined) ?? null,
  }
}
