import { maxTermLength } from '../../../contract/constants.ts'
import { links, recordLink } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { AutocompleteRecord } from '../../../contract/search/search.ts'
import { beginState } from '../../shared/records/begin.ts'
import type { IconName } from '../../ui/icon.tsx'

export type Suggestion = {
  key: string
  href: string
  icon: IconName
  text: string
  detail: string | undefined
  /** An action with the term instead of a match for it. */
  all?: boolean
  /** The state of the history entry that it opens. */
  state?: object
}

export const keywordSearchLink = (category: Category, term: string): string => {
  const query = new URLSearchParams({ q: term.trim() })
  if (category === 'people') query.append('tab', 'people')
  return `${links.newSearch()}?${query.toString()}`
}

export const recordLine = (category: Category, record: AutocompleteRecord): Suggestion => ({
  key: record.id,
  href: recordLink(category, record.id),
  icon: category === 'company' ? 'building' : 'person',
  text: record.name,
  detail: [record.domain ?? record.position, record.location]
    .filter((part) => part !== undefined)
    .join(' · '),
})

export const suggestionsOf = (
  category: Category,
  term: string,
  records: readonly AutocompleteRecord[],
  searchable = true,
): Suggestion[] => [
  ...records.map((record) => recordLine(category, record)),
  ...(searchable && term.trim().length <= maxTermLength ? [allOf(category, term)] : []),
]

const allOf = (category: Category, term: string): Suggestion => ({
  key: `all ${category}`,
  href: keywordSearchLink(category, term),
  icon: 'search',
  text: `Search ${category === 'company' ? 'companies' : 'people'} for “${term.trim()}”`,
  detail: undefined,
  all: true,
})

/** Actions that are always offered; the term becomes a prompt of the search. With `offline`, each says what it waits for. */
export const actionsFor = (term: string, offline: boolean): Suggestion[] => {
  const trimmed = term.trim()
  return [
    {
      key: 'describe',
      href: links.newSearch(),
      icon: 'spark',
      text: trimmed === '' ? 'Describe a search' : `Search for “${trimmed}”`,
      detail: offline
        ? 'Runs when you’re back online'
        : trimmed === ''
          ? 'builders in Perth over 50 staff using Xero'
          : 'Search by description',
      all: true,
      state: { initialPrompt: trimmed },
    },
    {
      key: 'new search',
      href: links.newSearch(),
      icon: 'plus',
      text: 'New search',
      detail: offline ? 'Results need a connection' : undefined,
      all: true,
    },
  ]
}

/** What can be done at once; `shown` is the record on the screen, at this address. Works offline. */
export const verbsFor = (shown: { name: string; href: string } | undefined): Suggestion[] => [
  ...(shown === undefined
    ? []
    : [
        {
          key: 'log visit',
          href: shown.href,
          icon: 'visit' as const,
          text: `Log visit to ${shown.name}`,
          detail: undefined,
          state: beginState('visit', window.history.state),
        },
      ]),
  {
    key: 'new list',
    href: links.lists(),
    icon: 'list' as const,
    text: 'New list',
    detail: undefined,
    state: beginState('new list'),
  },
]
