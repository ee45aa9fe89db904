import { filterOf, valueLabel } from '../../contract/search/filters.ts'
import { isText, wordsOf } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'
import { folded, type SearchDoc } from '../../contract/search/search-doc.ts'

/** A document ready for a segment: names folded, text as its folded words, so that building and merging agree. */
export type Prepared = {
  id: string
  category: Category
  facets: Readonly<Record<string, readonly string[]>>
  names: readonly string[]
  words: readonly string[]
  sort: Readonly<Record<string, number | string | null>>
  point: { lat: number; lng: number } | null
}

export const prepared = (doc: SearchDoc, words = wordsOf): Prepared => ({
  id: doc.id,
  category: doc.category,
  facets: doc.facets,
  names: doc.names.map(folded).filter((name) => name !== ''),
  words: [...new Set(doc.text.flatMap((text) => words(text)))],
  sort: doc.sort,
  point: doc.point,
})

/** Filters whose values name records: they are looked up by id and have no texts to search options in. */
export const namesRecords = (identifier: string): boolean => filterOf(identifier)?.kind === 'ids'

/**
 * The lines option search looks at for a value of a filter, folded: what a person reads, and for a place also its last
 * part, so that 'wa' finds Western Australia. Text filters have one line, which phrases are compared with.
 */
export const optionLines = (identifier: string, value: string): string[] => {
  const filter = filterOf(identifier)
  if (isText(identifier) || !filter) return [folded(value)]
  const label = folded(valueLabel(filter, value))
  if (!isPath(identifier)) return [label]
  const last = folded(value.slice(value.lastIndexOf('/') + 1))
  return last === label ? [label] : [label, last]
}

/** Whether the values of a filter are paths: AU/WA lies below AU. */
export const isPath = (identifier: string): boolean =>
  identifier === 'location' || identifier === 'people_location'
