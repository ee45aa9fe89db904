import { sql } from 'kysely'
import { auditAccount } from '../../server/credits/audit.ts'
import type { Database } from '../../server/platform/db/db.ts'

/**
 * Audits the ledger (entries, lots, unlocks), and each charge against the records it delivered, in both directions. Requires a
 * database without open requests.
 */
export const deliveryFaults = async (db: Database, orgId: string): Promise<string[]> =>
  db.asOrg(orgId, async (trx) => {
    const mismatches = await auditAccount(trx, orgId)
    const { rows } = await sql<{ fault: string; id: string }>`
      with charge as (select * from credit_entry where kind = 'commit'),
      delivered as (
        select distinct request_id, record_id from request_row where outcome = 'delivered'),
      paid as (
        select c.id, c.request_id, c.action, c.n, count(u.record_id) as records,
          count(d.record_id) as delivered
        from charge c
        left join unlock u on u.entry_id = c.id
        left join delivered d on d.request_id = c.request_id and d.record_id = u.record_id
        group by c.id, c.request_id, c.action, c.n)
      select 'a charge of another number of records than it unlocked' as fault, id::text
        from paid where n <> records
      union all select 'a charge without the delivery of its records', id::text
        from paid where action <> 'reveal' and n <> delivered
      union all select 'a charge for a request that is not there', p.id::text
        from paid p left join download_request r on r.id = p.request_id
        where p.action <> 'reveal' and r.id is null
      union all select 'a request charged twice for one attempt', request_id::text
        from charge group by request_id, attempt having count(*) > 1
      union all select 'a delivered record that its request has not paid', d.record_id::text
        from delivered d
        left join unlock u on u.record_id = d.record_id
        left join charge c on c.id = u.entry_id and c.request_id = d.request_id
        where c.id is null
      union all select 'an unlocked record that nothing paid', record_id::text
        from unlock u left join charge c on c.id = u.entry_id where c.id is null
      union all select 'a request that says another price than its charges', r.id::text
        from download_request r
        where r.charged <> (select coalesce(sum(n), 0) from charge c where c.request_id = r.id)
      union all select 'a request that is over and still holds credits', r.id::text
        from download_request r
        where 0 <> (select coalesce(sum(reserved_delta), 0) from credit_entry e where e.request_id = r.id)`.execute(
      trx,
    )
    return [
      ...mismatches.map(({ check, found, wanted }) => `${check}: ${found}, not ${wanted}`),
      ...rows.map(({ fault, id }) => `${fault}: ${id}`),
    ]
  })
