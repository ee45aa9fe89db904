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
  it('claims nothing in an organisation that has only begun', async () => {
    const body = await home({ userId: 'user_new', orgId: southern.id })
    expect(body).toMatchObject({
      credits: { balance: 50, reserved: 0 },
      continue: { recent: [], saved: [] },
      signals7d: { company: 0, people: 0, intent: null },
      topAccounts: [],
      requestsInProgress: [],
      pins: null,
      news: [],
    })
    expect(steps(body)).toEqual({
      search: false,
      keep: false,
      offline: null,
      install: null,
      team: false,
    })
  })

  it('ticks first steps from what was done, and keeps them ticked', async () => {
    const me = { userId: 'user_steps' }
    const made = await change('POST', '/search/recent/new', { category: 'company' }, me)
    expect(steps(await home(me))).toMatchObject({ search: true, keep: false })
    await change('DELETE', `/search/recent/${made.body.rid}`, undefined, me)
    await change('POST', '/search/save', { category: 'company', name: 'Mine' }, me)
    expect(steps(await home(me))).toMatchObject({ search: true, keep: true })
    // A colleague's shared search is not one's own doing.
    expect(steps(await home({ userId: 'user_other' }))).toMatchObject({
      search: false,
      keep: false,
    })
  })

  it('goes on with the five searches changed last, one’s own and shared ones', async () => {
    const me = { userId: 'user_continue' }
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F'])
      await change('POST', '/search/save', { category: 'people', name }, me)
    const { saved, recent } = (await home(me)).continue
    expect(saved.map(({ name }: { name: string }) => name)).toEqual(['F', 'E', 'D', 'C', 'B'])
    expect(recent).toEqual([])
  })
})

describe('the accounts on Home', () => {
  it('are those colleagues visited or noted last, the latest first, and never suppressed ones', async () => {
    const as = { orgId: southern.id }
    const [one = '', two = '', three = ''] = await companies()
    await visit(one, '2026-02-01T00:00:00Z', as)
    await visit(two, '2026-02-03T00:00:00Z', as)
    await visit(three, '2026-02-02T00:00:00Z', as)
    const list = { id: uuidv7(), name: 'Never', category: 'company', kind: 'suppression' }
    expect((await change('POST', '/lists', list, as)).status).toBe(201)
    const before = await home({ ...as, userId: 'user_colleague' })
    expect(before.topAccounts.map(({ id }: { id: string }) => id)).toEqual([two, three, one])
    expect(before.topAccounts[0]).toMatchObject({ fit: null, lastAt: '2026-02-03T00:00:00.000Z' })
    await change('POST', `/lists/${list.id}/members`, { add: [two] }, as)
    const after = await home({ ...as, userId: 'user_colleague' })
    expect(after.topAccounts.map(({ id }: { id: string }) => id)).toEqual([three, one])
    // Nothing of it is another organisation's.
    expect((await home()).topAccounts).toEqual([])
  })

  it('are the best fits once an ideal customer is described, as the table sorts them', async () => {
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
})
