import type { Filter } from '../../../../contract/search/filter.ts'
import { valueLabels } from '../../../../contract/search/sentence.ts'
import { useLabels } from '../option-queries.ts'
import { useSearchHandle } from '../search-context.ts'

export const ChosenSummary = ({ filter }: { filter: Filter }) => {
  const { state } = useSearchHandle()
  const labels = useLabels(state.criteria)
  const { filters, excluded, metadata } = state.criteria
  const labelsOf = (values: readonly string[] | undefined): string[] =>
    valueLabels(filter, values ?? [], labels)
  const parts = [
    ...labelsOf(filters[filter.identifier]),
    ...(metadata.includeUnknown?.includes(filter.identifier) === true ? ['unknown'] : []),
    ...labelsOf(excluded[filter.identifier]).map((label) => `not ${label}`),
  ]
  return (
    <span className="block min-w-0 truncate text-12 font-medium text-accent-strong">
      {parts.join(', ')}
    </span>
  )
}
