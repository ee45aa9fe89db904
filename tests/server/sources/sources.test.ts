import { once } from 'node:events'
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sourcePart } from '../../../contract/org/sources.ts'
import { startS3, type S3Emulator } from '../../../emulators/s3/emulator.ts'
import { bucketGet } from '../../../server/platform/vendors/bucket-get.ts'
import { s3Files, type Bucket } from '../../../server/platform/vendors/files-s3.ts'
import { guardedGet } from '../../../server/platform/vendors/guarded-get.ts'
import { clear, fixture, newFolder } from '../../kit/import.ts'
import { noNames } from '../../kit/connects.ts'
import {
  harbour,
  southern,
  startTestApp,
  today,
  type Someone,
  type TestApp,
} from '../../kit/app.ts'

const day = 86_400_000
let test: TestApp
let now = Date.parse(`${today}T01:00:00Z`)
let folder = ''
let origin = ''
let asks: IncomingHttpHeaders[] = []
let answer: (response: ServerResponse, headers: IncomingHttpHeaders) => void
let asx = ''
let s3: S3Emulator
let bucket: Bucket
const site = createServer(({ headers }, response) => {
  asks.push(headers)
  answer(response, headers)
})

beforeAll(async () => {
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}` // a TCP server has one
  folder = await newFolder()
  const account = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'auto' }
  s3 = await startS3(account)
  bucket = { ...account, endpoint: s3.endpoint, bucket: 'registers' }
  asx = await readFile(fixture('asx.csv'), 'utf8')
  test = await startTestApp({
    companies: 0,
    parts: {
      now: () => now,
      sources: {
        workFolder: await newFolder(),
        folder,
        get: guardedGet(noNames, [origin]),
        getFromBucket: bucketGet(bucket),
      },
    },
  })
  await test.db.asOrg(harbour.id, (trx) =>
    trx
      .insertInto('member')
      .values({
        org_id: harbour.id,
        user_id: 'user_alex',
        role: 'admin',
        role_at: new Date(),
        email: 'alex@harbour.example',
      })
      .execute(),
  )
})
afterAll(async () => {
  await test.close()
  await s3.close()
  site.closeAllConnections()
  site.close()
})
beforeEach(async () => {
  await clear(test.db)
  await test.db.owner.deleteFrom('source').execute()
  asks = []
  answer = (response) => response.writeHead(404).end()
})

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  as?: Someone,
) =>
  test.ask(method, path, body, {
    ...(as && { as }),
    headers: method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() },
  })

const settings = {
  name: 'ASX list',
  format: 'asx',
  kind: 'folder',
  location: 'asx*.csv',
  everyHours: 168,
  licence: 'ASX',
  countries: [],
  mapping: null,
  paused: false,
}
const save = async (more: object = {}, id: string = crypto.randomUUID()) =>
  (await call('PUT', `/sources/${id}`, { ...settings, ...more })).body
const list = async () => (await call('GET', '/sources')).body.sources
const only = async () => (await list())[0]
const pass = async (days = 0): Promise<void> => {
  now += days * day
  await test.app.jobs.runTimely()
  await test.work()
}
const put = async (name: string, text: string, at: number): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), text)
  await utimes(join(folder, name), at / 1000, at / 1000)
}
const titles = async (): Promise<string[]> => {
  const rows = await test.db.owner.selectFrom('notice').select('title').execute()
  return rows.map(({ title }) => title)
}
const company = (n: number): string => `Banksia Works ${n} Pty Ltd,https://banksia${n}.example\n`
const table = (rows: number): string =>
  `Company name,Website\n${Array.from({ length: rows }, (_, n) => company(n)).join('')}`

describe('sources', () => {
  it('belong to the first organisation: others see and change nothing', async () => {
    const { id } = await save()
    const stranger = { orgId: southern.id }
    for (const [method, path, body] of [
      ['GET', '/sources'],
      ['GET', `/sources/${id}/runs`],
      ['PUT', `/sources/${id}`, settings],
      ['DELETE', `/sources/${id}`],
      ['POST', `/sources/${id}/run`, {}],
    ] as const) {
      const { status, body: problem } = await call(method, path, body, stranger)
      expect([path, status, problem.code]).toEqual([path, 403, 'role-forbidden'])
    }
    expect(
      await test.db.asOrg(southern.id, (trx) => trx.selectFrom('source').selectAll().execute()),
    ).toEqual([])
    const flags = async (as?: Someone) =>
      (await call('GET', '/customer/features', undefined, as)).body.features.sources
    expect(await flags()).toEqual({ enabled: true })
    expect(await flags(stranger)).toBeUndefined()
  })

  it.each([
    ['/format', { format: 'nosuch' }],
    ['/location', { kind: 'folder', location: '../secrets.csv' }],
    ['/location', { kind: 'folder', location: '.hidden' }],
    ['/location', { kind: 'address', location: 'http://registers.example/a.csv' }],
    ['/location', { kind: 'address', location: 'https://user:word@registers.example/a.csv' }],
    ['/location', { kind: 'bucket', location: '/a.csv' }],
    ['/mapping', { format: 'csv', mapping: '{"columns":{"A":"nosuch"}}' }],
  ])('are refused with a pointer to %s for %j', async (pointer, more) => {
    const { status, body } = await call('PUT', `/sources/${crypto.randomUUID()}`, {
      ...settings,
      ...more,
    })
    expect(status).toBe(422)
    expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer])
  })

  it('have a name of their own', async () => {
    await save()
    const { status, body } = await call('PUT', `/sources/${crypto.randomUUID()}`, {
      ...settings,
      name: 'asx LIST',
    })
    expect([status, body.code]).toEqual([409, 'name-taken'])
  })
})

describe('a source on a schedule', () => {
  it('imports the newest file of its folder, and skips it until there is another', async () => {
    await put('asx-old.csv', 'nothing', now - 40 * day)
    await put('asx-1.csv', asx, now - day)
    await save()
    await pass()
    const first = await only()
    expect(first.lastRun).toMatchObject({
      cause: 'schedule',
      state: 'done',
      fileName: 'asx-1.csv',
      hasRejects: false,
      summary: { seenAt: '2026-03-02', rows: 8, added: 8, rejected: 0 },
    })
    await pass(7)
    expect((await only()).lastRun.state).toBe('unchanged')
    expect((await only()).lastImport.id).toBe(first.lastRun.id)
    await put('asx-2.csv', asx.replace('BANKSIA METALS', 'BANKSIA COPPER'), now)
    await pass(7)
    expect((await only()).lastRun).toMatchObject({
      state: 'done',
      fileName: 'asx-2.csv',
      summary: { rows: 8, added: 0, updated: 1, unchanged: 7 },
    })
  })

  it('does nothing while it is paused', async () => {
    await put('asx-1.csv', asx, now)
    await save({ paused: true })
    await pass(30)
    expect(await only()).toMatchObject({ lastRun: null, overdue: false })
  })

  it('tells admins of a failure once, and again only after it has worked', async () => {
    const name = 'Failing list'
    const { id } = await save({ name, location: 'failing.csv' })
    await pass()
    expect((await only()).lastRun).toMatchObject({
      state: 'failed',
      reason: 'There’s no file failing.csv in the sources folder.',
    })
    const failures = async () =>
      (await titles()).filter((title) => title === `The source ${name} failed`).length
    await pass(7)
    expect(await failures()).toBe(1)
    await put('failing.csv', asx, now)
    await call('POST', `/sources/${id}/run`, {})
    await test.work()
    expect((await only()).lastRun).toMatchObject({ cause: 'member', state: 'done' })
    await put('failing.csv', '<html>', now)
    await pass(7)
    expect(await failures()).toBe(2)
  })

  it('tells admins once that it is overdue, after twice its rhythm without new data', async () => {
    const name = 'Late list'
    await put('late.csv', asx, now)
    await save({ name, location: 'late.csv' })
    await pass()
    await pass(7)
    expect((await only()).overdue).toBe(false)
    await pass(8)
    await pass(8)
    expect(await only()).toMatchObject({ overdue: true, lastRun: { state: 'unchanged' } })
    expect(
      (await titles()).filter((title) => title === `The source ${name} is overdue`),
    ).toHaveLength(1)
  })
})

describe('a source at an address', () => {
  const address = () => ({
    name: 'Site',
    format: 'csv',
    kind: 'address',
    location: 'https://registers.example/a.csv',
  })
  /** Addresses have to be https; the site of this test is not. */
  const saveAddress = async (path = '/files/companies.csv') => {
    const { id } = await save(address())
    await test.db.owner
      .updateTable('source')
      .set({ location: origin + path })
      .execute()
    return id
  }

  it('is fetched again only if its ETag has changed', async () => {
    let etag = '"1"'
    answer = (response, headers) => {
      if (headers['if-none-match'] === etag) return response.writeHead(304).end()
      return response
        .writeHead(200, { etag, 'last-modified': 'Mon, 02 Mar 2026 10:00:00 GMT' })
        .end(table(2))
    }
    await saveAddress()
    await pass()
    expect((await only()).lastRun).toMatchObject({
      state: 'done',
      fileName: 'companies.csv',
      summary: { seenAt: '2026-03-02', added: 2 },
    })
    await pass(7)
    expect((await only()).lastRun).toMatchObject({ state: 'unchanged', summary: null })
    etag = '"2"'
    await pass(7)
    expect((await only()).lastRun).toMatchObject({ state: 'done', summary: { unchanged: 2 } })
    expect(asks.map((headers) => headers['if-none-match'])).toEqual([undefined, '"1"', '"1"'])
  })

  it('continues a file whose connection ended early', async () => {
    const content = Buffer.from(table(5000))
    const half = content.length >> 1
    let from = 0
    answer = (response, headers) => {
      from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
      if (from === 0) {
        response.writeHead(200, { etag: '"1"', 'content-length': content.length })
        response.write(content.subarray(0, half), () => response.destroy())
      } else
        response
          .writeHead(206, {
            etag: '"1"',
            'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
          })
          .end(content.subarray(from))
    }
    await saveAddress()
    await pass()
    await test.db.owner
      .updateTable('job')
      .set({ run_at: new Date(0) })
      .execute()
    await test.work()
    expect(asks).toHaveLength(2)
    expect(from).toBeGreaterThan(half / 2)
    expect(asks[1]?.['if-range']).toBe('"1"')
    expect((await only()).lastRun).toMatchObject({
      state: 'done',
      summary: { rows: 5000, added: 5000 },
    })
  })

  it.each([
    [
      'a page that has moved away',
      (response: ServerResponse) => response.writeHead(404).end(),
      /no file at this address/,
    ],
    [
      'a redirect to a private network',
      (response: ServerResponse) =>
        response.writeHead(302, { location: 'https://10.0.0.1/a.csv' }).end(),
      /private network/,
    ],
    [
      'a redirect away from https',
      (response: ServerResponse) =>
        response.writeHead(302, { location: 'http://registers.example/' }).end(),
      /without https/,
    ],
    [
      'a file beyond the largest size',
      (response: ServerResponse) => response.writeHead(200, { 'content-length': 9e9 }).write('a'),
      /larger than 8 GB/,
    ],
    [
      'a web page instead of the file',
      (response: ServerResponse) => response.end('<html>No</html>'),
      /web page/,
    ],
  ])('fails in words at once for %s', async (_, respond, reason) => {
    answer = respond
    await saveAddress()
    await pass()
    expect((await only()).lastRun).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(reason),
    })
    expect(asks).toHaveLength(1)
  })

  it('is never read from a private address', async () => {
    await save({ ...address(), location: 'https://192.168.0.10/a.csv' })
    await pass()
    expect((await only()).lastRun.reason).toBe('This address leads to a private network.')
  })
})

describe('a source in a bucket', () => {
  const inBucket = { name: 'Bucket', kind: 'bucket', location: 'lists/asx.csv' }

  it('imports the object of its key, by a signed request', async () => {
    await s3Files(bucket, await newFolder()).write('lists/asx.csv', Readable.from([asx]))
    await save(inBucket)
    await pass()
    expect((await only()).lastRun).toMatchObject({ state: 'done', summary: { added: 8 } })
    expect(s3.refused).toEqual([])
  })

  it('fails in words where the bucket lacks the object', async () => {
    await save({ ...inBucket, location: 'lists/other file.csv' })
    await pass()
    expect((await only()).lastRun.reason).toContain('no file at this address')
    expect(s3.refused).toEqual([])
  })
})

describe('an uploaded file', () => {
  const upload = async (id: string, content: Buffer, name = 'companies.csv') => {
    const run = crypto.randomUUID()
    const announced = await call('POST', `/sources/${id}/files`, {
      run,
      name,
      size: content.length,
      modified: '2026-03-01',
    })
    expect(announced.body.state).toBe('uploading')
    for (let n = 0; n * sourcePart < content.length; n += 1)
      expect((await part(run, n, content)).statusCode).toBe(200)
    return run
  }
  const part = async (run: string, n: number, content: Buffer, as: Someone = {}) =>
    test.app.inject({
      method: 'PUT',
      url: `/api/sources/parts/${run}/${n}`,
      headers: {
        authorization: `Bearer ${await test.token(as)}`,
        'content-type': 'application/octet-stream',
      },
      payload: content.subarray(n * sourcePart, (n + 1) * sourcePart),
    })
  const newUploadSource = async () =>
    (
      await save({
        name: 'Own list',
        format: 'csv',
        kind: 'upload',
        location: '',
        everyHours: null,
      })
    ).id

  it('has a dry run first, then is imported, and its rejected rows are a file', async () => {
    const id = await newUploadSource()
    const content = Buffer.from(`${table(2)}No site\n`)
    const run = await upload(id, content)
    await test.work()
    expect((await only()).lastRun).toMatchObject({
      id: run,
      dryRun: true,
      state: 'done',
      summary: { rows: 3, added: 2, rejected: 1, examples: [{ line: 4 }] },
    })
    expect(await test.db.owner.selectFrom('company').select('id').execute()).toEqual([])
    await call('POST', `/sources/${id}/runs/${run}/import`, {})
    await test.work()
    const { lastRun, lastImport } = await only()
    expect(lastRun).toEqual(lastImport)
    expect(lastRun).toMatchObject({
      dryRun: false,
      hasRejects: true,
      summary: { seenAt: '2026-03-01', added: 2 },
    })
    const { body: link } = await call('GET', `/sources/${id}/runs/${run}/rejected`)
    const file = await test.app.inject({ method: 'GET', url: link.url })
    expect(file.headers['content-disposition']).toContain('companies.rejected.csv')
    expect(file.body).toContain('4,"it has 1 cells where the heading has 2","No site"')
    const again = await call('POST', `/sources/${id}/runs/${run}/import`, {})
    expect(again.body).toEqual(lastRun)
    expect((await call('GET', '/sources')).body.commands).toEqual([])
  })

  it('arrives in parts, each once and in order, from admins of the operator only', async () => {
    const id = await newUploadSource()
    const content = Buffer.concat([Buffer.alloc(sourcePart, 'a'), Buffer.from('b')])
    const run = crypto.randomUUID()
    await call('POST', `/sources/${id}/files`, {
      run,
      name: 'a.csv',
      size: content.length,
      modified: '2026-03-01',
    })
    expect((await part(run, 0, content, { orgId: southern.id })).statusCode).toBe(403)
    expect((await part(run, 0, content, { role: 'basic_member' })).statusCode).toBe(403)
    expect((await part(run, 1, content)).json()).toMatchObject({
      code: 'version-conflict',
      parts: 0,
    })
    expect((await part(run, 0, Buffer.from('short'))).statusCode).toBe(422)
    for (const _ of [1, 2])
      expect((await part(run, 0, content)).json()).toEqual({
        receivedBytes: sourcePart,
        size: content.length,
      })
    expect((await part(run, 1, content)).json().receivedBytes).toBe(content.length)
    expect((await part(crypto.randomUUID(), 0, content)).statusCode).toBe(404)
  })

  it('is deleted unless it is imported within a week', async () => {
    const id = await newUploadSource()
    const run = await upload(id, Buffer.from(table(1)))
    await test.work()
    await pass(8)
    expect((await only()).lastRun).toMatchObject({
      state: 'failed',
      reason: 'The file wasn’t imported within a week.',
    })
    expect(await test.files.read(`sources/${run}-0.part`)).toBeUndefined()
    const refused = await call('POST', `/sources/${id}/runs/${run}/import`, {})
    expect([refused.status, refused.body.code]).toEqual([425, 'not-ready'])
  })

  it('that is no table fails in words, and nothing of it is imported', async () => {
    const id = await newUploadSource()
    await upload(id, Buffer.from('<html>'))
    await test.work()
    expect((await only()).lastRun).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('web page'),
    })
  })
})

describe('imports by command', () => {
  it('are listed beside the sources', async () => {
    const { runImport } = await import('../../kit/import.ts')
    await runImport(test.db, 'asx', fixture('asx.csv'))
    const { commands } = (await call('GET', '/sources')).body
    expect(commands).toMatchObject([
      {
        format: 'asx',
        run: { cause: 'command', state: 'done', fileName: 'asx.csv', summary: { added: 8 } },
      },
    ])
  })
})
