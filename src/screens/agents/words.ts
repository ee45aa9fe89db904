import type { AgentFields, Cadence } from '../../../contract/signals/agents.ts'
import { signalFilterOf } from '../../../contract/signals/signal-filters.ts'
import { signalTypeOf } from '../../../contract/signals/signal-types.ts'
import type { SignalCategory } from '../../../contract/signals/signals.ts'
import { formatCount, formatPercent } from '../../lib/format.ts'
import { valueWords } from '../../shared/signals/chosen.ts'

/** What an agent watches for, in one sentence: 'Hiring surges and awards in Perth builders; location: Western Australia.' */
export const watchesFor = (
  { category, types, listIds, filters }: AgentFields,
  names: ReadonlyMap<string, string>,
): string => {
  const what =
    types.length === 0
      ? every[category]
      : joined(types.map((slug) => signalTypeOf(slug)?.plural ?? slug))
  const lists = joined(listIds.map((id) => names.get(id) ?? 'a list'))
  const parts = Object.entries(filters).flatMap(([identifier, values]) =>
    values.length === 0
      ? []
      : [
          `${signalFilterOf(identifier)?.label.toLowerCase() ?? identifier}: ${joined(
            values.map((value) => valueWords(identifier, value, names)),
            'or',
          )}`,
        ],
  )
  return `${capital([`${what}${lists === '' ? '' : ` in ${lists}`}`, ...parts].join('; '))}.`
}

const every: Record<SignalCategory, string> = {
  company: 'all company signals',
  people: 'all people signals',
  intent: 'all intent signals',
}

const shown = 3

/** 'a', 'a and b', 'a, b, c and 2 more'. */
const joined = (parts: readonly string[], and = 'and'): string => {
  const first = parts.slice(0, shown)
  const left = parts.length - first.length
  const all = left > 0 ? [...first, `${left} more`] : first
  const last = all.at(-1) ?? ''
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} ${and} ${last}`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** How many agents the plan has. */
export const planHas = (most: number): string =>
  `Your organisation’s plan includes ${formatCount(most, 'agent', 'agents')}`

/** When an agent tells. */
export const cadenceWords: Record<Cadence, string> = {
  instant: 'Straight away',
  daily: 'Every morning at 7:30 am',
  weekly: 'Mondays at 7:30 am',
}

/** 'Sydney time' from an IANA name. */
export const zoneWords = (timeZone: string): string =>
  `${timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone} time`

/** How sure a signal can be asked to be, least first; shares of one. */
export const sureness: readonly number[] = [0, 0.6, 0.75, 0.9]

/** 'Very likely (75% or more)'; a share that has no name is said as it is: '80% or more'. */
export const surenessWords = (share: number): string => {
  if (share === 0) return 'Any confidence'
  const name = surenessNames[share]
  const figure = `${formatPercent(share)} or more`
  return name === undefined ? figure : `${name} (${figure})`
}

const surenessNames: Record<number, string> = {
  0.6: 'Likely',
  0.75: 'Very likely',
  0.9: 'Almost certain',
}

/** Minutes since midnight as '07:30'. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** '07:30' as minutes since midnight; null for anything else. */
export const minuteOf = (clock: string): number | null => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}
