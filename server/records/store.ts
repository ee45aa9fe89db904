import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Category, Company, Person } from '../../contract/records/records.ts'
import type { Bulk, Database } from '../platform/db/db.ts'
import type { Contact, Tables } from '../platform/db/tables.ts'
import { startOf, type Candidate, type MatchKind } from '../entity-matching/candidates.ts'
import { arriving } from '../do-not-call/arriving.ts'
import { companyColumns, companyRow, copyLine, personColumns, personRow } from './rows.ts'

type Trx = Transaction<Tables>

/**
 * One transaction that changes market records, at the next tick of the record clock. Taking the tick serialises writers,
 * so ticks are committed in order and a reader that has seen tick n misses nothing by asking for seq > n.
 */
export const withTick = <Result>(
  db: Database,
  work: (trx: Trx, seq: string) => Promise<Result>,
): Promise<Result> => db.owner.transaction().execute(async (trx) => work(trx, await nextTick(trx)))

/** Takes the next tick; every other writer now waits until this transaction ends. */
export const nextTick = async (trx: Trx): Promise<string> => {
  const { seq } = await trx
    .updateTable('record_clock')
    .set({ seq: sql`seq + 1` })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

/** Keeps other writers out without taking a tick: for a writer that must read before it knows whether there is anything to write. */
export const holdClock = async (trx: Trx): Promise<void> => {
  await trx.selectFrom('record_clock').select('seq').forUpdate().execute()
}

/** Adds or replaces companies. */
export const saveCompanies = async (
  trx: Trx,
  companies: readonly Company[],
  seq: string,
): Promise<void> => {
  const rows = companies.map((company) => companyRow(company, seq))
  await save(trx, 'company', companyColumns, rows)
}

/** Adds companies that are new for certain, which is faster: an id that is there already fails the transaction. */
export const addCompanies = async (
  { copyIn }: Bulk,
  companies: readonly Company[],
  seq: string,
): Promise<void> => {
  if (companies.length === 0) return
  const lines = companies.map((company) => {
    const row = companyRow(company, seq)
    return copyLine(companyColumns.map((column) => row[column]))
  })
  await copyIn('company', companyColumns, lines)
}

/** Adds or replaces people, except those who asked to be removed; `contact` holds what is seen only once paid for. */
export const savePeople = async (
  trx: Trx,
  people: readonly { person: Person; contact: Contact }[],
  seq: string,
): Promise<void> => {
  const rows = (await arriving(trx, people)).map(({ person, contact }) =>
    personRow(person, contact, seq),
  )
  await save(trx, 'person', personColumns, rows)
}

/** Removes companies, everyone who works for them and what happened to either; readers of the clock learn of both. */
export const removeCompanies = async (
  trx: Trx,
  ids: readonly string[],
  seq: string,
): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    with gone as (delete from signal where company_id = any(${ids}::uuid[])
      or person_id in (select id from person where company_id = any(${ids}::uuid[])) returning id)
    delete from agent_signal where signal_id in (select id from gone)`.execute(trx)
  await sql`
    with gone as (delete from person where company_id = any(${ids}::uuid[]) returning id)
    insert into record_removed (category, id, seq)
    select 'people', id, ${seq}::bigint from gone
    on conflict (category, id) do update set seq = excluded.seq`.execute(trx)
  await sql`
    with gone as (delete from company where id = any(${ids}::uuid[]) returning id)
    insert into record_removed (category, id, seq)
    select 'company', id, ${seq}::bigint from gone
    on conflict (category, id) do update set seq = excluded.seq`.execute(trx)
}

/** Notes how many signals of the last 90 days companies have. */
export const setSignalCounts = async (
  trx: Trx,
  counts: readonly { id: string; count: number }[],
  seq: string,
): Promise<void> => {
  await sql`
    update company set seq = ${seq}::bigint, doc = jsonb_set(doc, '{signals_90d}', to_jsonb(counted.n))
    from unnest(${counts.map(({ id }) => id)}::uuid[], ${counts.map(({ count }) => count)}::int[]) as counted (id, n)
    where company.id = counted.id`.execute(trx)
}

/** The companies of these ids, in this order; ids that name none are left out. */
export const companiesByIds = async (
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Company[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ doc: Company }>`
    select doc from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join company using (id) order by place`.execute(db)
  return rows.map(({ doc }) => doc)
}

/** The people of these ids with what is paid for, in this order; ids that name none are left out. */
export const peopleByIds = async (
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<{ person: Person; contact: Contact }[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ person: Person; contact: Contact }>`
    select doc as person, contact from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join person using (id) order by place`.execute(db)
  return rows
}

/** What to look for, in bulk: the values of each kind of key, and names to which similar ones are wanted. */
export type CandidateKeys = Partial<Record<MatchKind, readonly string[]>> & {
  id?: readonly string[]
  similarTo?: readonly string[]
}

/** Every company that shares a key with one of those asked for, once. */
export const findCandidates = async (
  db: Kysely<Tables>,
  { similarTo = [], ...keys }: CandidateKeys,
): Promise<Candidate[]> => {
  const lookups = Object.entries(keys)
    .filter(([, values]) => values.length > 0)
    .map(([kind, values]) =>
      kind === 'id'
        ? lookup(values, sql`id = wanted.key::uuid offset 0`)
        : lookup(values, sql`${sql.ref(kind)} = wanted.key offset 0`),
    )
  const starts = [...new Set(similarTo.map(startOf))]
  if (starts.length > 0)
    lookups.push(
      lookup(starts, sql`name_key >= wanted.key and name_key < wanted.key || 'zzzz' limit 50`),
    )
  if (lookups.length === 0) return []
  const { rows } = await sql<Candidate>`${sql.join(lookups, sql` union all `)}`.execute(db)
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** One look into the index for each key: left to itself the planner reads the whole table for a thousand of them, as long as it has no statistics. */
const lookup = (values: readonly string[], condition: RawBuilder<unknown>) => sql`
  select found.* from unnest(${values}::text[]) as wanted (key)
  cross join lateral (select ${candidate} from company where ${condition}) as found`

const candidate = sql.raw(`id, name, name_key, domain_key, abn, acn, nzbn, lei, linkedin, ticker,
  state, postcode, doc->>'type' as type, doc->'hq'->>'country' as country,
  coalesce(doc->'provenance'->'name'->>'source', doc->'provenance'->'*'->>'source') as source`)

type Stored = Record<string, string | number | null>

const save = async (
  trx: Trx,
  table: 'company' | 'person',
  columns: readonly string[],
  rows: readonly Stored[],
): Promise<void> => {
  if (rows.length === 0) return
  const lists = columns.map((column) => {
    const values = rows.map((row) => row[column] ?? null)
    return sql`${values}::text[]`
  })
  const cast = columns.map((column) => `${column}::${typeOf[column] ?? 'text'}`).join(', ')
  const changes = columns.filter((column) => column !== 'id')
  const changed = changes.map((column) => `${column} = excluded.${column}`).join(', ')
  await sql`
    insert into ${sql.raw(`${table} (${columns.join(', ')})`)}
    select ${sql.raw(cast)} from unnest(${sql.join(lists)}) as found (${sql.raw(columns.join(', '))})
    on conflict (id) do update set ${sql.raw(changed)}`.execute(trx)
  const category: Category = table === 'company' ? 'company' : 'people'
  await sql`
    delete from record_removed
    where category = ${category} and id = any(${rows.map((row) => row['id'])}::uuid[])`.execute(trx)
}

const typeOf: Record<string, string> = {
  id: 'uuid',
  company_id: 'uuid',
  seq: 'bigint',
  doc: 'jsonb',
  contact: 'jsonb',
}
