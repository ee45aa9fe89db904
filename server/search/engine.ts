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
  /** Which options to count for each filter. */
  options: Readonly<Record<string, readonly string[]>>
  activity?: ActivitySets
}

export type OptionsRequest = {
  category: Category
  identifier: string
  /** Only values below this one (levels filters), or at the top when null; undefined asks for any level. */
  parent?: string | null
  term: string
  /** Only values held by records of this country. */
  country?: 'AU' | 'NZ'
  from: number
  size: number
}

export type Hit = { id: string; rank: 'exact' | 'prefix' | 'word-prefix' | 'fuzzy' }

/**
 * Search over one market, free of the engine behind it (an OpenSearch cluster may stand here one day).
 * Totals are exact. Criteria must have passed `criteriaErrors`. Ids come in the asked order; ties are broken by id.
 */
export type SearchEngine = {
  search(request: SearchRequest): Promise<{ total: number; ids: string[] }>
  /** For every option the exact total if it were ticked in addition; `total` is the total as the criteria stand. */
  counts(
    request: CountsRequest,
  ): Promise<{ total: number; counts: Record<string, Record<string, number>> }>
  /** Values records hold, most frequent first, matching the term by prefix, then word prefix, then part. */
  options(
    request: OptionsRequest,
  ): Promise<{ total: number; options: { value: string; count: number }[] }>
  autocomplete(request: {
    category: Category
    term: string
    from: number
    size: number
  }): Promise<{ total: number; hits: Hit[] }>
  /** Adds or replaces documents; they are found when the promise resolves. */
  upsert(docs: readonly SearchDoc[]): Promise<void>
  remove(category: Category, ids: readonly string[]): Promise<void>
  close(): Promise<void>
}
