import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import {
  clear,
  companies,
  companyNamed,
  countRows,
  fileOf,
  fixture,
  runImport,
  tick,
} from '../../kit/import.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await clear(db)
  await sql`delete from signal`.execute(db.owner)
})

const signals = async (): Promise<string[]> => {
  const { rows } = await sql<{ said: string }>`
    select slug || ': ' || (doc->>'title') as said from signal`.execute(db.owner)
  return rows.map(({ said }) => said).toSorted()
}

/** The fixture, edited, as the edition of a later day. */
const edition = async (
  format: string,
  name: string,
  edits: readonly (readonly [string, string])[],
  modified = '2026-04-07',
) => {
  let text = await readFile(fixture(name), 'utf8')
  for (const [from, to] of edits) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  return runImport(db, format, await fileOf(text, name), { modified })
}

test.each([['asic', 'company_202603.csv']])(
  '%s: changes nothing and takes no tick when the same file is imported again',
  async (format, name) => {
    const first = await runImport(db, format, fixture(name))
    const [before, seq] = [await companies(db), await tick(db)]
    const second = await runImport(db, format, fixture(name))
    expect(second).toMatchObject({ added: 0, updated: 0, confirmed: 0 })
    expect(second.rejected).toBe(first.rejected)
    expect(countRows(second)).toBe(second.rows)
    expect(await companies(db)).toEqual(before)
    expect(await tick(db)).toBe(seq)
    expect(await signals()).toEqual([])
  },
)

const asicFile = 'company_202603.csv'

test('asic: reads companies with former names, and takes quotation marks as text', async () => {
  const summary = await runImport(db, 'asic', fixture(asicFile))
  expect(summary).toMatchObject({
    rows: 8,
    added: 3,
    updated: 0,
    unchanged: 1,
    rejected: 2,
    skipped: { deregistered: 1, 'not a company: business name': 1 },
    notes: ["Line 8 has the status 'QQQQ', which is new; it was left out."],
  })
  expect(summary.examples).toEqual([
    { line: 7, reason: "'999000011' is no ACN: its check digits are wrong" },
    { line: 9, reason: 'it has 2 cells where the heading has 15' },
  ])
  expect(await companyNamed(db, 'Quollbridge Pty Ltd')).toMatchObject({
    acn: '999000010',
    abn: '36999000010',
    status: 'active',
    register_status: 'registered',
    type: 'Private',
    founded: 2000,
    trading_names: ['Quollbridge Old Name Pty Ltd'],
    provenance: {
      '*': { source: 'ASIC company register', seen_at: '2026-03-02', confidence: 1 },
      name: { confidence: 0.9 },
    },
  })
  const lantern = await companyNamed(db, '"Lantern" Works Limited')
  expect(lantern).toMatchObject({ type: 'Charity/NFP', founded: 1995 })
  expect(lantern?.abn).toBeUndefined()
})

test('asic: reports what differs in the next edition', async () => {
  await runImport(db, 'asic', fixture(asicFile))
  const lines = (await readFile(fixture(asicFile), 'utf8')).split('\r\n')
  const row = lines.find((line) => line.startsWith('QUOLLBRIDGE PTY')) ?? ''
  const fresh = row
    .replace('QUOLLBRIDGE', 'NEWLY HATCHED')
    .replace('999000010', '999000056')
    .replace('36999000010', '')
    .replace('01/03/2000', '20/03/2026')
  await edition('asic', asicFile, [
    ['QUOLLBRIDGE PTY', 'QUOLL FERRIES PTY'],
    ['ULSN\tREGD', 'ULSN\tEXAD'],
    ['SHORT ROW PTY LTD\t999000056', fresh],
  ])
  expect(await signals()).toEqual([
    'legal_or_insolvency: "Lantern" Works Limited is under external administration',
    'register_change: Newly Hatched Pty Ltd is a new company',
    'register_change: Quollbridge Pty Ltd is now called Quoll Ferries Pty Ltd',
  ])
  await edition(
    'asic',
    asicFile,
    [
      ['PROP\tREGD\t01/03/2000\t\tVIC', 'PROP\tDRGD\t01/03/2000\t01/04/2026\tVIC'],
      ['ULSN\tREGD', 'ULSN\tSOFF'],
    ],
    '2026-05-05',
  )
  expect((await signals()).filter((said) => said.includes('now'))).toEqual([
    'register_change: "Lantern" Works Limited is now being struck off',
    'register_change: Quoll Ferries Pty Ltd is now called Quollbridge Pty Ltd',
    'register_change: Quollbridge Pty Ltd is now called Quoll Ferries Pty Ltd',
    'register_change: Quollbridge Pty Ltd is now deregistered',
  ])
})
