import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import {
  countRows,
  clear,
  companies,
  companyNamed,
  fileOf,
  runImport,
  tick,
} from '../../kit/import.ts'

const shared = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))
const asx = `${shared}asx-listed-companies-2026-03.csv`
const sp500 = `${shared}s-and-p-500.csv`
const absent = !existsSync(asx) || !existsSync(sp500)
if (absent)
  process.stdout.write(
    'Importing real files is skipped: ../shared/data is absent; the invented files of tests/kit/fixtures/importing stand in.\n',
  )

let db: Database
beforeAll(async () => {
  if (!absent) db = await freshDatabase()
})
afterAll(async () => {
  if (!absent) await db.close()
})
beforeEach(async () => {
  if (!absent) await clear(db)
})

test.skipIf(absent)(
  'the list of the Australian exchange: its companies are found by name, and a second time nothing changes',
  async () => {
    const summary = await runImport(db, 'asx', asx)
    expect(summary).toMatchObject({ rows: 1977, added: 1977, rejected: 0, seenAt: '2026-03-02' })
    expect(await companyNamed(db, 'BHP Group Limited')).toMatchObject({
      ticker: 'ASX:BHP',
      type: 'Public listed',
      industry: { l1: 'Mining' },
    })
    const all = await companies(db)
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'CSL Limited',
        'Commonwealth Bank of Australia',
        'Woolworths Group Limited',
        'JB Hi-Fi Limited',
        "Domino's Pizza Enterprises Limited",
      ]),
    )
    expect(all.filter(({ type }) => type === 'Trust')).toHaveLength(218)
    // Not Applic are trusts and funds, Class Pend are seven companies without a group yet.
    expect(all.filter(({ industry }) => industry === undefined)).toHaveLength(218 + 7)
    const seq = await tick(db)
    expect(await runImport(db, 'asx', asx)).toMatchObject({ unchanged: 1977, added: 0, updated: 0 })
    expect(await tick(db)).toBe(seq)
  },
)

test.skipIf(absent)('the list of the month after says exactly what changed', async () => {
  await runImport(db, 'asx', asx)
  const april = (await readFile(asx, 'utf8'))
    .replace(/as at .*/, 'as at Wed Apr 01 10:00:00 AEDT 2026')
    .replace(/^"1414 DEGREES LIMITED".*\n/m, '')
    .replace(/^"29METALS LIMITED".*\n/m, '')
    .replace(/^"ZIP CO LIMITED\.\."/m, '"INVENTED PAYMENTS LIMITED"')
    .concat('"INVENTED LITHIUM LIMITED","QQQ","Materials"\n')
  const { listing, ...summary } = await runImport(db, 'asx', await fileOf(april))
  expect(summary).toMatchObject({
    rows: 1976,
    added: 1,
    updated: 1,
    unchanged: 1974,
    confirmed: 1974,
  })
  expect(listing).toEqual({
    listed: [{ ticker: 'ASX:QQQ', name: 'Invented Lithium Limited' }],
    delisted: [
      { ticker: 'ASX:14D', name: '1414 Degrees Limited' },
      { ticker: 'ASX:29M', name: '29Metals Limited' },
    ],
    renamed: [{ ticker: 'ASX:ZIP', from: 'Zip Co Limited', to: 'Invented Payments Limited' }],
    recoded: [],
  })
})

test.skipIf(absent)('the constituents of the S&P 500 as a plain table', async () => {
  const summary = await runImport(db, 'csv', sp500)
  expect(summary).toMatchObject({ rows: 503, added: 503, rejected: 0 })
  expect(summary.notes).toEqual(['Columns not used: Date added, CIK.'])
  const all = await companies(db)
  expect(all.filter(({ industry }) => industry !== undefined).length).toBeGreaterThan(495)
  expect(all.every(({ founded }) => founded !== undefined)).toBe(true)
  // Block states that it has no headquarters.
  expect(all.filter(({ hq }) => hq === undefined).map(({ name }) => name)).toEqual(['Block, Inc.'])
  expect(await companyNamed(db, '3M')).toMatchObject({
    ticker: 'MMM',
    founded: 1902,
    hq: { city: 'Saint Paul', state: 'Minnesota', country: 'US' },
  })
  const again = await runImport(db, 'csv', sp500)
  expect(again).toMatchObject({ unchanged: 503, rejected: 0 })
  expect(countRows(again)).toBe(503)
})

test.skipIf(absent)(
  'companies of both lists are left to a person where only the name speaks for them',
  async () => {
    await runImport(db, 'asx', asx)
    const summary = await runImport(db, 'csv', sp500)
    expect(countRows(summary)).toBe(503)
    expect(summary.rejected).toBeGreaterThan(0)
    expect(summary.rejected).toBeLessThan(10)
    expect(
      summary.examples.every(({ reason }) =>
        reason.startsWith('needs review: a company of this name is known'),
      ),
    ).toBe(true)
  },
)
