import type { Criteria, Sorting } from '../../contract/search/criteria.ts'
import type { ActivitySets, Also } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'
import type { SearchDoc } from '../../contract/search/search-doc.ts'

export type { ActivitySets }

export type SearchRequest = {
  category: Category
  criteria: Criteria
  sorting: Sorting
  from: number
  size: number
  activity?: ActivitySets
  also?: readonly Also[]
}

export type CountsRequest = {
  category: Category
  criteria: Criteria
  /** The options to count by filter. */
  options: Readonly<Record<string, readonly string[]>>
  activity?: ActivitySets
}

export type OptionsRequest = {
  category: Category
  identifier: string
  /** Values below this one (levels filters), at the top for null, at any level for undefined. */
  parent?: string | null
  term: string
  /** Only values of records in this country. */
  country?: 'AU' | 'NZ'
  from: number
  size: number
}

export type Hit = { id: string; rank: 'exact' | 'prefix' | 'word-prefix' | 'fuzzy' }

/**
 * Search over one market, independent of the engine behind it (an OpenSearch cluster is possible). Totals are exact,
 * criteria must have passed `criteriaErrors`, and ties are broken by id.
 */
export type SearchEngine = {
  search(request: SearchRequest): Promise<{ total: number; ids: string[] }>
  /** The exact total of every option if it were also selected; `total` is the total of the present criteria. */
  counts(
    request: CountsRequest,
  ): Promise<{ total: number; counts: Record<string, Record<string, number>> }>
  /** Values of records, most frequent first, matching the term by prefix, then word prefix, then part. */
  options(
    request: OptionsRequest,
  ): Promise<{ total: number; options: { value: string; count: number }[] }>
  autocomplete(request: {
    category: Category
    term: string
    from: number
    size: number
  }): Promise<{ total: number; hits: Hit[] }>
  /** Adds or replaces documents; searches find them when the promise resolves. */
  upsert(docs: readonly SearchDoc[]): Promise<void>
  remove(category: Category, ids: readonly string[]): Promise<void>
  close(): Promise<void>
}
