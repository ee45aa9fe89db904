import type { Filter } from '../../../../contract/search/filter.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { optionCountry, useAboveChosen } from '../option-queries.ts'
import { useSearchHandle } from '../search-context.ts'
import { ChosenChips } from './chosen-chips.tsx'
import { useHalfTyped } from './half-typed.ts'
import { LevelBranch } from './level-branch.tsx'
import { LevelMatches } from './level-matches.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import type { CountOf } from './option-count.tsx'

export const LevelTree = ({ filter, countOf }: { filter: Filter; countOf: CountOf }) => {
  const { state } = useSearchHandle()
  const [term, setTerm] = useHalfTyped(filter.identifier)
  const arrows = useArrowKeys()
  const country = optionCountry(state.criteria)
  const above = useAboveChosen(filter.identifier, state.criteria)
  return (
    <div className="flex flex-col gap-1.5">
      <ChosenChips filter={filter} />
      <TextField
        label={`Search ${filter.label.toLowerCase()}`}
        labelHidden
        icon="search"
        clearable
        value={term}
        onValueChange={setTerm}
        placeholder={`Search ${filter.label.toLowerCase()}`}
        maxLength={120}
      />
      <div ref={arrows} role="group" aria-label={`${filter.label} options`}>
        {term.trim() === '' ? (
          <LevelBranch
            filter={filter}
            parent={undefined}
            depth={0}
            country={country}
            countOf={countOf}
            above={above}
          />
        ) : (
          <LevelMatches filter={filter} term={term} country={country} countOf={countOf} />
        )}
      </div>
    </div>
  )
}
