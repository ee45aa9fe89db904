import { useSnapshot } from 'valtio'
import type { Filter } from '../../../contract/search/filter.ts'
import { appliesTo, filters } from '../../../contract/search/filters.ts'
import type { Category } from '../../../contract/records/records.ts'
import { panel } from './panel-state.ts'
import { useCounts } from './queries.ts'
import type { SearchHandle } from './search-context.ts'
import type { SearchState } from './search-state.ts'

/** The exact number of results with a value; undefined while unknown. */
export type LiveCount = (filter: Filter, value: string) => number | undefined

/** Counts what the tab shows: filters about people have no counts on the Companies tab. The total of the other tab comes with them. */
export const useLiveCounts = (
  state: SearchState,
  panelShown: boolean,
  within: SearchHandle['within'] = null,
): { liveCount: LiveCount; otherTotal: number | undefined } => {
  const { groups, filters: open, looking } = useSnapshot(panel)
  const isCounted = (filter: Filter): boolean => appliesTo(filter, state.tab)
  const identifiersFor = (category: Category): string[] => {
    const shown = filters.filter(
      (filter) =>
        panelShown &&
        filter.hidden !== true &&
        within?.offers(filter) !== false &&
        category === state.tab &&
        isCounted(filter) &&
        groups[filter.group] &&
        (filter.kind === 'boolean' || open[filter.identifier] === true),
    )
    if (shown.length > 0) return shown.map((filter) => filter.identifier)
    // Any filter's counts include the total; the visible tab has its total from its records.
    return category === state.tab || within !== null ? [] : ['country']
  }
  const options = Object.fromEntries(
    Object.entries(looking).map(([identifier, branches]) => [
      identifier,
      [...new Set(Object.values(branches).flat())].sort(),
    ]),
  )
  const counts = {
    company: useCounts(state.criteria, 'company', identifiersFor('company'), options),
    people: useCounts(state.criteria, 'people', identifiersFor('people'), options),
  }
  return {
    liveCount: (filter, value) =>
      isCounted(filter) ? counts[state.tab]?.counts[filter.identifier]?.[value] : undefined,
    otherTotal: counts[state.tab === 'company' ? 'people' : 'company']?.total,
  }
}
