import type { Criteria, Near } from './criteria.ts'
import type { Filter } from './filter.ts'
import { filterOf, filters, townLabel, valueLabel } from './filters.ts'
import { joinRanges } from './joined-ranges.ts'
import type { Category } from '../records/records.ts'

/** A part with a filter can be clicked to change it. */
export type SentencePart = { text: string; identifier?: string; excluded?: boolean }

/** Labels of values that only a catalogue knows. */
type Labels = (identifier: string, value: string) => string | undefined

/** The labels of a filter's values; neighbouring bands are one range, unless each is meant (`joins` false). */
export const valueLabels = (
  filter: Filter,
  values: readonly string[],
  labels: Labels,
  joins = true,
): string[] => {
  const labelOf = (value: string): string =>
    labels(filter.identifier, value) ??
    // An id says nothing: the name loads, or the record does not exist.
    (filter.kind === 'ids' ? '…' : valueLabel(filter, value))
  return joins ? joinRanges(filter, values, labelOf).map(({ label }) => label) : values.map(labelOf)
}

/** The criteria in plain English, places first, then in the panel's order: 'Companies in Australia, in Construction, with 51–200 local employees'. */
export const sentenceParts = (
  criteria: Criteria,
  category: Category,
  labels: Labels = () => undefined,
): SentencePart[] => {
  const parts: SentencePart[] = [{ text: category === 'company' ? 'Companies' : 'People' }]
  if (criteria.search !== '')
    parts.push({ text: `matching “${criteria.search}”`, identifier: 'search' })
  const phrase = (filter: Filter, values: readonly string[], joint: string): string =>
    // A function, because '$&' in a replacement text has a meaning.
    phraseOf(filter, category).replace('{values}', () =>
      joined(
        valueLabels(filter, values, labels, joint === 'or').map((label) =>
          // Abbreviations such as SMB stay in capitals.
          filter.plain === true
            ? label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())
            : label,
        ),
        joint,
      ),
    )
  for (const filter of filters) {
    const chosen = criteria.filters[filter.identifier] ?? []
    const excluded = criteria.excluded[filter.identifier] ?? []
    const joint = criteria.operators[filter.identifier] === 'AND' ? 'and' : 'or'
    if (chosen.length > 0)
      parts.push({
        text: phrase(filter, chosen, joint) + extraOf(filter, criteria.metadata),
        identifier: filter.identifier,
      })
    if (excluded.length > 0)
      parts.push({
        text: `not ${phrase(filter, excluded, 'or')}`,
        identifier: filter.identifier,
        excluded: true,
      })
  }
  const { near } = criteria.metadata
  if (near)
    parts.push({
      text: `${near.withinKm === undefined ? 'nearest to' : `within ${near.withinKm} km of`} ${centreText(near)}`,
      identifier: 'near',
    })
  for (const identifier of Object.keys({ ...criteria.filters, ...criteria.excluded }))
    if (!filterOf(identifier)) parts.push({ text: identifier, identifier })
  return parts
    .filter(({ identifier }) => identifier !== 'country' || !saysCountry(criteria, category))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** 'Located in Perth, WA' says Australia. Of people, the country is where they are, and the location where their companies are. */
const saysCountry = ({ filters: chosen, excluded }: Criteria, category: Category): boolean => {
  const { country = [], location = [] } = chosen
  return (
    category === 'company' &&
    excluded['country'] === undefined &&
    country.length === 1 &&
    location.length > 0 &&
    location.every((value) => value.split('/')[0] === country[0])
  )
}

const centreText = ({ town, onMap }: Near): string =>
  town === undefined ? (onMap === true ? 'a point on the map' : 'you') : townLabel(town)

/** What is cut short must still say where. */
const rankOf = ({ identifier = '' }: SentencePart): number =>
  identifier === '' || identifier === 'search'
    ? 0
    : identifier === 'near' || filterOf(identifier)?.group === 'Location'
      ? 1
      : 2

export const querySentence = (parts: readonly SentencePart[]): string =>
  parts.length === 1
    ? `All ${(parts[0]?.text ?? '').toLowerCase()}`
    : `${parts[0]?.text ?? ''} ${parts
        .slice(1)
        .map((part) => part.text)
        .join(', ')}`

const phraseOf = (filter: Filter, category: Category): string =>
  (category === 'people' && filter.about === 'company' ? filter.ofPeople?.phrase : undefined) ??
  filter.phrase

const extraOf = (
  { identifier }: Filter,
  { radiusKm, includeUnknown = [], includePast }: Criteria['metadata'],
): string => {
  if (radiusKm !== undefined && identifier.endsWith('location')) return ` within ${radiusKm} km`
  if (includeUnknown.includes(identifier)) return ' or unknown'
  return identifier === 'position' && includePast === true ? ' now or before' : ''
}

const shown = 4

const joined = (labels: readonly string[], joint: string): string => {
  const named =
    labels.length > shown
      ? [...labels.slice(0, shown - 1), `${labels.length - shown + 1} more`]
      : labels
  return named.length < 2
    ? (named[0] ?? '')
    : `${named.slice(0, -1).join(', ')} ${joint} ${named[named.length - 1] ?? ''}`
}
