import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

export type Mismatch = { orgId: string; check: string; found: number; wanted: number }

/** A mismatch stops new charges of that organisation until an operator has looked; nothing is corrected automatically. */
export const auditLedger = async (db: Database): Promise<Mismatch[]> => {
  const accounts = await db.owner.selectFrom('credit_account').select('org_id').execute()
  const all: Mismatch[] = []
  for (const { org_id: orgId } of accounts)
    all.push(...(await db.asOrg(orgId, (trx) => auditAccount(trx, orgId))))
  return all
}

export const auditAccount = async (trx: Trx, orgId: string): Promise<Mismatch[]> => {
  // Lock the account, so that it does not change while it is counted.
  await sql`select from credit_account where org_id = ${orgId} for update`.execute(trx)
  const { rows } = await sql<{ check: string; found: string; wanted: string }>`
    with account as (select * from credit_account where org_id = ${orgId}),
    entry as (select * from credit_entry where org_id = ${orgId}),
    charge as (
      select request_id, attempt,
        coalesce(sum(n) filter (where kind = 'reserve'), 0) as reserved,
        coalesce(sum(n) filter (where kind <> 'reserve'), 0) as ended,
        count(*) filter (where kind <> 'reserve') as ends
      from entry where kind in ('reserve', 'commit', 'release') group by request_id, attempt),
    paid as (
      select e.id, e.n, count(u.record_id) as unlocked from entry e
      left join unlock u on u.org_id = e.org_id and u.entry_id = e.id
      where e.kind = 'commit' group by e.id, e.n),
    counted (check_name, found, wanted) as (
      select 'posted = sum of entries', (select posted from account),
        (select coalesce(sum(delta), 0) from entry)
      union all select 'reserved = sum of entries', (select reserved from account),
        (select coalesce(sum(reserved_delta), 0) from entry)
      union all select 'posted = sum of lots', (select posted from account),
        (select coalesce(sum(remaining), 0) from credit_lot where org_id = ${orgId})
      union all select 'reserved = sum of what members hold', (select reserved from account),
        (select coalesce(sum(reserved), 0) from credit_spender where org_id = ${orgId})
      union all select 'spent = commits of the period', spent, 
        (select coalesce(sum(n), 0) from entry where kind = 'commit'
          and entry.period_ref = account.period_ref) from account where period_ref is not null
      union all select 'commits that unlocked another number of records',
        (select count(*) from paid where n <> unlocked), 0
      union all select 'unlocks paid by something that is no commit',
        (select count(*) from unlock u left join entry e on e.id = u.entry_id
          where u.org_id = ${orgId} and u.entry_id is not null and e.kind is distinct from 'commit'), 0
      union all select 'closed charges that spent and let go another number than they held',
        (select count(*) from charge where ends > 0 and reserved <> ended), 0
      union all select 'the last entry tells the balance',
        coalesce((select balance from entry order by seq desc limit 1), 0),
        (select posted from account))
    select check_name as check, found::text, wanted::text from counted
    where found is distinct from wanted`.execute(trx)
  if (rows.length > 0)
    await trx
      .updateTable('credit_account')
      .set({
        stopped_at: sql`coalesce(stopped_at, now())`,
        stopped_why: rows.map((row) => row.check).join('; '),
      })
      .where('org_id', '=', orgId)
      .execute()
  return rows.map(({ check, found, wanted }) => ({
    orgId,
    check,
    found: Number(found),
    wanted: Number(wanted),
  }))
}
