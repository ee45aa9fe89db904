import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../server/platform/db/db.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { plantWork } from '../../kit/canary-work.ts'
import { someRecords } from '../../kit/saved-work.ts'

type Walked = { faults: string[]; tables: number; filled: number; statements: number }

const tablesOf = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace
    order by c.relname`.execute(db.owner)
  return rows.map(({ name }) => name)
}

const catalogueFaults = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ fault: string }>`
    with owned as (
      select c.* from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')),
    app as (select * from pg_roles where rolname = 'fieldbook_app')
    select relname || ' is a view with the rights of its owner' as fault from owned
      where relkind in ('v', 'm') and not coalesce(reloptions::text[] @> array['security_invoker=true'], false)
    union all select relname || ' has no forced row-level security' from owned
      where relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)
    union all select relname || ' has no policy' from owned
      where relkind in ('r', 'p') and not exists (select from pg_policy p where p.polrelid = owned.oid)
    union all select relname || ' belongs to the application role' from owned
      where relowner = (select oid from app)
    union all select 'the application role goes around fences' from app
      where rolsuper or rolbypassrls or rolcreaterole`.execute(db.owner)
  return rows.map(({ fault }) => fault)
}

const refused = '42501'

/** As the application role without filters, in every table; each transaction is rolled back. */
const walkFences = async (db: Database, mine: string, theirs: string): Promise<Walked> => {
  const tables = await tablesOf(db)
  const found: Walked = { faults: [], tables: tables.length, filled: 0, statements: 0 }
  class Undo extends Error {}
  const reached = async (
    org: string,
    statement: ReturnType<typeof sql>,
  ): Promise<number | null> => {
    found.statements += 1
    let rows = 0
    const outcome: unknown = await db
      .asOrg(org, async (trx) => {
        const result = await statement.execute(trx)
        rows = Math.max(result.rows.length, Number(result.numAffectedRows ?? 0))
        throw new Undo()
      })
      .catch((error: unknown) => error)
    if (outcome instanceof Undo) return rows
    if (outcome instanceof Error && 'code' in outcome && outcome.code === refused) return null
    throw outcome
  }
  for (const name of tables) {
    const table = sql.table(name)
    const of = sql`where org_id = ${theirs}`
    if (((await reached(theirs, sql`select org_id from ${table} limit 1`)) ?? 0) > 0)
      found.filled += 1
    const ways: [string, ReturnType<typeof sql>][] = [
      ['read', sql`select org_id from ${table} ${of} limit 1`],
      ['read without a filter', sql`select org_id from ${table} where org_id <> ${mine} limit 1`],
      ['changed', sql`update ${table} set org_id = ${mine} ${of}`],
      ['deleted', sql`delete from ${table} ${of}`],
    ]
    for (const [way, statement] of ways) {
      const rows = await reached(mine, statement).catch((error: unknown) => String(error))
      if (rows !== null && rows !== 0) found.faults.push(`${name} is ${way}: ${rows}`)
    }
    // The database checks row-level security before any other constraint.
    const row = sql`insert into ${table} (org_id) values (${theirs})`
    const rows = await reached(mine, row).catch((error: unknown) => String(error))
    if (rows !== null) found.faults.push(`${name} is written: ${rows}`)
  }
  return found
}

describe('row-level security', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 40, people: 80 })
    const [person = ''] = await someRecords(test, 'people', 1, { has_mobile: ['Yes'] })
    await plantWork(test, 'canary', person)
  }, 120_000)
  afterAll(() => test.close())

  it('lets no statement reach a row of another organisation, in every table', async () => {
    expect(await catalogueFaults(test.db)).toEqual([])
    const found = await walkFences(test.db, harbour.id, southern.id)
    expect(found.faults).toEqual([])
    expect(found.tables).toBeGreaterThan(40)
    expect(found.filled).toBeGreaterThan(found.tables / 2)
    reportPromise({
      promise: 'I12',
      check: 'tables with org_id, in the catalogue and by statements without a filter',
      volume: found.tables,
      goal: found.tables,
      figures: { leaks: 0, statements: found.statements, tablesWithRows: found.filled },
    })
  }, 60_000)

  it('fails this check if a table has no policy', async () => {
    await sql`create table planted (org_id text not null, note text not null default '')`.execute(
      test.db.owner,
    )
    await sql`create view planted_view as select * from planted`.execute(test.db.owner)
    await sql`grant select, insert, update, delete on planted, planted_view to fieldbook_app`.execute(
      test.db.owner,
    )
    await sql`insert into planted (org_id) values (${southern.id})`.execute(test.db.owner)
    try {
      expect(await catalogueFaults(test.db)).toEqual(
        expect.arrayContaining([
          'planted has no forced row-level security',
          'planted has no policy',
          'planted_view is a view with the rights of its owner',
        ]),
      )
      const { faults } = await walkFences(test.db, harbour.id, southern.id)
      expect(faults.filter((fault) => !fault.startsWith('planted_view'))).toEqual([
        'planted is read: 1',
        'planted is read without a filter: 1',
        'planted is changed: 1',
        'planted is deleted: 1',
        'planted is written: 1',
      ])
    } finally {
      await sql`drop view planted_view`.execute(test.db.owner)
      await sql`drop table planted`.execute(test.db.owner)
    }
  }, 60_000)
})
