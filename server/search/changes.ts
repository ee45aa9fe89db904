import { sql } from 'kysely'
import type { Category } from '../../contract/records/records.ts'
import type { Database } from '../platform/db/db.ts'

/** Records are JSON; apply in the given order. */
export type Change =
  | { removed: { category: Category; ids: string[] } }
  | { companies: string[]; people: string[]; employers: string[] }

const batch = 1000

export const countChanges = async ({ owner }: Database, after: number): Promise<number> => {
  const { rows } = await sql<{ changed: string }>`
    select (select count(*) from company where seq > ${after})
      + (select count(*) from person where seq > ${after}) as changed`.execute(owner)
  return Number(rows[0]?.changed ?? 0)
}

/** Removals, then companies with all their people, then other people. */
export async function* changesBetween(
  db: Database,
  after: number,
  until: number,
): AsyncGenerator<Change> {
  for (const category of ['company', 'people'] as const)
    for await (const rows of pages<{ id: string; seq: string }>((last) =>
      sql<{ id: string; seq: string }>`
        select id, seq from record_removed
        where category = ${category} and ${behind(after, last)} and seq <= ${until}
        order by seq, id limit ${batch}`.execute(db.owner),
    ))
      yield { removed: { category, ids: rows.map((row) => row.id) } }

  for await (const companies of pages<Row>((last) =>
    sql<Row>`
      select id, seq, doc::text as doc from company
      where ${behind(after, last)} and seq <= ${until}
      order by seq, id limit ${batch}`.execute(db.owner),
  )) {
    const employers = companies.map((row) => row.doc)
    yield { companies: employers, people: [], employers: [] }
    const ids = companies.map((row) => row.id)
    // People with changes of their own follow below.
    for await (const people of pages<{ id: string; doc: string }>((last) =>
      sql<{ id: string; doc: string }>`
        select id, doc::text as doc from person
        where company_id = any(${ids}::uuid[]) and seq <= ${after} and id > ${last?.id ?? lowest}::uuid
        order by id limit ${batch}`.execute(db.owner),
    ))
      yield { companies: [], people: people.map((row) => row.doc), employers }
  }

  for await (const people of pages<Row>((last) =>
    sql<Row>`
      select id, seq, doc::text as doc, company_id from person
      where ${behind(after, last)} and seq <= ${until}
      order by seq, id limit ${batch}`.execute(db.owner),
  )) {
    const ids = [...new Set(people.map((row) => row.company_id))]
    const { rows } = await sql<{ doc: string }>`
      select doc::text as doc from company where id = any(${ids}::uuid[])`.execute(db.owner)
    yield {
      companies: [],
      people: people.map((row) => row.doc),
      employers: rows.map((row) => row.doc),
    }
  }
}

export async function* everyRecord(
  db: Database,
  table: 'company' | 'person',
): AsyncGenerator<string[]> {
  for await (const rows of pages<{ id: string; doc: string }>((last) =>
    sql<{ id: string; doc: string }>`
      select id, doc::text as doc from ${sql.table(table)}
      where id > ${last?.id ?? lowest}::uuid order by id limit ${batch * 2}`.execute(db.owner),
  ))
    yield rows.map((row) => row.doc)
}

type Row = { id: string; seq: string; doc: string; company_id: string }

const lowest = '00000000-0000-0000-0000-000000000000'

/** Phrased so that PostgreSQL never scans the rows of the tick before. */
const behind = (after: number, last: { seq: string; id: string } | undefined) =>
  last === undefined ? sql`seq > ${after}` : sql`(seq, id) > (${last.seq}, ${last.id}::uuid)`

async function* pages<Row>(
  read: (last: Row | undefined) => Promise<{ rows: Row[] }>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const { rows } = await read(last)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
  } while (last !== undefined)
}
