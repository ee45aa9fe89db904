import type { Company } from '../../contract/records/records.ts'
import type { Mapping } from './mapping.ts'
import type { PersonDraft } from './person-draft.ts'

/** An absent field is unknown. */
export type Draft = { name: string } & Partial<
  Omit<
    Company,
    | 'id'
    | 'name'
    | 'domains'
    | 'locations'
    | 'signals_90d'
    | 'quality'
    | 'provenance'
    | 'technographics'
  >
>

/** The line it begins on, and its original cells for the reject file. */
export type Row = { line: number; cells: readonly string[] } & RowContent

export type RowContent =
  | {
      company: Draft
      /** Why a row is skipped if its company is new. */ skipReasonIfNew?: string
      /** The day on which a register added the company. */ registered?: string
      /** Of which the company is the supplier. */
      award?: Award
      /** Of the notice that holds the award. */
      noticeId?: string
      /** Where this row is older than the file (YYYY-MM-DD). */
      seenAt?: string
    }
  | { person: PersonDraft }
  | { parentage: Parentage }
  | { notice: Notice }
  | { rejected: string }
  | { skipped: string }

/** Of two companies by LEI; `ended` if the register says that it no longer holds. */
export type Parentage = {
  child: string
  parent: string
  field: 'parent_id' | 'ultimate_parent_id'
  ended: boolean
}

/** Of an award whose suppliers are in another file; `id` is what both files share. */
export type Notice = { id: string; award: Award }

/** Of a public buyer to a supplier; days are YYYY-MM-DD. */
export type Award = {
  contract: string
  buyer: string
  /** In total, of the latest amendment. */
  value?: number
  currency: string
  day: string
  end?: string
  work?: string
  url: string | null
  /** 0 for the contract as first published. */
  amendment: number
}

/** From 0 to 1. */
export type Trust = { base: number; fields?: Partial<Record<keyof Company, number>> }

/** Dates are YYYY-MM-DD. */
export type Head = { text: string; name: string; modified: string }

export type ReadOptions = { mapping?: Mapping | undefined }

export type Reading = {
  source: string
  /** The date of the data, YYYY-MM-DD. */
  seenAt: string
  trust: Trust
  /** A register verifies its facts on that date. */
  official: boolean
  columns: readonly string[]
  headings: number
  endsWith?: string
  /** A file with a delimiter gets a survey before its first row is written. */
  delimiter?: string
  /** Of the other files: the number of rows; throws a Refusal if the file is cut off. */
  count?(bytes: AsyncIterable<Uint8Array>): Promise<number>
  /** Each edition is complete, so a company registered since the last one is news. */
  register?: boolean
  /** Of a full list: a company missing from it is delisted. */
  exchange?: string
  link?(company: Company): string | null
  notes: readonly string[]
  rows(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Row>
}

export type Importer = {
  id: string
  label: string
  /** In one sentence: under which terms the data may be used. */
  licence: string
  /** Its rows are people, not companies. */
  people?: true
  /** In one sentence: what the file holds and what becomes of it. */
  about: string
  /** What a mapping may name; undefined where none is used. */
  fields?: readonly string[]
  /** In one sentence; undefined when it is. */
  sniff(head: Head): string | undefined
  /** After `sniff`; throws a Refusal when the options do not fit. */
  open(head: Head, options: ReadOptions): Reading
}
