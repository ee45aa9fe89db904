import { useSnapshot } from 'valtio'
import type { Filter } from '../../../../contract/filters.ts'
import type { Category } from '../../../../contract/records.ts'
import { panel } from '../panel-state.ts'
import { useCounts } from '../queries.ts'
import { useSearchHandle } from '../search-context.ts'

const mostValues = 300

/**
 * The live counts of a group's open filters: one request for those that narrow the tab, and on the Companies tab
 * one for those about people, whose numbers are people.
 */
export const useGroupCounts = (members: readonly Filter[]) => {
  const { state } = useSearchHandle()
  const { filters: open, looking } = useSnapshot(panel)
  const counted = (filter: Filter): Category => (filter.about === 'people' ? 'people' : state.tab)
  const asked = (category: Category): string[] =>
    members
      .filter(
        (filter) =>
          counted(filter) === category &&
          (filter.kind === 'boolean' || open[filter.identifier] === true),
      )
      .map((filter) => filter.identifier)
  const shown = Object.fromEntries(
    Object.entries(looking).map(([identifier, branches]) => [
      identifier,
      [...new Set(Object.values(branches).flat())].sort().slice(0, mostValues),
    ]),
  )
  const counts = {
    company: useCounts(state.criteria, 'company', asked('company'), shown),
    people: useCounts(state.criteria, 'people', asked('people'), shown),
  }
  return (filter: Filter, value: string): number | undefined =>
    counts[counted(filter)][filter.identifier]?.[value]
}
