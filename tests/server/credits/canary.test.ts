import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { askReading, readingCalls } from '../../kit/reading-calls.ts'
import { memberOf, someRecords } from '../../kit/saved-work.ts'

const people = 'people'
const filters = { has_mobile: ['Yes'] }

describe('contact details of locked people', () => {
  let test: TestApp
  let secrets: string[]
  let ids: string[]
  let list = ''
  let search = ''
  const ours = () => memberOf(test, { userId: 'user_alex' })

  beforeAll(async () => {
    test = await startTestApp({ companies: 60, people: 240 })
    const companies = await test.db.owner.selectFrom('company').select('doc').execute()
    const open = JSON.stringify(companies)
    const rows = await test.db.owner.selectFrom('person').select('contact').execute()
    const values = rows.flatMap(({ contact }) => Object.values(contact))
    secrets = [...new Set(values)].filter((value) => value.length > 5 && !open.includes(value))
    ids = await someRecords(test, people, 50, filters)
    const alex = ours()
    const created = await alex.write('POST', '/lists', {
      name: 'All',
      category: people,
      kind: 'static',
      recordIds: ids,
    })
    list = created.body.id
    const saved = await alex.write('POST', '/search/save', {
      name: 'All of them',
      category: people,
      filters,
    })
    search = saved.body.id
    await alex.write('POST', '/activities/note', {
      category: people,
      recordId: ids[0],
      text: 'Call',
      at: '2026-03-03T00:00:00Z',
    })
    // Another organisation has paid for all of them, which must not open them here.
    const body = { category: people, ids: ids.slice(0, 45), agreed: 45 }
    const paid = await memberOf(test, { orgId: southern.id }).write('POST', '/records/reveal', body)
    // Some have only a hidden number, which cannot be bought.
    if (paid.body.charged < 40) throw new Error(JSON.stringify(paid.body))
  })
  afterAll(() => test.close())

  const answered = (name: EndpointName, call: Endpoint) =>
    askReading(test, { orgId: harbour.id, ids, filters, list, search }, [name, call])
  const shown = (answer: unknown): string[] => {
    const text = JSON.stringify(answer)
    return secrets.filter((secret) => text.includes(secret))
  }
  it.each(readingCalls)('are absent from every answer of %s', async (name, call) => {
    const answer = await answered(name, call)
    expect(answer.status).toBeLessThan(500)
    expect(shown([answer.body, answer.headers])).toEqual([])
  })

  it('do not match a search for them', async () => {
    expect(secrets.length).toBeGreaterThan(200)
    for (const secret of secrets.slice(0, 20)) {
      const { body } = await test.ask('POST', '/records', { category: people, search: secret })
      expect(body.total).toBe(0)
      const found = await test.ask(
        'GET',
        `/search/autocomplete/people?q=${encodeURIComponent(secret)}`,
      )
      expect(found.body.records).toEqual([])
    }
  })

  it('appear after an unlock, so that the checks above can fail', async () => {
    const body = { category: people, ids: ids.slice(0, 1), agreed: 1 }
    const paid = await ours().write('POST', '/records/reveal', body)
    expect(paid.body).toMatchObject({ charged: 1 })
    expect(shown(paid.body)).toEqual([])
    const seen: string[] = []
    for (const [name, call] of readingCalls)
      if (shown((await answered(name, call)).body).length > 0) seen.push(name)
    expect(seen.sort()).toEqual([
      'listRecords',
      'organisationData',
      'ownData',
      'person',
      'records',
      'syncRecords',
    ])
  })
})
