import { addDays, localDayOf } from '../../../contract/core/days.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'
import { nullIfRefused } from '../../lib/null-if-refused.ts'
import type { Local } from '../../offline/outbox.ts'
import { saveSignalsOf } from '../../offline/signals.ts'
import { releaseStopRecords, upcomingStops, type UpcomingStop } from '../../offline/stop-records.ts'
import { stopsHold } from '../../offline/rows.ts'
import { fetchStops } from './fetch-stops.ts'

const hourMs = 3_600_000

/** How old the brief of a stop may be: today's and tomorrow's are new in the evening and in the morning. */
const maxAge = (day: string, tomorrow: string): number => (day <= tomorrow ? 4 : 24) * hourMs

type Api = Pick<ApiClient, 'syncRecords' | 'signalsOf'>

/** Stores what the briefs of all planned stops need, the soonest first, and evicts that of past days. `withSignals`: the organisation has them. */
export const prepareBriefs = async (
  api: Api,
  local: Local,
  withSignals: boolean,
): Promise<void> => {
  const today = localDayOf(local.now())
  const stops = await upcomingStops(local.device, today)
  await releaseStopRecords(local, new Set(stops.map(({ recordId }) => recordId)))
  const due = await dueAmong(local, stops, addDays(today, 1))
  for (let from = 0; from < due.length; from += atOnce) {
    const part = due.slice(from, from + atOnce)
    await fetchStops(api, local, 'company', idsIn(part, 'company'))
    const people = await fetchStops(api, local, 'people', idsIn(part, 'people'))
    const employers = people.flatMap((view) => ('position' in view ? [view.company_id] : []))
    await fetchStops(api, local, 'company', [...new Set(employers)])
    if (!withSignals) continue
    for (const { category, recordId: id } of part) {
      const signals = await api.signalsOf({ category, id }).catch(nullIfRefused)
      if (signals !== null) await saveSignalsOf(local, id, signals)
    }
  }
}

/** As many stops as a day has: those of the next day are whole before later ones begin. */
const atOnce = 30

const idsIn = (stops: readonly UpcomingStop[], category: Category): string[] =>
  stops.filter((stop) => stop.category === category).map(({ recordId }) => recordId)

const dueAmong = async (
  { device, now }: Local,
  stops: readonly UpcomingStop[],
  tomorrow: string,
): Promise<UpcomingStop[]> => {
  const soonest = new Map(stops.toReversed().map((stop) => [stop.recordId, stop]))
  const all = [...soonest.values()].toReversed()
  const rows = await device.read(({ records }) =>
    records.bulkGet(all.map(({ recordId }) => recordId)),
  )
  return all.filter(({ day }, index) => {
    const row = rows[index]
    const isPlanned = row?.pins.includes(stopsHold) === true
    return !isPlanned || now() - row.fetchedAt >= maxAge(day, tomorrow)
  })
}
