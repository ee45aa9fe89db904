import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { learnMembership } from '../../../server/members/membership.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { sql } from 'kysely'
import { requestDownload, fetchFile, readRequest, rowsIn } from '../../kit/downloads.ts'
import { colleagues, memberOf, someRecords, type Member } from '../../kit/saved-work.ts'

describe('the link to a file', () => {
  let now = Date.parse('2026-03-03T01:00:00Z')
  let test: TestApp
  let alex: Member
  let id: string
  beforeAll(async () => {
    test = await startTestApp({ companies: 40, people: 120, parts: { now: () => now } })
    alex = colleagues(test).alex
    const ids = await someRecords(test, 'people', 3)
    const { body } = await requestDownload(alex, {
      source: { kind: 'ids', ids },
      name: 'Drei “Leute” – é/x',
    })
    id = body.requestId
  })
  afterAll(() => test.close())

  const linkOf = async (member: Member = alex, what = 'file') =>
    member.write('POST', `/download/request/${id}/link`, { what })
  const fetch = (url: string) => test.app.inject({ url })
  const expire = () =>
    test.db.asOrg(harbour.id, (trx) =>
      trx
        .updateTable('download_request')
        .set({ file_expires_at: sql<Date>`now() - interval '1 second'` })
        .where('id', '=', id)
        .execute(),
    )

  it('returns 425 before the file exists', async () => {
    expect(await linkOf()).toMatchObject({ status: 425, body: { code: 'not-ready' } })
    await test.work()
    expect((await linkOf()).status).toBe(200)
  })

  it('opens without a header, names the file and is not cached', async () => {
    const { url, expiresAt } = (await linkOf()).body
    expect(url).toMatch(/^\/files\//)
    expect(Date.parse(expiresAt) - now).toBe(10 * 60_000)
    const file = await fetch(url)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="Drei _Leute_ _ _ x.csv"; filename*=UTF-8''Drei%20%E2%80%9CLeute%E2%80%9D%20%E2%80%93%20%C3%A9%20x.csv`,
    )
    expect(file.headers['cache-control']).toBe('private, no-store')
    expect(file.headers['x-content-type-options']).toBe('nosniff')
    expect(rowsIn(file.body)).toHaveLength(3)
  })

  it('expires after ten minutes', async () => {
    const { url } = (await linkOf()).body
    now += 10 * 60_000
    expect((await fetch(url)).statusCode).toBe(200)
    now += 1
    const late = await fetch(url)
    expect(late.statusCode).toBe(410)
    expect(late.json().code).toBe('file-expired')
  })

  it('is refused after any change of its text', async () => {
    const { url } = (await linkOf()).body
    const [text = '', signature = ''] = url.slice('/files/'.length).split('.')
    const address = JSON.parse(Buffer.from(text, 'base64url').toString())
    const other = (change: object) =>
      Buffer.from(JSON.stringify({ ...address, ...change })).toString('base64url')
    for (const token of [
      `${other({ until: now * 2 })}.${signature}`,
      `${other({ orgId: southern.id })}.${signature}`,
      `${other({ userId: 'user_kim' })}.${signature}`,
      `${other({ requestId: crypto.randomUUID() })}.${signature}`,
      `${text}.${signature.slice(0, -1)}`,
      `${text}.${'A'.repeat(signature.length)}`,
      text,
      `${text}.`,
      `.${signature}`,
      '..',
      'x.y.z',
      '%00',
      '__proto__.constructor',
    ]) {
      const answer = await fetch(`/files/${token}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.json().code).toBe('not-found')
    }
  })

  it('is refused to every role of another organisation', async () => {
    for (const role of ['admin', 'basic_member'])
      expect(await linkOf(memberOf(test, { orgId: southern.id, role }))).toMatchObject({
        status: 404,
        body: { code: 'not-found' },
      })
  })

  it('is refused once its member is removed, and works again when they return', async () => {
    const sam = memberOf(test, { userId: 'user_sam', role: 'admin' })
    const links = [(await linkOf(sam)).body.url, (await linkOf(sam, 'results')).body.url]
    const statuses = async () => {
      const answers = await Promise.all(links.map(fetch))
      return answers.map(({ statusCode }) => statusCode)
    }
    const fact = (at: number, endedAt?: number) =>
      test.db.asOrg(harbour.id, (trx) =>
        learnMembership(trx, harbour.id, {
          userId: 'user_sam',
          role: 'admin',
          at,
          ...(endedAt === undefined ? {} : { endedAt }),
        }),
      )
    await test.app.settled()
    expect(await statuses()).toEqual([200, 200])
    const left = Date.now() + 60_000
    await fact(Date.now(), left)
    expect(await statuses()).toEqual([404, 404])
    expect((await fetch((await linkOf()).body.url)).statusCode).toBe(200)
    await fact(left + 1)
    expect(await statuses()).toEqual([200, 200])
  })

  it('lists the outcome of every row', async () => {
    const { url } = (await linkOf(alex, 'results')).body
    expect(rowsIn((await fetch(url)).body).map((row) => row['Row'])).toEqual(['1', '2', '3'])
  })

  it('works again, free, once an expired file has been rebuilt', async () => {
    const before = await alex.read('/credits')
    await expire()
    expect(await linkOf()).toMatchObject({ status: 425, headers: { 'retry-after': '2' } })
    await test.app.settled()
    await test.work()
    expect((await linkOf()).status).toBe(200)
    expect(rowsIn((await fetchFile(test, alex, id)).body)).toHaveLength(3)
    expect((await alex.read('/credits')).body).toEqual(before.body)
  })

  it('works again once a deleted file has been rebuilt', async () => {
    await expire()
    const { url } = await linkBeforeSweep()
    await test.app.jobs.runTimely()
    expect((await fetch(url)).statusCode).toBe(410)
    expect((await readRequest(alex, id)).file.name).toContain('Drei')
    expect((await linkOf()).status).toBe(425)
    await test.app.settled()
    await test.work()
    expect((await linkOf()).status).toBe(200)
  })

  it('leads to a rebuilt file without records that were suppressed since, and with them once they are restored', async () => {
    const names = async () =>
      rowsIn((await fetchFile(test, alex, id)).body).map(
        (row) => `${row['First name'] ?? ''} ${row['Last name'] ?? ''}`,
      )
    const expectRegenerated = async () => {
      expect((await linkOf()).status).toBe(425)
      await test.app.settled()
      await test.work()
      expect((await linkOf()).status).toBe(200)
    }
    const before = await readRequest(alex, id)
    const { body } = await alex.write('POST', `/download/request/${id}/rows`, {})
    const [first, second] = body.rows.map((row: { recordId: string }) => row.recordId)
    const [firstName, secondName, thirdName] = await names()
    const list = await alex.write('POST', '/lists', {
      name: 'Asked us to stop',
      category: 'people',
      kind: 'suppression',
      recordIds: [first],
    })
    await expectRegenerated()
    expect(await names()).toEqual([secondName, thirdName])
    // Swap one record for the other: the number stays the same.
    await alex.write('POST', `/lists/${list.body.id}/members`, { add: [second], remove: [first] })
    await expectRegenerated()
    expect(await names()).toEqual([firstName, thirdName])
    await alex.write('DELETE', `/lists/${list.body.id}`)
    await expectRegenerated()
    expect(await names()).toEqual([firstName, secondName, thirdName])
    expect((await readRequest(alex, id)).rows).toEqual(before.rows)
  })

  const linkBeforeSweep = async (): Promise<{ url: string }> => {
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .updateTable('download_request')
        .set({ file_expires_at: sql<Date>`now() + interval '1 second'` })
        .where('id', '=', id)
        .execute(),
    )
    const { body } = await linkOf()
    await expire()
    return body
  }
})
