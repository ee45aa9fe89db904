import { links, recordLink } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { AutocompleteRecord } from '../../../contract/search/search.ts'
import type { IconName } from '../../ui/icon.tsx'

/** A line one can choose, and where it leads. */
export type Suggestion = {
  key: string
  href: string
  icon: IconName
  text: string
  detail: string | undefined
  /** It does something with the words instead of being found by them. */
  all?: boolean
  /** Words the search is to read as a description, once there. */
  asked?: string
}

/** The address of a search for words in names and titles. */
export const wordsSearch = (category: Category, term: string): string => {
  const query = new URLSearchParams({ q: term.trim().slice(0, longestWords) })
  if (category === 'people') query.append('tab', 'people')
  return `${links.newSearch()}?${query.toString()}`
}

/** Words in names and titles are at most so long. */
export const longestWords = 120

/** A record as a line. */
export const recordLine = (category: Category, record: AutocompleteRecord): Suggestion => ({
  key: record.id,
  href: recordLink(category, record.id),
  icon: category === 'company' ? 'building' : 'person',
  text: record.name,
  detail: [record.domain ?? record.position, record.location]
    .filter((part) => part !== undefined)
    .join(' · '),
})

/** The lines of a category: its records as they were ranked, then the way to all of them where there is one. */
export const suggestionsOf = (
  category: Category,
  term: string,
  records: readonly AutocompleteRecord[],
  searchable = true,
): Suggestion[] => [
  ...records.map((record) => recordLine(category, record)),
  ...(searchable ? [allOf(category, term)] : []),
]

const allOf = (category: Category, term: string): Suggestion => ({
  key: `all ${category}`,
  href: wordsSearch(category, term),
  icon: 'search',
  text: `Search ${category === 'company' ? 'companies' : 'people'} for “${term.trim()}”`,
  detail: undefined,
  all: true,
})

/** What can be done from anywhere; words are handed to the search to be read as a description. `offline`: each says what it waits for. */
export const actionsFor = (term: string, offline: boolean): Suggestion[] => {
  const words = term.trim()
  return [
    {
      key: 'describe',
      href: links.newSearch(),
      icon: 'spark',
      text: words === '' ? 'Describe a search' : `Search for “${words}”`,
      detail: offline
        ? 'Runs when you’re back online'
        : words === ''
          ? 'builders in Perth over 50 staff using Xero'
          : 'Search by description',
      all: true,
      asked: words,
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
