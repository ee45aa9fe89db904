import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Category, Company, Person } from '../../contract/records/records.ts'
import type { Bulk, Database } from '../platform/db/db.ts'
import type { Contact, Tables } from '../platform/db/tables.ts'
import { startOf, type Candidate, type MatchKind } from '../entity-matching/candidates.ts'
import { admitPeople } from '../do-not-call/admit-people.ts'
import { companyColumns, companyRow, copyLine, personColumns, personRow } from './rows.ts'

type Trx = Transaction<Tables>

/** Taking the tick serialises writers, so ticks commit in order and a reader at tick n misses nothing by requesting seq > n. */
export const withTick = <Result>(
  db: Database,
  work: (trx: Trx, seq: string) => Promise<Result>,
): Promise<Result> => db.owner.transaction().execute(async (trx) => work(trx, await nextTick(trx)))

/** Other writers wait until this transaction ends. */
export const nextTick = async (trx: Trx): Promise<string> => {
  const { seq } = await trx
    .updateTable('record_clock')
    .set({ seq: sql`seq + 1` })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

/** Every row of an earlier tick is readable. */
export const readClock = async (db: Kysely<Tables>): Promise<string> =>
  (await db.selectFrom('record_clock').select('seq').executeTakeFirstOrThrow()).seq

/** Tells every process to build its search index again, because the text of a removed person is in it until then. */
export const noteRemoval = async (trx: Trx, seq: string): Promise<void> => {
  await trx.updateTable('record_clock').set({ removed: seq }).execute()
}

/** `removed` is the tick of the last removal of a person. */
export const readClocks = (db: Kysely<Tables>): Promise<{ seq: string; removed: string }> =>
  db.selectFrom('record_clock').select(['seq', 'removed']).executeTakeFirstOrThrow()

/** For a writer that may have nothing to write. Resolves to the last tick. */
export const holdClock = async (trx: Trx): Promise<string> =>
  (await trx.selectFrom('record_clock').select('seq').forUpdate().executeTakeFirstOrThrow()).seq

export const saveCompanies = async (
  trx: Trx,
  companies: readonly Company[],
  seq: string,
): Promise<void> => {
  const rows = companies.map((company) => companyRow(company, seq))
  await save(trx, 'company', companyColumns, rows)
}

/** For certainly new companies, which is faster; a known id fails the transaction. */
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

/** Leaves out people who asked to be removed; `contact` holds the paid details. */
export const savePeople = async (
  trx: Trx,
  people: readonly { person: Person; contact: Contact }[],
  seq: string,
): Promise<void> => {
  const rows = (await admitPeople(trx, people)).map(({ person, contact }) =>
    personRow(person, contact, seq),
  )
  await save(trx, 'person', personColumns, rows)
}

/** For certainly new people, which is faster; a known id fails the transaction. Leaves out people who asked to be removed. */
export const addPeople = async (
  { trx, copyIn }: Bulk,
  people: readonly { person: Person; contact: Contact }[],
  seq: string,
): Promise<void> => {
  if (people.length === 0) return
  const lines = (await admitPeople(trx, people)).map(({ person, contact }) => {
    const row = personRow(person, contact, seq)
    return copyLine(personColumns.map((column) => row[column]))
  })
  await copyIn('person', personColumns, lines)
}

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

/** In the order of the ids; unknown ids are left out. */
export const companiesByIds = async (
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Company[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ doc: Company }>`
    select doc from unnest(${ids}::uuid[]) with ordinality as wanted (id, ordinal)
    join company using (id) order by ordinal`.execute(db)
  return rows.map(({ doc }) => doc)
}

/** In the order of the ids; unknown ids are left out. */
export const peopleByIds = async (
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<{ person: Person; contact: Contact }[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ person: Person; contact: Contact }>`
    select doc as person, contact from unnest(${ids}::uuid[]) with ordinality as wanted (id, ordinal)
    join person using (id) order by ordinal`.execute(db)
  return rows
}

export type CandidateKeys = Partial<Record<MatchKind, readonly string[]>> & {
  id?: readonly string[]
  similarTo?: readonly string[]
}

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

/** One index lookup per key: for a thousand keys, a planner without statistics would scan the table. */
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
