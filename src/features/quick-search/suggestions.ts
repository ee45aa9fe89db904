import { links, recordLink } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records.ts'
import type { AutocompleteRecord } from '../../../contract/search.ts'

/** A line one can choose, and where it leads. */
export type Suggestion = {
  key: string
  href: string
  text: string
  detail: string | undefined
  /** Leads to the search instead of to a record. */
  all?: boolean
}

/** The address of a search for words in names and titles. */
export const wordsSearch = (category: Category, term: string): string => {
  const query = new URLSearchParams({ q: term.trim() })
  if (category === 'people') query.append('tab', 'people')
  return `${links.newSearch()}?${query.toString()}`
}

/** The lines of a category: its records as they were ranked, then the way to all of them where there is one. */
export const suggestionsOf = (
  category: Category,
  term: string,
  records: readonly AutocompleteRecord[],
  searchable = true,
): Suggestion[] => [
  ...records.map((record) => ({
    key: record.id,
    href: recordLink(category, record.id),
    text: record.name,
    detail: [record.domain ?? record.position, record.location]
      .filter((part) => part !== undefined)
      .join(' · '),
  })),
  ...(searchable ? [allOf(category, term)] : []),
]

const allOf = (category: Category, term: string): Suggestion => ({
  key: `all ${category}`,
  href: wordsSearch(category, term),
  text: `Search ${category === 'company' ? 'companies' : 'people'} for “${term.trim()}”`,
  detail: undefined,
  all: true,
})
