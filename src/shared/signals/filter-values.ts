import { rangeOf, signalFilterOf } from '../../../contract/signals/signal-filters.ts'
import { signalTypeOf } from '../../../contract/signals/signal-types.ts'
import { filterOf, valueLabel } from '../../../contract/search/filters.ts'
import type { SignalFilters } from '../../../contract/signals/signals.ts'
import { formatDay } from '../../lib/format.ts'

/** Replaces the values of a filter; no values remove the filter. */
export const withValues = (
  filters: SignalFilters,
  identifier: string,
  values: readonly string[],
): SignalFilters => {
  const { [identifier]: _, ...others } = filters
  return values.length === 0 ? others : { ...others, [identifier]: [...values] }
}

export const toggleValue = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value]

/** A chosen value in words; `names` has the names of records and lists. */
export const formatFilterValue = (
  identifier: string,
  value: string,
  names: ReadonlyMap<string, string>,
): string => {
  const filter = signalFilterOf(identifier)
  if (filter?.kind === 'range') return formatRange(value)
  if (filter?.kind === 'places') {
    const places = filterOf('location')
    return places ? valueLabel(places, value) : value
  }
  if (filter?.kind === 'records' || filter?.kind === 'lists') return names.get(value) ?? '…'
  return (
    filter?.options?.find((option) => option.value === value)?.label ??
    signalTypeOf(value)?.label ??
    value
  )
}

const formatRange = (value: string): string => {
  const { from, to } = rangeOf(value) ?? { from: null, to: null }
  if (from !== null && from === to) return formatDay(from)
  if (from !== null && to !== null) return `${formatDay(from)} to ${formatDay(to)}`
  return from !== null ? `since ${formatDay(from)}` : to !== null ? `until ${formatDay(to)}` : ''
}
