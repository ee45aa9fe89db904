import { criteriaFor, type Criteria } from '../../../contract/search/criteria.ts'
import type { Filter } from '../../../contract/search/filter.ts'
import { filterOf, filters } from '../../../contract/search/filters.ts'
import { valueLabels } from '../../../contract/search/sentence.ts'
import { Chip } from '../../ui/chip.tsx'
import { withoutSide, withRadius, withSearch, withUnknown } from './criteria-edit.ts'
import { panel, revealFilter } from './panel-state.ts'
import { useLabels } from './option-queries.ts'
import { useSearchHandle } from './search-context.ts'

/** A chip for each filter in use: press it to change the filter, its cross removes it. */
export const CriteriaChips = () => {
  const { state, edit, within } = useSearchHandle()
  const labels = useLabels(state.criteria)
  const criteria = criteriaFor(state.criteria, state.tab)
  const { radiusKm, includeUnknown = [] } = criteria.metadata
  const chips = filters.flatMap((filter) => sidesOf(filter, criteria))
  const open = (identifier: string): void => {
    revealFilter(identifier, filterOf(identifier)?.group)
    if (within !== null) panel.sheet = true
  }
  if (chips.length === 0 && criteria.search === '' && includeUnknown.length === 0) return null
  return (
    <ul aria-label="Chosen filters" className="flex flex-wrap gap-1.5">
      {criteria.search !== '' && (
        <li className="max-w-full">
          <Chip
            prefix="Keyword"
            label={criteria.search}
            onClick={() => open('search')}
            onRemove={() => edit((now) => withSearch(now, ''))}
          />
        </li>
      )}
      {chips.map(({ filter, side, values }) => (
        <li key={`${filter.identifier} ${side}`} className="max-w-full">
          <Chip
            prefix={filter.kind === 'boolean' ? undefined : filter.label}
            {...(filter.kind === 'boolean'
              ? { label: filter.label }
              : brief(valueLabels(filter, values, labels)))}
            excluded={side === 'excluded'}
            onClick={() => open(filter.identifier)}
            onRemove={() => edit((now) => withoutSide(now, filter.identifier, side))}
          />
        </li>
      ))}
      {includeUnknown.map((identifier) => (
        <li key={`unknown ${identifier}`}>
          <Chip
            prefix={filterOf(identifier)?.label}
            label="unknown"
            onClick={() => open(identifier)}
            onRemove={() => edit((now) => withUnknown(now, identifier, false))}
          />
        </li>
      ))}
      {radiusKm !== undefined && (
        <li>
          <Chip
            label={`within ${radiusKm} km`}
            onClick={() => open('location')}
            onRemove={() => edit((now) => withRadius(now, undefined))}
          />
        </li>
      )}
    </ul>
  )
}

const sidesOf = (filter: Filter, criteria: Criteria) =>
  (['filters', 'excluded'] as const)
    .map((side) => ({ filter, side, values: criteria[side][filter.identifier] ?? [] }))
    .filter(({ values }) => values.length > 0)

/** Up to two values by name; of more, the first and the number of others. */
export const brief = (labels: readonly string[]): { label: string; more?: string } =>
  labels.length <= 2
    ? { label: labels.join(', ') }
    : { label: labels[0] ?? '', more: `+${labels.length - 1}` }
