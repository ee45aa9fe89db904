import type { Filter } from './filter.ts'

/** A label for some values of a filter: a value's own, or that of a range that several bands make. */
export type LabelledValues = { values: readonly string[]; label: string }

/**
 * The values of a filter with their labels, neighbouring bands joined: '51 or more' for all bands from 51–200 on, '51 to 500' for two of them. A
 * band alone keeps its own label, and so does every value of a filter without bands.
 */
export const joinRanges = (
  filter: Filter,
  values: readonly string[],
  labelOf: (value: string) => string,
): LabelledValues[] => {
  const bands = bandsOf(filter)
  const known = new Set(bands.map(({ value }) => value))
  const joined: LabelledValues[] = []
  let run: Band[] = []
  const close = (): void => {
    const [first] = run
    const last = run.at(-1)
    if (first && last)
      joined.push({
        values: run.map(({ value }) => value),
        label: first === last ? labelOf(first.value) : rangeLabel(first, last),
      })
    run = []
  }
  for (const band of bands)
    if (values.includes(band.value)) run.push(band)
    else close()
  close()
  const first = values.findIndex((value) => known.has(value))
  return values.flatMap((value, index) => {
    if (!known.has(value)) return [{ values: [value], label: labelOf(value) }]
    return index === first ? joined : []
  })
}

/** A band by its ends as text; null where it is open. */
type Band = { value: string; from: string | null; to: string | null; isLowest: boolean }

const rangeLabel = ({ from, isLowest }: Band, { to }: Band): string => {
  if (to === null) return from === null ? 'any' : `${from} or more`
  return from === null || isLowest ? `up to ${to}` : `${from} to ${to}`
}

/** The bands of a filter, ascending; none where its options are no ranges. */
const bandsOf = ({ options = [] }: Filter): Band[] => {
  const bands = options.flatMap(({ value, label }) => {
    const ends = endsOf(value, label.startsWith('$') ? '$' : '')
    return ends ? [{ value, ...ends }] : []
  })
  const isAscending = bands[0]?.to !== null
  const ascending = isAscending ? bands : bands.toReversed()
  return ascending.map((band, index) => ({ ...band, isLowest: index === 0 }))
}

const endsOf = (value: string, currency: string): Pick<Band, 'from' | 'to'> | undefined => {
  const [, below, low = '', lowUnit = '', high, highUnit = '', open] =
    /^(<)?([\d.]+)([a-zA-Z]?)(?:-([\d.]+)([a-zA-Z]?)|(\+))?$/.exec(value) ?? []
  if (low === '') return undefined
  const from = `${currency}${withUnit(low, lowUnit === '' ? highUnit : lowUnit)}`
  if (below !== undefined) return { from: null, to: from }
  if (open !== undefined) return { from, to: null }
  return { from, to: high === undefined ? from : `${currency}${withUnit(high, highUnit)}` }
}

/** Months and years are words; thousands, millions and billions are letters. */
const withUnit = (amount: string, unit: string): string => {
  const period = { m: 'month', y: 'year' }[unit]
  if (period === undefined) return `${amount}${unit}`
  return `${amount} ${period}${amount === '1' ? '' : 's'}`
}
