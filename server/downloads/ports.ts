import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { RecordSource } from '../../contract/money/credits.ts'
import { visitsType, type RowOutcome } from '../../contract/money/downloads.ts'
import type { Act } from '../../contract/org/members.ts'
import type { Category } from '../../contract/records/records.ts'
import type { Context } from '../platform/http/context.ts'
import type { Database } from '../platform/db/db.ts'
import type { StoredFile, Tables } from '../platform/db/tables.ts'
import type { Delivered } from './facts.ts'
import type { Request } from './store.ts'

export type Asker = Pick<Context, 'orgId' | 'userId' | 'role' | 'inOrg'>

/** A record, or a row of an upload with its own cells, which may have no record. */
export type FrozenRow = {
  recordId: string | null
  own?: readonly string[]
  name?: string
  reason?: string
}

export type Frozen = {
  title: string | null
  rows: readonly FrozenRow[]
  own?: readonly string[]
  /** In the transaction that accepts the request, after it was inserted. */
  onAccepted?: (trx: Transaction<Tables>, requestId: string) => Promise<void>
}

/** Throws like a search or a list would. */
export type Sources = {
  [Kind in RecordSource['kind']]: (
    asker: Asker,
    category: Category,
    source: Extract<RecordSource, { kind: Kind }>,
  ) => Promise<Frozen>
}

/** `delivered` is null without a record, or if the record was deleted since. */
export type OutgoingRow = {
  row: number
  recordId: string | null
  own: readonly string[]
  outcome: RowOutcome | null
  delivered: Delivered | null
}

/** All writes fail once it is no longer the latest run. */
export type Run = {
  request: Request
  db: Database
  log: FastifyBaseLogger | undefined
  /** In order; a later run skips rows whose outcome was reported. */
  batches(): AsyncIterable<readonly OutgoingRow[]>
  /** Unreported rows count as delivered when the run ends. A target that cannot undo a delivery reports at once. */
  reportOutcomes(
    rows: readonly { row: number; outcome: 'delivered' | 'failed'; reason?: string }[],
  ): Promise<void>
  progress(done: number): Promise<void>
}

export type Target = {
  ends: 'DOWNLOAD_FILE_GENERATED' | 'REQUEST_COMPELETED'
  /** Before a request is accepted; throws a ProblemError if the target cannot deliver at all. */
  accepts?(trx: Transaction<Tables>): Promise<void>
  /** Resolves to the file, which is published when the request ends, or null. A later run may repeat it at any point. */
  deliver(run: Run): Promise<StoredFile | null>
}

export type Targets = Readonly<Record<string, Target>>

export const isEnrichment = (type: string): boolean => type.startsWith('ENRICH_')

export const bareType = (type: string): string => type.replace(/^ENRICH_/, '')

/** To a CRM; everything else is a file. */
export const isPush = (type: string): boolean =>
  type !== visitsType && bareType(type) !== 'DOWNLOAD'

/** For the ledger and an admin's switches. */
export const actOf = (type: string): Act =>
  isEnrichment(type) ? 'enrich' : isPush(type) ? 'push' : 'download'
