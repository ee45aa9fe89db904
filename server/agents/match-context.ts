import { sql, type Kysely } from 'kysely'
import { evaluate } from '../../contract/search/evaluate.ts'
import type { SearchDoc } from '../../contract/search/search-doc.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { documentsOf } from '../search/documents.ts'
import { listKey, type Watcher } from './agent-index.ts'

type Owner = Kysely<Tables>

export type RecordMemberships = {
  lists: ReadonlyMap<string, readonly ListMembership[]>
  isSuppressed: (orgId: string, recordIds: readonly string[]) => boolean
  employers: ReadonlyMap<string, string>
}

export type ListMembership = { orgId: string; listId: string; ownerId: string; shared: boolean }

export const findMemberships = async (
  db: Owner,
  companies: readonly string[],
  people: readonly string[],
): Promise<RecordMemberships> => {
  const employers = new Map<string, string>()
  if (people.length > 0) {
    const rows = await db
      .selectFrom('person')
      .select(['id', 'company_id'])
      .where(sql<boolean>`id = any(${[...people]}::uuid[])`)
      .execute()
    for (const { id, company_id: employer } of rows) employers.set(id, employer)
  }
  const records = [...new Set([...companies, ...people, ...employers.values()])]
  // One text per list: one row per record would be several times slower in the driver.
  const { rows } = await sql<ListMembership & { kind: string; members: string }>`
    select i.org_id as "orgId", i.id as "listId", i.kind, i.owner_id as "ownerId", i.shared, m.members
    from (
      select org_id, list_id, string_agg(record_id::text, ',') as members from list_member
      where record_id = any(${records}::uuid[]) and not removed group by org_id, list_id
    ) m join saved_item i on i.org_id = m.org_id and i.id = m.list_id
    where i.deleted_at is null`.execute(db)
  const lists = new Map<string, ListMembership[]>()
  const suppressed = new Set<string>()
  for (const { kind, members, ...by } of rows)
    for (const record of members.split(',')) {
      if (kind === 'suppression') suppressed.add(`${by.orgId} ${record}`)
      else {
        const known = lists.get(record)
        if (known) known.push(by)
        else lists.set(record, [by])
      }
    }
  return {
    lists,
    employers,
    isSuppressed: (orgId, ids) =>
      suppressed.size > 0 && ids.some((id) => suppressed.has(`${orgId} ${id}`)),
  }
}

/** Keys are `listKey`. */
export const searchesAmong = async (
  db: Owner,
  listIds: readonly string[],
): Promise<Set<string>> => {
  if (listIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('saved_item')
    .select(['org_id', 'id'])
    .where(sql<boolean>`id = any(${[...listIds]}::uuid[])`)
    .where('kind', '=', 'dynamic')
    .execute()
  return new Set(rows.map(({ org_id: orgId, id }) => listKey(orgId, id)))
}

/** Keys are `${orgId} ${userId} ${slug}`. */
export const snoozedBy = async (
  db: Owner,
  slugs: readonly string[],
  now: Date,
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('signal_snooze')
    .select(['org_id', 'user_id', 'slug'])
    .where(sql<boolean>`slug = any(${[...slugs]}::text[])`)
    .where('until', '>', now)
    .execute()
  return new Set(rows.map((row) => `${row.org_id} ${row.user_id} ${row.slug}`))
}

/** Each search once, by the contract's rules: the search index may not have the records yet. */
export const createSearchEvaluator = (db: Database, resolver: QueryResolver, today: string) => {
  const answers = new Map<string, Promise<ReadonlySet<string>>>()
  let docs: Promise<readonly SearchDoc[]> | null = null

  const ask = async (
    { orgId, ownerId }: Watcher,
    listId: string,
    records: readonly string[],
  ): Promise<ReadonlySet<string>> => {
    const caller = {
      orgId,
      userId: ownerId,
      inOrg: <Result>(work: Parameters<typeof db.asOrg<Result>>[1]) => db.asOrg(orgId, work),
    }
    const item = await caller.inOrg((trx) =>
      trx
        .selectFrom('saved_item')
        .select(['category', 'content'])
        .where('id', '=', listId)
        .where('kind', '=', 'dynamic')
        .where('deleted_at', 'is', null)
        .where((is) => is.or([is('owner_id', '=', ownerId), is('shared', '=', true)]))
        .executeTakeFirst(),
    )
    if (!item) return new Set()
    docs ??= documentsIn(db.owner, records, today)
    const { category, content } = item
    const prepared = await resolver.prepare({ category, criteria: content }, caller)
    const found = evaluate(await docs, {
      ...prepared,
      sorting: [],
      from: 0,
      size: records.length,
    })
    return new Set(found.ids)
  }

  /** The records must be the same in each call. */
  return (watcher: Watcher, listId: string, records: readonly string[]) => {
    const key = `${watcher.orgId} ${watcher.ownerId} ${listId}`
    const known = answers.get(key) ?? ask(watcher, listId, records)
    answers.set(key, known)
    return known
  }
}

const documentsIn = async (
  db: Owner,
  records: readonly string[],
  today: string,
): Promise<SearchDoc[]> => {
  const among = sql`any(${[...records]}::uuid[])`
  const read = async (query: ReturnType<typeof sql<{ doc: string }>>): Promise<string[]> =>
    (await query.execute(db)).rows.map(({ doc }) => doc)
  return documentsOf({
    companies: await read(sql`select doc::text as doc from company where id = ${among}`),
    people: await read(sql`select doc::text as doc from person where id = ${among}`),
    employers: await read(sql`select c.doc::text as doc from company c
      where c.id in (select company_id from person where id = ${among})`),
    context: { today },
  }).docs
}
