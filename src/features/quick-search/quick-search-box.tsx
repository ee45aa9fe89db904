import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { useLocation } from 'wouter'
import type { Category } from '../../../contract/records.ts'
import { Icon } from '../../ui/icon.tsx'
import { CategoryToggles } from './category-toggles.tsx'
import { isLongEnough } from './queries.ts'
import { SuggestionGroup } from './suggestion-list.tsx'
import { suggestionsOf, type Suggestion } from './suggestions.ts'
import { useFound } from './use-found.ts'

/** Finds a company or a person by name: type, choose with the arrows, open with Enter. */
export const QuickSearchBox = ({
  field,
  onDone,
}: {
  field: RefObject<HTMLInputElement | null>
  onDone: () => void
}) => {
  const id = useId()
  const [, navigate] = useLocation()
  const [term, setTerm] = useState('')
  const [wanted, setWanted] = useState<Record<Category, boolean>>({ company: true, people: true })
  const [pointed, setPointed] = useState<string>()
  const ready = isLongEnough(term)
  const found = {
    company: useFound('company', term, wanted.company),
    people: useFound('people', term, wanted.people),
  }
  const groups = categories
    .filter((category) => wanted[category])
    .map((category) => ({
      category,
      suggestions: suggestionsOf(category, term, found[category].records, !found[category].here),
    }))
  const here = groups.some(({ category }) => found[category].here)
  const lines = ready ? groups.flatMap((group) => group.suggestions) : []
  const active = lines.find((line) => line.key === pointed) ?? lines[0]
  const optionId = (suggestion: Suggestion): string =>
    `${id}-${suggestion.key.replaceAll(' ', '-')}`
  const choose = (suggestion: Suggestion): void => {
    navigate(suggestion.href)
    setTerm('')
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && active) choose(active)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || active === undefined) return
    event.preventDefault()
    const next = lines.at((lines.indexOf(active) + step) % lines.length)
    setPointed(next?.key)
    if (next) document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className="flex flex-col">
      <div className="flex items-center gap-3 border-b pb-1">
        <Icon name="search" className="text-ink-faint" />
        <input
          ref={field}
          role="combobox"
          type="text"
          inputMode="search"
          enterKeyHint="go"
          aria-label="Find a company or person"
          aria-expanded={ready}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={120}
          placeholder="Find a company or person"
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            setPointed(undefined)
          }}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-16 outline-none"
        />
      </div>
      <CategoryToggles wanted={wanted} onWantedChange={setWanted} />
      <div id={`${id}-list`} role="listbox" aria-label="Suggestions" className="-mx-2">
        {ready &&
          groups.map(({ category, suggestions }) => (
            <SuggestionGroup
              key={category}
              category={category}
              suggestions={suggestions}
              term={term}
              active={active?.key}
              failed={found[category].failed}
              empty={found[category].answered && found[category].records.length === 0}
              here={found[category].here}
              optionId={optionId}
              onHover={(suggestion) => setPointed(suggestion.key)}
              onChoose={choose}
            />
          ))}
      </div>
      <p role="status" className="px-1 text-13 text-ink-faint empty:hidden">
        {ready
          ? here
            ? 'Fieldbook does not answer: found among what was opened or pinned here.'
            : ''
          : 'Type at least 3 characters of a name.'}
      </p>
    </div>
  )
}

const categories: readonly Category[] = ['company', 'people']
