import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { MatchKey, ObjectKind, Write } from '../connectors/port.ts'
import type { Request } from '../downloads/store.ts'
import type { Tables } from '../platform/db/tables.ts'
import { keyHash } from './facts.ts'
import { asObject } from './links.ts'

type Trx = Transaction<Tables>

/** A create that was sent, or is about to be. */
export type Sent = {
  id: string
  recordId: string
  object: ObjectKind
  /** ms since 1970. */
  sentAt: number
  write: Write
}

export type Create = { row: number; write: Write; keys: readonly MatchKey[] }

type Of = { orgId: string; connectionId: string; requestId: string; at: number }

/**
 * Before creates are sent, so that a killed server knows what may exist; resolves to the ids by record. A record whose create another
 * request has under way is left out.
 */
export const beginCreates = async (
  trx: Trx,
  { orgId, connectionId, requestId, at }: Of,
  creates: readonly Create[],
): Promise<Map<string, string>> => {
  if (creates.length === 0) return new Map()
  const rows = await trx
    .insertInto('crm_sent')
    .values(
      creates.map(({ row, write, keys }) => ({
        org_id: orgId,
        id: uuidv7(),
        connection_id: connectionId,
        object: write.object,
        record_id: write.key,
        request_id: requestId,
        row,
        write: JSON.stringify({ write, keys: keys.map(keyHash) }),
        sent_at: new Date(at),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'record_id'])
    .execute()
  return new Map(rows.map(({ id, record_id: record }) => [record, id]))
}

type Pushed = Pick<Request, 'id' | 'category'>

/** Before contact details are sent or decide something: the rows are paid for, however the push ends (decision 044). */
export const markUsed = async (
  trx: Trx,
  request: Pushed,
  recordIds: readonly string[],
): Promise<void> => {
  if (request.category === 'people') await markPaid(trx, request, recordIds)
}

/** After the CRM has written them: companies are paid for from then on (decision 044). */
export const markWritten = async (
  trx: Trx,
  request: Pushed,
  recordIds: readonly string[],
): Promise<void> => {
  if (request.category === 'company') await markPaid(trx, request, recordIds)
}

const markPaid = async (trx: Trx, { id }: Pushed, recordIds: readonly string[]): Promise<void> => {
  if (recordIds.length === 0) return
  await sql`
    update request_row set used = true
    where request_id = ${id}::uuid and outcome is null and not used
      and record_id = any(${[...recordIds]}::uuid[])`.execute(trx)
}

/** What was sent is deleted, except hashes of its keys: it may hold contact details. */
export const endSent = async (
  trx: Trx,
  ids: readonly string[],
  state: 'done' | 'absent' | 'refused',
): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update crm_sent set state = ${state}, write = jsonb_build_object('keys', write->'keys')
    where id = any(${[...ids]}::uuid[]) and state in ('sent', 'unknown')`.execute(trx)
}

/** With the connection: without it, no answer is looked for. */
export const endAllSent = async (trx: Trx, connectionId: string): Promise<void> => {
  await sql`
    update crm_sent set state = 'absent', write = jsonb_build_object('keys', write->'keys')
    where connection_id = ${connectionId}::uuid and state in ('sent', 'unknown')`.execute(trx)
}

export const markUnknown = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update crm_sent set state = 'unknown'
    where id = any(${[...ids]}::uuid[]) and state = 'sent'`.execute(trx)
}

/** When a writer begins: an earlier one ended without an answer. */
export const markAbandoned = async (trx: Trx, connectionId: string): Promise<void> => {
  await trx
    .updateTable('crm_sent')
    .set({ state: 'unknown' })
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'sent')
    .execute()
}

/** It was given up as absent without certainty. */
export const markMaybeTwice = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`update crm_sent set maybe_twice = true where id = any(${[...ids]}::uuid[])`.execute(trx)
}

export const unknownCreates = async (trx: Trx, connectionId: string): Promise<Sent[]> => {
  const { rows } = await sql<{
    id: string
    recordId: string
    object: string
    sentAt: Date
    write: Write
  }>`
    select id, record_id as "recordId", object, sent_at as "sentAt", write->'write' as write
    from crm_sent where connection_id = ${connectionId}::uuid and state = 'unknown'
    order by sent_at, id`.execute(trx)
  return rows.map(({ object, sentAt, ...row }) => ({
    ...row,
    object: asObject(object),
    sentAt: sentAt.getTime(),
  }))
}

/** Records with a create whose outcome is open. */
export const openRecords = async (
  trx: Trx,
  connectionId: string,
  recordIds: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ record: string }>`
    select record_id as record from crm_sent
    where connection_id = ${connectionId}::uuid and state in ('sent', 'unknown')
      and record_id = any(${[...recordIds]}::uuid[])`.execute(trx)
  return new Set(rows.map(({ record }) => record))
}

/** Records that this request created, and whether they may be there twice. */
export const createdBy = async (
  trx: Trx,
  requestId: string,
  recordIds: readonly string[],
): Promise<Map<string, boolean>> => {
  const { rows } = await sql<{ record: string; twice: boolean }>`
    select s.record_id as record, exists (
      select from crm_sent t where t.connection_id = s.connection_id and t.record_id = s.record_id
        and t.maybe_twice) as twice
    from crm_sent s where s.request_id = ${requestId}::uuid and s.state = 'done'
      and s.record_id = any(${[...recordIds]}::uuid[])`.execute(trx)
  return new Map(rows.map(({ record, twice }) => [record, twice]))
}

/** Our record by the hash of each key under which one was created since `since` (ms), which a lagging search may not show yet. */
export const recentClaims = async (
  trx: Trx,
  connectionId: string,
  since: number,
): Promise<Map<string, string>> => {
  const { rows } = await sql<{ hash: string; record: string }>`
    select key as hash, record_id as record
    from crm_sent, jsonb_array_elements_text(write->'keys') as key
    where connection_id = ${connectionId}::uuid and sent_at >= ${new Date(since)}
      and state in ('sent', 'unknown', 'done')`.execute(trx)
  return new Map(rows.map(({ hash, record }) => [hash, record]))
}
