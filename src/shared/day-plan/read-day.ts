import { localDayOf } from '../../../contract/core/days.ts'
import type { Point } from '../../../contract/search/distance.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { DayPlan } from '../../../contract/saved-work/day-plans.ts'
import type { Device } from '../../offline/database.ts'
import { readDayPlan, stopIds } from '../../offline/day-plans.ts'
import { visitsSince, type LiveItem } from '../../offline/live.ts'
import { nearest } from '../../offline/pin-search.ts'
import type { Ends } from './best-order.ts'
import { pointOf, readEnds, type DayEnds } from './ends.ts'
import { officesOf, spotOf, townOf, type Spot } from '../visits/locations.ts'

export type DayStop = {
  category: Category
  recordId: string
  /** Null where the record was removed. */
  name: string | null
  /** Null where this device does not have the record. */
  view: RecordView | null
  town: string
  spot: Spot | null
  /** The user's last visit on the day. */
  visit: Activity | null
}

export type Day = {
  plan: LiveItem<DayPlan>
  stops: readonly DayStop[]
  /** The first stop without a visit; null where every stop is visited. */
  next: DayStop | null
  /** Of several offices, the stop is a guess: neither a start nor a position says where the user is. */
  isGuess: boolean
  /** Where the day starts and ends: what the offices of its stops were chosen by. */
  ends: DayEnds
  route: Ends
}

/** The plan of a day from this device alone; null without stops. Of several offices, the nearest to the start or the user is the stop. */
export const readDay = async (
  device: Device,
  day: string,
  position: Point | null,
): Promise<Day | null> => {
  // Begun together: a live query may miss changes of what it reads later.
  const [plan, ends, visits] = await Promise.all([
    readDayPlan(device, day),
    readEnds(device),
    visitsOn(device, day),
  ])
  if (plan === null) return null
  const ids = stopIds(plan.value)
  const rows = await device.read(({ records }) => records.bulkGet(ids))
  const employers = await device.read(({ records }) =>
    records.bulkGet(rows.map((row) => employerOf(row?.view))),
  )
  const views = [...rows, ...employers].flatMap((row) => row?.view ?? [])
  const route = {
    start: pointOf(ends.start, ends, position),
    end: pointOf(ends.end, ends, position),
  }
  const from = route.start ?? position
  const origin = from ?? regionOf(views)
  const stops = ids.flatMap((recordId, index): DayStop[] => {
    const stop = plan.value.stops[recordId]
    if (stop === undefined) return []
    const view = rows[index]?.view ?? null
    const employer = employers[index]?.view
    const spot = (view && spotOf(view, origin)) ?? (employer ? spotOf(employer, origin) : null)
    return [
      {
        category: stop.category,
        recordId,
        name: stop.name === null ? null : (view?.name ?? stop.name),
        view,
        town: townOf(spot?.location),
        spot,
        visit: visits.get(recordId) ?? null,
      },
    ]
  })
  return {
    plan,
    stops,
    next: stops.find(({ visit, name }) => visit === null && name !== null) ?? null,
    isGuess: from === null && views.some((view) => officesOf(view).length > 1),
    ends,
    route,
  }
}

/** Of the offices of the record with the fewest, the nearest to an office of each other record; null without any. */
const regionOf = (views: readonly RecordView[]): Point | null => {
  const offices = views
    .map((view) =>
      officesOf(view).flatMap(({ lat, lng }): Point[] =>
        lat === undefined || lng === undefined ? [] : [{ lat, lng }],
      ),
    )
    .filter((points) => points.length > 0)
    .toSorted((x, y) => x.length - y.length)
  const farTo = (from: Point): number =>
    offices.reduce((sum, points) => sum + (nearest(points, from)?.km ?? 0), 0)
  return offices[0]?.toSorted((x, y) => farTo(x) - farTo(y))[0] ?? null
}

const employerOf = (view: RecordView | undefined): string =>
  view !== undefined && 'position' in view ? view.company_id : ''

/** The user's last visit of a day to each record. */
const visitsOn = async (device: Device, day: string): Promise<ReadonlyMap<string, Activity>> => {
  const from = new Date(`${day}T00:00:00`)
  const visits = await visitsSince(device, from.toISOString())
  return new Map(
    visits
      .toReversed()
      .filter(({ value }) => value.isAuthor && localDayOf(Date.parse(value.at)) === day)
      .map(({ value }) => [value.recordId, value]),
  )
}
