import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { RecordSource } from '../../contract/money/credits.ts'
import type { RowOutcome } from '../../contract/money/downloads.ts'
import type { Act } from '../../contract/org/members.ts'
import type { Category } from '../../contract/records/records.ts'
import type { Context } from '../platform/http/context.ts'
import type { Database } from '../platform/db/db.ts'
import type { StoredFile, Tables } from '../platform/db/tables.ts'
import type { Delivered } from './cells.ts'
import type { Request } from './store.ts'

/** Who asks for records. */
export type Asker = Pick<Context, 'orgId' | 'userId' | 'role' | 'inOrg'>

/** A row as it is frozen when a request is accepted: a record, or a row of an upload with its own cells, to which none may have been found. */
export type FrozenRow = {
  recordId: string | null
  own?: readonly string[]
  /** What a row of an upload is called in its file, where it has no record. */
  name?: string
  /** Why a row of an upload has no record. */
  reason?: string
}

export type Frozen = {
  /** What the request is called unless its asker names it. */
  title: string | null
  rows: readonly FrozenRow[]
  /** Headers of the `own` cells. */
  own?: readonly string[]
  /** Done in the transaction that accepts the request, once it is written. */
  accepted?: (trx: Transaction<Tables>, requestId: string) => Promise<void>
}

/** What the records of each kind of source are now; throws as a search or a list would. */
export type Sources = {
  [Kind in RecordSource['kind']]: (
    asker: Asker,
    category: Category,
    source: Extract<RecordSource, { kind: Kind }>,
  ) => Promise<Frozen>
}

/** A row on its way out. `delivered` is null where there is no record to add to the own cells, or where it has gone meanwhile. */
export type OutgoingRow = {
  row: number
  recordId: string | null
  own: readonly string[]
  outcome: RowOutcome | null
  delivered: Delivered | null
}

/** A run of a request through its target. Everything it writes it writes only while the run is the request's latest. */
export type Run = {
  request: Request
  db: Database
  log: FastifyBaseLogger | undefined
  /** Rows to be handed out, in their order, a batch at a time; those a target has told the outcome of are left out when a run begins anew. */
  batches(): AsyncIterable<readonly OutgoingRow[]>
  /** What became of rows: what a target does not tell of counts as delivered with the run's end. A target that cannot take back what it delivered tells at once. */
  tell(
    rows: readonly { row: number; outcome: 'delivered' | 'failed'; reason?: string }[],
  ): Promise<void>
  /** How many rows have been worked off. */
  progress(done: number): Promise<void>
}

/** Where records go: a file, a CRM. */
export type Target = {
  /** What the request ends as when every row went well. */
  ends: 'DOWNLOAD_FILE_GENERATED' | 'REQUEST_COMPELETED'
  /** Hands the rows over; resolves to the file, which becomes known with the request's end, or null. It may be begun again from anywhere. */
  deliver(run: Run): Promise<StoredFile | null>
}

/** Targets by the type of a request without its ENRICH_. */
export type Targets = Readonly<Record<string, Target>>

export const isEnrichment = (type: string): boolean => type.startsWith('ENRICH_')

/** The type without what says that its rows come from an upload. */
export const bareType = (type: string): string => type.replace(/^ENRICH_/, '')

/** What a request of this type is to the ledger and to an admin's switches. */
export const actOf = (type: string): Act =>
  isEnrichment(type) ? 'enrich' : type === 'DOWNLOAD' ? 'download' : 'push'
