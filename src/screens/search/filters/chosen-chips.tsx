import type { Filter } from '../../../../contract/search/filter.ts'
import { valueLabel } from '../../../../contract/search/filters.ts'
import { Chip } from '../../../ui/chip.tsx'
import { withMark } from '../criteria-edit.ts'
import { useLabels } from '../option-queries.ts'
import { useSearchHandle } from '../search-context.ts'

export const ChosenChips = ({ filter }: { filter: Filter }) => {
  const { state, edit } = useSearchHandle()
  const labels = useLabels(state.criteria)
  const { identifier } = filter
  const values = [
    ...(state.criteria.filters[identifier] ?? []).map((value) => ({ value, excluded: false })),
    ...(state.criteria.excluded[identifier] ?? []).map((value) => ({ value, excluded: true })),
  ]
  if (values.length === 0) return null
  return (
    <ul aria-label={`Chosen: ${filter.label}`} className="flex flex-wrap gap-1.5">
      {values.map(({ value, excluded }) => (
        <li key={`${String(excluded)} ${value}`} className="max-w-full">
          <Chip
            label={labels(identifier, value) ?? valueLabel(filter, value)}
            excluded={excluded}
            tone="accent"
            onRemove={() => edit((criteria) => withMark(criteria, identifier, value, null))}
          />
        </li>
      ))}
    </ul>
  )
}
