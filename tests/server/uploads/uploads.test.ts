import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxUploads } from '../../../contract/money/upload-file.ts'
import { transferUploads } from '../../../server/uploads/transfer-ownership.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { alexOf, sendFile, sendPart } from '../../kit/uploads.ts'
import { colleagues, memberOf, type Member } from '../../kit/saved-work.ts'

const content = Buffer.from('Company,Website,Remark\nHarbour,https://harbour.example,ours\n')

describe('an upload', () => {
  let test: TestApp
  let alex: Member
  let team: ReturnType<typeof colleagues>
  beforeAll(async () => {
    test = await startTestApp({ companies: 20, people: 40 })
    alex = alexOf(test)
    team = colleagues(test)
  })
  afterAll(() => test.close())

  const announce = (member: Member = alex, more: object = {}) =>
    member.write('POST', '/exchange/uploads', { name: 'leads.csv', size: content.length, ...more })
  const seen = async (id: string, member: Member = alex) =>
    (await member.read(`/exchange/uploads/${id}`)).body
  const preview = (id: string, body: object = {}, member: Member = alex) =>
    member.write('POST', `/exchange/uploads/${id}/preview`, body)

  it('is created once per id and states its size', async () => {
    const id = crypto.randomUUID()
    const first = await announce(alex, { id })
    expect(first).toMatchObject({
      status: 201,
      body: {
        id,
        state: 'UPLOADED',
        receivedBytes: 0,
        size: content.length,
        rows: null,
        isOwner: true,
      },
    })
    expect((await announce(alex, { id, name: 'other.csv' })).body.name).toBe('leads.csv')
  })

  it('continues after an interruption at any byte', async () => {
    for (let cut = 0; cut <= content.length; cut++) {
      const { body } = await announce()
      const response = await sendPart(test, alex.as, body.id, 0, content.subarray(0, cut))
      expect(response.body).toEqual({ receivedBytes: cut, size: content.length })
      const { receivedBytes: received } = await seen(body.id)
      const rest = await sendPart(test, alex.as, body.id, received, content.subarray(received))
      expect(rest.body).toEqual({ receivedBytes: content.length, size: content.length })
      const { status } = await preview(body.id)
      expect(status).toBe(200)
      await alex.write('DELETE', `/exchange/uploads/${body.id}`)
    }
  })

  it('stores nothing of an interrupted part and accepts it again', async () => {
    const { body } = await announce()
    await sendPart(test, alex.as, body.id, 0, content.subarray(0, 10))
    const address = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }))
    const authorization = `Bearer ${await test.token(alex.as)}`
    const socket = connect(Number(address.port), address.hostname)
    await once(socket, 'connect')
    socket.write(
      `PUT /api/exchange/uploads/${body.id}/parts/10 HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${content.length - 10}\r\n\r\n`,
    )
    await new Promise((written) => socket.write(content.subarray(10, 30), written))
    socket.destroy()
    await once(socket, 'close')
    expect((await seen(body.id)).receivedBytes).toBe(10)
    const rest = await sendPart(test, alex.as, body.id, 10, content.subarray(10))
    expect(rest.body.receivedBytes).toBe(content.length)
  })

  it('accepts repeated and overlapping parts without storing bytes twice', async () => {
    const { body } = await announce()
    const send = (offset: number, end: number) =>
      sendPart(test, alex.as, body.id, offset, content.subarray(offset, end))
    expect((await send(0, 20)).body.receivedBytes).toBe(20)
    expect((await send(0, 20)).body.receivedBytes).toBe(20)
    expect((await send(0, 10)).body.receivedBytes).toBe(20)
    expect((await send(10, 40)).body.receivedBytes).toBe(40)
    const both = await Promise.all([send(40, content.length), send(40, content.length)])
    expect(both.map((each) => each.body.receivedBytes)).toEqual([content.length, content.length])
    expect((await preview(body.id)).body.firstRows).toEqual([
      ['Harbour', 'https://harbour.example', 'ours'],
    ])
  })

  it('is stored in pieces of at least 64 KB, however small its parts are', async () => {
    const long = Buffer.concat([content, Buffer.alloc(150_000, 'Southern,southern.example,x\n')])
    const { body } = await announce(alex, { size: long.length })
    const ends = [1, 2, 3, 40, 65_535, 65_536, 65_537, 65_538, 140_000, 140_001, long.length]
    for (const [index, end] of ends.entries()) {
      const from = ends[index - 1] ?? 0
      const response = await sendPart(test, alex.as, body.id, from, long.subarray(from, end))
      expect(response.body.receivedBytes).toBe(end)
    }
    const parts = await test.db.owner
      .selectFrom('upload_part')
      .select(['at', 'bytes'])
      .where('upload_id', '=', body.id)
      .orderBy('at')
      .execute()
    expect(parts.map(({ at }) => at)).toEqual([0, 65_536, 140_000])
    expect(Buffer.concat(parts.map(({ bytes }) => bytes))).toEqual(long)
    expect((await preview(body.id)).status).toBe(200)
    await alex.write('DELETE', `/exchange/uploads/${body.id}`)
  })

  it('returns 409 with the position for a gap, and refuses bytes beyond its size', async () => {
    const { body } = await announce()
    await sendPart(test, alex.as, body.id, 0, content.subarray(0, 5))
    const gap = await sendPart(test, alex.as, body.id, 9, content.subarray(9))
    expect(gap).toMatchObject({ status: 409, body: { code: 'version-conflict', receivedBytes: 5 } })
    const beyond = await sendPart(test, alex.as, body.id, 5, Buffer.alloc(1000))
    expect(beyond).toMatchObject({ status: 422, body: { errors: [{ pointer: '/offset' }] } })
    expect((await seen(body.id)).receivedBytes).toBe(5)
    expect(await preview(body.id)).toMatchObject({ status: 425, body: { code: 'not-ready' } })
  })

  it.each([
    ['25,000,001 bytes', { size: 25_000_001 }, 413, '/size'],
    ['ten gigabytes', { size: 10 * 2 ** 30 }, 413, '/size'],
    ['no bytes', { size: 0 }, 422, '/size'],
    ['no name', { name: '  ' }, 422, '/name'],
  ])('is refused with %s', async (_, more, status, pointer) => {
    const answer = await announce(alex, more)
    expect(answer).toMatchObject({ status, body: { errors: [{ pointer }] } })
  })

  it('accepts uncompressed parts of at most a megabyte', async () => {
    const { body } = await announce(alex, { size: 3_000_000 })
    const large = await sendPart(test, alex.as, body.id, 0, Buffer.alloc(1_000_001))
    expect(large).toMatchObject({ status: 413, body: { code: 'too-large' } })
    const packed = await sendPart(test, alex.as, body.id, 0, content, {
      'content-encoding': 'gzip',
    })
    expect(packed).toMatchObject({ status: 400, body: { code: 'malformed' } })
    const json = await sendPart(test, alex.as, body.id, 0, Buffer.from('{}'), {
      'content-type': 'application/json',
    })
    expect(json).toMatchObject({ status: 400, body: { code: 'malformed' } })
    expect((await seen(body.id)).receivedBytes).toBe(0)
  })

  it('becomes FAILED with a reason and a pointer if it is unreadable, and stays so', async () => {
    const id = await sendFile(test, alex, `Company,Note\nA,${'x'.repeat(10_001)}\n`)
    const response = await preview(id)
    expect(response).toMatchObject({
      status: 422,
      body: {
        code: 'invalid-input',
        errors: [{ pointer: '/rows/2/columns/2', code: 'cell-too-long' }],
      },
    })
    expect(await seen(id)).toMatchObject({ state: 'FAILED', reason: response.body.detail })
    expect((await preview(id)).body.detail).toBe(response.body.detail)
    expect((await alex.write('POST', `/exchange/uploads/${id}/match`)).status).toBe(425)
  })

  it('is visible to its owner and admins only', async () => {
    const id = await sendFile(test, team.sam, content)
    expect((await seen(id, team.sam)).isOwner).toBe(true)
    expect(await seen(id)).toMatchObject({ id, isOwner: false })
    const others = [team.kim, memberOf(test, { userId: 'user_zoe', orgId: southern.id })]
    for (const member of others) {
      const unknown = crypto.randomUUID()
      for (const path of ['', '/preview', '/match', '/rows', '/list']) {
        const ask = (uploadId: string) =>
          path === ''
            ? member.read(`/exchange/uploads/${uploadId}`)
            : member.write('POST', `/exchange/uploads/${uploadId}${path}`)
        const [theirs, nothing] = [await ask(id), await ask(unknown)]
        expect(theirs.status).toBe(404)
        const { instance: _i, requestId: _r, ...body } = theirs.body
        expect(nothing.body).toMatchObject(body)
      }
      expect((await sendPart(test, member.as, id, 0, content)).status).toBe(404)
      expect((await member.write('DELETE', `/exchange/uploads/${id}`)).status).toBe(404)
      expect((await member.read('/exchange/uploads')).body).toEqual([])
    }
    const estimate = await team.kim.write('POST', '/records/estimate', {
      category: 'company',
      source: { kind: 'upload', uploadId: id },
    })
    expect(estimate.status).toBe(404)
  })

  it('refuses parts without a session', async () => {
    const { body } = await announce()
    const answer = await test.app.inject({
      method: 'PUT',
      url: `/api/exchange/uploads/${body.id}/parts/0`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: content,
    })
    expect(answer.statusCode).toBe(401)
    const guest = await sendPart(
      test,
      { userId: 'user_guest', role: 'org:guest' },
      body.id,
      0,
      content,
    )
    expect(guest.status).toBe(403)
  })

  it('is transferred to an admin when its owner leaves', async () => {
    const lee = memberOf(test, { userId: 'user_lee', role: 'basic_member' })
    const id = await sendFile(test, lee, content)
    await test.db.asOrg(harbour.id, async (trx) => {
      const admin = { role: 'admin' as const, role_at: new Date(0), name_at: new Date(0) }
      await trx
        .insertInto('member')
        .values({ org_id: harbour.id, user_id: 'user_alex', name: 'Alex', ...admin })
        .onConflict((there) => there.doNothing())
        .execute()
      await transferUploads(harbour.id, 'user_lee', trx)
    })
    expect(await seen(id)).toMatchObject({ user: { userId: 'user_alex' }, isOwner: true })
  })

  it('is limited to a hundred per organisation, and a deletion frees a place', async () => {
    const zoe = memberOf(test, { userId: 'user_zoe', orgId: southern.id })
    const ids: string[] = []
    for (let count = 0; count < maxUploads; count++) ids.push((await announce(zoe)).body.id)
    expect(await announce(zoe)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'too-many' }] },
    })
    expect((await zoe.write('DELETE', `/exchange/uploads/${ids[0]}`)).status).toBe(204)
    expect((await announce(zoe)).status).toBe(201)
  })

  describe('mapping an upload', () => {
    const map = (id: string, body: object) =>
      alex.write('POST', `/exchange/uploads/${id}/map`, { category: 'company', ...body })

    it('follows headings and earlier mappings of these headings', async () => {
      const id = await sendFile(test, alex, content)
      const first = await preview(id)
      expect(first.body.columns.map((column: object) => ({ ...column, examples: [] }))).toEqual([
        { header: 'Company', examples: [], field: 'name', because: 'heading' },
        { header: 'Website', examples: [], field: 'website', because: 'heading' },
        { header: 'Remark', examples: [], field: null, because: null },
      ])
      expect(await map(id, { columns: ['name', null, 'city'] })).toMatchObject({
        status: 200,
        body: { state: 'MAPPED', rows: 1, columns: [{ field: 'name' }, {}, { field: 'city' }] },
      })
      const again = await sendFile(test, alex, 'REMARK;website;Company;Phone\nPerth;x;Bay;1\n')
      const columns = (await preview(again)).body.columns
      expect(columns).toMatchObject([
        { field: 'city', because: 'remembered' },
        { field: null, because: null },
        { field: 'name', because: 'remembered' },
        { field: 'phone', because: 'heading' },
      ])
      const zoe = memberOf(test, { userId: 'user_zoe', orgId: southern.id })
      await zoe.write(
        'DELETE',
        `/exchange/uploads/${(await zoe.read('/exchange/uploads')).body[0].id}`,
      )
      const theirs = await sendFile(test, zoe, content)
      expect((await preview(theirs, {}, zoe)).body.columns[2].field).toBe(null)
    })

    it.each([
      ['fewer columns than the file', { columns: ['name'] }, '/columns'],
      ['one field twice', { columns: ['name', 'name', null] }, '/columns/1'],
      ['a field of people', { columns: ['name', 'full_name', null] }, '/columns/1'],
      ['nothing to look up by', { columns: [null, null, 'city'] }, '/columns'],
      [
        'people by name alone',
        { category: 'people', columns: ['full_name', null, null] },
        '/columns',
      ],
      [
        'a header below the last row',
        { columns: ['name', null, null], headerRow: 2 },
        '/headerRow',
      ],
      ['an unknown field', { columns: ['constructor', null, null] }, '/columns/0'],
    ])('refuses %s', async (_, body, pointer) => {
      const id = await sendFile(test, alex, content)
      await preview(id)
      expect(await map(id, body)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
      expect((await seen(id)).state).toBe('UPLOADED')
    })

    it('accepts a chosen header, and only after the file was read', async () => {
      const id = await sendFile(test, alex, content)
      const columns = ['name', 'website', null]
      expect((await map(id, { columns })).status).toBe(425)
      await preview(id)
      expect((await map(id, { columns, headerRow: null })).body).toMatchObject({
        rows: 2,
        columns: [{ header: '' }, { header: '' }, { header: '' }],
      })
    })
  })
})
