import { filterGroups } from '../../../../contract/search/filter.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { clearCriteria, sameCriteria, withSearch } from '../criteria-edit.ts'
import { useSearchHandle } from '../search-context.ts'
import { withCriteria } from '../search-state.ts'
import type { LiveCount } from '../use-live-counts.ts'
import { useTyped } from './use-typed.ts'
import { FilterGroupSection } from './filter-group.tsx'

export const FilterPanel = ({ liveCount }: { liveCount: LiveCount }) => {
  const { within } = useSearchHandle()
  return (
    <>
      {within?.valuesOnly !== true && <KeywordField />}
      {filterGroups.map((group) => (
        <FilterGroupSection key={group} group={group} liveCount={liveCount} />
      ))}
    </>
  )
}

const KeywordField = () => {
  const { state, change } = useSearchHandle()
  const [typed, setTyped] = useTyped(state.criteria.search, (keywords) =>
    change((now) => withCriteria(now, withSearch(now.criteria, keywords)), 'replace'),
  )
  return (
    <div id="filter-search" className="px-4 pt-3 pb-2 lg:pt-1">
      <TextField
        label="Keyword in name or job title"
        labelHidden
        icon="search"
        clearable
        value={typed}
        onValueChange={setTyped}
        placeholder="Keyword in name or job title"
        maxLength={120}
      />
    </div>
  )
}

/**
 * Reset restores the search as it was opened or last saved; Clear all leaves only the country (spec 4). The head of a saved search has
 * its Reset beside Update, where it can be seen.
 */
export const PanelActions = ({ isBesideHead = false }: { isBesideHead?: boolean }) => {
  const { state, previous, reset, edit } = useSearchHandle()
  const unchanged = sameCriteria(state.criteria, previous)
  const bare = sameCriteria(state.criteria, clearCriteria(state.criteria))
  return (
    <>
      {!(isBesideHead && state.saved !== null) && (
        <Button
          variant="quiet"
          size="sm"
          disabledReason={unchanged ? 'No changes to reset' : undefined}
          onClick={reset}
        >
          Reset
        </Button>
      )}
      <Button
        variant="quiet"
        size="sm"
        disabledReason={bare ? 'Nothing to clear' : undefined}
        onClick={() => edit(clearCriteria)}
      >
        Clear all
      </Button>
    </>
  )
}
