import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepared, type Database } from '../../../../server/platform/db/db.ts'
import { freshDatabase } from '../../../kit/database.ts'

describe('the database', () => {
  let db: Database
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())

  const feedback = (orgId: string, message: string) => ({
    org_id: orgId,
    id: crypto.randomUUID(),
    user_id: 'user_a',
    kind: 'idea',
    message,
    page: '/',
    record_id: null,
  })

  it('returns the same shapes for bigint, numeric and date on both engines', async () => {
    const { rows } =
      await sql`select 5000000000::int8 as big, 1.50::numeric as exact, date '2026-03-03' as day,
      count(*) as n, '{"a":[1]}'::jsonb as doc from record_clock`.execute(db.owner)
    expect(rows).toEqual([
      { big: '5000000000', exact: '1.50', day: '2026-03-03', n: '1', doc: { a: [1] } },
    ])
  })

  it('shows an organisation only its own rows, even to a query without a filter', async () => {
    await db.asOrg('org_a', (trx) =>
      trx.insertInto('feedback').values(feedback('org_a', 'ours')).execute(),
    )
    await db.asOrg('org_b', (trx) =>
      trx.insertInto('feedback').values(feedback('org_b', 'theirs')).execute(),
    )
    const seen = await db.asOrg('org_a', (trx) =>
      trx.selectFrom('feedback').select('message').execute(),
    )
    expect(seen).toEqual([{ message: 'ours' }])
  })

  it('keeps organisations apart in a prepared statement', async () => {
    const messages = (orgId: string) =>
      db.asOrg(orgId, async (trx) => {
        const { rows } = await sql<{ message: string }>`${prepared('messages')}
          select message from feedback where kind = ${'idea'}`.execute(trx)
        return rows.map((row) => row.message)
      })
    for (let turn = 0; turn < 8; turn++) {
      expect(await messages('org_a')).toEqual(['ours'])
      expect(await messages('org_b')).toEqual(['theirs'])
      expect(await messages('org_c')).toEqual([])
    }
  })

  it('accepts any text as an organisation’s id', async () => {
    const called = `org'; reset role; select '\\`
    const seen = await db.asOrg(called, async (trx) => {
      await trx.insertInto('feedback').values(feedback(called, 'odd')).execute()
      return trx.selectFrom('feedback').select(['message', 'org_id']).execute()
    })
    expect(seen).toEqual([{ message: 'odd', org_id: called }])
  })

  it('refuses a row for another organisation', async () => {
    const write = db.asOrg('org_a', (trx) =>
      trx.insertInto('feedback').values(feedback('org_b', 'x')).execute(),
    )
    await expect(write).rejects.toMatchObject({ code: '42501' })
  })

  it('has a policy on every table with organisations', async () => {
    const { rows } = await sql<{ relname: string; fenced: boolean; policies: string }>`
      select c.relname, c.relrowsecurity and c.relforcerowsecurity as fenced,
        (select count(*) from pg_policy p where p.polrelid = c.oid) as policies
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(db.owner)
    expect(rows.length).toBeGreaterThan(4)
    expect(rows.filter((row) => !row.fenced || row.policies === '0')).toEqual([])
  })

  it('stops the application role from changing market records', async () => {
    const change = db.asOrg('org_a', (trx) =>
      trx.updateTable('company').set({ name: 'x' }).execute(),
    )
    await expect(change).rejects.toMatchObject({ code: '42501' })
  })

  it('copies rows in one transaction and none if it fails', async () => {
    const line = (id: string, name: string) => `${id}\t1\t${name}\t${name}\t{}`
    const columns = ['id', 'seq', 'name', 'name_key', 'doc']
    const first = crypto.randomUUID()
    const copied = await db.bulk(({ copyIn }) =>
      copyIn('company', columns, [line(first, 'One'), line(crypto.randomUUID(), 'Two\\tTabs')]),
    )
    expect(copied).toBe(2)
    const failing = db.bulk(async ({ copyIn }) => {
      await copyIn('company', columns, [line(crypto.randomUUID(), 'Three')])
      await copyIn('company', columns, [line(first, 'Again')])
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    const names = await db.owner.selectFrom('company').select('name').orderBy('name').execute()
    expect(names.map((row) => row.name)).toEqual(['One', 'Two\tTabs'])
  })

  it('isolates concurrent transactions and loses none', async () => {
    const tick = () =>
      db.owner.transaction().execute(async (trx) => {
        await trx
          .updateTable('record_clock')
          .set({ seq: sql`seq + 1` })
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, tick))
    const clock = await db.owner.selectFrom('record_clock').select('seq').executeTakeFirstOrThrow()
    expect(clock.seq).toBe('20')
  })
})
