import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { dayMs } from '../../../contract/core/days.ts'
import { mutates, type Endpoint } from '../../../contract/core/endpoint.ts'
import { harbour, southern, startTestApp, today, type TestApp } from '../../kit/app.ts'
import { fetchFile, requestDownload, rowsIn } from '../../kit/downloads.ts'
import { colleagues, memberOf, someRecords, type Member } from '../../kit/saved-work.ts'

const start = Date.parse(`${today}T01:00:00Z`)
let now = start
let test: TestApp
let alex: Member
let sam: Member
let people: string[] = []
let companies: string[] = []
let request = ''

beforeAll(async () => {
  test = await startTestApp({ companies: 20, people: 40, parts: { now: () => now } })
  ;({ alex, sam } = colleagues(test))
  people = await someRecords(test, 'people', 3, { has_work_email: ['Yes'] })
  companies = await someRecords(test, 'company', 2)
  const person = { category: 'people', recordId: people[0] }
  const at = new Date(start).toISOString()
  await alex.write('POST', '/lists', { name: 'Callbacks', category: 'people', recordIds: people })
  await alex.write('POST', '/lists', {
    name: '=Perth "builders"',
    category: 'company',
    recordIds: companies,
    shared: true,
  })
  await sam.write('POST', '/lists', { name: 'Private', category: 'company', recordIds: companies })
  await sam.write('POST', '/activities/note', { ...person, text: 'Ring after Easter', at })
  await sam.write('POST', '/activities/visit', { ...person, text: '', at, outcome: 'met' })
  await sam.write('POST', '/follow-ups', {
    ...person,
    text: 'Bring the plans',
    dueDay: '2026-04-02',
  })
  await alex.write('POST', '/search/save', { name: 'Everyone', category: 'people' })
  const answer = await requestDownload(alex, {
    source: { kind: 'ids', ids: people.slice(0, 1) },
    columns: ['name', 'work_email'],
    agreed: 5,
  })
  request = answer.body.requestId
  await test.work()
  now = start + 15 * dayMs
})
afterAll(() => test.close())

const exportAll = async (member: Member) => {
  let csv = ''
  for (let next: string | null = ''; next !== null;) {
    const path: string = next === '' ? '/saved-work/file' : `/saved-work/file?after=${next}`
    const { status, body } = await member.read(path)
    expect(status).toBe(200)
    csv += body.csv
    next = body.next
  }
  return rowsIn(csv)
}

const exportData = async (member: Member, path = '/data-export') => {
  const files: Record<string, { csv: string; rows: Record<string, unknown>[] }> = {}
  for (let next: string | null = ''; next !== null;) {
    const address: string = next === '' ? path : `${path}?after=${next}`
    const { status, body } = await member.read(address)
    expect([address, status]).toEqual([address, 200])
    const file = (files[body.file] ??= { csv: '', rows: [] })
    file.csv += body.csv
    file.rows.push(...body.rows)
    next = body.next
  }
  return files
}

describe('work after the plan has ended', () => {
  it('is not exported by a member whose downloads an admin has turned off, part by part', async () => {
    const turn = (disabled: readonly 'download'[]) =>
      test.db.asOrg(harbour.id, (trx) =>
        trx
          .updateTable('member')
          .set({ disabled: JSON.stringify(disabled) })
          .where('user_id', '=', sam.as.userId ?? '')
          .execute(),
      )
    await turn(['download'])
    for (const path of ['/saved-work/file', '/saved-work/file?after=lists'])
      expect(await sam.read(path)).toMatchObject({ status: 403, body: { code: 'role-forbidden' } })
    await turn([])
    expect((await sam.read('/saved-work/file')).status).toBe(200)
  })

  it('is counted and exported, while the market is closed', async () => {
    expect((await alex.write('POST', '/records', { category: 'company' })).status).toBe(402)
    expect((await alex.read('/saved-work')).body).toEqual({
      lists: 2,
      searches: 1,
      notes: 1,
      visits: 1,
    })
    const rows = await exportAll(alex)
    expect(rows.filter((row) => row.What === 'Search')).toMatchObject([
      { 'List or search': 'Everyone', Text: 'All people' },
    ])
    expect(rows.filter((row) => ['Note', 'Visit'].includes(row.What ?? ''))).toMatchObject([
      { Text: 'Ring after Easter', 'Fieldbook id': people[0] },
      { Outcome: 'met' },
    ])
    const listed = rows.filter((row) => row.What === 'Company on a list')
    expect(listed.map((row) => row['List or search'])).toEqual(
      companies.map(() => '=Perth "builders"'),
    )
    expect(listed.every((row) => row.Shared === 'Yes' && row['Company or person'] !== '')).toBe(
      true,
    )
  })

  it('holds contact details of revealed people only', async () => {
    const rows = (await exportAll(alex)).filter((row) => row.What === 'Person on a list')
    const emailOf = (id: string | undefined) =>
      rows.find((row) => row['Fieldbook id'] === id)?.Email
    expect(emailOf(people[0])).toContain('@')
    expect(people.slice(1).map(emailOf)).toEqual(['', ''])
  })

  it('leaves out private lists of other members and everything of other organisations', async () => {
    const names = (await exportAll(sam)).map((row) => row['List or search'])
    expect(names).toContain('Private')
    expect(names).not.toContain('Callbacks')
    expect(await exportAll(memberOf(test, { orgId: southern.id, userId: 'user_kiri' }))).toEqual([])
  })

  it('continues after the record that a part ended with', async () => {
    const all = (await exportAll(alex)).filter((row) => row.What?.endsWith('on a list'))
    const lists = (await test.db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('saved_item').select(['id', 'name']).execute(),
    )) as { id: string; name: string }[]
    const first = lists.find(({ name }) => name === all[0]?.['List or search'])
    const after = `lists:${first?.id}:${all[0]?.['Fieldbook id']}`
    const { body } = await alex.read(`/saved-work/file?after=${after}`)
    expect(body.next).toBeNull()
    expect(body.csv.split('\r\n')).toHaveLength(all.length)
  })

  it.each(['lists:1', 'searches', 'activities:x', "lists:'"])(
    'refuses the position %s',
    async (after) => {
      const { status, body } = await alex.read(
        `/saved-work/file?after=${encodeURIComponent(after)}`,
      )
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/after'])
    },
  )

  it('is written to the audit log once for an export', async () => {
    const { rows } = await test.db.asOrg(harbour.id, async (trx) => ({
      rows: await trx
        .selectFrom('audit_entry')
        .selectAll()
        .where('act', '=', 'work-file')
        .execute(),
    }))
    expect(rows.filter((row) => row.user_id === 'user_sam')).toHaveLength(1)
  })

  it('includes files of the Download centre for their seven days, which are not made again', async () => {
    const history = await alex.write('POST', '/download/history', {})
    expect(history.body.history).toMatchObject([{ requestId: request }])
    expect((await fetchFile(test, alex, request)).statusCode).toBe(200)
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .updateTable('download_request')
        .set({ file_expires_at: new Date(0) })
        .execute(),
    )
    const late = await alex.write('POST', `/download/request/${request}/link`, {})
    expect([late.status, late.body.code]).toEqual([410, 'file-expired'])
  })

  it('opens only for endpoints that read, and for links to files', () => {
    const changing = Object.entries<Endpoint>(api).filter(
      ([, call]) => call.gate === 'own-work' && mutates(call),
    )
    expect(changing.map(([name]) => name)).toEqual(['downloadLink'])
  })
})

describe('an export of all data', () => {
  it('has what a member made, each file as CSV and as rows', async () => {
    const files = await exportData(alex)
    expect(Object.keys(files)).toEqual([
      'account',
      'lists',
      'recent-searches',
      'agents',
      'follow-ups',
      'cadences',
      'day-plans',
      'notifications',
      'uploads',
      'downloads',
      'revealed-records',
      'credits',
      'feedback',
      'searches',
      'notes-and-visits',
      'list-records',
    ])
    expect(files['account']?.rows).toMatchObject([{ 'User id': 'user_alex' }])
    expect(files['searches']?.rows).toMatchObject([
      { Name: 'Everyone', Search: 'All people', Criteria: { filters: {} } },
    ])
    expect(files['downloads']?.rows).toMatchObject([{ 'Fieldbook id': request }])
    expect(files['revealed-records']?.rows).toMatchObject([{ 'Fieldbook id': people[0] }])
    expect(files['notes-and-visits']?.rows).toEqual([])
    expect(rowsIn(files['lists']?.csv ?? '')).toHaveLength(2)
    expect(files['lists']?.csv).toContain(`"'=Perth ""builders"""`)
    expect(rowsIn(files['list-records']?.csv ?? '')).toHaveLength(
      files['list-records']?.rows.length ?? 0,
    )
  })

  it('holds contact details of revealed people only', async () => {
    const { 'list-records': records } = await exportData(alex)
    const listed = records?.rows.filter((row) => row['What'] === 'Person on a list') ?? []
    const emails = listed.map((row) => [row['Fieldbook id'], row['Email'] !== null])
    expect(Object.fromEntries(emails)).toEqual({
      [people[0] ?? '']: true,
      [people[1] ?? '']: false,
      [people[2] ?? '']: false,
    })
  })

  it('has only their own for a member, and all notes and shared lists for an admin', async () => {
    const own = await exportData(sam)
    expect(own['lists']?.rows.map((row) => row['Name'])).toEqual(['Private'])
    expect(own['notes-and-visits']?.rows.map((row) => row['What']).toSorted()).toEqual([
      'Note',
      'Visit',
    ])
    expect(own['downloads']?.rows).toEqual([])
    expect(own['follow-ups']?.rows).toMatchObject([
      { What: 'Bring the plans', Day: '2026-04-02', State: 'open' },
    ])
    const all = await exportData(alex, '/data-export/organisation')
    expect(all['lists']?.rows.map((row) => row['Name']).toSorted()).toEqual([
      '=Perth "builders"',
      'Callbacks',
    ])
    expect(all['notes-and-visits']?.rows).toHaveLength(2)
    expect(all['users']?.rows.map((row) => row['User id'])).toContain('user_sam')
    expect(all['audit-log']?.rows.map((row) => row['Action'])).toContain('organisation-data')
    expect(Object.keys(all)).not.toContain('agents')
    expect(Object.keys(all)).not.toContain('follow-ups')
  })

  it('goes on after the row that a part ended with, without the headings', async () => {
    const { lists } = await exportData(alex)
    const [before, after] = lists?.rows.map((row) => row['Fieldbook id']) ?? []
    const { body } = await alex.read(`/data-export?after=lists:${String(before)}`)
    expect(body.rows.map((row: { 'Fieldbook id': string }) => row['Fieldbook id'])).toEqual([after])
    expect(body.csv.split('\r\n')).toHaveLength(2)
    expect(body.next).toBe('recent-searches')
  })

  it('has nothing of another organisation', async () => {
    const kiri = memberOf(test, { orgId: southern.id, userId: 'user_kiri' })
    const all = await exportData(kiri, '/data-export/organisation')
    expect(all['company']?.rows).toMatchObject([{ Name: 'Southern' }])
    for (const file of ['lists', 'searches', 'notes-and-visits', 'list-records', 'downloads'])
      expect([file, all[file]?.rows]).toEqual([file, []])
  })

  it('of a company is refused to a member who is no admin', async () => {
    expect((await sam.read('/data-export/organisation')).status).toBe(403)
  })

  it.each([
    'lists:1',
    'audit-log',
    'lists:-',
    'list-records:00000000-0000-0000-0000-000000000000',
    'credits:99999999999',
    'LISTS',
  ])('refuses the position %s with a pointer', async (after) => {
    const { status, body } = await alex.read(`/data-export?after=${encodeURIComponent(after)}`)
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/after'])
  })

  it('is one entry of the audit log, however many parts it has', async () => {
    const entries = await test.db.asOrg(harbour.id, (trx) =>
      trx
        .selectFrom('audit_entry')
        .select(['act', 'user_id'])
        .where('act', 'in', ['own-data', 'organisation-data'])
        .execute(),
    )
    expect(entries.map((entry) => `${entry.act} ${entry.user_id}`).toSorted()).toEqual([
      'organisation-data user_alex',
      'own-data user_alex',
      'own-data user_sam',
    ])
  })
})

describe('who used a person’s details', () => {
  const path = (id: string | undefined) => `/records/people/${id}/disclosures`
  beforeAll(async () => {
    // The plan runs again.
    now = start
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .updateTable('member')
        .set({ name: 'Alex Example' })
        .where('user_id', '=', 'user_alex')
        .execute(),
    )
  })

  it('is the reveal and every file with them, by name for an admin', async () => {
    const by = 'Alex Example'
    expect(await alex.read(path(people[0]))).toMatchObject({
      status: 200,
      body: { revealed: { by }, requests: [{ by, type: 'DOWNLOAD', name: expect.any(String) }] },
    })
  })

  it('names no colleague to a member who is no admin', async () => {
    expect(await sam.read(path(people[0]))).toMatchObject({
      body: { revealed: { by: null }, requests: [{ by: null }] },
    })
  })

  it('is empty for a person without a reveal, and for another organisation', async () => {
    const kiri = memberOf(test, { orgId: southern.id, userId: 'user_kiri' })
    for (const answer of [await alex.read(path(people[1])), await kiri.read(path(people[0]))])
      expect(answer).toMatchObject({ status: 200, body: { revealed: null, requests: [] } })
  })

  it.each([crypto.randomUUID(), 'x'])('answers 404 to the unknown id %s', async (id) => {
    expect((await alex.read(path(id))).status).toBe(404)
  })
})
