import type { Criteria } from '../../contract/search/criteria.ts'
import type { EvaluateRequest } from '../../contract/search/evaluate.ts'
import type { ActivitySets, Also } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'

export type { ActivitySets }

export type SearchRequest = EvaluateRequest & {
  /**
   * Level by level, each in the order of the sorting. A record is in one level at most; the total also counts those in none.
   */
  levels?: readonly (readonly Also[])[]
}

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
 * It follows the record clock by itself. Totals are exact, criteria must have passed `criteriaErrors`, and ties are broken by id.
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
  /** Resolves when searches find everything committed before the call. */
  refresh(): Promise<void>
  /** Nothing of removed records is left in the index and its files when it resolves. Searches continue meanwhile. */
  expunge(): Promise<void>
  /** Searches find every change up to this tick of the record clock. */
  tick(): number
  close(): Promise<void>
}
