import { signalDays } from '../constants.ts'
import { departments, seniorities, type Option } from '../search/bands.ts'
import { locationValues } from '../search/filter-values.ts'
import { holdsPhrase, tokenize } from '../search/match.ts'
import type { ProblemDetail } from '../core/problem.ts'
import { foldText } from '../search/search-doc.ts'
import { typesOf } from './signal-types.ts'
import type { Signal, SignalCategory, SignalFilters } from './signals.ts'
import { addDays } from '../core/days.ts'
import { isUuid } from '../core/ids.ts'
import { escapePointer } from '../core/problem.ts'

/**
 * topics: the catalogue of seen topics; records: ids of companies or people; lists: ids of lists and saved searches; text:
 * adjacent words; days: one option, so many days back; range: 'from..to' as YYYY-MM-DD, either may be missing.
 */
export type SignalFilterKind =
  | 'choice'
  | 'places'
  | 'topics'
  | 'records'
  | 'lists'
  | 'text'
  | 'days'
  | 'range'

export type SignalFilter = {
  identifier: string
  label: string
  kind: SignalFilterKind
  categories: readonly SignalCategory[]
  options?: readonly Option[]
  /** Lists, days and range read other things. */
  values?: (signal: SignalFacts) => readonly string[]
}

/** Without the parts that depend on the reader. */
export type SignalFacts = Omit<Signal, 'agentIds' | 'listIds' | 'runId' | 'seen' | 'dismissed'>

const all = ['company', 'people', 'intent'] as const
const market = ['company', 'people'] as const

const optionalValue = (value: string | undefined): string[] => (value === undefined ? [] : [value])

/** Product 2.7; a surge starts at 60. */
export const surgeBands: readonly Option[] = [
  { value: '60-69', label: 'Emerging' },
  { value: '70-79', label: 'Elevated' },
  { value: '80-89', label: 'High' },
  { value: '90-100', label: 'Very high' },
]

/** Undefined below 60. */
export const surgeBandOf = (rating: number): Option | undefined =>
  surgeBands.find(({ value }) => {
    const [from = 0, to = 0] = value.split('-').map(Number)
    return rating >= from && rating <= to
  })

const days = (...counts: number[]): Option[] =>
  counts.map((count) => ({ value: String(count), label: `Last ${count} days` }))
const plain = (...labels: string[]): Option[] => labels.map((label) => ({ value: label, label }))

/** Spec 3, product 2.7, in the panel's order; hyphens and underscores are the spec's. */
export const signalFilters: readonly SignalFilter[] = [
  {
    identifier: 'company-signal-type',
    label: 'Type',
    kind: 'choice',
    categories: ['company'],
    options: typesOf('company'),
    values: ({ category, slug }) => (category === 'company' ? [slug] : []),
  },
  {
    identifier: 'people-signal-type',
    label: 'Type',
    kind: 'choice',
    categories: ['people'],
    options: typesOf('people'),
    values: ({ category, slug }) => (category === 'people' ? [slug] : []),
  },
  {
    identifier: 'surge_rating',
    label: 'Surge',
    kind: 'choice',
    categories: ['intent'],
    options: surgeBands,
    values: ({ surge_rating: rating }) =>
      rating === undefined ? [] : optionalValue(surgeBandOf(rating)?.value),
  },
  {
    identifier: 'intent_timeframe',
    label: 'Within',
    kind: 'choice',
    categories: ['intent'],
    options: [
      { value: '1', label: 'This week' },
      { value: '2', label: '2 weeks' },
      { value: '4', label: '4 weeks' },
      { value: '12', label: '12 weeks' },
    ],
    values: ({ intent_timeframe: weeks }) => (weeks === undefined ? [] : [String(weeks)]),
  },
  {
    identifier: 'when',
    label: 'When',
    kind: 'days',
    categories: all,
    options: days(7, 14, 30, 60, signalDays),
  },
  { identifier: 'event_date', label: 'Date', kind: 'range', categories: all },
  {
    identifier: 'location',
    label: 'Location',
    kind: 'places',
    categories: all,
    values: ({ location }) => (location === undefined ? [] : locationValues(location)),
  },
  { identifier: 'lists', label: 'Lists', kind: 'lists', categories: all },
  {
    identifier: 'company',
    label: 'Company',
    kind: 'records',
    categories: all,
    values: ({ company }) => optionalValue(company?.id),
  },
  {
    identifier: 'people',
    label: 'Person',
    kind: 'records',
    categories: ['people'],
    values: ({ person }) => optionalValue(person?.id),
  },
  {
    identifier: 'key_topics',
    label: 'Topics',
    kind: 'topics',
    categories: all,
    values: ({ key_topics }) => key_topics,
  },
  {
    identifier: 'department',
    label: 'Department',
    kind: 'choice',
    categories: market,
    options: departments,
    values: ({ department }) => optionalValue(department),
  },
  {
    identifier: 'seniority',
    label: 'Seniority',
    kind: 'choice',
    categories: ['people'],
    options: seniorities,
    values: ({ seniority }) => optionalValue(seniority),
  },
  {
    identifier: 'employment-type',
    label: 'Employment type',
    kind: 'choice',
    categories: ['company'],
    options: plain('Full-time', 'Part-time', 'Contract', 'Casual', 'Internship'),
    values: ({ employment_type: type }) => optionalValue(type),
  },
  {
    identifier: 'position',
    label: 'Position',
    kind: 'text',
    categories: ['people'],
    values: ({ position }) => optionalValue(position),
  },
  {
    identifier: 'job-title',
    label: 'Job title',
    kind: 'text',
    categories: ['people'],
    values: ({ person }) => optionalValue(person?.title),
  },
  {
    identifier: 'summary',
    label: 'Keyword in summary',
    kind: 'text',
    categories: all,
    values: ({ title, summary }) => [`${title} ${summary}`],
  },
]

const byIdentifier = new Map(signalFilters.map((filter) => [filter.identifier, filter]))

export const signalFilterOf = (identifier: string): SignalFilter | undefined =>
  byIdentifier.get(identifier)

/** As 'identifier:value', for an index. */
export const signalFacets = (signal: SignalFacts): string[] =>
  signalFilters.flatMap(({ identifier, kind, values }) =>
    values === undefined || kind === 'text'
      ? []
      : values(signal).map((value) => facet(identifier, value)),
  )

export const facet = (identifier: string, value: string): string => `${identifier}:${value}`

/** Folded; `search` is title, summary, company and person. */
export const signalTexts = (signal: SignalFacts): Record<string, string> => ({
  search: foldText(
    [signal.title, signal.summary, signal.company?.name, signal.person?.name]
      .filter((each) => each !== undefined)
      .join(' '),
  ),
  ...Object.fromEntries(
    signalFilters
      .filter(({ kind }) => kind === 'text')
      .map(({ identifier, values }) => [identifier, foldText((values?.(signal) ?? []).join(' '))]),
  ),
})

/** Inclusive; null is an open end. Invalid days make no range. */
export const rangeOf = (value: string): { from: string | null; to: string | null } | null => {
  const match = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/.exec(value)
  if (!match || value === '..') return null
  const [, from, to] = match
  return isDay(from) && isDay(to) ? { from: from ?? null, to: to ?? null } : null
}

const isDay = (day: string | undefined): boolean => {
  if (day === undefined) return true
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && day >= '0001'
}

/** Inclusive: those of event_date, else of `when`, else the last ninety (spec 9). */
export const daysOf = (
  filters: SignalFilters,
  today: string,
): { from: string | null; to: string | null } => {
  const requested = filters['event_date']?.[0]
  const range = requested === undefined ? null : rangeOf(requested)
  if (range !== null) return range
  const back = Number(filters['when']?.[0] ?? signalDays)
  return { from: addDays(today, -back), to: null }
}

/** OR within a filter, AND between filters; the caller checks `lists`. `today` is YYYY-MM-DD. */
export const signalMeets = (
  filters: SignalFilters,
  signal: SignalFacts,
  today: string,
): boolean => {
  const { from, to } = daysOf(filters, today)
  if ((from !== null && signal.event_date < from) || (to !== null && signal.event_date > to))
    return false
  return Object.entries(filters).every(([identifier, chosen]) => {
    const filter = signalFilterOf(identifier)
    if (chosen.length === 0 || filter?.values === undefined) return true
    const present = filter.values(signal)
    return filter.kind === 'text'
      ? chosen.some((value) => present.some((text) => holdsPhrase(foldText(text), foldText(value))))
      : chosen.some((value) => present.includes(value))
  })
}

/** Every word begins a word of title, summary, company or person. */
export const signalHolds = (query: string, signal: SignalFacts): boolean => {
  const text = ` ${signalTexts(signal)['search'] ?? ''}`
  return tokenize(query).every((term) => text.includes(` ${term}`))
}

/** Signals of neither country count for both. */
export const isInCountry = ({ location }: SignalFacts, country: 'AU' | 'NZ'): boolean =>
  location?.country !== otherCountry[country]

export const otherCountry = { AU: 'NZ', NZ: 'AU' } as const

/** Only what needs no server. `at` is the pointer of the filters. */
export const signalFilterErrors = (
  filters: SignalFilters,
  category: SignalCategory,
  at = '/filters',
): ProblemDetail[] =>
  Object.entries(filters).flatMap(([identifier, values]) => {
    const pointer = `${at}/${escapePointer(identifier)}`
    const filter = signalFilterOf(identifier)
    if (!filter)
      return [
        { pointer, code: 'unknown-filter', detail: `We don’t know the filter '${identifier}'.` },
      ]
    if (!filter.categories.includes(category)) {
      const detail = `'${filter.label}' doesn’t apply to ${category} signals.`
      return [{ pointer, code: 'wrong-category', detail }]
    }
    if ((filter.kind === 'days' || filter.kind === 'range') && values.length > 1)
      return [{ pointer, code: 'too-many', detail: `${filter.label} takes one value.` }]
    return values.flatMap((value, index) => {
      const detail = wrongValue(filter, value)
      return detail === null
        ? []
        : [{ pointer: `${pointer}/${index}`, code: 'unknown-value', detail }]
    })
  })

const wrongValue = (filter: SignalFilter, value: string): string | null => {
  const { kind, options, label } = filter
  if (options && !options.some((option) => option.value === value))
    return `'${value}' isn’t a value of ${label}.`
  if ((kind === 'records' || kind === 'lists') && !isUuid(value)) return `'${value}' isn’t an id.`
  if (kind === 'range' && rangeOf(value) === null) return 'Write a range as from..to, in days.'
  if (kind === 'text' && (value.trim().length < 2 || value.length > 120))
    return 'Enter 2 to 120 characters.'
  return null
}
