import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { AuditAct, AuditDetails } from '../../contract/org/audit.ts'
import type { Context } from '../platform/http/context.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

/** `userId` is null if no member acted. */
export type By = { orgId: string; userId: string | null } & Partial<
  Pick<Context, 'requestId' | 'ip'>
>

/** Ids, numbers and states, never a person's name or contact details: entries are never deleted. */
export type Deed = { act: AuditAct; subject: string; details?: AuditDetails }

/** In the transaction of the act. Locks the log until it ends: take it after every other lock. */
export const audit = async (
  trx: Trx,
  by: By,
  { act, subject, details = {} }: Deed,
): Promise<void> => {
  const head = await lockedHead(trx, by.orgId)
  const entry: Sealed = {
    org_id: by.orgId,
    seq: Number(head.seq) + 1,
    at: head.at,
    user_id: by.userId,
    act,
    subject,
    details: JSON.stringify(details),
    request_id: by.requestId ?? null,
    ip: by.ip ?? null,
    prev_hash: head.hash,
  }
  const hash = sealOf(entry)
  await trx
    .insertInto('audit_entry')
    .values({ ...entry, act, hash })
    .execute()
  await trx
    .updateTable('audit_head')
    .set({ seq: entry.seq, hash })
    .where('org_id', '=', by.orgId)
    .execute()
}

export type Sealed = {
  org_id: string
  seq: number
  at: Date
  user_id: string | null
  act: string
  subject: string
  details: string
  request_id: string | null
  ip: string | null
  prev_hash: string
}

export const sealOf = (entry: Sealed): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        entry.prev_hash,
        entry.org_id,
        entry.seq,
        entry.at.toISOString(),
        entry.user_id,
        entry.act,
        entry.subject,
        entry.details,
        entry.request_id,
        entry.ip,
      ]),
    )
    .digest('hex')

export const beforeAll = '0'.repeat(64)

const lockedHead = async (
  trx: Trx,
  orgId: string,
): Promise<{ seq: string; hash: string; at: Date }> => {
  const { rows } = await sql<{ seq: string; hash: string; at: Date }>`
    insert into audit_head (org_id, seq, hash) values (${orgId}, 0, ${beforeAll})
    on conflict (org_id) do update set seq = audit_head.seq
    returning seq, hash, date_trunc('milliseconds', clock_timestamp()) as at`.execute(trx)
  const [head] = rows
  if (head === undefined) throw new Error('the audit log has no head')
  return head
}
