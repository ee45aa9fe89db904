import { localDayOf } from '../../../contract/core/days.ts'
import type { Point } from '../../../contract/search/distance.ts'
import { townLabel } from '../../../contract/search/filters.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { DayPlan } from '../../../contract/saved-work/day-plans.ts'
import type { Device } from '../../offline/database.ts'
import { readDayPlan, stopIds } from '../../offline/day-plans.ts'
import { visitsSince, type LiveItem } from '../../offline/live.ts'
import { nearest } from '../../offline/pin-search.ts'
import type { Ends } from './best-order.ts'
import { pointOf, readEnds, type DayEnds } from './ends.ts'
import { officesOf, spotOf, spotsIn, townOf, type Spot } from '../visits/locations.ts'

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
  /** Of several offices, the stop is a guess: no start, position, list or search says where. */
  isGuess: boolean
  /** Where the lists and searches of companies with several offices are: 'Perth, WA'. */
  regions: readonly string[]
  /** Where the day starts and ends: what the offices of its stops were chosen by. */
  ends: DayEnds
  route: Ends
}

/** The plan of a day from this device alone; null without stops. Of several offices in its region, the nearest to the start or the user is the stop. */
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
  const regionIn = (index: number): readonly string[] => {
    const region = plan.value.stops[ids[index] ?? '']?.region
    return region === undefined ? [] : [region]
  }
  const located = [
    ...rows.map((row, index) => ({ view: row?.view, region: regionIn(index) })),
    ...employers.map((row) => ({ view: row?.view, region: nowhere })),
  ].flatMap(({ view, region }) => (view === undefined ? [] : [{ view, region }]))
  const manyOffices = located.filter(({ view }) => officesOf(view).length > 1)
  const route = {
    start: pointOf(ends.start, ends, position),
    end: pointOf(ends.end, ends, position),
  }
  const from = route.start ?? position
  const origin = from ?? guessOrigin(located)
  const stops = ids.flatMap((recordId, index): DayStop[] => {
    const stop = plan.value.stops[recordId]
    if (stop === undefined) return []
    const view = rows[index]?.view ?? null
    const employer = employers[index]?.view
    const spot =
      (view && spotOf(view, origin, regionIn(index))) ??
      (employer ? spotOf(employer, origin) : null)
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
    isGuess: from === null && manyOffices.some(({ region }) => region.length === 0),
    regions: [...new Set(manyOffices.flatMap(({ region }) => region.map(townLabel)))],
    ends,
    route,
  }
}

const nowhere: readonly string[] = []

/** Of the offices of the record with the fewest, the nearest to an office of each other record; null without any. */
const guessOrigin = (
  located: readonly { view: RecordView; region: readonly string[] }[],
): Point | null => {
  const offices = located
    .map(({ view, region }): readonly Point[] => spotsIn(view, region))
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
