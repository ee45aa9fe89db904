import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignalFacts } from '../../../contract/signals/signal-filters.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { clear, companies, countRows, fileOf, fixture, runImport, tick } from '../../kit/import.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await clear(db)
  await sql`delete from signal`.execute(db.owner)
  await sql`delete from award_notice`.execute(db.owner)
})

const awards = async (): Promise<SignalFacts[]> => {
  const { rows } = await sql<{ doc: SignalFacts }>`
    select doc from signal where slug = 'contract_award' order by key`.execute(db.owner)
  return rows.map(({ doc }) => doc)
}

test('austender: reports an award with buyer, value, end date and link, by the supplier’s ABN', async () => {
  await runImport(db, 'csv', await fileOf('Name,ABN\nQuollbridge Group,36999000010\n'))
  const summary = await runImport(db, 'austender', fixture('austender.json'))
  expect(summary).toMatchObject({
    rows: 5,
    added: 2,
    rejected: 1,
    companiesAdded: 1,
    skipped: {
      'supplier without a number, and not known': 1,
      'supplier not known, and its name may be a person’s': 1,
    },
    seenAt: '2026-03-01',
  })
  expect(countRows(summary)).toBe(5)
  const found = (await awards()).find(({ company }) => company?.name === 'Quollbridge Group')
  expect(found).toMatchObject({
    title: 'Quollbridge Group won a A$262,400 contract from Department of Samples',
    event_date: '2026-02-11',
    source: { name: 'AusTender', url: 'https://api.tenders.gov.au/ocds/findById/CN99900001' },
    metrics: {
      contract: 'CN99900001',
      buyer: 'Department of Samples',
      value: 262_400,
      currency: 'AUD',
      end_date: '2028-06-30',
      amendment: 0,
    },
  })
  // Lantern Works has a number and no address.
  expect((await companies(db)).map(({ name, hq }) => [name, hq?.country])).toEqual([
    ['Lantern Works Limited', 'AU'],
    ['Quollbridge Group', 'AU'],
  ])
  const stored = JSON.stringify([await companies(db), await awards()])
  expect(stored).not.toContain('procurement@')
})

test('austender: reports an award once, and rewrites it when it is amended, in any order', async () => {
  await runImport(db, 'austender', fixture('austender.json'))
  const before = await awards()
  const seq = await tick(db)
  expect(await runImport(db, 'austender', fixture('austender.json'))).toMatchObject({
    added: 0,
    unchanged: 2,
  })
  expect(await awards()).toEqual(before)
  expect(await tick(db)).toBe(seq)
  const amended = await runImport(db, 'austender', fixture('austender-amended.json'))
  expect(amended).toMatchObject({ added: 0, updated: 1, unchanged: 1 })
  const after = await awards()
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after.find(({ metrics }) => metrics['contract'] === 'CN99900001')).toMatchObject({
    title: 'Quollbridge Pty Ltd won a A$471,580 contract from Department of Samples',
    summary: expect.stringContaining('It has been amended 1 time.'),
    event_date: '2026-02-11',
    metrics: { value: 471_580, amendment: 1 },
  })
  await runImport(db, 'austender', fixture('austender.json'))
  expect(await awards()).toEqual(after)
})

test.each([
  ['pages one a line', (text: string) => JSON.stringify(JSON.parse(text)).repeat(2)],
  ['an array of pages', (text: string) => `[${text}]`],
])('austender: reads %s', async (_, edit) => {
  const text = edit(await readFile(fixture('austender.json'), 'utf8'))
  const summary = await runImport(db, 'austender', await fileOf(text, 'awards.json'))
  expect(summary.added).toBe(2)
  expect(await awards()).toHaveLength(2)
})

test('austender: refuses a page that is cut off, and writes nothing', async () => {
  const text = await readFile(fixture('austender.json'), 'utf8')
  const path = await fileOf(text.slice(0, -400), 'awards.json')
  await expect(runImport(db, 'austender', path)).rejects.toThrow('cut off: its JSON')
  expect(await awards()).toEqual([])
})

test('gets: reports an award once its notice and its supplier are imported', async () => {
  const suppliers = fixture('gets-suppliers.csv')
  const early = await runImport(db, 'gets', suppliers)
  expect(early).toMatchObject({
    added: 0,
    skipped: { 'its award notice is not known: import the award notices first': 4 },
  })
  const notices = await runImport(db, 'gets', fixture('gets-notices.csv'))
  expect(notices).toMatchObject({ rows: 3, added: 3, rejected: 0 })
  expect(await runImport(db, 'gets', fixture('gets-notices.csv'))).toMatchObject({ unchanged: 3 })
  const summary = await runImport(db, 'gets', suppliers)
  expect(summary).toMatchObject({
    rows: 4,
    added: 1,
    companiesAdded: 1,
    skipped: {
      'supplier without a number, and not known': 1,
      'supplier not known, and its name may be a person’s': 1,
      'its award notice is not known: import the award notices first': 1,
    },
  })
  expect(await awards()).toEqual([
    expect.objectContaining({
      title: 'Tui Ferry Limited won a NZ$250,000 contract from Sample Ministry',
      event_date: '2025-09-15',
      metrics: expect.objectContaining({ value: 250_000, currency: 'NZD' }),
    }),
  ])
  expect(await runImport(db, 'gets', suppliers)).toMatchObject({ added: 0, unchanged: 1 })
})
