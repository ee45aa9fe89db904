import { filterOf, valueLabel } from '../../contract/search/filters.ts'
import type { Point } from '../../contract/search/distance.ts'
import { isText, tokenize } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'
import { foldText, type SearchDoc } from '../../contract/search/search-doc.ts'

/** Names folded, text as folded words, so that build and merge agree. */
export type Prepared = {
  id: string
  category: Category
  facets: Readonly<Record<string, readonly string[]>>
  names: readonly string[]
  tokens: readonly string[]
  sort: Readonly<Record<string, number | string | null>>
  points: readonly Point[]
}

export const prepareDoc = (doc: SearchDoc, tokenise = tokenize): Prepared => ({
  id: doc.id,
  category: doc.category,
  facets: doc.facets,
  names: doc.names.map(foldText).filter((name) => name !== ''),
  tokens: [...new Set(doc.text.flatMap((text) => tokenise(text)))],
  sort: doc.sort,
  points: doc.points,
})

/** They have no text for option search. */
export const namesRecords = (identifier: string): boolean => filterOf(identifier)?.kind === 'ids'

/**
 * Its label, and the last part of a location, so that 'wa' finds Western Australia. Text filters have one line, which phrases are
 * compared with.
 */
export const optionLines = (identifier: string, value: string): string[] => {
  const filter = filterOf(identifier)
  if (isText(identifier) || !filter) return [foldText(value)]
  const label = foldText(valueLabel(filter, value))
  if (!isPath(identifier)) return [label]
  const last = foldText(value.slice(value.lastIndexOf('/') + 1))
  return last === label ? [label] : [label, last]
}

/** AU/WA is below AU. */
export const isPath = (identifier: string): boolean =>
  identifier === 'location' || identifier === 'people_location'
