import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import type { PersonCandidate } from './lookups.ts'

type Trx = Transaction<Tables>

export type FoundByEmail = {
  people: ReadonlyMap<string, readonly PersonCandidate[]>
  skipped: ReadonlySet<string>
}

/**
 * By work and private address. Misses are counted per day (UTC); after `maxMisses`, further addresses are skipped until the next
 * day.
 */
export const unlockedByEmail = async (
  trx: Trx,
  orgId: string,
  emails: readonly string[],
  maxMisses: number,
): Promise<FoundByEmail> => {
  if (emails.length === 0) return { people: new Map(), skipped: new Set() }
  const missed = await missesToday(trx, orgId)
  const wanted = emails.slice(0, Math.max(0, maxMisses - missed))
  const people = await findUnlocked(trx, wanted)
  await addMisses(trx, orgId, wanted.filter((email) => !people.has(email)).length)
  return { people, skipped: new Set(emails.slice(wanted.length)) }
}

/** Locked, so that parallel uploads share one limit. */
const missesToday = async (trx: Trx, orgId: string): Promise<number> => {
  const { rows } = await sql<{ misses: number }>`
    insert into email_miss (org_id, day, misses) values (${orgId}, ${today}, 0)
    on conflict (org_id) do update set day = excluded.day,
      misses = case when email_miss.day = excluded.day then email_miss.misses else 0 end
    returning misses`.execute(trx)
  return rows[0]?.misses ?? 0
}

const addMisses = (trx: Trx, orgId: string, count: number): Promise<unknown> =>
  sql`update email_miss set misses = misses + ${count} where org_id = ${orgId}`.execute(trx)

const today = sql`(now() at time zone 'UTC')::date`

const findUnlocked = async (
  trx: Trx,
  emails: readonly string[],
): Promise<Map<string, PersonCandidate[]>> => {
  const people = new Map<string, PersonCandidate[]>()
  if (emails.length === 0) return people
  const by = (kind: 'work_email' | 'personal_email') => sql`
    select wanted.key, found.* from unnest(${[...emails]}::text[]) as wanted (key)
    cross join lateral (
      select p.id, p.company_id as "companyId", p.name_key as "nameKey"
      from unlocked_contact u join person p on p.id = u.id
      where lower(u.contact->>${sql.lit(kind)}) = wanted.key
        and u.contact->>${sql.lit(kind)} is not null offset 0
    ) as found`
  const { rows } = await sql<PersonCandidate & { key: string }>`
    ${by('work_email')} union ${by('personal_email')}`.execute(trx)
  for (const { key, ...person } of rows) people.set(key, [...(people.get(key) ?? []), person])
  return people
}
