import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyDoc } from '../../../contract/search/search-doc.ts'
import { fitOf, fitRules } from '../../../contract/org/account-fit.ts'
import { southern, startTestApp, today, type TestApp } from '../../kit/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const builders = {
  products: [{ name: 'Site diary', does: 'Keeps the diary of a building site.' }],
  idealCustomer: {
    industries: [{ division: 'Construction', group: null }],
    sizes: ['51-200', '11-50'],
    regions: ['AU/NSW', 'AU/VIC'],
    never: { company_type: ['Charity/NFP'] },
  },
  competitors: ['Xero'],
}

const save = (config: unknown, version: number, as = {}) =>
  test.ask(
    'PUT',
    '/account-intelligence',
    { config, version },
    {
      as,
      headers: { 'idempotency-key': crypto.randomUUID() },
    },
  )

const page = async (from: number, size: 10 | 25 | 50 | 100, order: 'asc' | 'desc' = 'desc') => {
  const { body } = await test.ask('POST', '/records', {
    category: 'company',
    from,
    size,
    sorting: [{ field: 'fit', order }],
  })
  return body
}

describe('the ideal customer profile', () => {
  it('is empty at first, and sorting by fit then equals the default order', async () => {
    const { body } = await test.ask('GET', '/account-intelligence')
    expect(body).toMatchObject({ version: 0, versions: [], config: { products: [] } })
    const usual = await test.ask('POST', '/records', { category: 'company' })
    const byFit = await page(0, 10)
    expect(byFit.records).toEqual(usual.body.records)
  })

  it('is stored in versions that can be read', async () => {
    const first = await save(builders, 0)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ version: 1, config: builders })
    await save({ ...builders, tone: 'warm' }, 1)
    const now = await test.ask('GET', '/account-intelligence')
    expect(now.body).toMatchObject({ version: 2, config: { tone: 'warm' } })
    expect(now.body.versions.map((each: { version: number }) => each.version)).toEqual([2, 1])
    const before = await test.ask('GET', '/account-intelligence?version=1')
    expect(before.body).toMatchObject({ version: 1, config: { tone: 'plain' } })
    expect((await test.ask('GET', '/account-intelligence?version=9')).status).toBe(404)
  })

  it('returns 409 instead of overwriting a newer version', async () => {
    const late = await save(builders, 1)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'version-conflict', version: 2 })
  })

  it('accepts only values of search filters', async () => {
    const odd = await save({ idealCustomer: { sizes: ['huge'] } }, 2)
    expect(odd.body).toMatchObject({ status: 422, code: 'invalid-filter' })
    const text = await save({ idealCustomer: { never: { keywords: ['crypto'] } } }, 2)
    expect(text.body).toMatchObject({ status: 422, code: 'invalid-filter' })
  })

  it('is invisible to other organisations', async () => {
    const other = await test.ask('GET', '/account-intelligence', undefined, {
      as: { orgId: southern.id },
    })
    expect(other.body).toMatchObject({ version: 0 })
  })
})

describe('companies sorted by fit', () => {
  const scores = async (order: 'asc' | 'desc') => {
    const { body } = await test.ask('GET', '/account-intelligence')
    const rules = fitRules(body.config)
    if (!rules) throw new Error('nothing is described')
    const all = []
    for (let from = 0; from < 300; from += 100) all.push(...(await page(from, 100, order)).records)
    return {
      ids: all.map((record) => record.id),
      scores: all.map((record) => fitOf(companyDoc(record, { today }), rules).score),
    }
  }

  it('come best first and each once, whatever the page size', async () => {
    const best = await scores('desc')
    expect(new Set(best.ids).size).toBe(300)
    expect(best.scores).toEqual(best.scores.toSorted((a, b) => b - a))
    expect(best.scores[0]).toBeGreaterThan(80)
    expect(best.scores.at(-1)).toBe(0)
    const part = await page(40, 25)
    expect(part.total).toBe(300)
    expect(part.records.map((record: { id: string }) => record.id)).toEqual(best.ids.slice(40, 65))
  })

  it('come worst first in ascending order', async () => {
    const worst = await scores('asc')
    expect(worst.scores).toEqual(worst.scores.toSorted((a, b) => a - b))
  })

  it('are counted for an unsaved configuration', async () => {
    const preview = async (config: unknown) => {
      const { body } = await test.ask('POST', '/account-intelligence/preview', { config })
      return body
    }
    const { scores: saved } = await scores('desc')
    const from = (least: number) => saved.filter((score) => score >= least).length
    const counts = await preview({ ...builders, tone: 'warm' })
    expect(counts).toMatchObject({ at80: from(80), at50: from(50) })
    expect(counts.possible).toBeLessThan(300)
    expect(await preview({})).toEqual({ possible: 300, at80: null, at50: null })
    expect(await preview({ idealCustomer: { sizes: ['huge'] } })).toMatchObject({ status: 422 })
  })
})
