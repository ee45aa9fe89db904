import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { workbookOf } from '../../kit/hostile/workbook.ts'
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

test.each([
  ['asic', 'company_202603.csv'],
  ['acnc', 'acnc.csv'],
  ['nzbn', 'nzbn.ndjson'],
  ['ato', 'ato.csv'],
])(
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
    'register_change: Newly Hatched Pty Ltd is new on the ASIC company register',
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

test('acnc: reads charities with their other names, address and website', async () => {
  const summary = await runImport(db, 'acnc', fixture('acnc.csv'))
  expect(summary).toMatchObject({ rows: 4, added: 3, rejected: 1 })
  expect(await companyNamed(db, 'Quollbridge Community Trust')).toMatchObject({
    abn: '36999000010',
    type: 'Charity/NFP',
    domain: 'quollbridge.example',
    founded: 1998,
    trading_names: ['QCT', 'Quollbridge Helps'],
    hq: { address: '1 Sample St', state: 'WA', postcode: '6000', country: 'AU' },
  })
  const lantern = await companyNamed(db, 'Lantern Works Limited')
  expect(lantern).toMatchObject({ hq: { state: 'NT', postcode: '0800' } })
  expect(lantern?.domain).toBeUndefined()
})

test('acnc: reports a new address and a charity that is new on the register', async () => {
  await runImport(db, 'acnc', fixture('acnc.csv'))
  await runImport(db, 'csv', await fileOf('Name,ABN\nNewly Kind,30999000047\n'))
  await edition('acnc', 'acnc.csv', [
    ['1 Sample St', '9 Other Rd'],
    [
      '11111111111,Wrong Number Inc,,,,,,,,,Australia,,',
      '30999000047,Newly Kind Inc,,,,,,,,,Australia,,01/04/2026',
    ],
  ])
  expect(await signals()).toEqual([
    'register_change: Newly Kind Inc is new on the ACNC register',
    'register_change: Quollbridge Community Trust has a new registered address',
  ])
})

test('nzbn: reads companies without their directors, and skips sole traders', async () => {
  const summary = await runImport(db, 'nzbn', fixture('nzbn.ndjson'))
  expect(summary).toMatchObject({
    rows: 5,
    added: 2,
    rejected: 1,
    skipped: { removed: 1, 'not a company: sole trader': 1 },
  })
  expect(await companyNamed(db, 'Tui Ferry Limited')).toMatchObject({
    nzbn: '9429999900015',
    register_status: 'registered',
    type: 'Private',
    founded: 2017,
    domain: 'tuiferry.example',
    industry: { l1: 'Manufacturing' },
    trading_names: ['Tui Ferry', 'Kea Boats Limited'],
    hq: { address: '1 Sample Street', postcode: '1010', country: 'NZ' },
  })
  expect(await companyNamed(db, 'Weka Quarry Limited')).toMatchObject({
    status: 'active',
    register_status: 'in receivership',
  })
  expect(JSON.stringify(await companies(db))).not.toContain('Invented')
})

test('nzbn: reads an array, and reports liquidation and removal in the next edition', async () => {
  await runImport(db, 'nzbn', fixture('nzbn.ndjson'))
  const lines = (await readFile(fixture('nzbn.ndjson'), 'utf8')).trim().split('\n')
  const text = `[${lines.join(',\n')}]`
    .replace('"entityStatusCode": "50"', '"entityStatusCode": "60"')
    .replace('"entityStatusCode": "70"', '"entityStatusCode": "80"')
  await runImport(db, 'nzbn', await fileOf(text, 'nzbn.json'), { modified: '2026-04-07' })
  expect(await signals()).toEqual([
    'legal_or_insolvency: Tui Ferry Limited is in liquidation',
    'register_change: Weka Quarry Limited is now deregistered',
  ])
})

test('nzbn: joins the CSV files by their NZBN, whichever columns they have', async () => {
  const core =
    'NZBN,ENTITY_NAME,ENTITY_STATUS,ENTITY_TYPE\n9429999900015,TUI FERRY LIMITED,Registered,NZ Limited Company\n'
  const address =
    'NZBN,ADDRESS_1,ADDRESS_3,ADDRESS_POSTCODE\n9429999900015,1 Sample Street,Auckland,1010\n9429999900022,2 Sample Street,Auckland,1010\n'
  await runImport(db, 'nzbn', await fileOf(core, 'companies_core_data.csv'))
  const summary = await runImport(db, 'nzbn', await fileOf(address, 'companies_public_address.csv'))
  expect(summary).toMatchObject({
    updated: 1,
    skipped: { 'company not known: import the file with the names first': 1 },
  })
  expect(await companyNamed(db, 'Tui Ferry Limited')).toMatchObject({
    hq: { address: '1 Sample Street', postcode: '1010' },
  })
})

test('asic: finds companies of own tables by their registered names, whichever came first', async () => {
  const own = await fileOf(
    'Company name,Website,State\nQuollbridge Pty Ltd,quollbridge.example,WA\n"""Lantern"" Works Ltd",lantern.example,WA\nNew Status,new-status.example,WA\n',
    'own.csv',
  )
  const asic = () => runImport(db, 'asic', fixture('company_202603.csv'))
  await runImport(db, 'csv', own)
  expect(await asic()).toMatchObject({ updated: 2, added: 1 })
  expect(await companyNamed(db, 'Quollbridge Pty Ltd')).toMatchObject({
    acn: '999000010',
    domain: 'quollbridge.example',
    hq: { state: 'WA' },
  })
  await clear(db)
  await asic()
  expect(await runImport(db, 'csv', own)).toMatchObject({ updated: 2, added: 1 })
})

const cell = (text: string, at: number): string =>
  text === ''
    ? ''
    : /^\d+$/.test(text)
      ? `<c r="${'ABCDEFGH'[at] ?? ''}1"><v>${text}</v></c>`
      : `<c r="${'ABCDEFGH'[at] ?? ''}1" t="inlineStr"><is><t>${text}</t></is></c>`
const sheetOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')

test('ato: reads the sheet of income tax details in the workbook as it is published', async () => {
  const workbook = workbookOf({
    Information: sheetOf([['Corporate tax transparency'], ['2023-24 income year']]),
    'Income tax details': sheetOf([
      ['Name', 'ABN', 'Total income $', 'Taxable income $', 'Tax payable $', 'Income year'],
      ['QUOLLBRIDGE PTY LTD', '36999000010', '159074000', '', '', '2023-24'],
      ['LANTERN WORKS LIMITED', '26999000029', '', '', '', '2023-24'],
      ['SHORTENED PTY LTD', '12345678901', '101000000', '', '', '2023-24'],
    ]),
    'PRRT details': sheetOf([
      ['Name', 'ABN', 'PRRT Payable $'],
      ['QUOLLBRIDGE PTY LTD', '36999000010', '1'],
    ]),
  })
  const summary = await runImport(db, 'ato', await fileOf(workbook, 'tax-2023-24.xlsx'))
  expect(summary).toMatchObject({
    file: 'tax-2023-24.xlsx',
    seenAt: '2024-06-30',
    rows: 3,
    added: 1,
    rejected: 1,
    skipped: { 'without a total income': 1 },
    examples: [{ line: 4, reason: expect.stringContaining('no ABN') }],
  })
  expect(await companyNamed(db, 'Quollbridge Pty Ltd')).toMatchObject({
    revenue: { amount: 159_074_000, currency: 'AUD', basis: 'reported' },
  })
})

test('a workbook is read like any other table: blank rows and trailing blank cells are no faults', async () => {
  const workbook = workbookOf({
    Sheet1: `${sheetOf([['Company name', 'ABN', 'Website']])}<row r="4">${cell('Quollbridge', 0)}${cell('36999000010', 1)}</row>`,
  })
  expect(await runImport(db, 'csv', await fileOf(workbook, 'own.xlsx'))).toMatchObject({
    source: 'own.xlsx',
    rows: 1,
    added: 1,
    rejected: 0,
  })
})

test('ato: reads total income as reported revenue of its year, and a blank amount as unknown', async () => {
  const summary = await runImport(db, 'ato', fixture('ato.csv'))
  expect(summary).toMatchObject({
    rows: 6,
    added: 3,
    rejected: 1,
    seenAt: '2024-06-30',
    skipped: { 'without an ABN': 1, 'without a total income': 1 },
  })
  expect(await companyNamed(db, 'Lantern Works Limited')).toMatchObject({
    abn: '26999000029',
    revenue: { amount: 337_911_000, currency: 'AUD', basis: 'reported' },
    provenance: { '*': { source: 'ATO corporate tax transparency', seen_at: '2024-06-30' } },
  })
  expect((await companyNamed(db, 'Late Lodger Pty Ltd'))?.provenance['*']?.seen_at).toBe(
    '2023-06-30',
  )
})

test('gleif-parents: names the parents of known companies, and forgets a parent that ended', async () => {
  await runImport(db, 'csv', fixture('leis.csv'))
  const name = '20260302-0000-gleif-goldencopy-rr.csv'
  const summary = await runImport(db, 'gleif-parents', fixture(name))
  expect(summary).toMatchObject({
    rows: 7,
    updated: 2,
    rejected: 1,
    skipped: {
      'without a status': 1,
      'not a parent: IS_FUND-MANAGED_BY': 1,
      'not published: ANNULLED': 1,
      'company not known': 1,
    },
  })
  const [parent, top] = [
    await companyNamed(db, 'Quollbridge Holdings'),
    await companyNamed(db, 'Quoll Group'),
  ]
  expect(await companyNamed(db, 'Quollbridge')).toMatchObject({
    parent_id: parent?.id,
    ultimate_parent_id: top?.id,
    provenance: { parent_id: { source: 'GLEIF', seen_at: '2026-03-02' } },
  })
  const seq = await tick(db)
  expect(await runImport(db, 'gleif-parents', fixture(name))).toMatchObject({ unchanged: 2 })
  expect(await tick(db)).toBe(seq)
  const text = (await readFile(fixture(name), 'utf8')).replace('"ACTIVE"', '"INACTIVE"')
  await runImport(db, 'gleif-parents', await fileOf(text, '20260402-0000-rr.csv'))
  expect(await companyNamed(db, 'Quollbridge')).not.toHaveProperty('parent_id')
})
