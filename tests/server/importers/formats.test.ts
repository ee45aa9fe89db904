import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readFile } from 'node:fs/promises'
import { parseMapping } from '../../../server/importers/mapping.ts'
import { freshDatabase } from '../../kit/database.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import {
  countRows,
  clear,
  companies,
  companyNamed,
  fileOf,
  fixture,
  runImport,
} from '../../kit/import.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(() => clear(db))

test('asx: reads listed companies with ticker, type, industry and the date in the title', async () => {
  const summary = await runImport(db, 'asx', fixture('asx.csv'), { modified: '2030-01-01' })
  expect(summary).toMatchObject({ rows: 8, added: 8, rejected: 0, seenAt: '2026-03-02' })
  expect(await companyNamed(db, 'Banksia Metals Limited')).toMatchObject({
    ticker: 'ASX:BQM',
    type: 'Public listed',
    status: 'active',
    industry: { l1: 'Mining' },
    hq: { country: 'AU' },
    quality: { verified_at: '2026-03-02' },
    provenance: {
      '*': { source: 'ASX listed companies', seen_at: '2026-03-02', confidence: 0.95 },
      hq: { confidence: 0.4 },
    },
  })
  expect(await companyNamed(db, 'Hakea 2025-1 Trust')).toMatchObject({ type: 'Trust' })
  expect(await companyNamed(db, 'Grevillea Software Limited')).toMatchObject({ ticker: 'ASX:GQS' })
  expect((await companyNamed(db, 'Melaleuca Foods Inc.'))?.hq).toBeUndefined()
  expect((await companyNamed(db, 'Thryptomene Group Limited'))?.industry).toBeUndefined()
})

test('asx: guesses no country for a corporation that is not Limited, except those of Australian acts', async () => {
  const rows = [
    'LONGLEAF GOLD CORPORATION..',
    'QUOLL BANKING CORPORATION',
    'QUOLL CORPORATION LIMITED',
  ]
  const list = rows.map((name, at) => `"${name}","QZ${at}","Banks"\n`).join('')
  const head = (await readFile(fixture('asx.csv'), 'utf8')).split('\n').slice(0, 3).join('\n')
  await runImport(db, 'asx', await fileOf(`${head}\n${list}`))
  const countries = (await companies(db)).map(({ name, hq }) => [name, hq?.country])
  expect(countries).toEqual([
    ['Longleaf Gold Corporation', undefined],
    ['Quoll Banking Corporation', 'AU'],
    ['Quoll Corporation Limited', 'AU'],
  ])
})

test('pdl: turns lower case into names, sizes and locations, with the local size only in our countries', async () => {
  const summary = await runImport(db, 'pdl', fixture('pdl.csv'))
  expect(summary).toMatchObject({ rows: 4, added: 4 })
  expect(await companyNamed(db, 'Banksia Metals')).toMatchObject({
    domain: 'banksia-metals.example',
    domains: ['banksia-metals.example'],
    founded: 1998,
    industry: { l1: 'Mining', linkedin: 'mining & metals' },
    company_size: '201-500',
    global_company_size: '201-500',
    employees_global: 312,
    hq: { country: 'AU', state: 'WA', city: 'Perth' },
    social: { LinkedIn: 'https://linkedin.com/company/banksia-metals-example' },
  })
  expect(await companyNamed(db, 'Kauri Dairy')).toMatchObject({
    hq: { country: 'NZ', state: 'Waikato', city: 'Hamilton' },
  })
  const american = await companyNamed(db, 'Longleaf Software')
  expect(american).toMatchObject({
    global_company_size: '11-50',
    hq: { country: 'US', state: 'Texas' },
  })
  expect(american?.company_size).toBeUndefined()
  expect((await companyNamed(db, 'Nowhere Consulting'))?.hq).toBeUndefined()
})

test('pdl: imports chosen countries only', async () => {
  const summary = await runImport(db, 'pdl', fixture('pdl.csv'), { countries: ['AU', 'NZ'] })
  expect(summary).toMatchObject({ added: 2, skipped: { 'head office not in AU, NZ': 2 } })
})

test('gleif: reads legal entities with LEI and register number, without funds and sole proprietors', async () => {
  const summary = await runImport(db, 'gleif', fixture('20260302-0000-gleif-goldencopy-lei2.csv'))
  expect(summary).toMatchObject({
    rows: 6,
    added: 2,
    rejected: 1,
    skipped: { fund: 1, 'sole proprietor': 1, 'no longer active': 1 },
    seenAt: '2026-03-02',
  })
  expect(summary.examples).toEqual([{ line: 6, reason: expect.stringContaining('is no LEI') }])
  expect(await companyNamed(db, 'Banksia Metals Limited')).toMatchObject({
    lei: '5493000QFIELDBK00105',
    acn: '999000010',
    trading_names: ['Banksia'],
    hq: { country: 'AU', state: 'WA', city: 'Perth', postcode: '6000' },
  })
  expect(await companyNamed(db, 'Kauri Dairy Limited')).toMatchObject({
    nzbn: '9429000000017',
    hq: { country: 'NZ', state: 'Waikato' },
  })
})

test('abn-bulk: imports companies only, and shows no person even among the rejected rows', async () => {
  const summary = await runImport(db, 'abn-bulk', fixture('abn-bulk.xml'))
  expect(summary).toMatchObject({
    rows: 9,
    added: 3,
    rejected: 2,
    skipped: {
      individual: 2,
      'not a company: Discretionary Investment Trust': 1,
      'cancelled ABN': 1,
    },
    seenAt: '2026-03-04',
  })
  expect(await companyNamed(db, 'Smoke Bush & Sons Pty Ltd')).toMatchObject({
    abn: '26999000029',
    acn: '999000029',
    type: 'Private',
    gst_registered: true,
    hq: { country: 'AU', state: 'NSW', postcode: '2000' },
  })
  expect(await companyNamed(db, 'Banksia Metals Limited')).toMatchObject({
    trading_names: ['Banksia Trading'],
  })
  const stored = JSON.stringify(await db.owner.selectFrom('company').selectAll().execute())
  const runs = JSON.stringify(await db.owner.selectFrom('import_run').selectAll().execute())
  const rejects = await readFile(summary.rejectFile ?? '', 'utf8')
  expect(stored + runs + rejects).not.toContain('INVENTED')
  expect(rejects.split('\n')[1]).toMatch(/^10,.*check digits are wrong.*,"11111111111","PRV",/)
})

test('abn-bulk: reports a cancelled ABN and keeps the rest of the company', async () => {
  const record = (status: string): string =>
    `<Transfer><ABR><ABN status="${status}">28999000038</ABN><EntityType><EntityTypeInd>PRV</EntityTypeInd></EntityType><MainEntity><NonIndividualName type="MN"><NonIndividualNameText>LONG GONE PTY LTD</NonIndividualNameText></NonIndividualName><BusinessAddress><AddressDetails><State>VIC</State><Postcode>3000</Postcode></AddressDetails></BusinessAddress></MainEntity></ABR></Transfer>`
  await runImport(db, 'abn-bulk', await fileOf(record('ACT'), 'a.xml'))
  const summary = await runImport(db, 'abn-bulk', await fileOf(record('CAN'), 'b.xml'), {
    modified: '2026-04-01',
  })
  expect(summary).toMatchObject({ updated: 1, added: 0 })
  expect(await companyNamed(db, 'Long Gone Pty Ltd')).toMatchObject({
    status: 'deregistered',
    hq: { state: 'VIC' },
  })
})

test('csv: recognises headings and follows a mapping file', async () => {
  const mapping = parseMapping(await readFile(fixture('leads-mapping.json'), 'utf8'))
  const summary = await runImport(db, 'csv', fixture('leads.csv'), { mapping })
  expect(summary).toMatchObject({
    added: 3,
    source: 'Leads of the fair',
    seenAt: '2026-02-28',
    notes: [],
  })
  expect(await companyNamed(db, 'Banksia Metals Limited')).toMatchObject({
    abn: '36999000010',
    domain: 'banksia-metals.example',
    website: 'https://www.banksia-metals.example/about',
    phones: ['(08) 5550 1000'],
    description: 'first call done',
    employees_local: 300,
    company_size: '201-500',
    industry: { l1: 'Mining' },
    hq: { country: 'AU', state: 'WA', suburb: 'Perth', postcode: '6000' },
    provenance: { '*': { source: 'Leads of the fair', seen_at: '2026-02-28', confidence: 0.7 } },
  })
  expect(await companyNamed(db, 'Smoke Bush & Sons')).toMatchObject({ abn: '26999000029' })
  expect(await companyNamed(db, 'Quandong Café')).toMatchObject({
    description: '=1+1',
    hq: { state: 'TAS' },
  })
})

test('csv: counts a bare number of employees as local in Australia and New Zealand, and a division’s name as its industry', async () => {
  const rows =
    'Company name,Employees,Industry,Country\nKauri,120,Construction,NZ\nLongleaf,120,Mining,US\n'
  await runImport(db, 'csv', await fileOf(rows))
  expect(await companyNamed(db, 'Kauri')).toMatchObject({
    employees_local: 120,
    company_size: '51-200',
    employees_global: 120,
    industry: { l1: 'Construction' },
  })
  const [kauri, longleaf] = await companies(db)
  expect(kauri?.industry?.l2).toBeUndefined()
  expect(longleaf).toMatchObject({ employees_global: 120, industry: { l1: 'Mining' } })
  expect(longleaf?.company_size).toBeUndefined()
})

test('csv: names columns without a known meaning', async () => {
  const { notes } = await runImport(db, 'csv', fixture('leads.csv'))
  expect(notes).toEqual(['Columns not used: Notes.'])
})

test.each([
  ['utf-8 with its mark', Buffer.from('\ufeffName;Stadt\nKäuri;x\n'), []],
  ['utf-16le', Buffer.from('\ufeffName\tTown\nKäuri\tx\n', 'utf16le'), ['Read as utf-16le.']],
  ['windows-1252', Buffer.from('Name,Town\nK\xe4uri,x\n', 'latin1'), ['Read as windows-1252.']],
])('csv: reads and reports %s', async (_, bytes, notes) => {
  const summary = await runImport(db, 'csv', await fileOf(bytes))
  expect(summary.notes.filter((note) => note.startsWith('Read'))).toEqual(notes)
  expect((await companies(db)).map(({ name }) => name)).toEqual(['Käuri'])
})

test('merges four sources into one company, each with its own facts', async () => {
  await runImport(db, 'asx', fixture('asx.csv'))
  await runImport(db, 'abn-bulk', fixture('abn-bulk.xml'))
  await runImport(db, 'gleif', fixture('20260302-0000-gleif-goldencopy-lei2.csv'))
  const summary = await runImport(db, 'csv', fixture('leads.csv'))
  expect(countRows(summary)).toBe(summary.rows)
  const found = (await companies(db)).filter(({ name }) => name.startsWith('Banksia'))
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({
    ticker: 'ASX:BQM',
    type: 'Public listed',
    abn: '36999000010',
    acn: '999000010',
    lei: '5493000QFIELDBK00105',
    domain: 'banksia-metals.example',
    hq: { country: 'AU', state: 'WA', postcode: '6000' },
    provenance: {
      abn: { source: 'Australian Business Register', confidence: 1 },
      lei: { source: 'GLEIF' },
      domain: { source: 'leads.csv' },
    },
  })
})
