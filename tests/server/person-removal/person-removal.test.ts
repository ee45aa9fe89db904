import { mkdtempSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../contract/records/records.ts'
import { peopleByIds, savePeople, withTick } from '../../../server/records/store.ts'
import { openBitmaps } from '../../../server/search/bitmap-engine.ts'
import { addSignals } from '../../../server/signals/add-signals.ts'
import { removePerson } from '../../../server/person-removal/person.ts'
import { tracesOf } from '../../../server/person-removal/traces.ts'
import { serveCommands } from '../../kit/commands.ts'
import { answerWithProblems } from '../../../server/platform/http/answers.ts'
import { folderFiles } from '../../../server/platform/vendors/files.ts'
import type { Contact } from '../../../server/platform/db/tables.ts'
import {
  harbour,
  southern,
  startTestApp,
  today,
  type Someone,
  type TestApp,
} from '../../kit/app.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { draft } from '../../kit/signals.ts'
import { loadWorld } from '../../kit/market.ts'

const id = '0c0ffee0-0000-4000-8000-00000000cafe'
const name = 'Quenby Canarywright'
const contact: Contact = {
  work_email: 'Quenby.Canarywright@harbour.example',
  personal_email: 'quenbyc@mail.example',
  mobile: '+61 491 570 999',
  direct_phone: '+61 7 5550 4711',
}
const canaries = [
  /quenby/i,
  /canarywright/i,
  /491[ ]?570[ ]?999/,
  /5550[ ]?4711/,
  /in\/quenby-c/i,
  /0c0ffee0-0000-4000-8000-00000000cafe/,
]
const namedAfterThem = [
  'quenby.canarywright@harbour.example.csv',
  'only quenbyc@mail.example.xlsx',
  'Quenby.Canarywright@Harbour.example.2026.csv',
  'quenbyc@mail.example_old.tsv.gz',
  'Quenby Canarywright.csv',
  'Quenby_Canarywright_notes.csv',
  '0491 570 999.csv',
  'leads-quenbyc@mail.example-v2.csv',
  'only_quenbyc@mail.example.final.numbers',
  'for quenbyc%40mail.example.pptx',
]
const folder = mkdtempSync(join(tmpdir(), 'fieldbook-removal-'))

let test: TestApp
let control: ReturnType<typeof fastify>
let person: Person
let companyId: string
let twin: string
let third: string

beforeAll(async () => {
  test = await startTestApp({
    companies: 20,
    people: 40,
    parts: { files: folderFiles(join(folder, 'files')) },
  })
  const { body } = await test.ask('POST', '/records', { category: 'people', size: 10 })
  const [first, other, another] = body.records
  third = another.id
  companyId = first.company_id
  twin = other.id
  const [stored] = await peopleByIds(test.db.owner, [first.id])
  if (!stored) throw new Error('the person does not exist')
  person = {
    ...stored.person,
    id,
    name,
    first_name: 'Quenby',
    last_name: 'Canarywright',
    linkedin_url: 'https://linkedin.com/in/quenby-c',
    work_email: { masked: 'q•••@harbour.example', deliverability: 'Verified' },
    personal_email: { masked: 'q•••@mail.example' },
    mobile: {
      masked: '+61 4•• ••• •••',
      type: 'mobile',
      dnc: { listed: 'yes', washed_at: '2026-02-01' },
    },
    direct_phone: { masked: '+61 7•• ••• •••' },
  }
  await withTick(test.db, (trx, seq) => savePeople(trx, [{ person, contact }], seq))
  await test.settle()
  control = fastify()
  answerWithProblems(control, () => 'http://localhost')
  await control.register(
    serveCommands(test.db, {
      files: folderFiles(join(folder, 'files')),
      now: () => Date.parse(`${today}T01:00:00Z`),
      forgotten: () => test.settle(),
    }),
  )
})
afterAll(async () => {
  await control.close()
  await test.close()
})

const send = async (method: 'POST' | 'PATCH', path: string, body: object, as?: Someone) => {
  const answer = await test.ask(method, path, body, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    ...(as && { as }),
  })
  if (answer.status >= 300)
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const remove = async (identifier: string, token = 'the token') => {
  const answer = await control.inject({
    method: 'POST',
    url: '/_control/remove-person',
    headers: { authorization: `Bearer ${token}` },
    payload: { identifier },
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** As a push of the request leaves it. */
const storeAtCrm = async (requestId: string): Promise<void> => {
  const of = { org_id: harbour.id, connection_id: '0c0ffee0-3333-4000-8000-000000000001' }
  const at = { object: 'contact', record_id: id }
  await test.db.asOrg(harbour.id, async (trx) => {
    const { row } = await trx
      .selectFrom('request_row')
      .select('row')
      .where('request_id', '=', requestId)
      .where('record_id', '=', id)
      .executeTakeFirstOrThrow()
    const write = JSON.stringify({ write: { values: { email: contact.work_email } }, keys: [] })
    const sent = { id: requestId, request_id: requestId, row, write }
    await trx
      .insertInto('crm_sent')
      .values({ ...of, ...at, ...sent })
      .execute()
    await trx
      .insertInto('crm_link')
      .values({ ...of, ...at, external_id: '77', created_by_us: true })
      .execute()
    await trx
      .updateTable('download_request')
      .set({ decisions: JSON.stringify({ [id]: { act: 'link', id: '77' } }) })
      .where('id', '=', requestId)
      .execute()
    await trx
      .insertInto('crm_outcome')
      .values({
        org_id: harbour.id,
        request_id: requestId,
        row,
        outcome: 'conflict',
        reason: `Two records match ${name}.`,
        matches: JSON.stringify([{ name, url: 'https://crm.example/77' }]),
      })
      .execute()
  })
}

/** Except tombstones, which hold only ids. */
const everything = async (): Promise<Map<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(test.db.owner)
  const found = new Map<string, string>()
  for (const { name: table } of tables) {
    const { rows } = await sql<{ all: string | null }>`
      select string_agg(t::text, chr(10)) as all from ${sql.table(table)} t`.execute(test.db.owner)
    found.set(table, rows[0]?.all ?? '')
  }
  // Bytes are written in hexadecimal.
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(encode(bytes, 'escape'), chr(10)) as text from upload_part`.execute(
    test.db.owner,
  )
  return found.set('upload_part', rows[0]?.text ?? '')
}
const tombstones: Record<string, readonly RegExp[]> = {
  // Bare ids, by which devices and search learn of the removal.
  record_removed: [/0c0ffee0/],
  record_tombstone: [/0c0ffee0/],
  list_member: [/0c0ffee0/],
  audit_entry: [/0c0ffee0/],
}
const canariesLeft = async (): Promise<string[]> => {
  const left: string[] = []
  for (const [table, text] of await everything()) {
    const spared = tombstones[table]?.length ?? 0
    const looked = spared > 0 ? text.replaceAll(id, '') : text
    for (const canary of canaries) if (canary.test(looked)) left.push(`${table}: ${canary.source}`)
  }
  for (const path of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (path.isFile()) {
      const text = await readFile(join(path.parentPath, path.name), 'latin1')
      for (const canary of canaries)
        if (canary.test(text) || canary.test(path.name)) left.push(`${path.name}: ${canary.source}`)
    }
  return left
}

describe('the removal of a person', () => {
  const note = '0c0ffee0-1111-4000-8000-000000000001'
  let listId: string
  let noteOnCompany: string
  let before: string
  const stores = new Set<string>()

  it('is in every store at first, so that the search below can find them', async () => {
    const southerner: Someone = { orgId: southern.id, userId: 'user_sky' }
    await send('POST', '/records/reveal', { category: 'people', ids: [id, twin], agreed: 2 })
    await send('POST', '/records/reveal', { category: 'people', ids: [id], agreed: 1 }, southerner)
    const list = await send('POST', '/lists', {
      name: `Calls ${name}`,
      category: 'people',
      recordIds: [id, twin],
      shared: true,
    })
    listId = list.id
    await send(
      'POST',
      '/lists',
      {
        name: 'Never',
        category: 'people',
        kind: 'suppression',
        recordIds: [id],
      },
      southerner,
    )
    const on = { category: 'people', recordId: id, at: '2026-03-01T00:00:00Z' }
    await send('POST', '/activities/note', { ...on, id: note, text: `${name} is away until May` })
    await send('PATCH', `/activities/${note}`, {
      baseVersion: 1,
      changes: { text: `Quenby wants to be called on 0491 570 999` },
    })
    await send('POST', '/activities/visit', { ...on, text: 'Met Canarywright', outcome: 'met' })
    const talk = await send('POST', '/activities/note', {
      ...on,
      category: 'company',
      recordId: companyId,
      text: `Spoke with ${name.toUpperCase()}, quenbyc@mail.example, (07) 5550-4711, about the roof`,
    })
    noteOnCompany = talk.id
    await send('POST', '/feedback', {
      kind: 'data',
      message: `${name} has left`,
      page: `/dashboard/people?id=${id}`,
      recordId: id,
    })
    await send('POST', '/feedback', {
      kind: 'bug',
      message: 'The screen flickers',
      page: '/dashboard/search/new',
      picture: Buffer.from([0xff, 0xd8, 0xff]).toString('base64'),
    })
    await send('POST', '/search/save', {
      category: 'people',
      name: 'Her search',
      search: 'quenby.canarywright@harbour.example',
    })
    await send('POST', '/search/recent/new', { category: 'people', search: name })
    const request = await send('POST', '/download/request', {
      category: 'people',
      name: `For ${name}`,
      source: { kind: 'ids', ids: [id, twin, third] },
      agreed: 1,
    })
    await test.work()
    before = request.requestId
    for (const fileName of namedAfterThem)
      await send('POST', '/exchange/uploads', { name: fileName, size: 60, category: 'people' })
    const { id: washId } = await send('POST', '/do-not-call/washes', {
      name: 'wash.csv',
      washedAt: '2026-03-01',
      total: 1,
    })
    await send('POST', `/do-not-call/washes/${washId}/numbers`, { listed: ['0491570999'] })
    await test.db.asOrg(harbour.id, async (trx) => {
      const upload = { org_id: harbour.id, id: '0c0ffee0-2222-4000-8000-000000000001' }
      await trx
        .insertInto('upload')
        .values({
          ...upload,
          category: 'people',
          name: 'leads.csv',
          size: 60,
          user_id: 'user_alex',
          received_bytes: 60,
          state: 'MATCHED',
          read: null,
          columns: null,
        })
        .execute()
      await trx
        .insertInto('upload_part')
        .values({
          org_id: harbour.id,
          upload_id: upload.id,
          at: 0,
          bytes: Buffer.from('Name,Email\r\nQuenby Canarywright,quenbyc@mail.example\r\n'),
        })
        .execute()
      // Not matched yet, and its address ends in another part.
      const split = '0c0ffee0-2222-4000-8000-000000000002'
      await trx
        .insertInto('upload')
        .values({
          org_id: harbour.id,
          id: split,
          category: 'people',
          name: 'more.csv',
          size: 29,
          user_id: 'user_alex',
          received_bytes: 29,
          state: 'UPLOADED',
          read: null,
          columns: null,
        })
        .execute()
      const halves = ['Email\r\nquenbyc@ma', 'il.example\r\n']
      await trx
        .insertInto('upload_part')
        .values(
          halves.map((half, index) => ({
            org_id: harbour.id,
            upload_id: split,
            at: index * (halves[0]?.length ?? 0),
            bytes: Buffer.from(half),
          })),
        )
        .execute()
      const row = { org_id: harbour.id, upload_id: upload.id, score: 100, reason: 'email agrees' }
      await trx
        .insertInto('upload_row')
        .values([
          {
            ...row,
            row: 1,
            cells: JSON.stringify([name, 'quenbyc@mail.example']),
            state: 'accepted',
            record_id: id,
          },
          {
            ...row,
            row: 2,
            cells: JSON.stringify(['Somebody', 'some@body.example']),
            state: 'review',
            record_id: null,
            candidates: JSON.stringify([{ id, score: 70, reason: 'name' }]),
          },
        ])
        .execute()
    })
    const company = { id: companyId, name: person.company.name }
    const [about = '', naming = ''] = await test.db.owner.transaction().execute((trx) =>
      addSignals(
        trx,
        [
          draft('about them', company, {
            category: 'people',
            slug: 'job_change',
            person: { id, name },
          }),
          draft('naming them', company, { summary: `${name.toUpperCase()} leads it now` }),
          draft('of their company', company),
        ],
        new Date(`${today}T00:00:00Z`),
      ),
    )
    await send('POST', '/signals/acts', { ids: [about, naming], act: 'seen' })
    await storeAtCrm(request.requestId)
    for (const [table, text] of await everything())
      if (canaries.some((canary) => canary.test(text))) stores.add(table)
    expect([...stores].sort()).toEqual([
      'activity',
      'activity_version',
      'credit_entry',
      'crm_link',
      'crm_outcome',
      'crm_sent',
      'dnc_number',
      'download_request',
      'feedback',
      'idem',
      'list_member',
      'listed_number',
      'person',
      'recent_search',
      'record_activity',
      'request_row',
      'saved_item',
      'saved_version',
      'signal',
      'unlock',
      'upload',
      'upload_part',
      'upload_row',
    ])
    expect((await readdir(join(folder, 'files'), { recursive: true })).length).toBeGreaterThan(0)
  })

  it('is not removed with a wrong token or an unknown name', async () => {
    expect((await remove(id, 'another token')).status).toBe(401)
    expect(await remove('unknown@harbour.example')).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('We can’t find unknown@harbour.example') },
    })
    expect((await remove('')).status).toBe(400)
  })

  it('is in no table and no file afterwards, except as a bare id', async () => {
    const { status, body } = await remove('https://www.linkedin.com/in/Quenby-C/?trk=x')
    expect(body.detail).toBeUndefined()
    expect(status).toBe(200)
    expect(body.lines[0]).toBe(`Removed ${id}. Organisations with their data: 2.`)
    expect(await canariesLeft()).toEqual([])
    const signals = await test.ask('GET', `/records/company/${companyId}/signals`)
    expect(signals.body.total).toBe(1)
    expect((await test.ask('GET', `/records/company/${companyId}`)).body.signals_90d).toBe(1)
    const marks = await test.db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('signal_mark').select('signal_id').execute(),
    )
    expect(marks).toEqual([])
    reportPromise({
      promise: 'I26',
      check:
        'stores that held a person and hold nothing of them after the removal, names of files included',
      volume: stores.size + 1,
      goal: 24,
      figures: { fileNames: namedAfterThem.length, left: 0 },
    })
  })

  it.each([
    ['quenbyc@mail.example', true],
    ['quenbyc@mail.example.', true],
    ['mail QUENBYC@mail.example, today', true],
    ['quenbyc@mail.example.csv', true],
    ['quenbyc@mail.example.2026.csv.gz', true],
    ['quenbyc@mail.example_2.xlsx', true],
    ['Quenby Canarywright.csv', true],
    ['Quenby_Canarywright_2.csv', true],
    ['call 0061491570999', true],
    ['call 001161491570999 now', true],
    ['+61–491–570–999', true],
    ['+61\u2011491\u2011570\u2011999', true],
    ['0491\u202f570\u202f999', true],
    ['0491/570/999', true],
    ['0491_570_999.csv', true],
    ['0, 491570999', false],
    ['10491570999', false],
    ['04915709990', false],
    ['only_quenbyc@mail.example', true],
    ['leads-2026-quenbyc@mail.example.csv', true],
    ['quenbyc@mail.example-v2.csv', true],
    ['quenbyc@mail.example-v2', true],
    ['quenbyc@mail.example.final.csv', true],
    ['quenbyc@mail.example.numbers', true],
    ['quenbyc@mail.example.xlsb', true],
    ['quenbyc@mail.example.pptx', true],
    ['Ask quenbyc@mail.example.Then call', true],
    ['Ask quenbyc@mail.example...no answer', true],
    ['people?email=quenbyc%40mail.example', true],
    ['mailto%3Aquenbyc@mail.example', true],
    ['people?q=ask%20quenbyc%40mail.example', true],
    ['Ask quenbyc@mail.example.Is she back?', true],
    ['Ask quenbyc@mail.example.No answer', true],
    ['quenbyc @ mail.example', true],
    ['quenbyc (at) mail.example', true],
    ['quenbyc[at]mail.example', true],
    ['quenbyc@mail.example.nz', false],
    ['quenbyc@mail.example.nz.csv', false],
    ['quenbyc@mail.example.com', false],
    ['ann.quenbyc@mail.example', false],
    ['ann+quenbyc@mail.example', false],
    ['quenbyc@mail.example.csv.nz', false],
    ['quenbyc@mail.example-two.nz', false],
    ['quenbyc@mail.examples', false],
    ['quenbyc@mail.example.de', false],
    ['mcquenbyc@mail.example', false],
    ['ann%2Equenbyc@mail.example', false],
    ['Quenby Canarywrights.csv', false],
  ])('is recognised in %s: %s', async (text, isTheirs) => {
    const { own, name: named } = tracesOf({ person, contact })
    const { rows } = await sql<{ found: boolean }>`
      select ${text} ~* ${`${own ?? ''}|${named}`} as found`.execute(test.db.owner)
    expect(rows).toEqual([{ found: isTheirs }])
  })

  it.each([
    ['["quenbyc@mail.example"]', true],
    ['["mailto%3Aquenbyc@mail.example"]', true],
    ['["ann-quenbyc@mail.example"]', false],
    ['["ann_quenbyc@mail.example"]', false],
  ])('is deleted from a row with the cells %s: %s', async (cells, isTheirs) => {
    const { rows } = await sql<{ found: boolean }>`
      select ${cells} ~* ${tracesOf({ person, contact }).alone} as found`.execute(test.db.owner)
    expect(rows).toEqual([{ found: isTheirs }])
  })

  it('is in no picture of a screen afterwards, whose feedback stays', async () => {
    const feedback = await test.db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('feedback').select(['message', 'picture']).execute(),
    )
    expect(feedback).toEqual([{ message: 'The screen flickers', picture: null }])
  })

  it('cannot be found or opened', async () => {
    expect((await test.ask('GET', `/records/people/${id}`)).status).toBe(404)
    const found = await test.ask('POST', '/records', { category: 'people', search: 'canarywright' })
    expect(found.body.total).toBe(0)
    const names = await test.ask('GET', '/autocomplete/people?q=quenby')
    expect(JSON.stringify(names.body)).not.toMatch(/quenby/i)
  })

  it('leaves a ledger that adds up, with counts and no name', async () => {
    const { rows } = await sql<{ commits: number; unlocks: number }>`
      select (select coalesce(sum(n), 0)::int from credit_entry where kind = 'commit') as commits,
        (select count(*)::int from unlock where entry_id is not null) as unlocks`.execute(
      test.db.owner,
    )
    expect(rows[0]).toEqual({ commits: 4, unlocks: 4 })
  })

  it('leaves other records of the same lists, notes and requests unchanged', async () => {
    const { body: list } = await test.ask('GET', `/lists/${listId}`)
    expect(list).toMatchObject({ count: 1, name: 'Calls [removed]' })
    const { body: notes } = await test.ask('GET', `/records/company/${companyId}/activities`)
    expect(notes.find((activity: { id: string }) => activity.id === noteOnCompany).text).toBe(
      'Spoke with [removed], [removed], [removed], about the roof',
    )
    const { body: row } = await test.ask('GET', `/download/request/${before}`)
    expect(row).toMatchObject({ name: 'For [removed]', rows: { requested: 3 } })
    const first = await test.ask(
      'POST',
      `/download/request/${before}/link`,
      {},
      {
        headers: { 'idempotency-key': crypto.randomUUID() },
      },
    )
    expect(first.status).toBe(425)
    const { url } = await vi.waitFor(async () => {
      await test.work()
      return send('POST', `/download/request/${before}/link`, {})
    }, 20_000)
    const file = await test.app.inject({ url })
    expect(file.statusCode).toBe(200)
    expect(file.body.trim().split('\r\n')).toHaveLength(3)
    expect(file.body).not.toMatch(/quenby/i)
    expect(await canariesLeft()).toEqual([])
  })

  it('is deleted from devices: lists, notes and record copies', async () => {
    const { body } = await test.ask('GET', '/sync/changes')
    expect(body.removedIds).toEqual([id])
    expect(JSON.stringify(body.changes)).not.toMatch(/quenby|canarywright/i)
    const since = await test.ask('GET', `/sync/changes?since=${body.cursor}`)
    expect(since.body.changes).toEqual([])
  })

  it('is in the audit log of affected organisations, as numbers only', async () => {
    for (const orgId of [harbour.id, southern.id]) {
      const { body } = await test.ask('GET', '/audit?act=person-removed', undefined, {
        as: { orgId, userId: 'user_admin' },
      })
      expect(body.entries).toMatchObject([{ subject: id, userId: null, details: { unlocked: 1 } }])
      const check = await test.ask('GET', '/audit/check', undefined, {
        as: { orgId, userId: 'user_admin' },
      })
      expect(check.body.brokenAt).toBeNull()
    }
  })

  it('is not imported again by email, page or name at the company, in any spelling', async () => {
    const blank = { work_email: undefined, personal_email: undefined, mobile: undefined }
    const without = (part: Partial<Person>): Person => ({
      ...person,
      ...part,
      id: crypto.randomUUID(),
    })
    const arrivals: { person: Person; contact: Contact }[] = [
      {
        person: without({ name: 'Q C', linkedin_url: undefined }),
        contact: { work_email: 'quenby.canarywright@HARBOUR.example' },
      },
      {
        person: without({ name: 'Q C', linkedin_url: undefined }),
        contact: { personal_email: 'QuenbyC@mail.example' },
      },
      {
        person: without({
          ...blank,
          name: 'Q C',
          linkedin_url: 'http://au.linkedin.com/in/QUENBY-C/',
        }),
        contact: {},
      },
      {
        person: without({ ...blank, name: 'QUENBY  CANARYWRIGHT', linkedin_url: undefined }),
        contact: {},
      },
    ]
    for (const arrival of arrivals) {
      await withTick(test.db, (trx, seq) => savePeople(trx, [arrival], seq))
      await loadWorld(test.db, [
        { ...arrival, person: { ...arrival.person, id: crypto.randomUUID() } },
      ])
    }
    await test.settle()
    expect(await canariesLeft()).toEqual([])
    const { body } = await test.ask('POST', '/records', {
      category: 'people',
      search: 'canarywright',
    })
    expect(body.total).toBe(0)
  })

  it('does not block another person with the same number, who is imported without it', async () => {
    const other: Person = {
      ...person,
      id: '0c0ffee0-3333-4000-8000-000000000001',
      name: 'Sidney Otherson',
      first_name: 'Sidney',
      last_name: 'Otherson',
      linkedin_url: undefined,
    }
    const theirs = { mobile: '0491 570 999', work_email: 'sidney@harbour.example' }
    await withTick(test.db, (trx, seq) =>
      savePeople(trx, [{ person: other, contact: theirs }], seq),
    )
    const [stored] = await peopleByIds(test.db.owner, [other.id])
    expect(stored?.contact).toEqual({ work_email: 'sidney@harbour.example' })
    expect(stored?.person).not.toHaveProperty('mobile')
    expect(await canariesLeft()).toEqual([])
  })

  it('is not removed while a download that includes them is open', async () => {
    const request = await send('POST', '/download/request', {
      category: 'people',
      source: { kind: 'ids', ids: [twin] },
      agreed: 1,
    })
    const refused = await remove(twin)
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('is in progress. Nothing was removed') },
    })
    expect((await test.ask('GET', `/records/people/${twin}`)).status).toBe(200)
    await test.work()
    expect((await remove(twin)).status).toBe(200)
    expect((await test.ask('GET', `/records/people/${twin}`)).status).toBe(404)
    expect((await test.ask('GET', `/download/request/${request.requestId}`)).status).toBe(200)
  })

  it('must be named by id if several people have the address', async () => {
    const two = ['0c0ffee0-4444-4000-8000-000000000001', '0c0ffee0-4444-4000-8000-000000000002']
    for (const [at, twinId] of two.entries())
      await withTick(test.db, (trx, seq) =>
        savePeople(
          trx,
          [
            {
              person: { ...person, id: twinId, name: `Twin ${at}`, linkedin_url: undefined },
              contact: { work_email: 'office@harbour.example' },
            },
          ],
          seq,
        ),
      )
    const { status, body } = await remove('Office@harbour.example')
    expect(status).toBe(400)
    for (const twinId of two) expect(body.detail).toContain(twinId)
  })
})

describe('the snapshot of the search index', () => {
  it('holds nothing of a removed person after the index was rebuilt', async () => {
    const snapshots = mkdtempSync(join(tmpdir(), 'fieldbook-snapshot-'))
    const known: Person = {
      ...person,
      id: crypto.randomUUID(),
      name: 'Zephyrine Snapshotte',
      linkedin_url: undefined,
    }
    await withTick(test.db, (trx, seq) => savePeople(trx, [{ person: known, contact: {} }], seq))
    const search = await openBitmaps({
      db: test.db,
      folder: snapshots,
      workers: 0,
      today: () => today,
    })
    const text = () => readFile(join(snapshots, 'search.snapshot'), 'latin1')
    await search.expunge()
    expect((await text()).toLowerCase()).toContain('snapshotte')
    await removePerson(test.db, folderFiles(join(folder, 'files')), known.id, new Date(today))
    await search.refresh()
    await search.expunge()
    expect((await text()).toLowerCase()).not.toContain('snapshotte')
    await search.close()
  })
})
