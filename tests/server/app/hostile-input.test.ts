import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { api, type EndpointName } from '../../../contract/api.ts'
import { companiesByIds, saveCompanies, withTick } from '../../../server/records/store.ts'
import type { SearchEngine } from '../../../server/search/engine.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import { arbitraryInput, hostileRequest, type HostileRequest } from '../../kit/hostile/requests.ts'
import { faultOf } from '../../kit/contract-faults.ts'
import { sendFile } from '../../kit/uploads.ts'
import { seededRequestId } from '../../kit/hostile/downloads.ts'
import { seededUploadIds } from '../../kit/hostile/uploads.ts'
import { seededIds } from '../../kit/hostile/saved-work.ts'
import { memberOf, someRecords } from '../../kit/saved-work.ts'
import { reportPromise } from '../../kit/reliability.ts'

const seed = Number(process.env['HOSTILE_SEED'] ?? 20260303)
const runs = Number(process.env['HOSTILE_RUNS'] ?? 1000)
/** A request takes a few ms, and longer on a busy machine. */
const longestMs = 30_000 + runs * 60

it.each(Object.keys(api) as EndpointName[])('hostile requests include valid ones of %s', (name) => {
  const inputs = fc.sample(arbitraryInput(name), { seed, numRuns: 400 })
  expect(inputs.some((input) => z.safeParse(api[name].input, input).success)).toBe(true)
})

describe('hostile requests', () => {
  let test: TestApp
  let token: string
  beforeAll(async () => {
    test = await startTestApp({ companies: 120, people: 400 })
    await ownWork(test)
    token = await test.token()
  })
  afterAll(() => test.close())

  it(
    `get valid answers by the contract (seed ${seed}, ${runs} requests)`,
    async () => {
      const requests = fc.sample(hostileRequest, { seed, numRuns: runs })
      const { faults, good } = await played(test, token, requests)
      expect(faults.slice(0, 10)).toEqual([])
      // An API that refuses everything would pass as well.
      expect(good).toBeGreaterThan(runs / 5)
      expect(Object.keys(Object.prototype)).toEqual([])
      reportPromise({
        promise: 'I13',
        check: 'hostile requests over every call',
        volume: runs,
        goal: 100_000,
        seed,
        figures: { good, fiveHundreds: 0, schemaMisses: 0 },
      })
    },
    longestMs,
  )

  it('get problems even without a matching route', async () => {
    for (const [url, status] of [
      ['/%ff', 400],
      ['/api/records/company/%E0%A4%A', 400],
      [`/api/records/company/${'x'.repeat(5000)}`, 404],
    ] as const) {
      const answer = await test.app.inject({ url })
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.body).not.toContain('FST_')
    }
  })

  it('are harmless with names of Object.prototype in filters, lists and labels', async () => {
    const names = ['constructor', '__proto__', 'toString', '$&', "$'"]
    const created = await test.ask(
      'POST',
      '/lists',
      {
        // No hostile request before this makes a list with this name.
        name: 'isPrototypeOf',
        category: 'people',
        recordIds: await someRecords(test, 'people', 5),
      },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    )
    const found = await test.ask('POST', '/records', {
      category: 'people',
      filters: { 'cus-list': [...names, created.body.id] },
    })
    expect(found).toMatchObject({ status: 200, body: { total: 5 } })
    expect(found.body.records[0].lists).toContain('isPrototypeOf')
    const sentence = await test.ask('POST', '/records', {
      category: 'company',
      filters: { keywords: ['$& and $1', 'constructor'] },
    })
    expect(sentence.body.querySentence).toBe('Companies about $& and $1 or constructor')
    const labels = await test.ask('POST', '/search/filter/options/labels', {
      identifier: 'location',
      values: ['constructor', 'valueOf/x/y'],
    })
    expect(labels.body).toEqual({
      labels: { constructor: 'constructor', 'valueOf/x/y': 'y, x' },
      parents: { 'valueOf/x/y': 'valueOf/x' },
    })
  })

  it('fail this check if an answer violates the contract', async () => {
    const search: SearchEngine = {
      ...unreachable,
      search: () => Promise.reject(new Error('select * from secret at server/x.ts:1')),
      counts: () => Promise.resolve({ total: Number.NaN, counts: {} }),
    }
    const planted = await startTestApp({ companies: 0, parts: { search } })
    try {
      const { faults } = await played(planted, await planted.token(), [
        post('records', '/api/records', { category: 'company' }),
        post('counts', '/api/records/counts', { category: 'company', identifiers: ['revenue'] }),
      ])
      expect(faults).toHaveLength(2)
      expect(faults[0]).toContain('500')
    } finally {
      await planted.close()
    }
    const request = post('records', '/api/records', {})
    const answered = (status: number, type: string, body: string) =>
      faultOf(request, { status, type, body })
    expect(answered(200, 'application/json', '{"success":true}')).toContain('output')
    expect(answered(400, 'application/json', '{}')).toContain('problem')
    const worded = (detail: string) =>
      JSON.stringify({
        type: 'x',
        title: 'x',
        status: 400,
        detail,
        instance: '/',
        code: 'malformed',
        requestId: 'x',
      })
    const type = 'application/problem+json'
    expect(answered(400, type, worded('Fine.'))).toBeNull()
    expect(answered(400, type, worded('x at Object.y (/srv/z.ts:7:3)'))).toContain('inside')
    expect(answered(422, type, worded('Fine.'))).toContain('status')
  })
})

const post = (name: HostileRequest['name'], url: string, body: object): HostileRequest => ({
  name,
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(body),
})

/** The planted requests never get here. */
const unreachable: SearchEngine = new Proxy({} as SearchEngine, {
  get: () => () => Promise.reject(new Error('not planted')),
})

const played = async (
  test: TestApp,
  token: string,
  requests: readonly HostileRequest[],
): Promise<{ faults: string[]; good: number }> => {
  const faults: string[] = []
  let good = 0
  const waiting = requests.values()
  const lane = async (): Promise<void> => {
    for (const request of waiting) {
      const answer = await test.app.inject({
        method: request.method,
        url: request.url,
        headers: { ...request.headers, authorization: `Bearer ${token}` },
        ...(request.payload === undefined ? {} : { payload: request.payload }),
      })
      const { statusCode: status, body } = answer
      if (status < 300) good += 1
      const fault = faultOf(request, {
        status,
        type: String(answer.headers['content-type']),
        body,
      })
      if (fault === null) continue
      const { method, url, payload = '' } = request
      faults.push(`${fault}: ${method} ${url.slice(0, 400)} ${payload.slice(0, 400)}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  return { faults, good }
}

const ownWork = async (test: TestApp): Promise<void> => {
  const [company] = await someRecords(test, 'company', 1)
  await withTick(test.db, async (trx, seq) => {
    const [like] = await companiesByIds(trx, [company ?? ''])
    if (like) await saveCompanies(trx, [{ ...like, id: seededIds.company }], seq)
  })
  const recordIds = await someRecords(test, 'people', 5)
  const category = 'people'
  const note = {
    category: 'company',
    recordId: seededIds.company,
    text: 'constructor',
    at: '2026-03-03T00:00:00Z',
  }
  for (const [path, body] of [
    ['/lists', { id: seededIds.list, name: '__proto__', category, recordIds }],
    ['/lists', { id: seededIds.spareList, name: 'valueOf', category, recordIds }],
    ['/search/save', { id: seededIds.search, name: 'toString', category }],
    ['/search/save', { id: seededIds.spare, name: 'spare', category }],
    ['/search/recent/new', { rid: seededIds.recent, category }],
    ['/search/recent/new', { rid: seededIds.spare, category }],
    ['/activities/note', { ...note, id: seededIds.note }],
    ['/activities/note', { ...note, id: seededIds.spare }],
    [
      '/download/request',
      { id: seededRequestId, category, source: { kind: 'ids', ids: recordIds }, agreed: 5 },
    ],
    ['/exchange/uploads', { id: seededUploadIds[0], name: 'announced.csv', size: 100 }],
  ] as const) {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    expect((await test.ask('POST', path, body, { headers })).status).toBeLessThan(300)
  }
  const alex = memberOf(test, {})
  const file = 'Company,Website\nconstructor,__proto__.example\ntoString,\n'
  await sendFile(test, alex, file, { id: seededUploadIds[1] })
  const upload = `/exchange/uploads/${seededUploadIds[1]}`
  await alex.write('POST', `${upload}/preview`)
  const columns = ['name', 'website']
  await alex.write('POST', `${upload}/map`, { category: 'company', columns })
  await alex.write('POST', `${upload}/match`)
  await test.work()
}
