import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureDemoWorld, loadedDemoWorld, replaceDemoWorld } from '../../demo/load.ts'
import { demoWorld } from '../../demo/world.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { freshDatabase } from '../kit/database.ts'

const today = '2026-03-03'

describe('the demo market in a database', () => {
  let db: Database
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())

  const imported = JSON.stringify({ source: 'ASX listed companies', seen_at: today, confidence: 1 })
  const small = { companies: 120, people: 500, seed: 1, today, onProgress: () => {} }
  const stored = async () => ({
    companies: await db.owner
      .selectFrom('company')
      .select(['id', 'doc', 'name', 'name_key', 'abn'])
      .execute(),
    people: await db.owner.selectFrom('person').select(['id', 'doc', 'contact']).execute(),
    removed: await db.owner.selectFrom('record_removed').select('id').execute(),
  })

  test('fills an empty database once, with exactly the generated records', async () => {
    expect(await loadedDemoWorld(db)).toBeUndefined()
    expect(await ensureDemoWorld(db, small)).toEqual({ companies: 120, people: 500 })
    expect(await ensureDemoWorld(db, small)).toBeNull()
    const drawn = [...demoWorld(small)]
    const drawnCompanies = drawn.flatMap((item) => ('company' in item ? [item.company] : []))
    const drawnPeople = drawn.flatMap((item) => ('person' in item ? [item] : []))
    const { companies, people } = await stored()
    expect(new Map(companies.map(({ id, doc }) => [id, doc]))).toEqual(
      new Map(drawnCompanies.map((company) => [company.id, company])),
    )
    expect(new Map(people.map(({ id, doc, contact }) => [id, { person: doc, contact }]))).toEqual(
      new Map(drawnPeople.map((item) => [item.person.id, item])),
    )
    expect(await loadedDemoWorld(db)).toMatchObject({ companies: 120, people: 500, seed: 1, today })
  })

  test('replaces the market and removes the old records from the index', async () => {
    const before = await stored()
    const importedId = before.companies[0]?.id ?? ''
    await sql`update company set doc = jsonb_set(doc, '{provenance,status}', ${imported}::jsonb)
      where id = ${importedId}`.execute(db.owner)
    await replaceDemoWorld(db, { ...small, seed: 2, companies: 50, people: 80 })
    const after = await stored()
    expect(after.companies).toHaveLength(51)
    expect(after.companies.some(({ id }) => id === importedId)).toBe(true)
    expect(after.people).toHaveLength(80)
    expect(after.removed).toHaveLength(119 + 500)
  })

  test('reports records of an identical market as present, not as removed', async () => {
    await replaceDemoWorld(db, { ...small, seed: 2, companies: 50, people: 80 })
    const { companies, removed } = await stored()
    const removedIds = new Set(removed.map(({ id }) => id))
    expect(companies.filter(({ id }) => removedIds.has(id))).toEqual([])
  })
})
