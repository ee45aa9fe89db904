import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import { fetchFile, ledgerSums, startPaidPlan, readRequest, rowsIn } from '../../kit/downloads.ts'
import { alexOf, line, matchFile, sendFile } from '../../kit/uploads.ts'
import { memberOf, someRecords, type Member } from '../../kit/saved-work.ts'

describe('enriching an upload', () => {
  let test: TestApp
  let alex: Member
  let people: { id: string; name: string; email: string; company: string }[]
  beforeAll(async () => {
    test = await startTestApp({ companies: 60, people: 300 })
    alex = alexOf(test)
    await startPaidPlan(test)
    const rows = await test.db.owner
      .selectFrom('person')
      .select(['id', 'doc', 'contact'])
      .orderBy('id')
      .execute()
    people = rows.flatMap(({ id, doc, contact }) =>
      contact.work_email === undefined
        ? []
        : [{ id, name: doc.name, email: contact.work_email, company: doc.company.name }],
    )
  })
  afterAll(() => test.close())

  const fileOf = (from: number, count: number): string =>
    [
      'Full name,Email,Our notes',
      ...people
        .slice(from, from + count)
        .map(({ name, email }) => line(name, email, `met "${name}"; =1+1`)),
      line(people[from]?.name, people[from]?.email.toUpperCase(), 'twice'),
      line('Noel Known', 'noel@nowhere.example', ''),
    ].join('\r\n')
  const sourceOf = (uploadId: string, fromRow = 1) => ({ kind: 'upload', uploadId, fromRow })
  const estimate = async (uploadId: string, member = alex) =>
    member.write('POST', '/records/estimate', { category: 'people', source: sourceOf(uploadId) })
  const ask = (uploadId: string, body: object = {}, member = alex) =>
    member.write('POST', '/download/request', {
      type: 'ENRICH_DOWNLOAD',
      category: 'people',
      source: sourceOf(uploadId),
      agreed: 100,
      ...body,
    })
  const stateOf = async (id: string) => (await alex.read(`/exchange/uploads/${id}`)).body

  it('costs its estimate, once for a repeated record, and nothing the second time', async () => {
    const upload = await matchFile(test, alex, fileOf(0, 10), 'people')
    expect(upload.counts).toEqual({ accepted: 11, review: 0, unmatched: 1, duplicates: 1 })
    const { body } = await estimate(upload.id)
    expect(body).toMatchObject({ total: 10, owned: 0, suppressed: 0 })
    expect(body.chargeable + body.empty).toBe(10)
    const before = await ledgerSums(test)
    const request = await ask(upload.id, { agreed: body.chargeable })
    expect(request).toMatchObject({
      status: 202,
      body: { type: 'ENRICH_DOWNLOAD', label: expect.stringMatching(/from uploads/) },
    })
    expect((await stateOf(upload.id)).state).toBe('ENRICHING')
    await test.work()
    const done = await readRequest(alex, request.body.requestId)
    expect(done).toMatchObject({ status: 'DOWNLOAD_FILE_GENERATED', credits: body.chargeable })
    expect((await ledgerSums(test)).balance).toBe(before.balance - body.chargeable)
    expect(await stateOf(upload.id)).toMatchObject({ state: 'DONE', requestId: done.requestId })

    const again = await matchFile(test, alex, fileOf(0, 10), 'people')
    expect((await estimate(again.id)).body).toMatchObject({
      total: 10,
      owned: body.chargeable,
      chargeable: 0,
    })
    await ask(again.id, { agreed: 0 })
    await test.work()
    expect((await ledgerSums(test)).balance).toBe(before.balance - body.chargeable)
  })

  it('keeps every row and column of the file in order, with score and reason', async () => {
    const upload = await matchFile(test, alex, fileOf(20, 3), 'people')
    const request = await ask(upload.id, { columns: ['name', 'work_email'] })
    await test.work()
    const file = await fetchFile(test, alex, request.body.requestId)
    const rows = rowsIn(file.body)
    expect(rows).toHaveLength(5)
    const [first] = people.slice(20)
    expect(Object.keys(rows[0] ?? {}).slice(0, 5)).toEqual([
      'Full name',
      'Email',
      'Our notes',
      'match_score',
      'match_reason',
    ])
    expect(rows[0]).toMatchObject({
      'Full name': first?.name,
      'Our notes': `met "${first?.name}"; =1+1`,
      match_score: '92',
      match_reason: 'name and company domain agree',
    })
    expect(Object.keys(rows[0] ?? {}).slice(5)).toEqual(['Full name (found)', 'Work email'])
    expect(Object.values(rows[0] ?? {}).slice(5)).toEqual([first?.name, first?.email])
    expect(rows[3]).toMatchObject({ 'Our notes': 'twice', match_score: '92' })
    expect(Object.values(rows[3] ?? {}).slice(5)).toEqual([first?.name, first?.email])
    expect(rows[4]).toMatchObject({
      'Full name': 'Noel Known',
      match_score: '',
      match_reason: 'no match found',
    })
    expect(Object.values(rows[4] ?? {}).slice(5)).toEqual(['', ''])
    const unmatched = await alex.write('POST', `/download/request/${request.body.requestId}/rows`, {
      outcome: 'unmatched',
    })
    expect(unmatched.body.rows).toMatchObject([{ recordId: null, name: 'Noel Known' }])
  })

  it('includes rows in review without a record and gives the reason', async () => {
    const [person] = people.slice(40)
    const upload = await matchFile(
      test,
      alex,
      `Full name,Email\n${person?.name}e,${person?.email}\n`,
      'people',
    )
    expect(upload.counts.review).toBe(1)
    expect((await estimate(upload.id)).body).toMatchObject({ total: 0, chargeable: 0 })
    const request = await ask(upload.id, { columns: ['work_email'] })
    await test.work()
    const [row] = rowsIn((await fetchFile(test, alex, request.body.requestId)).body)
    expect(row?.['match_reason']).toMatch(/^not decided: name \d+% similar, company domain agrees$/)
    expect(Object.values(row ?? {}).at(-1)).toBe('')
  })

  it('never charges for a suppressed record', async () => {
    const [person] = people.slice(50)
    await alex.write('POST', '/lists', {
      name: 'Never',
      category: 'people',
      kind: 'suppression',
      recordIds: [person?.id],
    })
    const upload = await matchFile(
      test,
      alex,
      `Full name,Email\n${person?.name},${person?.email}\n`,
      'people',
    )
    expect((await estimate(upload.id)).body).toMatchObject({
      total: 1,
      suppressed: 1,
      chargeable: 0,
    })
  })

  it('takes ten thousand rows from a given row on', async () => {
    const upload = await matchFile(test, alex, fileOf(60, 4), 'people')
    const part = await alex.write('POST', '/records/estimate', {
      category: 'people',
      source: sourceOf(upload.id, 3),
    })
    expect(part.body.total).toBe(3)
    const request = await ask(upload.id, { source: sourceOf(upload.id, 3) })
    expect(request.body).toMatchObject({ name: 'leads, rows 3 to 6', rows: { requested: 4 } })
    await test.work()
  })

  it.each([
    ['a file that is not matched yet', 425, {}],
    ['a file of the other category', 422, { category: 'company' }],
    ['a plain download of it', 422, { type: 'DOWNLOAD' }],
  ])('is refused for %s', async (_, status, body) => {
    const content = fileOf(0, 2)
    const id =
      status === 425
        ? await sendFile(test, alex, content, { category: 'people' })
        : (await matchFile(test, alex, content, 'people')).id
    expect((await ask(id, body)).status).toBe(status)
  })

  it('returns 404 for another member and 403 if an admin has disabled it', async () => {
    const upload = await matchFile(test, alex, fileOf(0, 2), 'people')
    const kim = memberOf(test, { userId: 'user_kim', role: 'basic_member' })
    expect((await estimate(upload.id, kim)).status).toBe(404)
    expect((await ask(upload.id, {}, kim)).status).toBe(404)
    await kim.read('/customer/info')
    await test.app.settled()
    await alex.write('PUT', '/customer/members/user_kim/cap', { cap: null, disabled: ['enrich'] })
    const own = await matchFile(test, kim, fileOf(0, 2), 'people')
    expect(await ask(own.id, {}, kim)).toMatchObject({
      status: 403,
      body: { code: 'role-forbidden' },
    })
  })

  it('enriches companies', async () => {
    const [id] = await someRecords(test, 'company', 1)
    const { doc } = await test.db.owner
      .selectFrom('company')
      .select('doc')
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow()
    const content = `Company,Website,State,Ours\n${line(doc.name, doc.domain, doc.hq?.state, 'kept')}\n`
    const upload = await matchFile(test, alex, content)
    expect(upload.counts.accepted).toBe(1)
    const request = await ask(upload.id, { category: 'company', format: 'xlsx' })
    await test.work()
    expect(await readRequest(alex, request.body.requestId)).toMatchObject({
      status: 'DOWNLOAD_FILE_GENERATED',
      file: { format: 'xlsx' },
    })
  })
})
