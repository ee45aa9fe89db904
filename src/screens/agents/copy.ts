import { TimeZone } from '../../../contract/core/time-zones.ts'
import type { AgentFields, Cadence } from '../../../contract/signals/agents.ts'
import { signalFilterOf } from '../../../contract/signals/signal-filters.ts'
import { signalTypeOf } from '../../../contract/signals/signal-types.ts'
import type { SignalCategory } from '../../../contract/signals/signals.ts'
import { formatCount, formatPercent } from '../../lib/format.ts'
import { formatFilterValue } from '../../shared/signals/filter-values.ts'
import { formatTime } from '../../ui/as-of.tsx'

/** What an agent watches for, in one sentence: 'Hiring surges and awards in Perth builders; location: Western Australia.' */
export const describeWatch = (
  { category, types, listIds, filters }: AgentFields,
  names: ReadonlyMap<string, string>,
): string => {
  const what =
    types.length === 0
      ? every[category]
      : joinList(types.map((slug) => signalTypeOf(slug)?.plural ?? slug))
  const lists = joinList(listIds.map((id) => names.get(id) ?? 'a list'))
  const parts = Object.entries(filters).flatMap(([identifier, values]) =>
    values.length === 0
      ? []
      : [
          `${signalFilterOf(identifier)?.label.toLowerCase() ?? identifier}: ${joinList(
            values.map((value) => formatFilterValue(identifier, value, names)),
            'or',
          )}`,
        ],
  )
  return `${capitalise([`${what}${lists === '' ? '' : ` in ${lists}`}`, ...parts].join('; '))}.`
}

const every: Record<SignalCategory, string> = {
  company: 'all company signals',
  people: 'all people signals',
  intent: 'all intent signals',
}

const shown = 3

/** 'a', 'a and b', 'a, b, c and 2 more'. */
const joinList = (parts: readonly string[], and = 'and'): string => {
  const first = parts.slice(0, shown)
  const left = parts.length - first.length
  const all = left > 0 ? [...first, `${left} more`] : first
  const last = all.at(-1) ?? ''
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} ${and} ${last}`
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const describePlanLimit = (max: number): string =>
  `Your organisation’s plan includes ${formatCount(max, 'agent', 'agents')}`

/** 'Every morning at 7:30 am Perth time'; without a zone where it is not known. */
export const formatCadence = (cadence: Cadence, zone?: TimeZone): string =>
  cadence === 'instant' || zone === undefined
    ? cadences[cadence]
    : `${cadences[cadence]} ${formatTimeZone(zone)}`

const cadences: Record<Cadence, string> = {
  instant: 'Straight away',
  daily: 'Every morning at 7:30 am',
  weekly: 'Mondays at 7:30 am',
}

/** The time zone of this device; undefined outside Australia and New Zealand. */
export const deviceTimeZone = (
  zone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): TimeZone | undefined => TimeZone.options.find((each) => each === zone)

/** Why a run sends nothing: signals from before an agent was created are in its preview only. */
export const describeNothingNew = (lastRunAt: string | null, now: number): string =>
  lastRunAt === null
    ? 'No new signals since you created it'
    : `No new signals since the last alert, ${formatTime(Date.parse(lastRunAt), now)}`

export const formatTimeZone = (timeZone: TimeZone): string =>
  `${timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone} time`

export const confidenceLevels: readonly number[] = [0, 0.6, 0.75, 0.9]

/** 'Very likely (75% or more)'; '80% or more' for a share without a name. */
export const describeConfidence = (share: number): string => {
  if (share === 0) return 'Any confidence'
  const name = confidenceNames[share]
  const figure = `${formatPercent(share)} or more`
  return name === undefined ? figure : `${name} (${figure})`
}

const confidenceNames: Record<number, string> = {
  0.6: 'Likely',
  0.75: 'Very likely',
  0.9: 'Almost certain',
}

/** Minutes since midnight as '7:30 am'. */
export const formatClock = (minute: number): string =>
  new Intl.DateTimeFormat('en-AU', {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: 'UTC',
  }).format(minute * 60_000)

/** 'Quiet 7:00 pm–7:00 am'. */
export const describeQuiet = ({ from, until }: NonNullable<AgentFields['quiet']>): string =>
  `Quiet ${formatClock(from)}–${formatClock(until)}`

/** Every half-hour of a day as '7:30 am', and `chosen` where it is none of them. */
export const clockOptions = (chosen: number): { value: string; label: string }[] =>
  [...new Set([...Array.from({ length: 48 }, (_, half) => half * 30), chosen])]
    .toSorted((x, y) => x - y)
    .map((minute) => ({ value: String(minute), label: formatClock(minute) }))
