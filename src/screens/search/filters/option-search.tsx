import { useId } from 'react'
import type { Filter } from '../../../../contract/search/filter.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { markOf, withMark } from '../criteria-edit.ts'
import { optionCountry, termIsEnough, useOptions, useOptionsTrouble } from '../option-queries.ts'
import { useSearchHandle } from '../search-context.ts'
import { ChosenChips } from './chosen-chips.tsx'
import { useHalfTyped } from './half-typed.ts'
import { useArrowKeys } from './use-arrow-keys.ts'
import type { CountOf } from './option-count.tsx'
import { OptionRow } from './option-row.tsx'
import { OptionsTrouble } from './options-trouble.tsx'
import { ShowMore } from './show-more.tsx'
import { useLooking } from './use-looking.ts'
import { useLate } from '../../../lib/use-late.ts'

/** Options of a large catalogue, found by typing; a text filter also accepts the typed text (Enter). */
export const OptionSearch = ({ filter, countOf }: { filter: Filter; countOf: CountOf }) => {
  const { state, edit } = useSearchHandle()
  const [term, setTerm] = useHalfTyped(filter.identifier)
  const arrows = useArrowKeys()
  const listId = useId()
  const { identifier, label } = filter
  const options = useOptions(identifier, term, optionCountry(state.criteria))
  const enough = termIsEnough(identifier, term)
  const found = enough ? (options.data?.pages.flatMap((page) => page.records) ?? []) : []
  const trouble = useOptionsTrouble(options) && enough
  const slow = useLate(enough && options.isFetching && !trouble, 150)
  useLooking(
    identifier,
    found.map((option) => option.value),
  )
  const free = filter.kind === 'text' && term.trim().length >= 2
  const addFree = (): void => {
    edit((criteria) => withMark(criteria, identifier, term.trim(), 'include'))
    setTerm('')
  }
  return (
    <div className="flex flex-col gap-1.5">
      <ChosenChips filter={filter} />
      <TextField
        label={`Search ${label.toLowerCase()}`}
        labelHidden
        icon="search"
        clearable
        value={term}
        onValueChange={setTerm}
        placeholder={filter.kind === 'text' ? 'Search, or type and press Enter' : 'Search'}
        aria-controls={listId}
        maxLength={120}
        trailing={slow ? <Spinner size={16} className="mr-3" /> : undefined}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && free) addFree()
          if (event.key === 'ArrowDown') focusFirst(listId, event)
        }}
      />
      <div id={listId} ref={arrows} role="group" aria-label={`${label} options`}>
        {free && markOf(state.criteria, identifier, term.trim()) === null && (
          <Button variant="quiet" size="sm" icon="plus" onClick={addFree}>
            <span className="truncate">{`Use “${term.trim()}”`}</span>
          </Button>
        )}
        {(!trouble || !options.isPlaceholderData) &&
          found.map((option) => (
            <OptionRow
              key={option.value}
              identifier={identifier}
              option={option}
              countOf={countOf}
            />
          ))}
        {trouble && <OptionsTrouble />}
        <p role="status" className="px-2 text-13 text-ink-faint empty:hidden">
          {hint(enough, filter, options.isSuccess && !options.isPlaceholderData, found.length)}
        </p>
        {enough && <ShowMore options={options} trouble={trouble} />}
      </div>
    </div>
  )
}

const hint = (enough: boolean, filter: Filter, answered: boolean, found: number): string => {
  if (!enough) return `Type at least ${filter.minTerm ?? 1} characters.`
  if (!answered || found > 0) return ''
  return filter.identifier === 'cus-list' ? 'Your company has no lists yet.' : 'No matches'
}

const focusFirst = (listId: string, event: { preventDefault: () => void }): void => {
  const first = document.getElementById(listId)?.querySelector<HTMLElement>('input, button')
  if (!first) return
  event.preventDefault()
  first.focus()
}
