import { criteriaFor } from '../../../contract/criteria.ts'
import { filterOf, filters, valueLabel } from '../../../contract/filters.ts'
import { Chip } from '../../ui/chip.tsx'
import { marked, withRadius, withSearch, withUnknown } from './criteria-edit.ts'
import { revealFilter } from './panel-state.ts'
import { useLabels } from './queries.ts'
import { useSearchHandle } from './search-context.ts'

/** Every chosen value as a chip: press it to change its filter, its cross takes it out. */
export const CriteriaChips = () => {
  const { state, edit } = useSearchHandle()
  const labels = useLabels(state.criteria)
  const criteria = criteriaFor(state.criteria, state.tab)
  const { radiusKm, includeUnknown = [] } = criteria.metadata
  const chips = filters.flatMap((filter) => {
    const { identifier } = filter
    const side = (values: readonly string[] | undefined, excluded: boolean) =>
      (values ?? []).map((value) => ({ filter, value, excluded, identifier }))
    return [
      ...side(criteria.filters[identifier], false),
      ...side(criteria.excluded[identifier], true),
    ]
  })
  const open = (identifier: string) => revealFilter(identifier, filterOf(identifier)?.group)
  if (chips.length === 0 && criteria.search === '' && includeUnknown.length === 0) return null
  return (
    <ul aria-label="Chosen filters" className="flex flex-wrap gap-1.5">
      {criteria.search !== '' && (
        <li className="max-w-full">
          <Chip
            prefix="Words"
            label={criteria.search}
            onClick={() => open('search')}
            onRemove={() => edit((now) => withSearch(now, ''))}
          />
        </li>
      )}
      {chips.map(({ filter, value, excluded, identifier }) => (
        <li key={`${identifier} ${value} ${String(excluded)}`} className="max-w-full">
          <Chip
            prefix={filter.kind === 'boolean' ? undefined : filter.label}
            label={
              filter.kind === 'boolean'
                ? filter.label
                : (labels(identifier, value) ?? valueLabel(filter, value))
            }
            excluded={excluded}
            onClick={() => open(identifier)}
            onRemove={() => edit((now) => marked(now, identifier, value, null))}
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
