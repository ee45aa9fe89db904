import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxVisits } from '../../../contract/saved-work/activities.ts'
import { removePerson } from '../../../server/person-removal/person.ts'
import { transferSavedWork } from '../../../server/saved-work/transfer-ownership.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { fetchFile, ledgerSums, readRequest, requestDownload, rowsIn } from '../../kit/downloads.ts'
import { colleagues, someRecords, type Member } from '../../kit/saved-work.ts'

type Change = { kind: string; id: string; value: Record<string, unknown> | null }

let test: TestApp
let team: ReturnType<typeof colleagues>
let companies: string[]
let company = ''
let person = ''
beforeAll(async () => {
  test = await startTestApp({ companies: 10, people: 10 })
  team = colleagues(test)
  companies = await someRecords(test, 'company', 3)
  company = companies[0] ?? ''
  person = (await someRecords(test, 'people', 1))[0] ?? ''
})
afterAll(() => test.close())

describe('follow-ups', () => {
  const add = (body: object = {}, member: Member = team.sam) =>
    member.write('POST', '/follow-ups', {
      category: 'company',
      recordId: company,
      dueDay: '2026-03-05',
      ...body,
    })
  const patch = (id: string, changes: object, member: Member = team.sam, baseVersion = 1) =>
    member.write('PATCH', `/follow-ups/${id}`, { baseVersion, changes })
  const feed = async (member: Member): Promise<Change[]> => {
    const { body } = await member.read('/sync/changes?limit=1000')
    return body.changes.filter(({ kind }: Change) => kind === 'follow-up')
  }
  const synced = async (id: string, member: Member = team.sam) =>
    (await feed(member)).find((change) => change.id === id)?.value

  it('name their record and reach only the devices of their owner', async () => {
    const visit = crypto.randomUUID()
    const origin = { kind: 'visit', id: visit }
    const { status, body } = await add({ text: ' Bring the quote ', dueTime: '09:30', origin })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      text: 'Bring the quote',
      dueDay: '2026-03-05',
      dueTime: '09:30',
      state: 'open',
      origin,
      ownerId: 'user_sam',
      version: 1,
    })
    const { body: record } = await team.sam.read(`/records/company/${company}`)
    expect(body.recordName).toBe(record.name)
    expect(await synced(body.id)).toEqual(body)
    expect(await synced(body.id, team.alex)).toBeUndefined()
  })

  it('are created once per device id, and never under the id of a colleague', async () => {
    const id = crypto.randomUUID()
    const first = await add({ id })
    expect([first.status, (await add({ id, text: 'again' })).body]).toEqual([201, first.body])
    expect((await add({ id }, team.kim)).status).toBe(404)
  })

  it('need a record, a day and a time that exist', async () => {
    expect((await add({ recordId: crypto.randomUUID() })).status).toBe(404)
    for (const body of [
      { dueDay: '2026-02-30' },
      { dueDay: '1026-03-05' },
      { dueTime: '24:00' },
      { text: 'x'.repeat(201) },
      { origin: { kind: 'visit' } },
    ])
      expect((await add(body)).status).toBe(422)
  })

  it('merge: moved on one device and done on another is both', async () => {
    const { id } = (await add()).body
    expect((await patch(id, { dueDay: '2026-03-06', dueTime: '14:00' })).body).toMatchObject({
      followUp: { dueDay: '2026-03-06', version: 2 },
    })
    const done = await patch(id, { state: 'done' })
    expect(done.body).toMatchObject({
      followUp: { dueDay: '2026-03-06', dueTime: '14:00', state: 'done', version: 3 },
      overruled: [],
    })
    const again = await patch(id, { state: 'done' })
    expect(again.body).toEqual({ followUp: done.body.followUp, overruled: [] })
    expect((await patch(id, { state: 'open' }, team.sam, 3)).body.followUp.state).toBe('open')
  })

  it('belong to their owner: a colleague, admins included, can’t change them', async () => {
    const { id } = (await add()).body
    expect((await patch(id, { state: 'done' }, team.alex)).status).toBe(404)
    expect((await patch(id, { state: 'ended' })).status).toBe(422)
  })

  it('leave devices 90 days after they were done, while open ones stay', async () => {
    const [open, done] = [(await add()).body, (await add()).body]
    await patch(done.id, { state: 'done' })
    await test.db.owner
      .updateTable('follow_up')
      .set({ updated_at: new Date(Date.now() - 91 * 86_400_000) })
      .where('id', 'in', [open.id, done.id])
      .execute()
    await add()
    expect(await synced(done.id)).toBeFalsy()
    expect(await synced(open.id)).toMatchObject({ state: 'open' })
    expect((await patch(done.id, { state: 'open' }, team.sam, 2)).status).toBe(410)
  })

  it('end without text when their person is removed', async () => {
    const on = { category: 'people', recordId: person }
    const { id } = (await add({ ...on, text: 'Ask about the tender' })).body
    const { name } = (await team.sam.read(`/records/people/${person}`)).body
    const naming = (await add({ text: `Ask ${name} for the plans` })).body
    await removePerson(test.db, test.files, person, new Date())
    const ended = await synced(id)
    expect(ended).toMatchObject({ state: 'ended', text: '', recordName: null, version: 2 })
    expect(ended?.['recordId']).not.toBe(person)
    const dropped = await patch(id, { state: 'dropped' }, team.sam, 2)
    expect(dropped.body.followUp).toMatchObject({ state: 'dropped', version: 3 })
    expect((await add(on)).status).toBe(404)
    const redacted = await synced(naming.id)
    expect(redacted).toMatchObject({ state: 'open', text: expect.stringMatching(/^Ask .* plans$/) })
    expect(redacted?.['text']).not.toContain(name)
    const moved = await patch(naming.id, { dueDay: '2026-03-09' })
    expect(moved.body.followUp).toMatchObject({ dueDay: '2026-03-09', text: redacted?.['text'] })
  })

  it('go to an admin, who can end them, when their owner leaves, if they are open', async () => {
    const [open, done] = [
      (await add({ text: 'Call Jo' }, team.kim)).body,
      (await add({}, team.kim)).body,
    ]
    await patch(done.id, { state: 'done' }, team.kim)
    await test.db.asOrg(harbour.id, (trx) => transferSavedWork(harbour.id, 'user_kim', trx))
    expect(await synced(open.id, team.alex)).toMatchObject({ text: 'Call Jo', state: 'open' })
    expect(await synced(done.id, team.alex)).toBeUndefined()
    const changes = { dueDay: '2026-03-12', state: 'done' }
    expect((await patch(open.id, changes, team.alex)).body.followUp).toMatchObject(changes)
    expect((await patch(open.id, { state: 'open' }, team.kim, 2)).status).toBe(404)
  })
})

describe('plans of the day', () => {
  const day = '2026-03-05'
  const stop = (addedAt = '2026-03-04T00:00:00Z', category = 'company') => ({ category, addedAt })
  const stopsOf = (...ns: number[]) =>
    Object.fromEntries(ns.map((n) => [companies[n] ?? '', stop(`2026-03-04T00:00:0${n}Z`)]))
  const change = (changes: object, member: Member = team.sam, baseVersion = 1, on = day) =>
    member.write('POST', '/day-plans', { day: on, baseVersion, changes })
  const synced = async (member: Member, on = day) => {
    const { body } = await member.read('/sync/changes?limit=1000')
    return body.changes.find(
      ({ kind, value }: Change) => kind === 'day-plan' && value?.['day'] === on,
    )?.value
  }

  it('name their stops and reach only the devices of their owner', async () => {
    const { status, body } = await change({ stops: stopsOf(0, 1) })
    expect([status, body.overruled]).toEqual([200, []])
    expect(body.plan).toMatchObject({ day, order: [], ownerId: 'user_sam', version: 2 })
    const { body: record } = await team.sam.read(`/records/company/${companies[1]}`)
    expect(body.plan.stops[companies[1] ?? '']).toEqual({
      ...stop('2026-03-04T00:00:01Z'),
      name: record.name,
    })
    expect(await synced(team.sam)).toEqual(body.plan)
    expect(await synced(team.alex)).toBeUndefined()
  })

  it('made on two devices are merged: all stops, each once, without a conflict', async () => {
    const added = { ...stopsOf(2), [companies[0] ?? '']: stop('2026-03-04T09:00:00Z') }
    const { body } = await change({ stops: added })
    expect(Object.keys(body.plan.stops).toSorted()).toEqual(companies.toSorted())
    expect(body.plan.stops[companies[0] ?? '']).toMatchObject(stop('2026-03-04T00:00:00Z'))
    expect(body.overruled).toEqual([])
  })

  it('carry the region of the list that a stop came from, also past a device that does not know it', async () => {
    const on = '2026-03-11'
    const id = companies[0] ?? ''
    const stops = { [id]: { ...stop(), region: 'AU/WA' } }
    const { plan } = (await change({ stops }, team.sam, 1, on)).body
    expect(plan.stops[id].region).toBe('AU/WA')
    const both = { [id]: stop(), ...stopsOf(1) }
    const { body } = await change({ stops: both }, team.sam, plan.version, on)
    expect(body.plan.stops[id].region).toBe('AU/WA')
    const wrong = { [id]: { ...stop(), region: 'x'.repeat(121) } }
    expect((await change({ stops: wrong }, team.sam, 1, '2026-03-12')).status).toBe(422)
  })

  it('ordered on two devices keep the order that arrived last, and name the other', async () => {
    const [first, second] = [companies, companies.toReversed()]
    expect((await change({ order: first }, team.sam, 3)).body.overruled).toEqual([])
    const { body } = await change({ order: second }, team.sam, 3)
    expect(body.plan).toMatchObject({ order: second, version: 5 })
    expect(body.overruled).toMatchObject([
      { field: 'order', yours: second, theirs: first, by: 'user_sam' },
    ])
  })

  it('lose a stop that was removed on a device that saw it, and no other', async () => {
    const { plan } = (await change({ stops: stopsOf(1) }, team.sam, 2)).body
    expect(Object.keys(plan.stops).toSorted()).toEqual(companies.slice(1).toSorted())
  })

  it('need a day, known versions and at most 100 stops', async () => {
    const many = Array.from({ length: 101 }, () => crypto.randomUUID())
    for (const body of [
      { day: '2026-02-30', baseVersion: 1, changes: {} },
      { day, baseVersion: 1, changes: { stops: { 'no-id': stop() } } },
      { day, baseVersion: 1, changes: { order: many } },
      {
        day,
        baseVersion: 1,
        changes: { stops: Object.fromEntries(many.map((id) => [id, stop()])) },
      },
    ])
      expect((await team.sam.write('POST', '/day-plans', body)).status).toBe(422)
    expect((await change({ order: [] }, team.sam, 99)).status).toBe(409)
    const halves = [many.slice(0, 60), many.slice(60)].map((ids) =>
      Object.fromEntries(ids.map((id) => [id, stop()])),
    )
    const on = '2026-03-10'
    expect((await change({ stops: halves[0] }, team.sam, 1, on)).status).toBe(200)
    expect((await change({ stops: halves[1] }, team.sam, 1, on)).status).toBe(413)
  })

  it('never store the user’s location', async () => {
    const at = { lat: -31.95, lng: 115.861_234 }
    const body = {
      day: '2026-03-06',
      baseVersion: 1,
      start: at,
      changes: {
        stops: { [companies[0] ?? '']: { ...stop(), ...at } },
        start: at,
        end: { postcode: '6000', ...at },
      },
    }
    expect((await team.sam.write('POST', '/day-plans', body)).status).toBe(200)
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(test.db.owner)
    expect(tables.length).toBeGreaterThan(50)
    for (const { name } of tables) {
      const { rows } = await sql`
        select 1 from ${sql.table(name)} as t where t::text like '%115.861234%'`.execute(
        test.db.owner,
      )
      expect({ name, rows }).toEqual({ name, rows: [] })
    }
  })

  it('show a stop without a name when its person is removed, and don’t take them again', async () => {
    const id = (await someRecords(test, 'people', 1))[0] ?? ''
    const on = '2026-03-07'
    const stops = { [id]: stop(undefined, 'people'), ...stopsOf(1) }
    const { body } = await change({ stops, order: [id, companies[1]] }, team.sam, 1, on)
    await removePerson(test.db, test.files, id, new Date())
    const plan = await synced(team.sam, on)
    const removed = plan.order[0]
    expect(plan).toMatchObject({ order: [removed, companies[1]], version: body.plan.version + 1 })
    expect(plan.stops[removed]).toEqual({ ...stop(undefined, 'people'), name: null })
    expect(
      JSON.stringify(await test.db.owner.selectFrom('day_plan_version').selectAll().execute()),
    ).not.toContain(id)
    const again = await change({ stops }, team.sam, 1, on)
    expect(again.body.plan.stops).not.toHaveProperty(id)
    const without = await change({ stops: stopsOf(1) }, team.sam, again.body.plan.version, on)
    expect(Object.keys(without.body.plan.stops)).toEqual([companies[1]])
  })

  it('leave devices 90 days after their day, and end with the membership of their owner', async () => {
    await change({ stops: stopsOf(0) }, team.kim, 1, '2025-01-02')
    await test.db.owner
      .updateTable('day_plan')
      .set({ updated_at: new Date('2025-01-02T00:00:00Z') })
      .where('owner_id', '=', 'user_kim')
      .execute()
    await change({ stops: stopsOf(1) }, team.kim, 1, '2026-03-08')
    expect(await synced(team.kim, '2025-01-02')).toBeUndefined()
    expect(await synced(team.kim, '2026-03-08')).toBeDefined()
    await test.db.asOrg(harbour.id, (trx) => transferSavedWork(harbour.id, 'user_kim', trx))
    expect(await synced(team.kim, '2026-03-08')).toBeUndefined()
    expect(await synced(team.alex, '2026-03-08')).toBeUndefined()
  })
})

describe('visits', () => {
  let list = ''
  beforeAll(async () => {
    await visit(team.sam, 0, '2026-03-02T01:00:00Z', 'met')
    await visit(team.sam, 1, '2026-03-03T01:00:00Z', 'call back')
    await visit(team.sam, 1, '2026-03-03T02:00:00Z', 'met')
    await visit(team.kim, 2, '2026-03-04T01:00:00Z', 'interested')
    await team.sam.write('POST', '/activities/note', {
      category: 'company',
      recordId: companies[0],
      text: 'No visit',
      at: '2026-03-02T01:00:00Z',
    })
    const body = { name: 'Mine', category: 'company', recordIds: [companies[1]] }
    list = (await team.sam.write('POST', '/lists', body)).body.id
  })
  const visit = (member: Member, n: number, at: string, outcome: string) =>
    member.write('POST', '/activities/visit', {
      category: 'company',
      recordId: companies[n],
      at,
      outcome,
    })
  const read = (member: Member, query: string) => member.read(`/visits?${query}`)

  it('are the member’s own with names, the latest first, and counted by outcome', async () => {
    const { body } = await read(team.sam, '')
    const days = body.visits.map((each: { at: string; outcome: string }) => [
      each.at.slice(0, 13),
      each.outcome,
    ])
    expect(days).toEqual([
      ['2026-03-03T02', 'met'],
      ['2026-03-03T01', 'call back'],
      ['2026-03-02T01', 'met'],
    ])
    expect(body.counts).toEqual({ met: 2, 'call back': 1 })
    const { body: company } = await team.sam.read(`/records/company/${companies[1]}`)
    expect(body.visits[0]).toMatchObject({ recordName: company.name, isAuthor: true })
    expect(body.next).toBeNull()
  })

  it('are filtered by outcome, whose counts stay, and by a list that the member sees', async () => {
    const met = (await read(team.sam, 'by=user_sam&outcome=met')).body
    expect([met.visits.length, met.counts]).toEqual([2, { met: 2, 'call back': 1 }])
    const listed = (await read(team.sam, `by=user_sam&list=${list}`)).body
    expect([listed.visits.length, listed.counts]).toEqual([2, { met: 1, 'call back': 1 }])
    expect((await read(team.alex, `by=everyone&list=${list}`)).body.visits).toEqual([])
  })

  it('of the team are for admins', async () => {
    expect((await read(team.alex, 'by=everyone')).body.visits).toHaveLength(4)
    expect((await read(team.alex, 'by=user_kim')).body.visits).toMatchObject([
      { authorId: 'user_kim', isAuthor: false },
    ])
    expect((await read(team.sam, 'by=everyone')).status).toBe(403)
    expect((await read(team.sam, 'by=user_kim')).status).toBe(403)
  })

  const exported = async (member: Member, body: object) => {
    const { status, body: request } = await member.write('POST', '/download/visits', body)
    await test.work()
    return { status, request, after: await readRequest(member, request.requestId) }
  }

  it('are exported free, as the filter shows them, and of the team by admins', async () => {
    await test.db.owner
      .updateTable('member')
      .set({ name: 'Sam Reid' })
      .where('user_id', '=', 'user_sam')
      .execute()
    const before = await ledgerSums(test)
    const id = crypto.randomUUID()
    const { status, after } = await exported(team.sam, { id, outcome: 'met' })
    expect([status, after.type, after.label, after.name]).toEqual([
      202,
      'VISITS',
      'Visits',
      'My visits',
    ])
    expect([after.statusLabel, after.rows.delivered, after.credits]).toEqual(['Completed', 2, 0])
    const rows = rowsIn((await fetchFile(test, team.sam, id)).body)
    const [latest, earliest] = rows
    const { body: company } = await team.sam.read(`/records/company/${companies[1]}`)
    expect(rows).toHaveLength(2)
    expect(latest).toEqual({
      Date: '2026-03-03',
      Time: '13:00',
      Visited: company.name,
      Type: 'Company',
      Outcome: 'Met',
      Note: '',
      By: 'Sam Reid',
    })
    expect(earliest?.['Date']).toBe('2026-03-02')
    const all = await exported(team.alex, { by: 'everyone', format: 'xlsx' })
    expect([all.after.rows.delivered, all.after.file.name]).toEqual([4, 'Visits of the team.xlsx'])
    expect((await exported(team.sam, { by: 'everyone' })).status).toBe(403)
    expect((await exported(team.alex, {})).request).toMatchObject({
      code: 'invalid-input',
      detail: 'There are no visits to export yet.',
    })
    expect(await ledgerSums(test)).toEqual(before)
    const { rows: unlocks } = await sql`select 1 from unlock`.execute(test.db.owner)
    expect(unlocks).toEqual([])
  })

  it('that are deleted before their file is made fail their row, and no other request may have the type', async () => {
    const { body: deleted } = await visit(team.sam, 2, '2026-03-05T01:00:00Z', 'not interested')
    const id = crypto.randomUUID()
    await team.sam.write('POST', '/download/visits', { id, outcome: 'not interested' })
    await team.sam.write('DELETE', `/activities/${deleted.id}`)
    await test.work()
    const request = await readRequest(team.sam, id)
    expect([request.rows, request.canRetryFailed, request.errors]).toMatchObject([
      { requested: 1, delivered: 0, failed: 1 },
      false,
      [expect.stringContaining('This visit was deleted.')],
    ])
    const records = { category: 'company', source: { kind: 'ids', ids: companies } }
    const body = { ...records, type: 'VISITS' }
    expect((await requestDownload(team.sam, body)).body.errors).toMatchObject([
      { pointer: '/type' },
    ])
  })

  it('come page by page, each once, also of one moment', async () => {
    await sql`insert into activity (org_id, id, kind, category, record_id, text, at, outcome, author_id, seq)
      select org_id, gen_random_uuid(), kind, category, record_id, text, at, outcome, 'user_rep', seq
      from activity, generate_series(1, ${maxVisits + 5}::int) where author_id = 'user_kim' and kind = 'visit'`.execute(
      test.db.owner,
    )
    const first = (await read(team.alex, 'by=user_rep')).body
    const second = (await read(team.alex, `by=user_rep&after=${first.next}`)).body
    const ids = [...first.visits, ...second.visits].map(({ id }: { id: string }) => id)
    expect([first.visits.length, new Set(ids).size, second.next]).toEqual([
      maxVisits,
      maxVisits + 5,
      null,
    ])
    expect((await read(team.alex, 'after=2026-03-04')).status).toBe(422)
  })
})

describe('cadences', () => {
  const set = (id: string, body: object, member: Member = team.sam) =>
    member.write('PUT', `/cadences/${id}`, { target: 'company', targetId: company, ...body })
  const feed = async (member: Member): Promise<Change[]> => {
    const { body } = await member.read('/sync/changes?limit=1000')
    return body.changes.filter(({ kind }: Change) => kind === 'cadence')
  }
  const synced = async (id: string, member: Member = team.sam) =>
    (await feed(member)).find((change) => change.id === id)?.value

  it('name their target, reach only their owner, and the last write wins', async () => {
    const id = crypto.randomUUID()
    const { status, body } = await set(id, { weeks: 6 })
    const { body: record } = await team.sam.read(`/records/company/${company}`)
    expect([status, body.weeks, body.targetName, body.version]).toEqual([200, 6, record.name, 1])
    expect((await set(id, { weeks: 6 })).body).toEqual(body)
    expect((await set(id, { weeks: 4 })).body).toMatchObject({ weeks: 4, version: 2 })
    expect(await synced(id)).toMatchObject({ weeks: 4 })
    expect(await synced(id, team.alex)).toBeUndefined()
    expect((await set(id, { weeks: 2 }, team.kim)).status).toBe(404)
    expect((await team.kim.write('DELETE', `/cadences/${id}`)).status).toBe(404)
  })

  it('are one for a target: another device’s replaces the earlier one, and ends for good', async () => {
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    await set(first, { weeks: 6 })
    expect((await set(second, { weeks: 8 })).status).toBe(200)
    expect([await synced(first), (await synced(second))?.['weeks']]).toEqual([undefined, 8])
    expect((await set(first, { weeks: 1 })).body.code).toBe('deleted')
    expect((await team.sam.write('DELETE', `/cadences/${second}`)).status).toBe(204)
    expect((await team.sam.write('DELETE', `/cadences/${second}`)).status).toBe(204)
    expect(await synced(second)).toBeUndefined()
  })

  it('need a record or a list that the member sees, and 1 to 52 weeks', async () => {
    const list = { name: 'Round', category: 'company', recordIds: [company] }
    const { id: listId } = (await team.sam.write('POST', '/lists', list)).body
    const ofList = { target: 'list', targetId: listId, weeks: 6 }
    expect((await set(crypto.randomUUID(), ofList)).body.targetName).toBe('Round')
    expect((await set(crypto.randomUUID(), ofList, team.kim)).status).toBe(404)
    const unknown = { targetId: crypto.randomUUID(), weeks: 6 }
    expect((await set(crypto.randomUUID(), unknown)).status).toBe(404)
    for (const weeks of [0, 53, 1.5, '6'])
      expect((await set(crypto.randomUUID(), { weeks })).status).toBe(422)
  })

  it('of a leaver pass to an admin, whose own for the same account stays', async () => {
    const [own, passed, doubled] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const other = { targetId: companies[1], weeks: 8 }
    await set(own, { weeks: 12 }, team.alex)
    await set(doubled, { weeks: 6 }, team.kim)
    await set(passed, other, team.kim)
    await test.db.asOrg(harbour.id, (trx) => transferSavedWork(harbour.id, 'user_kim', trx))
    expect(await synced(passed, team.alex)).toMatchObject({ weeks: 8, ownerId: 'user_alex' })
    expect(await synced(own, team.alex)).toMatchObject({ weeks: 12 })
    expect(await synced(doubled, team.alex)).toBeUndefined()
  })
})

it('No table has the position of a member, whatever their device sends with its work', async () => {
  const position = { lat: -31.951234, lng: 115.861234, position: [-31.951234, 115.861234] }
  const record = { category: 'company', recordId: company, ...position }
  const at = '2026-03-02T01:00:00Z'
  const sent = [
    await team.kim.write('POST', '/activities/visit', { ...record, at, outcome: 'met' }),
    await team.kim.write('POST', '/activities/note', { ...record, at, text: 'Hello' }),
    await team.kim.write('POST', '/follow-ups', { ...record, dueDay: '2026-03-05' }),
    await team.kim.write('POST', '/download/visits', position),
  ]
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 202])
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public' group by 1`.execute(test.db.owner)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} as t
      where t::text like '%951234%' or t::text like '%861234%' limit 1`.execute(test.db.owner)
    if (rows.length > 0) found.push(name)
  }
  expect(tables.length).toBeGreaterThan(50)
  expect(found).toEqual([])
  const positions = tables.flatMap(({ name, columns }) =>
    columns
      .filter((each) => /(^|_)(lat|lng|lon|lati|longi|geo|coord|gps)/.test(each))
      .map((each) => `${name}.${each}`),
  )
  expect(positions).toEqual([])
})
