import type { Selectable, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { AuditDetails, type AuditAct, type AuditEntry } from '../../../contract/org/audit.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { memberNames } from '../../members/list.ts'
import { dayMs } from '../../../contract/core/days.ts'

type Trx = Transaction<Tables>

/** Days are YYYY-MM-DD, inclusive, UTC; moments are ISO 8601, the end exclusive. */
export type Chosen = {
  act?: AuditAct | undefined
  userId?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

export const auditEntries = async (
  trx: Trx,
  chosen: Chosen,
  { from, size }: { from: number; size: number },
): Promise<{ total: number; entries: AuditEntry[] }> => {
  const { total } = await among(trx, chosen)
    .select((query) => query.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await among(trx, chosen)
    .selectAll()
    .orderBy('seq', 'desc')
    .offset(from)
    .limit(size)
    .execute()
  const names = await memberNames(
    trx,
    rows.flatMap((row) => row.user_id ?? []),
  )
  return { total: Number(total), entries: rows.map((row) => asEntry(row, names)) }
}

const among = (trx: Trx, { act, userId, since, until }: Chosen) => {
  let query = trx.selectFrom('audit_entry')
  if (act !== undefined) query = query.where('act', '=', act)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (since !== undefined) query = query.where('at', '>=', new Date(since))
  if (until !== undefined) query = query.where('at', '<', endOf(until))
  return query
}

const endOf = (until: string): Date =>
  new Date(Date.parse(until) + (until.includes('T') ? 0 : dayMs))

type Row = Selectable<Tables['audit_entry']>

const asEntry = (row: Row, names: ReadonlyMap<string, string>): AuditEntry => ({
  seq: Number(row.seq),
  at: row.at.toISOString(),
  act: row.act,
  subject: row.subject,
  details: z.parse(AuditDetails, JSON.parse(row.details)),
  userId: row.user_id,
  userName: row.user_id === null ? null : (names.get(row.user_id) ?? null),
  requestId: row.request_id,
  ip: row.ip,
  hash: row.hash,
})
