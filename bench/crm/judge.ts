import { sql } from 'kysely'
import type { CrmEmulator } from '../../emulators/crm/core/types.ts'
import type { Database } from '../../server/platform/db/db.ts'
import type { Row } from './rows.ts'

export type Verdict = {
  /** Rows that have no record of their own in the CRM, whatever the product said of them. */
  lost: number
  /** Records made by the API that share a key with another. */
  doubled: number
  /** Calls before the end of a limit. */
  early: number
  /** Rows of which the product says that they may be there twice. */
  maybeTwice: number
  notes: string[]
}

export const judge = async (
  db: Database,
  emulator: CrmEmulator,
  rows: readonly Row[],
): Promise<Verdict> => {
  const missing = new Set(
    await undelivered(
      db,
      rows.map(({ id }) => id),
    ),
  )
  const links = await db.owner
    .selectFrom('crm_link')
    .select(['record_id', 'external_id'])
    .where('deleted_at', 'is', null)
    .execute()
  const linked = new Map(links.map((link) => [link.record_id, link.external_id]))
  const live = new Map(
    emulator
      .records()
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, values }) => [id, JSON.stringify(values).toLowerCase()]),
  )
  const used = new Set<string>()
  const lost = rows.flatMap(({ id, mark }) => {
    const external = linked.get(id) ?? ''
    const isThere =
      !missing.has(id) && !used.has(external) && live.get(external)?.includes(mark) === true
    used.add(external)
    return isThere ? [] : [{ id, mark, isDelivered: !missing.has(id) }]
  })
  const { rows: reasons } = await sql<{ id: string; reason: string | null }>`
    select q.record_id as id, o.reason from crm_outcome o
    join request_row q on q.request_id = o.request_id and q.row = o.row
    where q.record_id = any(${lost.map(({ id }) => id)}::uuid[])`.execute(db.owner)
  const reasonOf = new Map(reasons.map(({ id, reason }) => [id, reason]))
  const { rows: twice } = await sql<{ count: number }>`
    select count(distinct record_id)::int as count from crm_sent where maybe_twice`.execute(
    db.owner,
  )
  const { doubles, early, deletes, secrets } = emulator.audit()
  return {
    lost: lost.length,
    doubled: doubles,
    early,
    maybeTwice: twice[0]?.count ?? 0,
    notes: [
      ...lost
        .slice(0, maxNotes)
        .map(
          ({ id, mark, isDelivered }) =>
            `${mark} is lost, ${isDelivered ? 'though it is said to be delivered' : (reasonOf.get(id) ?? 'and nothing is said of it')}`,
        ),
      ...(deletes + secrets > 0 ? [`${deletes} deletions, ${secrets} secrets in addresses`] : []),
    ],
  }
}

const maxNotes = 10

/** Of these records, those that no request delivered. */
export const undelivered = async (db: Database, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...ids]}::uuid[]) as id
    where not exists (select from request_row q
      join crm_outcome o on o.request_id = q.request_id and o.row = q.row
      where q.record_id = id and o.outcome in ('created', 'updated', 'unchanged'))`.execute(
    db.owner,
  )
  return rows.map(({ id }) => id)
}
