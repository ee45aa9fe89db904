import type { Company } from '../../contract/records/records.ts'
import type { Mapping } from './mapping.ts'

/** What a row says of a company, in the words of the record; an absent field says nothing. */
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

/** One row of a file. `line` is where it begins; `cells` are its original columns, for the reject file. */
export type Row = { line: number; cells: readonly string[] } & (
  | {
      company: Draft
      /** Why the row is left out where the company is not held yet. */ onlyIfHeld?: string
    }
  | { rejected: string }
  | { skipped: string }
)

/** How far a source is believed, from 0 to 1: field by field where it differs. */
export type Trust = { base: number; fields?: Partial<Record<keyof Company, number>> }

/** The beginning of a file as text, its name and the day it was last changed (YYYY-MM-DD). */
export type Head = { text: string; name: string; modified: string }

export type ReadOptions = { mapping?: Mapping | undefined }

/** A file that has been recognised, ready to be read. */
export type Reading = {
  /** What provenance will say. */
  source: string
  /** The day for which the file speaks, YYYY-MM-DD. */
  seenAt: string
  trust: Trust
  /** An official register: what it says counts as verified on that day. */
  official: boolean
  /** Headings of a row's cells. */
  columns: readonly string[]
  /** How many records at the top are no rows. */
  headings: number
  /** What the last characters must hold, or the file was cut off. */
  endsWith?: string
  /** Parted cells need a survey before the first row is written; markup does not. */
  delimiter?: string
  /** The file is the whole list of what is traded here: who is missing has left. */
  exchange?: string
  /** Where one can read what the source says of a company; absent: nowhere public. */
  link?(company: Company): string | null
  /** What the person should know about how the file is read. */
  notes: readonly string[]
  /** Rows of the file's bytes, as UTF-8. */
  rows(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Row>
}

/** One kind of file. */
export type Importer = {
  id: string
  label: string
  /** Why the file is not of this kind, in one sentence; undefined when it is. */
  sniff(head: Head): string | undefined
  /** Settles how to read a file that passed `sniff`; throws a Refusal when the options do not fit it. */
  open(head: Head, options: ReadOptions): Reading
}
