import type { Category } from '../../contract/records/records.ts'
import type { Family } from './segment-members.ts'

/**
 * A facet's values are the codes `from` to `to` (exclusive), sorted by code unit; `self` means every record holds
 * just its own id.
 */
export type FacetHeader = {
  identifier: string
  from: number
  to: number
  self: boolean
  /** The tokens of a text facet's values, as numbers in the parts `entryTokens`. */
  tokensFrom: number
  tokensTo: number
}

export type SortHeader = { field: string; kind: 'number' | 'text'; distinct: number }

/** The header of a segment. Documents are numbered in the category's own order. */
export type SegmentHeader = {
  category: Category
  docs: number
  facets: FacetHeader[]
  sorts: SortHeader[]
  points: boolean
  /** The number of each family's first set; all families share one numbering. */
  firstSets: Record<Family, number>
}

/** 'Unknown' among the ranks of a sort field, and 'none' among frequent terms. */
export const none = 0xffffffff

/** The length of a bitset in words, padded for 128-bit steps. */
export const bitsetLengthOf = (docs: number): number => Math.max(4, Math.ceil(docs / 128) * 4)

/** Whether a set is stored as a bitset instead of a list: with more than one document in 64. */
export const isDense = (count: number, docs: number): boolean => count * 64 > docs

/** The scratch sets of each lane. */
export const slots = ['acc', 'tmp', 'live', 'a', 'b', 'c', 'd'] as const
export const listLength = (docs: number): number => Math.min(16_384, Math.ceil(docs / 4) * 4 + 4)

/** Bytes of scratch so that `lanes` threads can answer at the same time. */
export const scratchBytes = (docs: number, lanes: number): number =>
  lanes * (slots.length * bitsetLengthOf(docs) + listLength(docs)) * 4
