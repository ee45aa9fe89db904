import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { southern, startTestApp, type TestApp } from '../../kit/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const home = async (as = {}) => {
  const { status, body } = await test.ask('GET', '/homepage', undefined, { as })
  expect(status).toBe(200)
  return body
}

const change = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, as = {}) =>
  test.ask(method, path, body, { as, headers: { 'idempotency-key': uuidv7() } })

const steps = (body: { checklist: { step: string; done: boolean | null }[] }) =>
  Object.fromEntries(body.checklist.map(({ step, done }) => [step, done]))

const companies = async (filters: Record<string, string[]> = {}): Promise<string[]> => {
  const { body } = await test.ask('POST', '/records', { category: 'company', filters, size: 25 })
  return body.records.map(({ id }: { id: string }) => id)
}

const visit = (recordId: string, at: string, as = {}) =>
  change(
    'POST',
    '/activities/visit',
    { id: uuidv7(), category: 'company', recordId, text: '', at, outcome: 'met' },
    as,
  )

describe('Home', () => {
  it('shows nothing invented in a new organisation', async () => {
    const body = await home({ userId: 'user_new', orgId: southern.id })
    expect(body).toMatchObject({
      credits: { balance: 50, reserved: 0 },
      continue: { recent: [], saved: [] },
      signals7d: { company: 0, people: 0, intent: null },
      topAccounts: [],
      requestsInProgress: [],
    })
    expect(steps(body)).toEqual({
      search: false,
      keep: false,
      offline: null,
      install: null,
      team: false,
    })
  })

  it('completes first steps by what was done, and keeps them completed', async () => {
    const me = { userId: 'user_steps' }
    const created = await change('POST', '/search/recent/new', { category: 'company' }, me)
    expect(steps(await home(me))).toMatchObject({ search: true, keep: false })
    await change('DELETE', `/search/recent/${created.body.rid}`, undefined, me)
    await change('POST', '/search/save', { category: 'company', name: 'Mine' }, me)
    expect(steps(await home(me))).toMatchObject({ search: true, keep: true })
    // Another member's shared search does not complete the caller's step.
    expect(steps(await home({ userId: 'user_other' }))).toMatchObject({
      search: false,
      keep: false,
    })
  })

  it('lists the five searches changed last, own and shared', async () => {
    const me = { userId: 'user_continue' }
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F'])
      await change('POST', '/search/save', { category: 'people', name }, me)
    const { saved, recent } = (await home(me)).continue
    expect(saved.map(({ name }: { name: string }) => name)).toEqual(['F', 'E', 'D', 'C', 'B'])
    expect(recent).toEqual([])
  })
})

describe('accounts on Home', () => {
  it('are those visited or noted last, newest first, without suppressed ones', async () => {
    const as = { orgId: southern.id }
    const [first = '', second = '', third = ''] = await companies()
    await visit(first, '2026-02-01T00:00:00Z', as)
    await visit(second, '2026-02-03T00:00:00Z', as)
    await visit(third, '2026-02-02T00:00:00Z', as)
    const list = { id: uuidv7(), name: 'Never', category: 'company', kind: 'suppression' }
    expect((await change('POST', '/lists', list, as)).status).toBe(201)
    const before = await home({ ...as, userId: 'user_colleague' })
    expect(before.topAccounts.map(({ id }: { id: string }) => id)).toEqual([second, third, first])
    expect(before.topAccounts[0]).toMatchObject({ fit: null, lastAt: '2026-02-03T00:00:00.000Z' })
    await change('POST', `/lists/${list.id}/members`, { add: [second] }, as)
    const after = await home({ ...as, userId: 'user_colleague' })
    expect(after.topAccounts.map(({ id }: { id: string }) => id)).toEqual([third, first])
    // Nothing belongs to another organisation.
    expect((await home()).topAccounts).toEqual([])
  })

  it('are the best fits once a profile is described, in the table’s order', async () => {
    const config = {
      idealCustomer: {
        industries: [{ division: 'Construction', group: null }],
        sizes: ['51-200'],
      },
    }
    await change('PUT', '/account-intelligence', { config, version: 0 })
    const { body } = await test.ask('POST', '/records', {
      category: 'company',
      sorting: [{ field: 'fit', order: 'desc' }],
    })
    const { topAccounts, checklist } = await home()
    const found = body.records.map(({ id }: { id: string }) => id)
    expect(topAccounts.map(({ id }: { id: string }) => id)).toEqual(found.slice(0, 5))
    const fits = topAccounts.map(({ fit }: { fit: number }) => fit)
    expect(fits).toEqual(fits.toSorted((x: number, y: number) => y - x))
    expect(fits[0]).toBe(100)
    expect(steps({ checklist }).team).toBe(true)
  })

  it('are the best fits of a country where one is asked for', async () => {
    for (const country of ['AU', 'NZ']) {
      const { body } = await test.ask('GET', `/homepage?country=${country}`)
      const { body: of } = await test.ask('POST', '/records', {
        category: 'company',
        filters: { country: [country] },
        sorting: [{ field: 'fit', order: 'desc' }],
      })
      const ids = body.topAccounts.map(({ id }: { id: string }) => id)
      expect(ids).toEqual(of.records.slice(0, 5).map(({ id }: { id: string }) => id))
      expect(ids).not.toEqual([])
    }
    expect((await test.ask('GET', '/homepage?country=FR')).status).toBe(422)
  })
})
