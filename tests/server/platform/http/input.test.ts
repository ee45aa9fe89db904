import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../kit/app.ts'
import { everyLimit } from '../../../kit/limits.ts'

describe('invalid input', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 0 })
  })
  afterAll(() => test.close())

  const deep = (levels: number): unknown => (levels === 0 ? [] : [deep(levels - 1)])
  const records = (extra: object) => ({ category: 'company', ...extra })

  it.each<[string, unknown, number]>([
    ['a NUL character', records({ search: 'a\0b' }), 400],
    ['half a surrogate pair', '{"category":"company","search":"\\ud800"}', 400],
    ['30 levels of nesting', records({ metadata: deep(30) }), 400],
    [
      '6,000 keys',
      records({
        filters: Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`k${n}`, []])),
      }),
      400,
    ],
    ['broken JSON', '{"category":', 400],
    ['a list for a body', '[]', 400],
    ['__proto__', '{"__proto__":{"x":1}}', 400],
    ['an unknown category', { category: 'planets' }, 422],
    ['a negative page', records({ from: -1 }), 422],
    ['a page of 1,000', records({ size: 1000 }), 422],
    ['a number for a list of values', records({ filters: { industry: 7 } }), 422],
    ['two megabytes', records({ search: 'x'.repeat(2_000_000) }), 413],
  ])('gets a clear refusal of %s', async (_, body, status) => {
    const answer = await test.ask('POST', '/records', body)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.body.detail).not.toMatch(/sql|zod|fastify|stack|\n {4}at /i)
  })

  it('gets a pointer to every unknown filter and value', async () => {
    const answer = await test.ask('POST', '/records', {
      category: 'people',
      filters: { revenue: ['10-25M', 'lots'], shoe_size: ['42'], industry: ['Alchemy'] },
      excluded: { company_type: ['Guild'] },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('invalid-filter')
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer).sort()).toEqual([
      '/excluded/company_type/0',
      '/filters/industry/0',
      '/filters/revenue/1',
      '/filters/shoe_size',
    ])
  })

  it('names people filters that do not apply to companies', async () => {
    const answer = await test.ask('POST', '/records', {
      category: 'company',
      filters: { seniority: ['Director'] },
    })
    expect(answer.body.errors[0]).toMatchObject({
      pointer: '/filters/seniority',
      code: 'wrong-category',
    })
  })

  it('is refused for pages beyond the first 10,000 records', async () => {
    const last = await test.ask('POST', '/records', records({ from: 9990, size: 10 }))
    expect(last.status).toBe(200)
    const beyond = await test.ask('POST', '/records', records({ from: 9991, size: 10 }))
    expect(beyond.body.code).toBe('page-too-deep')
  })

  it('returns 404 for unknown records', async () => {
    for (const path of [
      '/nothing',
      '/records/company/not-an-id',
      `/records/people/${crypto.randomUUID()}`,
    ]) {
      const answer = await test.ask('GET', path)
      expect(answer.status).toBe(404)
      expect(answer.body.code).toBe('not-found')
    }
  })

  it('returns 429 with Retry-After for a user with too many requests', async () => {
    const limited = await startTestApp({
      companies: 0,
      parts: { limits: { ...everyLimit(100), records: 3 } },
    })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 4; n += 1)
        statuses.push((await limited.ask('POST', '/records', records({}))).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      const refused = await limited.ask('POST', '/records', records({}))
      expect(refused.body.code).toBe('rate-limited')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(
        (await limited.ask('POST', '/records', records({}), { as: { userId: 'user_other' } }))
          .status,
      ).toBe(200)
    } finally {
      await limited.close()
    }
  })
})
