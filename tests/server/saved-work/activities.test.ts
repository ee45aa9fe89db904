import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { colleagues, memberOf, someRecords, type Member } from '../../kit/saved-work.ts'

const at = '2026-03-02T23:30:00Z'

describe('notes, visits and reports', () => {
  let test: TestApp
  let team: ReturnType<typeof colleagues>
  let companies: string[]
  beforeAll(async () => {
    test = await startTestApp({ companies: 30, people: 30 })
    team = colleagues(test)
    companies = await someRecords(test, 'company', 10)
  })
  afterAll(() => test.close())

  const on = (n: number) => ({ category: 'company', recordId: companies[n], at })
  const note = (n: number, body: object = {}, member: Member = team.sam) =>
    member.write('POST', '/activities/note', { ...on(n), text: 'Called, ask for Jo', ...body })
  const read = async (n: number, member: Member = team.sam) =>
    (await member.read(`/records/company/${companies[n]}/activities`)).body

  it('are visible to the whole organisation, newest first, and to no other', async () => {
    await note(0, { at: '2026-03-01T00:00:00+11:00', text: 'earlier' })
    await team.alex.write('POST', '/activities/visit', { ...on(0), outcome: 'met' })
    const mine = await read(0)
    expect(mine).toMatchObject([
      { kind: 'visit', outcome: 'met', text: '', authorId: 'user_alex', isAuthor: false },
      { kind: 'note', at: '2026-02-28T13:00:00.000Z', text: 'earlier', isAuthor: true },
    ])
    expect(await read(0, memberOf(test, { orgId: southern.id }))).toEqual([])
  })

  it('are created once per device id', async () => {
    const id = crypto.randomUUID()
    const first = await note(1, { id })
    expect([first.status, (await note(1, { id, text: 'other' })).body]).toEqual([201, first.body])
    expect(await read(1)).toHaveLength(1)
    expect((await note(1, { id }, team.kim)).status).toBe(404)
  })

  it('never store the user’s location', async () => {
    const visit = { ...on(2), outcome: 'nobody there', lat: -31.95, lng: 115.86 }
    const position = { coordinates: { lat: -31.95, lng: 115.86 }, position: [115.86] }
    const done = await team.sam.write('POST', '/activities/visit', { ...visit, ...position })
    expect(done.status).toBe(201)
    const rows = await test.db.asOrg(harbour.id, async (trx) => [
      await trx.selectFrom('activity').selectAll().execute(),
      await trx.selectFrom('activity_version').selectAll().execute(),
      await trx.selectFrom('idem').selectAll().execute(),
    ])
    expect(JSON.stringify(rows)).toContain('nobody there')
    expect(JSON.stringify(rows)).not.toContain('115.86')
  })

  it('report a wrong field', async () => {
    const report = { ...on(3), field: 'phones', text: 'Disconnected' }
    const { body } = await team.sam.write('POST', '/activities/report', report)
    expect(body).toMatchObject({ kind: 'report', field: 'phones', text: 'Disconnected' })
  })

  it('need an existing record, text, and a time in this century', async () => {
    expect((await note(0, { recordId: crypto.randomUUID() })).status).toBe(404)
    expect((await note(0, { category: 'people' })).status).toBe(404)
    for (const body of [{ text: '  ' }, { text: 'x'.repeat(2001) }, { at: '1026-03-01T00:00:00Z' }])
      expect((await note(0, body)).status).toBe(422)
    expect((await note(0, { text: 'x'.repeat(2000) })).status).toBe(201)
  })

  it('are changed by their author, merged across devices, and deleted by the author or an admin', async () => {
    const { body } = await note(4)
    const path = `/activities/${body.id}`
    const patch = (member: Member, changes: object) =>
      member.write('PATCH', path, { baseVersion: 1, changes })
    expect((await patch(team.alex, { text: 'mine now' })).status).toBe(403)
    await patch(team.sam, { text: 'from the phone' })
    const later = await patch(team.sam, { text: 'from the laptop', at: '2026-03-02T00:00:00Z' })
    expect(later.body).toMatchObject({
      activity: { text: 'from the laptop', at: '2026-03-02T00:00:00.000Z', version: 3 },
      overruled: [{ field: 'text', theirs: 'from the phone', by: 'user_sam' }],
    })
    expect((await team.kim.write('DELETE', path)).status).toBe(403)
    expect((await team.alex.write('DELETE', path)).status).toBe(204)
    expect((await team.sam.write('DELETE', path)).status).toBe(204)
    expect((await patch(team.sam, { text: 'x' })).body.code).toBe('deleted')
    expect(await read(4)).toEqual([])
  })
})
