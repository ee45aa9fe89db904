import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../contract/records/records.ts'
import { parseMapping } from '../../../server/importers/mapping.ts'
import { hashesOf, removals } from '../../../server/do-not-call/removed-people.ts'
import type { Contact } from '../../../server/platform/db/tables.ts'
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
  for (const table of ['person', 'signal', 'removed_person', 'listed_number'] as const)
    await sql`delete from ${sql.table(table)}`.execute(db.owner)
})

type Stored = { person: Person; contact: Contact }

const people = async (): Promise<Stored[]> => {
  const { rows } = await sql<Stored>`
    select doc as person, contact from person order by doc->>'name'`.execute(db.owner)
  return rows
}
const named = async (name: string): Promise<Stored | undefined> =>
  (await people()).find(({ person }) => person.name === name)

const signals = async (): Promise<string[]> => {
  const { rows } = await sql<{ said: string }>`
    select slug || ': ' || (doc->>'title') as said from signal order by slug`.execute(db.owner)
  return rows.map(({ said }) => said)
}

const importText = (text: string, more: Parameters<typeof runImport>[3] = {}) =>
  fileOf(text, 'people.csv').then((path) => runImport(db, 'people-csv', path, more))

test('people-csv: reads names, jobs, employers and contact details, each with its source', async () => {
  const summary = await runImport(db, 'people-csv', fixture('people.csv'))
  expect(summary).toMatchObject({
    rows: 3,
    added: 3,
    rejected: 0,
    companiesAdded: 3,
    notes: ['Columns not used: Shoe Size.'],
  })
  const testa = await named('Testa Sample')
  expect(testa).toMatchObject({
    contact: {
      work_email: 'testa.sample@banksia-metals.example',
      mobile: '+61 491 570 156',
      direct_phone: '+61 8 5550 1234',
    },
    person: {
      position: 'Snr Account Mgr',
      position_cleaned: 'Senior Account Manager',
      seniority: 'Senior',
      department: 'Sales',
      company: { name: 'Banksia Metals Limited', domain: 'banksia-metals.example' },
      location: { suburb: 'Fremantle', city: 'Perth', state: 'WA', country: 'AU' },
      role_start: '2024-03-12',
      skills: ['Selling', 'Mining'],
      mobile: { masked: '+61 4•• ••• •••', dnc: { listed: 'unknown' } },
      provenance: {
        '*': { source: 'people.csv', seen_at: '2026-03-02', confidence: 0.6 },
        work_email: { source: 'people.csv' },
        mobile: { source: 'people.csv' },
        direct_phone: { source: 'people.csv' },
        linkedin_url: { source: 'people.csv' },
      },
    },
  })
  expect(await named("Demo O'Example")).toMatchObject({
    contact: { personal_email: 'demo.oexample@gmail.com', mobile: '+64255550123' },
    person: {
      seniority: 'C-suite',
      role_start: '2021-03-01',
      location: { country: 'NZ' },
      mobile: { dnc: { listed: 'yes' } },
    },
  })
  expect((await companyNamed(db, 'Smoke Bush & Sons'))?.abn).toBe('26999000029')
})

test('people-csv: changes nothing and takes no tick when the same file is imported again', async () => {
  await runImport(db, 'people-csv', fixture('people.csv'))
  const [before, seq, market] = [await people(), await tick(db), await companies(db)]
  const second = await runImport(db, 'people-csv', fixture('people.csv'))
  expect(second).toMatchObject({ added: 0, updated: 0, confirmed: 0, unchanged: 3 })
  expect(countRows(second)).toBe(second.rows)
  expect([await people(), await tick(db), await companies(db)]).toEqual([before, seq, market])
})

test('people-csv: reports the same in a dry run and writes nothing', async () => {
  const dry = await runImport(db, 'people-csv', fixture('people.csv'), { dryRun: true })
  expect([await people(), await companies(db)]).toEqual([[], []])
  const { rows } = await sql`select from listed_number`.execute(db.owner)
  expect(rows).toEqual([])
  const real = await runImport(db, 'people-csv', fixture('people.csv'))
  const timeless = { dryRun: false, seconds: 0, rowsPerSecond: 0 }
  expect({ ...dry, ...timeless }).toEqual({ ...real, ...timeless })
})

test('apollo: reads the export, with its email status, and follows Do Not Call', async () => {
  const summary = await runImport(db, 'apollo', fixture('apollo.csv'))
  expect(summary).toMatchObject({ rows: 2, added: 2, rejected: 0, source: 'Apollo' })
  expect(await named('Testa Sample')).toMatchObject({
    contact: { mobile: '+61 491 570 156', direct_phone: '+61 2 5550 1234' },
    person: {
      seniority: 'Head',
      work_email: { deliverability: 'Verified', verified_at: '2026-02-18' },
      mobile: { dnc: { listed: 'unknown' } },
      quality: { verified_at: '2026-02-18' },
    },
  })
  expect((await named('Demo Person'))?.person.mobile?.dnc).toEqual({
    listed: 'yes',
    washed_at: '2026-03-02',
  })
  expect(await companyNamed(db, 'Quollbridge')).toMatchObject({
    employees_global: 120,
    hq: { state: 'VIC' },
    social: { LinkedIn: 'http://www.linkedin.com/company/quollbridge-example' },
  })
})

test('people-csv: reads one JSON object a line, with the employer as an object of its own', async () => {
  const lines = [
    {
      name: 'Testa Sample',
      title: 'Site Manager',
      company: { name: 'Kauri', domain: 'kauri.example' },
    },
    {
      name: 'Demo Person',
      title: 'Owner',
      company: { name: 'Kauri', domain: 'kauri.example' },
      skills: ['a', 'b'],
    },
  ].map((line) => JSON.stringify(line))
  const text = [lines[0], '{"name": "Broken', ...lines.slice(1)].join('\n')
  await expect(importText(text)).rejects.toThrow('cut off: its JSON is not complete')
  expect(await people()).toEqual([])
  expect(await importText(lines.join('\r\n'))).toMatchObject({ added: 2, companiesAdded: 1 })
  expect((await named('Demo Person'))?.person.skills).toEqual(['a', 'b'])
})

test('people-csv: finds the header below notes, as in connections of LinkedIn', async () => {
  const text =
    'Notes:\n"Some addresses are missing, for ""privacy"", and\nthis is normal."\n\nFirst Name,Last Name,URL,Email Address,Company,Position,Connected On\nTesta,Sample,https://linkedin.com/in/testa-example,,Kauri,Owner,12 Mar 2024\n'
  expect(await importText(text)).toMatchObject({ rows: 1, added: 1, rejected: 0 })
  expect((await named('Testa Sample'))?.person.linkedin_url).toContain('testa-example')
})

test('people-csv: follows a mapping file, and refuses a field that people do not have', async () => {
  const text = 'Vorname;Nachname;Rolle;Firma\nTesta;Sample;Owner;Kauri\n'
  const columns = { Vorname: 'first_name', Nachname: 'last_name', Rolle: 'title', Firma: 'company' }
  const mapping = parseMapping(
    JSON.stringify({ columns, constants: { country: 'NZ' }, source: 'Fair', confidence: 0.8 }),
  )
  expect(await importText(text, { mapping })).toMatchObject({ added: 1, source: 'Fair' })
  expect(await named('Testa Sample')).toMatchObject({
    person: { location: { country: 'NZ' }, provenance: { '*': { confidence: 0.8 } } },
  })
  const wrong = parseMapping(JSON.stringify({ columns: { Firma: 'legal_name' } }))
  await expect(importText(text, { mapping: wrong })).rejects.toThrow(
    "names the field 'legal_name', which there is not; there are first_name",
  )
})

const head = 'Name,Title,Company,Website,Email,Mobile,LinkedIn,Left on\n'
const rowOf = (cells: Record<string, string> = {}): string =>
  [
    cells['name'] ?? 'Testa Sample',
    cells['title'] ?? 'Sales Manager',
    cells['company'] ?? 'Kauri',
    cells['website'] ?? 'kauri.example',
    cells['email'] ?? '',
    cells['mobile'] ?? '',
    cells['page'] ?? '',
    cells['left'] ?? '',
  ].join(',')
const page = 'linkedin.com/in/testa-example'
const april = { modified: '2026-04-01' }

test.each([
  ['email', { email: 't@kauri.example' }, { email: 't@kauri.example', name: 'Testa Sample-Other' }],
  ['LinkedIn page', { page }, { page, website: 'other.example', company: 'Rimu' }],
  ['name at the company', {}, { mobile: '0491570156' }],
  ['name without the middle name', {}, { name: 'Testa Middle Sample' }],
])('people-csv: recognises a person by %s', async (_, first, second) => {
  await importText(head + rowOf(first))
  const [known] = await people()
  expect(await importText(head + rowOf(second), april)).toMatchObject({ added: 0, rejected: 0 })
  expect((await people()).map(({ person }) => person.id)).toEqual([known?.person.id])
})

test.each([
  [
    'an email of another name',
    { email: 't@kauri.example' },
    { email: 't@kauri.example', name: 'Demo Person' },
    'its email is that of a person of another name',
  ],
  [
    'another email under the same name',
    { email: 't@kauri.example' },
    { email: 'testa@kauri.example' },
    'a person of this name at Kauri has another email',
  ],
  ['a similar name', {}, { name: 'Testa Sampel' }, 'a person of a similar name works at Kauri'],
])('people-csv: leaves %s to a user', async (_, first, second, reason) => {
  await importText(head + rowOf(first))
  const summary = await importText(head + rowOf(second), april)
  expect(summary).toMatchObject({ added: 0, updated: 0, rejected: 1 })
  expect(summary.examples).toEqual([{ line: 2, reason: `needs review: ${reason}` }])
  expect(await people()).toHaveLength(1)
})

test('people-csv: keeps people of one name and different LinkedIn pages apart', async () => {
  await importText(head + rowOf({ page }))
  expect(await importText(head + rowOf({ page: `${page}-2` }))).toMatchObject({ added: 1 })
})

test('people-csv: reports a job change, a promotion and a departure of its own earlier file', async () => {
  const march = [
    rowOf({ page, email: 't@kauri.example' }),
    rowOf({ name: 'Demo Person', email: 'd@kauri.example' }),
    rowOf({ name: 'Fixture Example', email: 'f@kauri.example' }),
    rowOf({ name: 'Same Example', email: 's@kauri.example' }),
  ]
  const next = [
    rowOf({ page, company: 'Rimu', website: 'rimu.example', email: 't@rimu.example' }),
    rowOf({ name: 'Demo Person', email: 'd@kauri.example', title: 'Sales Director' }),
    rowOf({ name: 'Fixture Example', email: 'f@kauri.example', left: '15/03/2026' }),
    rowOf({ name: 'Same Example', email: 's@kauri.example', title: 'Sales Mgr' }),
  ]
  await importText(head + march.join('\n'))
  expect(await signals()).toEqual([])
  expect(await importText(head + next.join('\n'), april)).toMatchObject({ updated: 4 })
  expect(await signals()).toEqual([
    'job_change: Testa Sample moved from Kauri to Rimu',
    'left_company: Fixture Example left Kauri',
    'promotion: Demo Person was promoted to Sales Director at Kauri',
  ])
  const moved = await named('Testa Sample')
  expect(moved?.contact).toEqual({ work_email: 't@rimu.example' })
  expect(moved?.person).toMatchObject({
    company: { name: 'Rimu' },
    history: [{ company: 'Kauri', title: 'Sales Manager', type: 'historical' }],
    previous_company_flag: false,
  })
  expect((await named('Fixture Example'))?.person.history).toEqual([
    expect.objectContaining({ company: 'Kauri', to: '2026-03-15', type: 'historical' }),
  ])
  const before = await people()
  expect(await importText(head + next.join('\n'), april)).toMatchObject({ unchanged: 4 })
  expect(await people()).toEqual(before)
  expect(await signals()).toHaveLength(3)
})

test('people-csv: reports no change that only another source contradicts', async () => {
  await importText(head + rowOf({ page }))
  const mapping = parseMapping(JSON.stringify({ source: 'Other', confidence: 0.9 }))
  await importText(head + rowOf({ page, title: 'Sales Director' }), { ...april, mapping })
  expect((await named('Testa Sample'))?.person).toMatchObject({
    position: 'Sales Director',
    provenance: { position: { source: 'Other' } },
  })
  expect(await signals()).toEqual([])
  const older = await importText(head + rowOf({ page, title: 'Cleaner' }))
  expect(older).toMatchObject({ updated: 0, unchanged: 1 })
})

test('people-csv: stores each contact detail with its own source', async () => {
  await importText(head + rowOf({ page, email: 't@kauri.example' }))
  const mapping = parseMapping(JSON.stringify({ source: 'Other' }))
  await importText(head + rowOf({ page, mobile: '0491 570 156' }), { mapping })
  expect((await named('Testa Sample'))?.person.provenance).toMatchObject({
    work_email: { source: 'people.csv' },
    mobile: { source: 'Other' },
  })
})

test('people-csv: leaves out people who asked to be removed, and drops their numbers', async () => {
  await importText(head + rowOf({ email: 't@kauri.example', mobile: '0491 570 156' }))
  const [leaving] = await people()
  await db.owner.transaction().execute(async (trx) => {
    const { salt } = await removals(trx)
    for (const hash of leaving ? hashesOf(salt, leaving) : [])
      await sql`insert into removed_person (hash) values (${hash})`.execute(trx)
    await trx.deleteFrom('person').execute()
  })
  const rows = [
    rowOf({ email: 't@kauri.example' }),
    rowOf({ name: 'Demo Person', mobile: '0491 570 156' }),
  ]
  const summary = await importText(head + rows.join('\n'))
  expect(summary).toMatchObject({ added: 1, skipped: { 'asked to be removed': 1 } })
  expect((await people()).map(({ contact }) => contact)).toEqual([{}])
  expect(await importText(head + rows.join('\n'))).toMatchObject({ unchanged: 1 })
})

test.each([
  ['the person’s country', 'New Zealand,', '+64255550123'],
  ['the employer’s country', ',NZ', '+64255550123'],
  ['Australia otherwise', ',', '+61 2 5555 0123'],
])('people-csv: reads a national number as one of %s', async (_, countries, number) => {
  await importText(
    `Name,Title,Company,Mobile,Country,Company Country\nTesta Sample,Owner,Kauri,025 555 0123,${countries}`,
  )
  expect((await named('Testa Sample'))?.contact.mobile).toBe(number)
})

test('people-csv: keeps a number listed that a later source does not list', async () => {
  const columns = 'Name,Title,Company,Website,Mobile,Do Not Call\n'
  const cells = 'Testa Sample,Owner,Kauri,kauri.example,0491 570 156'
  await importText(`${columns}${cells},yes`)
  expect(await importText(`${columns}${cells},no`, april)).toMatchObject({ updated: 0 })
  expect((await named('Testa Sample'))?.person.mobile?.dnc.listed).toBe('yes')
})

test.each([
  ['no name', ',Owner,Kauri,kauri.example,,,,', 'it has no name'],
  ['half a name', 'Testa,Owner,Kauri,kauri.example,,,,', 'it has only a part of a name'],
  [
    'a company as its name',
    '24 Hour 7 Towing,Owner,Kauri,kauri.example,,,,',
    'its name is not that of a person',
  ],
  ['no company', 'Testa Sample,Owner,,,,,,', 'it names no company'],
  [
    'only an unknown domain',
    'Testa Sample,Owner,,,t@tui.example,,,',
    'none is known at tui.example',
  ],
  ['no job title', 'Testa Sample,,Kauri,kauri.example,,,,', 'it has no job title'],
  ['a wrong email', 'Testa Sample,Owner,Kauri,,t@,,,', 'its email is no email address'],
  [
    'a number of a spreadsheet',
    'Testa Sample,Owner,Kauri,,,6.1E+10,,',
    'its mobile number is no phone number',
  ],
  ['no date', 'Testa Sample,Owner,Kauri,,,,,31/02/2026', "'31/02/2026' is no date"],
  ['too many cells', 'Testa Sample,Owner,Kauri,,,,,,extra', 'it has 9 cells'],
  [
    'control characters',
    'Testa Sa\u0007mple,Owner,Kauri,,,,,',
    'its name holds control characters',
  ],
])('people-csv: rejects a row with %s and takes the others', async (_, row, reason) => {
  const good = rowOf({ name: 'Demo Person', company: 'Good', website: 'good.example' })
  const summary = await importText(`${head}${row}\n${good}`)
  expect(summary).toMatchObject({ added: 1, rejected: 1, companiesAdded: 1 })
  expect(summary.examples[0]?.reason).toContain(reason)
  expect(JSON.stringify(summary.examples)).not.toMatch(/Testa|Towing|t@|6\.1E/)
})

test('people-csv: leaves whole batches when an import breaks, and the same command completes it', async () => {
  const rows = Array.from({ length: 2500 }, (_, at) =>
    rowOf({
      name: `Testa Sample${'abcdefghijklmnopqrstuvwxyz'.charAt(at % 26)}`,
      email: `t${at}@kauri.example`,
      page: `${page}-${at}`,
    }),
  )
  const stop = new AbortController()
  const text = head + rows.join('\n')
  const stopped = importText(text, {
    signal: stop.signal,
    onProgress: ({ rows: done }) => {
      if (done >= 1000) stop.abort()
    },
  })
  await expect(stopped).rejects.toThrow('Stopped after 1000 rows')
  expect(await importText(text)).toMatchObject({ added: 1500, unchanged: 1000 })
  expect(await companies(db)).toHaveLength(1)
  expect(await people()).toHaveLength(2500)
})

test('csv: refuses a table of people, whose emails are not those of companies', async () => {
  const path = fixture('people.csv')
  await expect(runImport(db, 'csv', path)).rejects.toThrow('(--format people-csv)')
  expect(await companies(db)).toEqual([])
})

test('people-csv: refuses a table of companies', async () => {
  const text = await readFile(fixture('leads.csv'), 'utf8')
  await expect(importText(text)).rejects.toThrow('No column looks like a person’s name')
})
