import type { Company } from '../../contract/records/records.ts'
import type { Mapping } from './mapping.ts'

/** What a row says of a company, in a record's fields; an absent field is unknown. */
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

/** A row of a file: the line it begins on, and its original cells for the reject file. */
export type Row = { line: number; cells: readonly string[] } & (
  | {
      company: Draft
      /** Why a row is skipped if its company is new. */ skipReasonIfNew?: string
    }
  | { rejected: string }
  | { skipped: string }
)

/** The confidence in a source, from 0 to 1, with exceptions by field. */
export type Trust = { base: number; fields?: Partial<Record<keyof Company, number>> }

/** The start of a file as text, its name and its modification date (YYYY-MM-DD). */
export type Head = { text: string; name: string; modified: string }

export type ReadOptions = { mapping?: Mapping | undefined }

export type Reading = {
  /** The source in the provenance. */
  source: string
  /** The date of the data, YYYY-MM-DD. */
  seenAt: string
  trust: Trust
  /** Whether the source is an official register, which verifies its facts on that date. */
  official: boolean
  columns: readonly string[]
  /** The number of heading records before the rows. */
  headings: number
  endsWith?: string
  /** A file with a delimiter gets a survey before its first row is written; markup does not. */
  delimiter?: string
  /** The exchange of a full list: a company missing from it is delisted. */
  exchange?: string
  /** The public page of the source about a company, if any. */
  link?(company: Company): string | null
  /** Notes for the user about how the file is read. */
  notes: readonly string[]
  rows(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Row>
}

export type Importer = {
  id: string
  label: string
  /** Why the file is not of this format, in one sentence; undefined when it is. */
  sniff(head: Head): string | undefined
  /** Decides how to read a file that passed `sniff`; throws a Refusal when the options do not fit. */
  open(head: Head, options: ReadOptions): Reading
}
