import type { Filter } from '../../../../contract/search/filter.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { withOperator, withPast, withRadius, withUnknown } from '../criteria-edit.ts'
import { useSearchHandle } from '../search-context.ts'

const radiusSteps = [0, 5, 10, 25, 50, 100]
const hasRadius = (filter: Filter): boolean =>
  filter.identifier === 'location' || filter.identifier === 'people_location'

export const FilterExtras = ({ filter }: { filter: Filter }) => {
  const { state, edit, within } = useSearchHandle()
  const { identifier, label } = filter
  const { criteria } = state
  if (within?.valuesOnly === true) return null
  const chosen = criteria.filters[identifier]?.length ?? 0
  return (
    <>
      {filter.and === true && chosen > 1 && (
        <div className="flex items-center justify-between gap-2 py-1 pl-2">
          <span className="text-13 text-ink-soft">Match</span>
          <Segmented
            size="sm"
            label={`Match any or all: ${label}`}
            options={[
              { value: 'OR', label: 'Any of these' },
              { value: 'AND', label: 'All of these' },
            ]}
            value={criteria.operators[identifier] ?? 'OR'}
            onValueChange={(operator) => edit((now) => withOperator(now, identifier, operator))}
          />
        </div>
      )}
      {hasRadius(filter) && chosen > 0 && (
        <div className="flex flex-col gap-1 py-1 pl-2">
          <span className="text-13 text-ink-soft">Radius (km)</span>
          <Segmented
            size="sm"
            label="Radius (km)"
            className="*:flex-1"
            options={radiusSteps.map((km) => ({ value: String(km), label: String(km) }))}
            value={String(criteria.metadata.radiusKm ?? 0)}
            onValueChange={(km) =>
              edit((now) => withRadius(now, km === '0' ? undefined : Number(km)))
            }
          />
        </div>
      )}
      {filter.unknown === true && (
        <Checkbox
          className="pl-2"
          label={`Include unknown ${label.toLowerCase()}`}
          checked={criteria.metadata.includeUnknown?.includes(identifier) === true}
          onCheckedChange={(checked) => edit((now) => withUnknown(now, identifier, checked))}
        />
      )}
      {identifier === 'position' && (
        <Checkbox
          className="pl-2"
          label="Include past positions"
          checked={criteria.metadata.includePast === true}
          onCheckedChange={(checked) => edit((now) => withPast(now, checked))}
        />
      )}
    </>
  )
}
