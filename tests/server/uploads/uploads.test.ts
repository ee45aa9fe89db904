import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostUploads } from '../../../contract/money/upload-file.ts'
import { passUploadsOn } from '../../../server/uploads/passing-on.ts'
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

  const announce = (who: Member = alex, more: object = {}) =>
    who.write('POST', '/exchange/uploads', { name: 'leads.csv', size: content.length, ...more })
  const seen = async (id: string, who: Member = alex) =>
    (await who.read(`/exchange/uploads/${id}`)).body
  const preview = (id: string, body: object = {}, who: Member = alex) =>
    who.write('POST', `/exchange/uploads/${id}/preview`, body)

  it('is announced once under one id, and says what it holds', async () => {
    const id = crypto.randomUUID()
    const first = await announce(alex, { id })
    expect(first).toMatchObject({
      status: 201,
      body: { id, state: 'UPLOADED', held: 0, size: content.length, rows: null, isOwner: true },
    })
    expect((await announce(alex, { id, name: 'other.csv' })).body.name).toBe('leads.csv')
  })

  it('goes on wherever it was cut off, at any byte', async () => {
    for (let cut = 0; cut <= content.length; cut++) {
      const { body } = await announce()
      const taken = await sendPart(test, alex.as, body.id, 0, content.subarray(0, cut))
      expect(taken.body).toEqual({ held: cut, size: content.length })
      const { held } = await seen(body.id)
      const rest = await sendPart(test, alex.as, body.id, held, content.subarray(held))
      expect(rest.body).toEqual({ held: content.length, size: content.length })
      const { status } = await preview(body.id)
      expect(status).toBe(200)
      await alex.write('DELETE', `/exchange/uploads/${body.id}`)
    }
  })

  it('keeps nothing of a part whose connection broke, and takes it anew', async () => {
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
    expect((await seen(body.id)).held).toBe(10)
    const rest = await sendPart(test, alex.as, body.id, 10, content.subarray(10))
    expect(rest.body.held).toBe(content.length)
  })

  it('takes a part again, whole or overlapping, without holding it twice', async () => {
    const { body } = await announce()
    const send = (offset: number, end: number) =>
      sendPart(test, alex.as, body.id, offset, content.subarray(offset, end))
    expect((await send(0, 20)).body.held).toBe(20)
    expect((await send(0, 20)).body.held).toBe(20)
    expect((await send(0, 10)).body.held).toBe(20)
    expect((await send(10, 40)).body.held).toBe(40)
    const both = await Promise.all([send(40, content.length), send(40, content.length)])
    expect(both.map((each) => each.body.held)).toEqual([content.length, content.length])
    expect((await preview(body.id)).body.firstRows).toEqual([
      ['Harbour', 'https://harbour.example', 'ours'],
    ])
  })

  it('is kept in pieces of 64 KB at least, however small the parts it is sent in', async () => {
    const long = Buffer.concat([content, Buffer.alloc(150_000, 'Southern,southern.example,x\n')])
    const { body } = await announce(alex, { size: long.length })
    const ends = [1, 2, 3, 40, 65_535, 65_536, 65_537, 65_538, 140_000, 140_001, long.length]
    for (const [index, end] of ends.entries()) {
      const from = ends[index - 1] ?? 0
      const taken = await sendPart(test, alex.as, body.id, from, long.subarray(from, end))
      expect(taken.body.held).toBe(end)
    }
    const kept = await test.db.owner
      .selectFrom('upload_part')
      .select(['at', 'bytes'])
      .where('upload_id', '=', body.id)
      .orderBy('at')
      .execute()
    expect(kept.map(({ at }) => at)).toEqual([0, 65_536, 140_000])
    expect(Buffer.concat(kept.map(({ bytes }) => bytes))).toEqual(long)
    expect((await preview(body.id)).status).toBe(200)
    await alex.write('DELETE', `/exchange/uploads/${body.id}`)
  })

  it('says where to go on when a part would leave a gap, and refuses bytes beyond its size', async () => {
    const { body } = await announce()
    await sendPart(test, alex.as, body.id, 0, content.subarray(0, 5))
    const gap = await sendPart(test, alex.as, body.id, 9, content.subarray(9))
    expect(gap).toMatchObject({ status: 409, body: { code: 'version-conflict', held: 5 } })
    const beyond = await sendPart(test, alex.as, body.id, 5, Buffer.alloc(1000))
    expect(beyond).toMatchObject({ status: 422, body: { errors: [{ pointer: '/offset' }] } })
    expect((await seen(body.id)).held).toBe(5)
    expect(await preview(body.id)).toMatchObject({ status: 425, body: { code: 'not-ready' } })
  })

  it.each([
    ['25,000,001 bytes', { size: 25_000_001 }, 413, '/size'],
    ['ten gigabytes', { size: 10 * 2 ** 30 }, 413, '/size'],
    ['no bytes', { size: 0 }, 422, '/size'],
    ['no name', { name: '  ' }, 422, '/name'],
  ])('is refused where it announces %s', async (_, more, status, pointer) => {
    const answer = await announce(alex, more)
    expect(answer).toMatchObject({ status, body: { errors: [{ pointer }] } })
  })

  it('takes parts of a megabyte at most, as they are and as bytes alone', async () => {
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
    expect((await seen(body.id)).held).toBe(0)
  })

  it('that cannot be read is FAILED, says why with a pointer, and stays so', async () => {
    const id = await sendFile(test, alex, `Company,Note\nA,${'x'.repeat(10_001)}\n`)
    const told = await preview(id)
    expect(told).toMatchObject({
      status: 422,
      body: {
        code: 'invalid-input',
        errors: [{ pointer: '/rows/2/columns/2', code: 'cell-too-long' }],
      },
    })
    expect(await seen(id)).toMatchObject({ state: 'FAILED', reason: told.body.detail })
    expect((await preview(id)).body.detail).toBe(told.body.detail)
    expect((await alex.write('POST', `/exchange/uploads/${id}/match`)).status).toBe(425)
  })

  it('is seen by its owner and by admins; to anybody else it is not there', async () => {
    const id = await sendFile(test, team.sam, content)
    expect((await seen(id, team.sam)).isOwner).toBe(true)
    expect(await seen(id)).toMatchObject({ id, isOwner: false })
    const others = [team.kim, memberOf(test, { userId: 'user_zoe', orgId: southern.id })]
    for (const who of others) {
      const unknown = crypto.randomUUID()
      for (const path of ['', '/preview', '/match', '/rows', '/list']) {
        const ask = (one: string) =>
          path === ''
            ? who.read(`/exchange/uploads/${one}`)
            : who.write('POST', `/exchange/uploads/${one}${path}`)
        const [theirs, nothing] = [await ask(id), await ask(unknown)]
        expect(theirs.status).toBe(404)
        const { instance: _i, requestId: _r, ...body } = theirs.body
        expect(nothing.body).toMatchObject(body)
      }
      expect((await sendPart(test, who.as, id, 0, content)).status).toBe(404)
      expect((await who.write('DELETE', `/exchange/uploads/${id}`)).status).toBe(404)
      expect((await who.read('/exchange/uploads')).body).toEqual([])
    }
    const estimate = await team.kim.write('POST', '/records/estimate', {
      category: 'company',
      source: { kind: 'upload', uploadId: id },
    })
    expect(estimate.status).toBe(404)
  })

  it('takes its parts from nobody without a session', async () => {
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

  it('goes to an admin when its owner leaves', async () => {
    const lee = memberOf(test, { userId: 'user_lee', role: 'basic_member' })
    const id = await sendFile(test, lee, content)
    await test.db.asOrg(harbour.id, async (trx) => {
      const admin = { role: 'admin' as const, role_at: new Date(0), name_at: new Date(0) }
      await trx
        .insertInto('member')
        .values({ org_id: harbour.id, user_id: 'user_alex', name: 'Alex', ...admin })
        .onConflict((there) => there.doNothing())
        .execute()
      await passUploadsOn(harbour.id, 'user_lee', trx)
    })
    expect(await seen(id)).toMatchObject({ user: { userId: 'user_alex' }, isOwner: true })
  })

  it('is one of a hundred at most, and makes room when it is deleted', async () => {
    const zoe = memberOf(test, { userId: 'user_zoe', orgId: southern.id })
    const ids: string[] = []
    for (let made = 0; made < mostUploads; made++) ids.push((await announce(zoe)).body.id)
    expect(await announce(zoe)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'too-many' }] },
    })
    expect((await zoe.write('DELETE', `/exchange/uploads/${ids[0]}`)).status).toBe(204)
    expect((await announce(zoe)).status).toBe(201)
  })

  describe('is mapped', () => {
    const map = (id: string, body: object) =>
      alex.write('POST', `/exchange/uploads/${id}/map`, { category: 'company', ...body })

    it('as its headings say, and as it was said before for these headings', async () => {
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
      ['a field nobody knows', { columns: ['constructor', null, null] }, '/columns/0'],
    ])('not with %s', async (_, body, pointer) => {
      const id = await sendFile(test, alex, content)
      await preview(id)
      expect(await map(id, body)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
      expect((await seen(id)).state).toBe('UPLOADED')
    })

    it('without its header where one knows better, and not before it was read', async () => {
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
