import type { Category } from '../../contract/records/records.ts'
import type { Family } from './segment-members.ts'

/** `to` is exclusive; codes are sorted by code unit; `self` means every record holds just its own id. */
export type FacetHeader = {
  identifier: string
  from: number
  to: number
  self: boolean
  tokensFrom: number
  tokensTo: number
}

export type SortHeader = { field: string; kind: 'number' | 'text'; distinct: number }

/** Documents are numbered in the category's own order. */
export type SegmentHeader = {
  category: Category
  docs: number
  facets: FacetHeader[]
  sorts: SortHeader[]
  points: boolean
  firstSets: Record<Family, number>
}

/** 'Unknown' among the ranks of a sort field, and 'none' among frequent terms. */
export const none = 0xffffffff

/** In words, padded for 128-bit steps. */
export const bitsetLengthOf = (docs: number): number => Math.max(4, Math.ceil(docs / 128) * 4)

/** Denser than one document in 64; else a list. */
export const isDense = (count: number, docs: number): boolean => count * 64 > docs

export const slots = ['acc', 'tmp', 'live', 'a', 'b', 'c', 'd'] as const
export const listLength = (docs: number): number => Math.min(16_384, Math.ceil(docs / 4) * 4 + 4)

export const scratchBytes = (docs: number, lanes: number): number =>
  lanes * (slots.length * bitsetLengthOf(docs) + listLength(docs)) * 4
