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
  const identifiersFor = (category: Category): string[] => {
    // Any filter's counts include the total; the visible tab has its total from its records.
    if (category !== state.tab) return within === null ? ['country'] : []
    const shown = filters.filter(
      (filter) =>
        panelShown &&
        filter.hidden !== true &&
        within?.offers(filter) !== false &&
        appliesTo(filter, category) &&
        groups[filter.group] &&
        (filter.kind === 'boolean' || open[filter.identifier] === true),
    )
    return shown.map((filter) => filter.identifier)
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
    liveCount: (filter, value) => counts[state.tab]?.counts[filter.identifier]?.[value],
    otherTotal: counts[state.tab === 'company' ? 'people' : 'company']?.total,
  }
}
