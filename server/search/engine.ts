import type { Criteria } from '../../contract/search/criteria.ts'
import type { EvaluateRequest } from '../../contract/search/evaluate.ts'
import type { ActivitySets } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'
import type { SearchDoc } from '../../contract/search/search-doc.ts'

export type { ActivitySets }

/** The same as of a search on the device. */
export type SearchRequest = EvaluateRequest

export type CountsRequest = {
  category: Category
  criteria: Criteria
  options: Readonly<Record<string, readonly string[]>>
  activity?: ActivitySets
}

export type OptionsRequest = {
  category: Category
  identifier: string
  /** Below this value (levels filters), at the top for null, at any level for undefined. */
  parent?: string | null
  term: string
  country?: 'AU' | 'NZ'
  from: number
  size: number
}

export type AutocompleteRequest = {
  category: Category
  criteria: Criteria
  activity?: ActivitySets
  term: string
  from: number
  size: number
}

export type Hit = { id: string; rank: 'exact' | 'prefix' | 'word-prefix' | 'fuzzy' }

/**
 * Another engine is possible (an OpenSearch cluster). Totals are exact, criteria must have passed `criteriaErrors`, and ties are
 * broken by id.
 */
export type SearchEngine = {
  search(request: SearchRequest): Promise<{ total: number; ids: string[] }>
  /** Each as if it were also selected; `total` is of the present criteria. */
  counts(
    request: CountsRequest,
  ): Promise<{ total: number; counts: Record<string, Record<string, number>> }>
  /** Most frequent first, matching the term by prefix, then word prefix, then part. */
  options(
    request: OptionsRequest,
  ): Promise<{ total: number; options: { value: string; count: number }[] }>
  /** Among the records that meet the criteria. */
  autocomplete(request: AutocompleteRequest): Promise<{ total: number; hits: Hit[] }>
  /** Searches find them when the promise resolves. */
  upsert(docs: readonly SearchDoc[]): Promise<void>
  remove(category: Category, ids: readonly string[]): Promise<void>
  close(): Promise<void>
}
