import { filterGroups } from '../../../../contract/search/filter.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { cleared, sameCriteria, withSearch } from '../criteria-edit.ts'
import { usePanelMode } from '../prompt/panel-mode.ts'
import { PromptField } from '../prompt/prompt-field.tsx'
import { useSearchHandle } from '../search-context.ts'
import { withCriteria } from '../search-state.ts'
import type { LiveCount } from '../use-live-counts.ts'
import { useTyped } from './use-typed.ts'
import { FilterGroupSection } from './filter-group.tsx'

/** Every filter in its group, with a search told in words and the words to look for on top. */
export const FilterPanel = ({ liveCount }: { liveCount: LiveCount }) => {
  const handle = useSearchHandle()
  const { aiAsked } = usePanelMode(handle)
  return (
    <>
      <div className="flex flex-col gap-2 px-4 pt-3 pb-2 lg:pt-1">
        {handle.within === null && <PromptField />}
        {!aiAsked && handle.within?.valuesOnly !== true && <WordsField />}
      </div>
      {!aiAsked &&
        filterGroups.map((group) => (
          <FilterGroupSection key={group} group={group} liveCount={liveCount} />
        ))}
    </>
  )
}

const WordsField = () => {
  const { state, change } = useSearchHandle()
  const [typed, setTyped] = useTyped(state.criteria.search, (words) =>
    change((now) => withCriteria(now, withSearch(now.criteria, words)), 'replace'),
  )
  return (
    <div id="filter-search">
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

/** Reset restores the search as it was opened or last saved; Clear all keeps only country (spec 4). */
export const PanelActions = () => {
  const handle = useSearchHandle()
  const { state, previous, reset, edit } = handle
  const { aiAsked } = usePanelMode(handle)
  const unchanged = sameCriteria(state.criteria, previous)
  const bare = sameCriteria(state.criteria, cleared(state.criteria))
  if (aiAsked) return null
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        disabledReason={unchanged ? 'No changes to reset' : undefined}
        onClick={reset}
      >
        Reset
      </Button>
      <Button
        variant="quiet"
        size="sm"
        disabledReason={bare ? 'Nothing to clear' : undefined}
        onClick={() => edit(cleared)}
      >
        Clear all
      </Button>
    </>
  )
}
