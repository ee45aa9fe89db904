import { sql, type Transaction } from 'kysely'
import type { Act } from '../../contract/org/members.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Account } from './account.ts'
import type { Charge } from './ledger.ts'

type Trx = Transaction<Tables>

export const spendingOf = async (
  trx: Trx,
  { orgId, userId }: { orgId: string; userId: string },
  account: Account | undefined,
): Promise<{ cap: number | null; spent: number; reserved: number }> => {
  const { rows } = await sql<{ cap: number | null; spent: number; reserved: number }>`
    select (select cap from member where org_id = ${orgId} and user_id = ${userId}) as cap,
      coalesce(sum(spent) filter (where period_ref is not distinct from ${account?.period_ref ?? null}), 0)::int as spent,
      coalesce(sum(reserved), 0)::int as reserved
    from credit_spender where org_id = ${orgId} and user_id = ${userId}`.execute(trx)
  return rows[0] ?? { cap: null, spent: 0, reserved: 0 }
}

export type Hold = {
  reserve: number
  commit: number
  release: number
  cap: number | null
  disabled: Act[]
  spent: number
  reserved: number
  period_ref: string | null
}

/** Valid only while the account is locked. */
export const holdOf = async (trx: Trx, orgId: string, charge: Charge): Promise<Hold> => {
  const { rows } = await sql<Hold>`
    select coalesce(sum(e.n) filter (where e.kind = 'reserve'), 0)::int as reserve,
      coalesce(sum(e.n) filter (where e.kind = 'commit'), 0)::int as commit,
      coalesce(sum(e.n) filter (where e.kind = 'release'), 0)::int as release,
      m.cap, coalesce(m.disabled, '[]') as disabled,
      coalesce(s.spent, 0) as spent, coalesce(s.reserved, 0) as reserved, s.period_ref
    from (select 1) as single
    left join member m on m.org_id = ${orgId} and m.user_id = ${charge.userId}
    left join credit_spender s on s.org_id = ${orgId} and s.user_id = ${charge.userId}
    left join credit_entry e on e.org_id = ${orgId} and e.request_id = ${charge.id}
      and e.attempt = ${charge.attempt ?? 1} and e.kind in ('reserve', 'commit', 'release')
    group by m.cap, m.disabled, s.spent, s.reserved, s.period_ref`.execute(trx)
  const [hold] = rows
  if (hold === undefined) throw new Error('a query for one row returned none')
  return hold
}

const acts: Record<Act, string> = {
  reveal: 'revealing records',
  download: 'downloads',
  push: 'pushing to a CRM',
  enrich: 'downloads from uploads',
}

export const assertAllowed = async (
  trx: Trx,
  { orgId, userId }: { orgId: string; userId: string },
  act: Act,
): Promise<void> => {
  const member = await trx
    .selectFrom('member')
    .select('disabled')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  refuseDisabled(member?.disabled ?? [], act)
}

export const refuseDisabled = (disabled: readonly Act[], act: Act): void => {
  if (disabled.includes(act))
    throw new ProblemError(
      'role-forbidden',
      `An admin has turned off ${acts[act]} for you. They can change it under Users, in Credit limits.`,
    )
}

export const moveSpender = async (
  trx: Trx,
  account: Account,
  userId: string,
  { reserved, spent }: { reserved: number; spent: number },
): Promise<void> => {
  const { org_id: orgId, period_ref: period } = account
  const spentNow = sql`${spent}::int
    + case when s.period_ref is not distinct from ${period} then s.spent else 0 end`
  // An upsert checks the proposed row too, and a negative `reserved` fails that check; a release always finds a row.
  if (reserved > 0)
    await sql`
      insert into credit_spender as s (org_id, user_id, period_ref, spent, reserved)
      values (${orgId}, ${userId}, ${period}, ${spent}, ${reserved})
      on conflict (org_id, user_id) do update set period_ref = excluded.period_ref,
        spent = ${spentNow}, reserved = s.reserved + excluded.reserved`.execute(trx)
  else
    await sql`
      update credit_spender as s set period_ref = ${period}, spent = ${spentNow},
        reserved = s.reserved + ${reserved}
      where s.org_id = ${orgId} and s.user_id = ${userId}`.execute(trx)
}
