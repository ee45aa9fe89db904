import type { Category } from '../../contract/records/records.ts'
import type { Family } from './segment-members.ts'

/** A facet's values are the codes `from` to `to` (not included), sorted by code unit; `self` means every record holds just its own id. */
export type FacetHeader = {
  identifier: string
  from: number
  to: number
  self: boolean
  /** The words of a text facet's values, as numbers in the parts `entryWords`. */
  wordsFrom: number
  wordsTo: number
}

export type SortHeader = { field: string; kind: 'number' | 'text'; distinct: number }

/** What a segment says of itself before its parts. Documents are numbered in the category's own order. */
export type SegmentHeader = {
  category: Category
  docs: number
  facets: FacetHeader[]
  sorts: SortHeader[]
  points: boolean
  /** The number of each family's first set; all families share one numbering. */
  firstSets: Record<Family, number>
}

/** Stands for 'not known' among the ranks of a sort field, and for 'none' among heavy words. */
export const none = 0xffffffff

/** Words of a set of documents: one bit each, padded so that 128-bit steps never run over. */
export const setWords = (docs: number): number => Math.max(4, Math.ceil(docs / 128) * 4)

/** A set kept as a bitset rather than as a list: when it holds more than one document in 64. */
export const isDense = (count: number, docs: number): boolean => count * 64 > docs

/** Scratch sets of each lane, and the length of its scratch list. */
export const slots = ['acc', 'tmp', 'live', 'a', 'b', 'c', 'd'] as const
export const listLength = (docs: number): number => Math.min(16_384, Math.ceil(docs / 4) * 4 + 4)

/** Bytes of scratch so that `lanes` threads can answer at the same time. */
export const scratchBytes = (docs: number, lanes: number): number =>
  lanes * (slots.length * setWords(docs) + listLength(docs)) * 4
