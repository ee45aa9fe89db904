import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { useLocation } from 'wouter'
import { maxPrompt } from '../../../contract/constants.ts'
import type { Category } from '../../../contract/records/records.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { Icon } from '../../ui/icon.tsx'
import { CategoryToggles } from './category-toggles.tsx'
import { isLongEnough } from './queries.ts'
import { destinationLines, useOwnLines, type Destination } from './own-lines.ts'
import { SuggestionGroup, type SuggestionGroupProps } from './suggestion-list.tsx'
import { actionsFor, recordLine, suggestionsOf, type Suggestion } from './suggestions.ts'
import { useFound, type Found } from './use-found.ts'

export const QuickSearchBox = ({
  field,
  start,
  destinations: places,
  onDone,
}: {
  field: RefObject<HTMLInputElement | null>
  start: string
  destinations: readonly Destination[]
  onDone: () => void
}) => {
  const id = useId()
  const [, navigate] = useLocation()
  const [term, setTerm] = useState(start)
  const [wanted, setWanted] = useState<Record<Category, boolean>>({ company: true, people: true })
  const [pointed, setPointed] = useState<string>()
  const ready = isLongEnough(term)
  const found = {
    company: useFound('company', term, wanted.company),
    people: useFound('people', term, wanted.people),
  }
  const fromDevice = categories.some((category) => wanted[category] && found[category].fromDevice)
  const own = useOwnLines(term)
  const blank = term.trim() === ''
  const actions = {
    title: 'Actions',
    suggestions: [...(blank ? own.verbs : []), ...actionsFor(term, useOffline())],
  }
  const groups: SuggestionGroupProps[] = [
    { title: 'Do now', suggestions: blank ? [] : own.verbs },
    { title: 'Recently opened', suggestions: own.opened },
    { title: 'Saved searches and lists', suggestions: own.saved },
    ...categories
      .filter((category) => ready && wanted[category])
      .map((category) => recordGroup(category, term, found[category])),
    {
      title: 'Similar names',
      suggestions: categories
        .filter((category) => ready && wanted[category])
        .flatMap((category) =>
          found[category].records
            .filter(({ fuzzy }) => fuzzy === true)
            .map((record) => recordLine(category, record)),
        ),
    },
    ...(blank ? [actions] : []),
    { title: 'Go to', suggestions: destinationLines(places, term) },
    ...(blank ? [] : [actions]),
  ]
  const lines = groups.flatMap((group) => group.suggestions)
  const active = lines.find((line) => line.key === pointed) ?? lines[0]
  const optionId = (suggestion: Suggestion): string =>
    `${id}-${suggestion.key.replaceAll(' ', '-')}`
  const choose = (suggestion: Suggestion): void => {
    setTerm('')
    onDone()
    navigate(suggestion.href, suggestion.state && { state: suggestion.state })
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
          aria-expanded={lines.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={maxPrompt}
          placeholder="Search or jump to…"
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
        {groups
          .filter(({ suggestions, failed, empty }) => suggestions.length > 0 || failed || empty)
          .map((group) => (
            <SuggestionGroup
              key={group.title}
              {...group}
              term={term}
              active={active?.key}
              optionId={optionId}
              onHover={(suggestion) => setPointed(suggestion.key)}
              onChoose={choose}
            />
          ))}
      </div>
      <p role="status" className="px-1 text-13 text-ink-faint empty:hidden">
        {ready
          ? fromDevice
            ? 'Can’t reach Fieldbook. Showing results saved on this device.'
            : ''
          : 'Type at least 3 characters.'}
      </p>
    </div>
  )
}

const categories: readonly Category[] = ['company', 'people']

const recordGroup = (
  category: Category,
  term: string,
  { records, fromDevice, failed, answered }: Found,
): SuggestionGroupProps => {
  const company = category === 'company'
  const none = company ? 'No companies found' : 'No people found'
  return {
    title: company ? 'Companies' : 'People',
    suggestions: suggestionsOf(
      category,
      term,
      records.filter(({ fuzzy }) => fuzzy !== true),
      !fromDevice,
    ),
    failed,
    fromDevice,
    ...(answered &&
      records.length === 0 && { empty: none + (fromDevice ? ' on this device.' : '.') }),
  }
}
