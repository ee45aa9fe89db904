import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultColumns } from '../../../contract/records/export-columns.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import {
  requestDownload,
  fetchFile,
  ledgerSums,
  startPaidPlan,
  readRequest,
  rowsIn,
} from '../../kit/downloads.ts'
import { colleagues, memberOf, someRecords, type Member } from '../../kit/saved-work.ts'

describe('a download', () => {
  let test: TestApp
  let alex: Member
  let sam: Member
  beforeAll(async () => {
    test = await startTestApp({ companies: 120, people: 600 })
    ;({ alex, sam } = colleagues(test))
  })
  afterAll(() => test.close())
  const idsOf = (filters: object = {}, n = 5) => someRecords(test, 'people', n, filters)

  it('is accepted at once, delivered in the background, charged once and downloaded', async () => {
    const ids = await idsOf({ has_mobile: ['Yes'] })
    const before = (await ledgerSums(test)).balance
    const source = { kind: 'ids', ids }
    const accepted = await requestDownload(alex, { source, name: 'Five people' })
    expect(accepted).toMatchObject({
      status: 202,
      body: {
        status: 'REQUEST_ACCEPTED',
        statusLabel: 'Request accepted',
        label: 'Download',
        name: 'Five people',
        rows: { requested: 5 },
        credits: 0,
      },
    })
    await test.work()
    const { requestId } = accepted.body
    expect(await readRequest(alex, requestId)).toMatchObject({
      status: 'DOWNLOAD_FILE_GENERATED',
      statusLabel: 'Completed',
      rows: { requested: 5, delivered: 5, failed: 0, owned: 0, suppressed: 0 },
      credits: 5,
      done: 5,
      file: { name: 'Five people.csv', format: 'csv' },
    })
    expect(await ledgerSums(test)).toEqual({ balance: before - 5, reserved: 0 })

    const file = await fetchFile(test, alex, requestId)
    expect(file.statusCode).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(file.headers['content-disposition']).toContain('filename="Five people.csv"')
    expect(file.body.startsWith('\ufeff')).toBe(true)
    const rows = rowsIn(file.body)
    expect(rows).toHaveLength(5)
    expect(Object.keys(rows[0] ?? {})).toHaveLength(defaultColumns('people').length)
    const person = (await alex.read(`/records/people/${ids[0] ?? ''}`)).body
    expect(person.unlocked).toBe(true)
    expect(rows[0]).toMatchObject({
      'Last name': person.last_name,
      Company: person.company.name,
      'Work email': person.work_email?.value ?? '',
    })
    const downloaded = { category: 'people', filters: { 'cus-downloaded': ['Yes'] } }
    expect((await alex.write('POST', '/records', downloaded)).body.total).toBe(5)

    const again = await requestDownload(alex, { source, agreed: 0 })
    await test.work()
    expect(await readRequest(alex, again.body.requestId)).toMatchObject({
      status: 'DOWNLOAD_FILE_GENERATED',
      credits: 0,
      rows: { delivered: 5, owned: 5 },
    })
    expect(await ledgerSums(test)).toEqual({ balance: before - 5, reserved: 0 })
  })

  it('is accepted once when it is requested twice with the same id', async () => {
    const id = crypto.randomUUID()
    const source = { kind: 'ids', ids: await idsOf({ has_email: ['Yes'] }, 2) }
    const first = await requestDownload(alex, { id, source })
    const second = await requestDownload(alex, { id, source })
    expect(second).toMatchObject({ status: 202, body: { requestId: id } })
    expect(first.body.requestId).toBe(id)
    const colleagues = await requestDownload(sam, { id, source })
    expect(colleagues.status).toBe(404)
    const { body } = await alex.write('POST', '/download/history', { requestId: id })
    expect(body.total).toBe(1)
    await test.work()
  })

  it('is refused beyond the plan’s limit of rows', async () => {
    for (const [source, pointer] of [
      [{ kind: 'ids', ids: await idsOf({}, 50) }, '/source/ids'],
      [{ kind: 'search', first: 26 }, '/source/first'],
    ] as const) {
      const refused = await requestDownload(alex, { source })
      expect(refused.status).toBe(422)
      expect(refused.body.errors[0]).toMatchObject({ pointer, code: 'too-many' })
      expect(refused.body.detail).toContain('25')
    }
  })

  it('is refused for invalid columns, types and empty sources', async () => {
    const source = { kind: 'search', first: 5 }
    const faultOf = async (body: object) => (await requestDownload(alex, body)).body.errors[0]
    expect(await faultOf({ source, columns: ['name', 'abn'] })).toMatchObject({
      pointer: '/columns/1',
      code: 'unknown-column',
    })
    expect(await faultOf({ source, type: '0123456789ab' })).toMatchObject({ pointer: '/type' })
    expect(await faultOf({ source, type: 'ENRICH_DOWNLOAD' })).toMatchObject({ pointer: '/type' })
    expect(await faultOf({ source: { ...source, search: 'no name is like this' } })).toMatchObject({
      pointer: '/source/first',
      code: 'no-records',
    })
  })

  it('to a CRM is refused while no CRM is connected', async () => {
    const source = { kind: 'search', first: 5 }
    const { status, body } = await requestDownload(alex, { source, type: 'HS_INTEGRATION' })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'crm-away' })
    expect(body.detail).toMatch(/isn’t connected/)
  })

  it('is refused with the estimate when it costs more than agreed', async () => {
    const [unowned] = await idsOf({ has_email: ['Yes'] }, 25).then((ids) => ids.slice(-1))
    const refused = await requestDownload(alex, {
      source: { kind: 'ids', ids: [unowned] },
      agreed: 0,
    })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'price-changed', estimate: { chargeable: 1, total: 1 } },
    })
  })

  it('fails without a charge if the price rises after it was accepted', async () => {
    const [id] = (await idsOf({ has_email: ['Yes'] }, 25)).slice(-1)
    const accepted = await requestDownload(alex, { source: { kind: 'ids', ids: [id] }, agreed: 1 })
    const before = await ledgerSums(test)
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .updateTable('download_request')
        .set({ agreed: 0 })
        .where('id', '=', accepted.body.requestId)
        .execute(),
    )
    await test.work()
    expect(await readRequest(alex, accepted.body.requestId)).toMatchObject({
      status: 'REQUEST_FAILED',
      reason: 'The price is now 1 credit. You agreed to 0, so you weren’t charged.',
      needed: 1,
      credits: 0,
      canRetry: true,
      file: null,
    })
    expect(await ledgerSums(test)).toEqual(before)
  })

  it('says what is missing when credits are short, and completes after a retry with enough', async () => {
    await startPaidPlan(test, 60)
    const { balance } = await ledgerSums(test)
    const source = { kind: 'search', first: 400 }
    const { requestId } = (await requestDownload(alex, { source })).body
    await test.work()
    const short = await readRequest(alex, requestId)
    expect(short).toMatchObject({ status: 'INSUFFICIENT_CREDITS', balance, credits: 0 })
    expect(short.needed).toBeGreaterThan(balance)
    expect((await ledgerSums(test)).reserved).toBe(0)

    const dear = await alex.write('POST', `/download/request/${requestId}/retry`, { agreed: 1 })
    expect(dear.body.code).toBe('price-changed')
    const first = { first: 10, agreed: 10 }
    const { body: estimate } = await alex.read(`/download/request/${requestId}/estimate?first=10`)
    const retried = await alex.write('POST', `/download/request/${requestId}/retry`, first)
    expect(retried).toMatchObject({ status: 202, body: { requestId, attempt: 2 } })
    await test.work()
    const done = await readRequest(alex, requestId)
    expect(done).toMatchObject({
      status: 'DOWNLOAD_FILE_GENERATED',
      rows: { requested: 10, delivered: 10 },
      credits: estimate.chargeable,
      reason: null,
      needed: null,
      canRetry: false,
    })
    const twice = await alex.write('POST', `/download/request/${requestId}/retry`, first)
    expect(twice.body.errors[0].code).toBe('not-retryable')
  })

  it('leaves out suppressed records and counts them', async () => {
    const ids = await idsOf({}, 10)
    await alex.write('POST', '/lists', {
      name: 'Never',
      category: 'people',
      kind: 'suppression',
      recordIds: ids.slice(0, 3),
    })
    const { body } = await requestDownload(alex, { source: { kind: 'ids', ids } })
    await test.work()
    expect(await readRequest(alex, body.requestId)).toMatchObject({
      rows: { requested: 10, delivered: 7, suppressed: 3 },
    })
    expect(rowsIn((await fetchFile(test, alex, body.requestId)).body)).toHaveLength(7)
    const rows = await alex.write('POST', `/download/request/${body.requestId}/rows`, {
      outcome: 'suppressed',
    })
    expect(rows.body.total).toBe(3)
    expect(rows.body.rows[0]).toMatchObject({ row: 1, recordId: ids[0], outcome: 'suppressed' })
    const results = await fetchFile(test, alex, body.requestId, 'results')
    expect(rowsIn(results.body).map((row) => row['Outcome'])).toEqual([
      ...Array(3).fill('Left out, on a suppression list'),
      ...Array(7).fill(expect.stringMatching(/^Delivered/)),
    ])
  })

  it('fails without a charge if all its records are suppressed', async () => {
    const lists = (await alex.read('/lists')).body
    const never = lists.find((list: { name: string }) => list.name === 'Never')
    const ids = await test.db.asOrg(harbour.id, async (trx) =>
      (
        await trx
          .selectFrom('list_member')
          .select('record_id')
          .where('list_id', '=', never.id)
          .execute()
      ).map((row) => row.record_id),
    )
    const { body } = await requestDownload(alex, { source: { kind: 'ids', ids } })
    await test.work()
    expect(await readRequest(alex, body.requestId)).toMatchObject({
      status: 'REQUEST_FAILED',
      reason: expect.stringContaining('suppression list'),
    })
  })

  it('includes registers, address and size of companies, and is named after its list', async () => {
    const recordIds = await someRecords(test, 'company', 4)
    const list = await alex.write('POST', '/lists', {
      name: 'Perth builders',
      category: 'company',
      recordIds,
    })
    const { body } = await requestDownload(alex, {
      category: 'company',
      source: { kind: 'list', listId: list.body.id, first: 100 },
      columns: ['name', 'abn', 'state', 'employees_local', 'lists'],
      format: 'xlsx',
    })
    await test.work()
    expect(await readRequest(alex, body.requestId)).toMatchObject({
      name: 'Perth builders',
      category: 'company',
      file: { name: 'Perth builders.xlsx' },
      rows: { delivered: 4 },
    })
    const file = await fetchFile(test, alex, body.requestId)
    expect(file.headers['content-type']).toContain('spreadsheetml')
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  it('leaves out or flags numbers on the Do Not Call Register by the organisation’s policy', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from person where doc->'mobile'->'dnc'->>'listed' = 'yes' limit 2`.execute(
      test.db.owner,
    )
    const source = { kind: 'ids', ids: rows.map(({ id }) => id) }
    const mobiles = async () => {
      const { body } = await requestDownload(alex, { source, columns: ['mobile', 'do_not_call'] })
      await test.work()
      return rowsIn((await fetchFile(test, alex, body.requestId)).body)
    }
    expect(await mobiles()).toEqual(
      rows.map(() => ({ Mobile: '', 'Do Not Call Register': 'Listed' })),
    )
    await alex.write('PUT', '/customer/update', { data: { policies: { dncPolicy: 'flag' } } })
    const flagged = await mobiles()
    expect(flagged[0]?.['Mobile']).toMatch(/^\+/)
    expect(flagged[0]?.['Do Not Call Register']).toBe('Listed')
  })

  it('is in the history of its member and of admins, not of other Standard users', async () => {
    const source = { kind: 'ids', ids: await idsOf({}, 1) }
    const own = await requestDownload(sam, { source, name: 'Mine' })
    const historyOf = async (member: Member, query: object = {}) =>
      (await member.write('POST', '/download/history', query)).body
    expect(await historyOf(sam, { userId: 'user_alex' })).toMatchObject({
      total: 1,
      history: [{ name: 'Mine', user: { userId: 'user_sam' } }],
    })
    const all = await historyOf(alex)
    expect(all.total).toBeGreaterThan(5)
    expect(all.history[0]).toMatchObject({ requestId: own.body.requestId })
    expect((await historyOf(alex, { userId: 'user_sam' })).total).toBe(1)
    for (const [query, holds] of [
      [{ category: 'company' }, { category: 'company' }],
      [{ status: 'REQUEST_COMPELETED' }, { statusLabel: 'Completed' }],
      [{ status: 'REQUEST_FAILED' }, { status: 'REQUEST_FAILED' }],
      [{ type: 'DOWNLOAD' }, { type: 'DOWNLOAD' }],
    ] as const) {
      const found = await historyOf(alex, { ...query, size: 100 })
      expect(found.total).toBeGreaterThan(0)
      for (const row of found.history) expect(row).toMatchObject(holds)
    }
    const others = all.history[1].requestId
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/rows'],
      ['POST', '/link'],
      ['GET', '/estimate'],
    ] as const) {
      const answer =
        method === 'GET'
          ? await sam.read(`/download/request/${others}${path}`)
          : await sam.write('POST', `/download/request/${others}${path}`)
      expect(answer.status).toBe(404)
    }
    expect((await sam.read('/homepage')).body.requestsInProgress).toEqual([
      {
        id: own.body.requestId,
        name: 'Mine',
        statusLabel: 'Request accepted',
        done: 0,
        requested: 1,
      },
    ])
    await test.work()
    expect((await sam.read('/homepage')).body.requestsInProgress).toEqual([])
  })

  it('returns 403 for a member whose downloads an admin has disabled', async () => {
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('member')
        .values({
          org_id: harbour.id,
          user_id: 'user_kim',
          role: 'standard',
          role_at: new Date(),
          name_at: new Date(),
          updated_at: new Date(),
          disabled: '["download"]',
        })
        .onConflict((conflict) =>
          conflict.columns(['org_id', 'user_id']).doUpdateSet({ disabled: '["download"]' }),
        )
        .execute(),
    )
    const kim = colleagues(test).kim
    const refused = await requestDownload(kim, { source: { kind: 'ids', ids: await idsOf({}, 1) } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'role-forbidden' } })
  })

  it('saves column choices by name for the whole organisation', async () => {
    const columns = ['name', 'work_email']
    const body = { name: 'Short', category: 'people', columns }
    const saved = await sam.write('POST', '/download/templates', body)
    expect(saved).toMatchObject({ status: 201, body: { ...body, isOwner: true } })
    const longer = { ...body, name: 'short', columns: [...columns, 'mobile'] }
    expect((await sam.write('POST', '/download/templates', longer)).body.id).toBe(saved.body.id)
    expect((await alex.read('/download/templates')).body).toEqual([
      { ...longer, id: saved.body.id, isOwner: false },
    ])
    const theirs = memberOf(test, { orgId: southern.id })
    expect((await theirs.read('/download/templates')).body).toEqual([])
    const path = `/download/templates/${saved.body.id}`
    expect((await theirs.write('DELETE', path)).status).toBe(404)
    expect((await colleagues(test).kim.write('DELETE', path)).status).toBe(403)
    expect((await alex.write('DELETE', path)).status).toBe(204)
    const unknown = await sam.write('POST', '/download/templates', { ...body, columns: ['abn'] })
    expect(unknown.body.errors[0].pointer).toBe('/columns/0')
  })
})
