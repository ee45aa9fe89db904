import { access, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newClaims } from '../../../server/importers/claims.ts'
import { openFile } from '../../../server/importers/file.ts'
import { csv } from '../../../server/importers/formats/csv.ts'
import type { Row } from '../../../server/importers/importer.ts'
import { newSummary } from '../../../server/importers/tally.ts'
import {
  prepareRows,
  writeRows,
  type PreparedRows,
  type WriteJob,
} from '../../../server/importers/write-rows.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import {
  countRows,
  clear,
  companies,
  companyNamed,
  fileOf,
  fixture,
  runImport,
  newFolder,
  tick,
} from '../../kit/import.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(() => clear(db))

test.each([
  ['asx', 'asx.csv'],
  ['pdl', 'pdl.csv'],
  ['gleif', '20260302-0000-gleif-goldencopy-lei2.csv'],
  ['abn-bulk', 'abn-bulk.xml'],
  ['csv', 'leads.csv'],
])(
  '%s: changes nothing and takes no tick when the same file is imported again',
  async (format, name) => {
    const first = await runImport(db, format, fixture(name))
    const [before, seq] = [await companies(db), await tick(db)]
    const second = await runImport(db, format, fixture(name))
    expect(second).toMatchObject({ added: 0, updated: 0, confirmed: 0, unchanged: first.added })
    expect(second.rejected).toBe(first.rejected)
    expect(countRows(second)).toBe(second.rows)
    expect(await companies(db)).toEqual(before)
    expect(await tick(db)).toBe(seq)
  },
)

test('records every import with its outcome', async () => {
  await runImport(db, 'asx', fixture('asx.csv'))
  const runs = await db.owner.selectFrom('import_run').selectAll().execute()
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({
    format: 'asx',
    file_name: 'asx.csv',
    summary: { added: 8, rows: 8 },
  })
  expect(runs[0]?.finished_at).toBeInstanceOf(Date)
})

const nextMonth = async (): Promise<string> => {
  const text = await readFile(fixture('asx.csv'), 'utf8')
  return text
    .replace('Mon Mar 02', 'Wed Apr 01')
    .replace('"DRYANDRA ENERGY NL","DQE","Energy"\n', '')
    .replace('"HAKEA 2025-1 TRUST","HQA","Not Applic"\n', '')
    .replace('CASUARINA HEALTHCARE LTD', 'SHEOAK LIFE LIMITED')
    .replace('BANKSIA METALS LIMITED', 'BANKSIA METALS LTD.')
    .replace('"KQB"', '"KRB"')
    .concat('"ZIERIA LITHIUM LIMITED","ZQL","Materials"\n')
}

test('asx: reports new, delisted and renamed companies and new codes of the next month', async () => {
  await runImport(db, 'asx', fixture('asx.csv'))
  const before = await companyNamed(db, 'Casuarina Healthcare Ltd')
  const summary = await runImport(db, 'asx', await fileOf(await nextMonth(), 'asx-april.csv'))
  expect(summary.seenAt).toBe('2026-04-01')
  expect(summary.listing).toEqual({
    listed: [{ ticker: 'ASX:ZQL', name: 'Zieria Lithium Limited' }],
    delisted: [
      { ticker: 'ASX:DQE', name: 'Dryandra Energy NL' },
      { ticker: 'ASX:HQA', name: 'Hakea 2025-1 Trust' },
    ],
    renamed: [{ ticker: 'ASX:CQH', from: 'Casuarina Healthcare Ltd', to: 'Sheoak Life Limited' }],
    recoded: [{ name: 'Kurrajong Bank Limited', from: 'ASX:KQB', to: 'ASX:KRB' }],
  })
  expect(summary).toMatchObject({
    rows: 7,
    added: 1,
    updated: 3,
    unchanged: 3,
    confirmed: 3,
    rejected: 0,
  })

  const renamed = await companyNamed(db, 'Sheoak Life Limited')
  expect(renamed).toMatchObject({
    id: before?.id,
    ticker: 'ASX:CQH',
    trading_names: ['Casuarina Healthcare Ltd'],
  })
  const delisted = await companyNamed(db, 'Dryandra Energy NL')
  expect(delisted).toMatchObject({
    type: 'Public unlisted',
    status: 'active',
    provenance: { ticker: { source: 'ASX listed companies', seen_at: '2026-04-01' } },
  })
  expect(delisted?.ticker).toBeUndefined()
  expect(await companyNamed(db, 'Hakea 2025-1 Trust')).toMatchObject({ type: 'Trust' })

  const seq = await tick(db)
  const again = await runImport(db, 'asx', await fileOf(await nextMonth(), 'asx-april.csv'))
  expect(again).toMatchObject({
    unchanged: 7,
    confirmed: 0,
    listing: { listed: [], delisted: [], renamed: [], recoded: [] },
  })
  expect(await tick(db)).toBe(seq)
})

test('asx: reports the same in a dry run of the next month and writes nothing', async () => {
  await runImport(db, 'asx', fixture('asx.csv'))
  const [before, seq] = [await companies(db), await tick(db)]
  const path = await fileOf(await nextMonth(), 'asx-april.csv')
  const dry = await runImport(db, 'asx', path, { dryRun: true })
  expect(await companies(db)).toEqual(before)
  expect(await tick(db)).toBe(seq)
  expect(await db.owner.selectFrom('import_run').selectAll().execute()).toHaveLength(1)
  const real = await runImport(db, 'asx', path)
  expect({ ...dry, dryRun: false, seconds: 0, rowsPerSecond: 0 }).toEqual({
    ...real,
    seconds: 0,
    rowsPerSecond: 0,
  })
})

test('asx: keeps the company when it returns to the exchange', async () => {
  await runImport(db, 'asx', fixture('asx.csv'))
  const id = (await companyNamed(db, 'Dryandra Energy NL'))?.id
  await runImport(db, 'asx', await fileOf(await nextMonth()))
  const may = (await readFile(fixture('asx.csv'), 'utf8')).replace('Mon Mar 02', 'Fri May 01')
  const summary = await runImport(db, 'asx', await fileOf(may))
  expect(await companyNamed(db, 'Dryandra Energy NL')).toMatchObject({
    id,
    ticker: 'ASX:DQE',
    type: 'Public listed',
  })
  expect(summary.listing?.listed).toContainEqual({ ticker: 'ASX:DQE', name: 'Dryandra Energy NL' })
})

test('asx: refuses a truncated or outdated list, and imports it with --force', async () => {
  await runImport(db, 'asx', fixture('asx.csv'))
  const text = await nextMonth()
  const short = await fileOf(text.split('\n').slice(0, 5).join('\n'))
  await expect(runImport(db, 'asx', short)).rejects.toThrow(
    'has 2 companies, the previous one 8. It looks cut off',
  )
  await runImport(db, 'asx', await fileOf(text))
  const before = await companies(db)
  await expect(runImport(db, 'asx', fixture('asx.csv'))).rejects.toThrow(
    'is from 2026-03-02, but a newer one from 2026-04-01 is already imported',
  )
  expect(await companies(db)).toEqual(before)
  const forced = await runImport(db, 'asx', await fileOf(text.split('\n').slice(0, 5).join('\n')), {
    force: true,
  })
  expect(forced.listing?.delisted).toHaveLength(5)
})

test('asx: delists no company when a row is unreadable, since it may name any of them', async () => {
  await runImport(db, 'asx', fixture('asx.csv'))
  const text = (await nextMonth()).replace('"ZQL"', '"not a code"')
  const summary = await runImport(db, 'asx', await fileOf(text))
  expect(summary).toMatchObject({ rejected: 1, listing: { delisted: [] } })
})

test('keeps the ticker of companies from other sources that a list does not name', async () => {
  const path = await fileOf('Company,Ticker,Exchange\nInvented Mine,IVM,ASX\n')
  await runImport(db, 'csv', path)
  const summary = await runImport(db, 'asx', fixture('asx.csv'))
  expect(summary.listing?.delisted).toEqual([])
  expect(await companyNamed(db, 'Invented Mine')).toMatchObject({ ticker: 'ASX:IVM' })
})

test('imports every good row beside 10,000 bad ones, and lists each bad row with its line and columns', async () => {
  const bad = [
    ',nameless.example,WA',
    'Wrong ABN,12345678901,WA',
    'Nul\u0000 Byte,,WA',
    'Bell\u0007,,WA',
    `${'Long '.repeat(50)},,WA`,
    'Too many,,WA,more,and more',
    'Too few',
    '"Not an address, nor a domain",no domain,WA',
  ]
  const lines = ['Name,Domain,State']
  const good: string[] = []
  const wanted: number[] = []
  for (let count = 0; count < 10_000; count++) {
    const text = bad[count % bad.length] ?? ''
    lines.push(text.replace('Wrong ABN,12345678901', '"Wrong\nline",not a domain'))
    wanted.push(count)
    if (count % 5 !== 0) continue
    const name = `Good Company ${count}`
    good.push(name)
    lines.push(`${name},good-${count}.example,WA`)
  }
  const path = await fileOf(lines.join('\n'))
  const summary = await runImport(db, 'csv', path, { rejectFolder: dirname(path) })
  expect(summary).toMatchObject({ rows: 12_000, added: 2000, rejected: 10_000 })
  expect(countRows(summary)).toBe(summary.rows)
  expect((await companies(db)).map(({ name }) => name).toSorted()).toEqual(good.toSorted())

  const original = lines.join('\n').split('\n')
  const [heading, ...rejects]: string[][] = parse(await readFile(summary.rejectFile ?? ''), {
    relax_column_count: true,
  })
  expect(heading).toEqual(['line', 'reason', 'Name', 'Domain', 'State'])
  expect(rejects).toHaveLength(10_000)
  const numbers = rejects.map(([line]) => Number(line))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  for (const [line = '', reason, first = ''] of rejects) {
    expect(reason).not.toBe('')
    expect(original[Number(line) - 1]?.replace(/^"/, '')).toContain(
      first.split('\n')[0]?.slice(0, 20),
    )
  }
})

test('imports the corrected reject file, which no spreadsheet calculates', async () => {
  const formulas = ['=1+1', 'a;=1+1;b', '|=1', '\u00a0=1', '\u200b=1', ';"=1"']
  const cells = formulas.map((text) => `"${text.replaceAll('"', '""')}"`)
  const path = await fileOf(
    [
      'Name,Website,Description',
      ...cells.map((cell, at) => `Kauri ${at},not an address,${cell}`),
      'Rimu,rimu.example,fine',
    ].join('\n'),
  )
  const first = await runImport(db, 'csv', path)
  expect(first).toMatchObject({ added: 1, rejected: formulas.length })
  const rejects = await readFile(first.rejectFile ?? '', 'utf8')
  const pieces = rejects.split(/[,;|\n]/)
  expect(pieces.filter((piece) => /^["\s\u200b]*=/.test(piece))).toEqual([])
  let at = 0
  const mended = await fileOf(
    rejects.replaceAll('"not an address"', () => `kauri${(at += 1)}.example`),
  )
  expect(await runImport(db, 'csv', mended)).toMatchObject({ added: formulas.length, rejected: 0 })
  expect(await companyNamed(db, 'Kauri 1')).toMatchObject({ description: 'a;=1+1;b' })
})

test.each([
  ['an image', 'csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'a PNG image'],
  [
    'XML as a table',
    'csv',
    '<?xml version="1.0"?><Transfer><ABR/></Transfer>',
    'is XML, not a CSV table',
  ],
  ['a web page', 'csv', '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>', 'web page'],
  ['a web page as PDL', 'pdl', '<html><body>Please sign in</body></html>', 'web page'],
  ['JSON', 'csv', '[{"name":"Kauri"}]', 'is JSON'],
  ['nothing', 'csv', '', 'This file is empty.'],
  ['blanks', 'csv', ' \n\n', 'is empty'],
  ['a heading only', 'csv', 'Company name,State\n', 'The file has a heading and no rows.'],
  ['no name column', 'csv', 'Colour,Weight\nred,3\n', "No column looks like the company's name"],
  [
    'broken text',
    'csv',
    Buffer.from([...Buffer.from('Name,Town\né,'), 0xff, 0xfe, 0xff, 10]),
    'neither UTF-8 nor Windows-1252',
  ],
  [
    'an open quotation mark',
    'csv',
    `Name,State\n${'Kauri,WA\n'.repeat(3000)}"Rimu,WA\nTotara,WA\n`,
    'opened on line 3002 is never closed',
  ],
  [
    'a huge cell',
    'csv',
    `Name,State\nKauri,WA\n"${'x'.repeat(2_000_000)}",WA\n`,
    'on line 3 is longer than a million characters',
  ],
  ['another exchange', 'asx', 'Symbol,Security\nKQ,Kauri\n', "is not the ASX's list"],
  [
    'the list as something else',
    'gleif',
    'ASX listed companies as at Mon Mar 02 10:47:08 AEDT 2026\n\nCompany name,ASX code,GICS industry group\n"A","AAA","Banks"\n',
    '(--format asx',
  ],
  ['an unknown format', 'xls', 'Name\nKauri\n', "There is no format 'xls'"],
  [
    'a cut off extract',
    'abn-bulk',
    '<Transfer><ABR><ABN status="ACT">36999000010</ABN></ABR>',
    'does not end with </Transfer>',
  ],
] as const)(
  'refuses %s in one sentence and writes nothing',
  async (_, format, content, message) => {
    const folder = await newFolder()
    const seq = await tick(db)
    const refused = runImport(db, format, await fileOf(content), {
      rejectFolder: `${folder}/rejects`,
    })
    await expect(refused).rejects.toThrow(message)
    expect(await companies(db)).toEqual([])
    expect(await tick(db)).toBe(seq)
    expect(await db.owner.selectFrom('import_run').selectAll().execute()).toEqual([])
    await expect(access(`${folder}/rejects`)).rejects.toThrow('ENOENT')
  },
)

test('leaves whole batches when an import breaks, and the same command completes it', async () => {
  const rows = Array.from(
    { length: 3500 },
    (_, number) => `Kauri ${number},kauri-${number}.example`,
  )
  const path = await fileOf(['Name,Domain', ...rows].join('\n'))
  const stop = new AbortController()
  const stopped = runImport(db, 'csv', path, {
    signal: stop.signal,
    onProgress: ({ rows: done }) => {
      if (done >= 2000) stop.abort()
    },
  })
  await expect(stopped).rejects.toThrow('Stopped after 2000 rows')
  expect(await companies(db)).toHaveLength(2000)
  const summary = await runImport(db, 'csv', path)
  expect(summary).toMatchObject({ added: 1500, unchanged: 2000 })
  expect(await companies(db)).toHaveLength(3500)
})

test('writes a batch completely or not at all', async () => {
  await db.owner.schema
    .alterTable('company')
    .addCheckConstraint('no_totara', sql`name <> 'Totara'`)
    .execute()
  try {
    const path = await fileOf('Name,State\nKauri,WA\nTotara,WA\nRimu,WA\n')
    await expect(runImport(db, 'csv', path)).rejects.toThrow('no_totara')
    expect(await companies(db)).toEqual([])
  } finally {
    await db.owner.schema.alterTable('company').dropConstraint('no_totara').execute()
  }
})

test('keeps companies with a shared domain apart in any order of rows', async () => {
  await runImport(db, 'csv', await fileOf('Name,Domain\nKauri Foods,kauri.example\n'))
  const group =
    'Name,Domain,State\nKauri Wines,kauri.example,VIC\nKauri Foods,kauri.example,WA\nKauri Beer,kauri.example,SA\n'
  const path = await fileOf(group)
  expect(await runImport(db, 'csv', path)).toMatchObject({ added: 2, updated: 1, rejected: 0 })
  expect((await companies(db)).map(({ name, hq }) => [name, hq?.state])).toEqual([
    ['Kauri Beer', 'SA'],
    ['Kauri Foods', 'WA'],
    ['Kauri Wines', 'VIC'],
  ])
  expect(await runImport(db, 'csv', path)).toMatchObject({ unchanged: 3 })
})

test('matches no company by a free-mail domain', async () => {
  const path = await fileOf('Name,Website,State\nKauri,gmail.com,WA\nRimu,gmail.com,WA\n')
  expect(await runImport(db, 'csv', path)).toMatchObject({ added: 2 })
})

test('treats a repeated row as one company, and a contradicting row as a case for review', async () => {
  const path = await fileOf('Name,State,Phone\nKauri,WA,1\nKauri,WA,1\nKauri,WA,2\n')
  const summary = await runImport(db, 'csv', path)
  expect(summary).toMatchObject({ added: 1, unchanged: 1, rejected: 1 })
  expect(summary.examples[0]).toEqual({
    line: 4,
    reason:
      'needs review: an earlier row has the same name and state (Kauri) and says other things',
  })
})

test('decides alike for rows far apart and in one batch', async () => {
  const filler = Array.from({ length: 1500 }, (_, number) => `Filler ${number},f${number}.example,`)
  const rows = [
    'Kauri,kauri.example,1',
    'Rimu,kauri.example,',
    ...filler,
    'Totara,kauri.example,',
    'Kauri,kauri.example,2',
  ]
  const near = [
    'Kauri,kauri.example,1',
    'Rimu,kauri.example,',
    'Totara,kauri.example,',
    'Kauri,kauri.example,2',
  ]
  const far = await runImport(db, 'csv', await fileOf(['Name,Domain,Phone', ...rows].join('\n')))
  expect(far).toMatchObject({ added: 1503, updated: 1, rejected: 0 })
  expect((await companyNamed(db, 'Kauri'))?.phones).toEqual(['1', '2'])
  await clear(db)
  expect(
    await runImport(db, 'csv', await fileOf(['Name,Domain,Phone', ...near].join('\n'))),
  ).toMatchObject({ added: 3, updated: 1 })
})

test('counts repeats inside the file in a dry run as in a real run', async () => {
  const filler = Array.from({ length: 1500 }, (_, number) => `Filler ${number},f${number}.example,`)
  const rows = ['Kauri,kauri.example,1', ...filler, 'Kauri,kauri.example,2', 'Rimu,kauri.example,']
  const path = await fileOf(['Name,Domain,Phone', ...rows].join('\n'))
  const dry = await runImport(db, 'csv', path, { dryRun: true })
  expect(await companies(db)).toEqual([])
  const real = await runImport(db, 'csv', path)
  expect([dry.added, dry.updated, dry.unchanged]).toEqual([
    real.added,
    real.updated,
    real.unchanged,
  ])
})

test('imports two files at once completely', async () => {
  const list = (start: number): string =>
    [
      'Name,Domain',
      ...Array.from(
        { length: 2500 },
        (_, number) => `Kauri ${start + number},k${start + number}.example`,
      ),
    ].join('\n')
  const [first, second] = await Promise.all([
    runImport(db, 'csv', await fileOf(list(0))),
    runImport(db, 'csv', await fileOf(list(1250))),
  ])
  expect(first.added + second.added).toBe(3750)
  expect(first.unchanged + first.updated + second.unchanged + second.updated).toBe(1250)
  expect(await companies(db)).toHaveLength(3750)
})

test.each([
  ['the batch before', (job: WriteJob, earlier: PreparedRows) => writeRows(job, earlier)],
  ['another import', (_: WriteJob, __: PreparedRows, path: string) => runImport(db, 'csv', path)],
])('finds the companies that %s has added since a batch was looked up', async (_, write) => {
  const path = await fileOf(
    'Name,Domain,ABN\nKauri,kauri.example,26999000029\nRimu,rimu.example,\n',
  )
  const file = await openFile(path, { modified: '2026-03-02' })
  const reading = csv.open(file.head, {})
  const run = { attribution: reading, claims: newClaims(), leaving: new Set<string>() }
  const history = { follows: false, lastEdition: undefined }
  const summary = newSummary(csv, reading, file, false)
  const job = {
    db,
    reading,
    dryRun: false,
    countries: undefined,
    summary,
    listing: undefined,
    history,
    run,
  }
  const rows: Row[] = []
  for await (const row of reading.rows(file.bytes())) rows.push(row)
  const [earlier, later] = [await prepareRows(job, rows), await prepareRows(job, rows)]
  await write(job, earlier, path)
  await writeRows(job, later)
  expect(await companies(db)).toHaveLength(2)
  expect(summary.unchanged).toBe(2)
})

test('recognises bare rows by name and location, also with a derived state', async () => {
  const path = await fileOf(
    'Name,Town,Country\nKauri,Hamilton,New Zealand\nRimu,Fremantle,Australia\nTotara,,\n',
  )
  expect(await runImport(db, 'csv', path)).toMatchObject({ added: 3 })
  expect(await companyNamed(db, 'Kauri')).toMatchObject({ hq: { state: 'Waikato' } })
  expect(await runImport(db, 'csv', path)).toMatchObject({ unchanged: 3 })
})
