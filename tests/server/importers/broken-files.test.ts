import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { workbookOf, zipOf } from '../../kit/hostile/workbook.ts'
import { clear, countRows, fileOf, fixture, runImport, tick } from '../../kit/import.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await clear(db)
  await sql`delete from person`.execute(db.owner)
})

const stored = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from company) + (select count(*) from person) +
      (select count(*) from signal))::int as count`.execute(db.owner)
  return rows[0]?.count ?? 0
}

const people = 'Name,Title,Company,Website\n'
const good = 'Testa Sample,Owner,Kauri,kauri.example\n'
const text = (name: string) => readFile(fixture(name), 'utf8')
const asicHead = async () => `${(await text('company_202603.csv')).split('\r\n')[0] ?? ''}\n`

test.each<[string, string, () => Promise<string | Buffer>, string]>([
  ['a PDF', 'people-csv', async () => '%PDF-1.7 Testa', 'a PDF document'],
  [
    'a zip archive',
    'asic',
    async () => zipOf({ 'company_202603.csv': 'ACN' }),
    'This is a zip archive, not a workbook. Unzip it first.',
  ],
  ['a damaged archive', 'asic', async () => 'PK\x03\x04'.padEnd(500, '\0'), 'workbook'],
  [
    'a workbook without the sheet of its format',
    'ato',
    async () => workbookOf({ Notes: '<row><c t="inlineStr"><is><t>No</t></is></c></row>' }),
    'Sheet Notes: The file is not the ATO',
  ],
  [
    'a workbook whose sheet claims 4 GB',
    'ato',
    async () => workbookOf({ A: '<row/>' }, {}, '', { 'xl/worksheets/sheet1.xml': 4_000_000_000 }),
    'This workbook is too large',
  ],
  [
    'a compressed file that unpacks to a thousand times its size',
    'austender',
    async () => gzipSync(Buffer.alloc(5_000_000)),
    'compressed (gzip): unpack it first',
  ],
  ['an empty file', 'nzbn', async () => '', 'This file is empty.'],
  ['a heading only', 'asic', asicHead, 'The file has no rows.'],
  ['a web page', 'acnc', async () => '<!doctype html><p>502</p>', "has no column 'ABN'"],
  ['a table of people as companies', 'csv', () => text('people.csv'), '(--format people-csv)'],
  ['a table of companies as people', 'people-csv', () => text('leads.csv'), 'No column looks like'],
  [
    'people without a company',
    'people-csv',
    async () => 'Name,Title\nTesta Sample,Owner\n',
    'person’s company',
  ],
  ['a list of an exchange as a register', 'asic', () => text('asx.csv'), '(--format asx'],
  [
    'relationships as legal entities',
    'gleif',
    () => text('20260302-0000-gleif-goldencopy-rr.csv'),
    '(--format gleif-parents',
  ],
  ['JSON of something else', 'nzbn', async () => '[{"id":1}]', 'without any “nzbn”'],
  [
    'text in no known encoding',
    'people-csv',
    async () => Buffer.from([...Buffer.from(people + 'é,'), 0xff, 0xfe, 0xff, 10]),
    'neither UTF-8 nor Windows-1252',
  ],
  [
    'JSON that ends in the middle',
    'nzbn',
    async () => (await text('nzbn.ndjson')).slice(0, -50),
    'cut off: its JSON is not complete',
  ],
  [
    'a table that ends inside a quotation',
    'people-csv',
    async () => `${people}${good}"Demo Person,Owner`,
    'opened on line 3 is never closed',
  ],
  [
    'a cell of 10 MB',
    'people-csv',
    async () => `${people}${good}"${'x'.repeat(10_000_000)}",Owner,Kauri,\n`,
    'on line 3 is longer than a million characters',
  ],
  [
    'a line of 10 MB',
    'asic',
    async () => (await asicHead()) + 'x'.repeat(10_000_000),
    'Line 2 is longer than a million characters',
  ],
])('refuses %s in a sentence, and writes nothing', async (_, format, content, message) => {
  const [before, seq] = [await stored(), await tick(db)]
  const path = await fileOf(await content(), 'given.csv')
  await expect(runImport(db, format, path)).rejects.toThrow(message)
  expect([await stored(), await tick(db)]).toEqual([before, seq])
})

test.each<[string, string, () => Promise<string | Buffer>, object]>([
  [
    'a column too many',
    'people-csv',
    async () => `${people}Demo Person,Owner,Rimu,rimu.example,more\n${good}`,
    { added: 1, rejected: 1 },
  ],
  [
    'a cell of 20 kB',
    'people-csv',
    async () => `${people}${'x'.repeat(20_000)},Owner,Rimu,\n${good}`,
    { added: 1, rejected: 1 },
  ],
  [
    'a last row that is cut off',
    'asic',
    async () => (await text('company_202603.csv')).slice(0, -12),
    { added: 3, rejected: 2 },
  ],
  [
    'NUL bytes in a cell',
    'people-csv',
    async () => `${people}Demo\0 Person,Owner,Rimu,rimu.example\n${good}`,
    { added: 1, rejected: 1 },
  ],
  [
    'an ABN that a spreadsheet shortened',
    'acnc',
    async () => (await text('acnc.csv')).replace('36999000010', '3.6999E+10'),
    { added: 2, rejected: 2 },
  ],
  [
    'an object that is no JSON',
    'nzbn',
    async () => `{nzbn: 1}\n${await text('nzbn.ndjson')}`,
    { added: 2, rejected: 2 },
  ],
  [
    'UTF-16',
    'asic',
    async () => Buffer.from(await text('company_202603.csv'), 'utf16le'),
    { added: 3, notes: expect.arrayContaining(['Read as utf-16le.']) },
  ],
  [
    'Windows-1252 and lines that end in a carriage return',
    'people-csv',
    async () =>
      Buffer.from(
        `${people}René Example,Owner,Kauri,kauri.example\n`.replaceAll('\n', '\r'),
        'latin1',
      ),
    { added: 1, notes: ['Read as windows-1252.'] },
  ],
])('takes the good rows of a file with %s, once', async (_, format, content, expected) => {
  const path = await fileOf(await content(), 'given.csv')
  const first = await runImport(db, format, path)
  expect(first).toMatchObject(expected)
  expect(countRows(first)).toBe(first.rows)
  const before = await stored()
  const again = await runImport(db, format, path)
  expect(again).toMatchObject({ added: 0, updated: 0, rejected: first.rejected })
  expect(await stored()).toBe(before)
})
