import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, type CallName } from '../../contract/api.ts'
import { mutates, type Call } from '../../contract/call.ts'
import { harbour, southern, startTestApp, type TestApp } from '../support/app.ts'
import { memberOf, someRecords } from './saved-kit.ts'

const people = 'people'
const filters = { has_mobile: ['Yes'] }

/** What stands in no answer before it is paid for: every e-mail address and number of every person. */
describe('contact details nobody has paid for', () => {
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
    const made = await alex.write('POST', '/lists', {
      name: 'All',
      category: people,
      kind: 'static',
      recordIds: ids,
    })
    list = made.body.id
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
    // Somebody else has paid for all of them: that opens nothing here.
    const body = { category: people, ids: ids.slice(0, 45), agreed: 45 }
    const paid = await memberOf(test, { orgId: southern.id }).write('POST', '/records/reveal', body)
    // Of some of them there is only a number that is hidden, and nothing to pay for.
    if (paid.body.charged < 40) throw new Error(JSON.stringify(paid.body))
  })
  afterAll(() => test.close())

  /** What makes a call answer with as many people as it can. */
  const inputs = (): Partial<Record<CallName, object>> => ({
    estimate: { category: people, source: { kind: 'list', listId: list, first: 50 } },
    recordIds: { category: people, filters, first: 50 },
    downloadHistory: {},
    filterOptions: { identifier: 'cus-list' },
    searchFilterOptions: { identifier: 'person_id' },
    filterLevels: { identifier: 'location' },
    optionLabels: { identifier: 'person_id', values: ids.slice(0, 20) },
    autocompleteCompanies: { q: 'the' },
    autocompletePeople: { q: 'ann', size: 10 },
    records: { category: people, filters, size: 100 },
    counts: { category: people, identifiers: ['email_deliverability'] },
    parsePrompt: { prompt: 'directors with a mobile', category: people },
    listRecords: { size: 100 },
    listIds: { first: 50 },
    listCounts: { identifiers: ['seniority'] },
    syncRecords: { list },
    accountIntelligencePreview: { config: {} },
  })
  const idIn = (name: string): string => {
    if (name === 'person') return ids[0] ?? ''
    return name.startsWith('list') ? list : search
  }
  const answered = async (name: CallName, call: Call) => {
    const input = inputs()[name] ?? {}
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
      if (part === 'orgId') return harbour.id
      if (part === 'category') return people
      if (part === 'kind') return 'saved'
      return part === 'recordId' ? (ids[0] ?? '') : idIn(name)
    })
    const query = Object.entries(input).map(
      ([part, value]) => `${part}=${encodeURIComponent(String(value))}`,
    )
    return call.method === 'GET'
      ? test.ask('GET', query.length > 0 ? `${path}?${query.join('&')}` : path)
      : test.ask(call.method, path, input)
  }
  const shown = (answer: unknown): string[] => {
    const text = JSON.stringify(answer)
    return secrets.filter((secret) => text.includes(secret))
  }
  const reading = Object.entries<Call>(api)
    .filter(([, call]) => !mutates(call))
    // Every name of the contract's calls is one of them.
    .map(([name, call]) => [name as CallName, call] as const)

  it.each(reading)('stand in no answer of %s', async (name, call) => {
    const answer = await answered(name, call)
    expect(answer.status).toBeLessThan(500)
    expect(shown([answer.body, answer.headers])).toEqual([])
  })

  it('cannot be looked for either', async () => {
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

  it('are shown once they are paid for, so that they could be seen at all', async () => {
    const body = { category: people, ids: ids.slice(0, 1), agreed: 1 }
    const paid = await ours().write('POST', '/records/reveal', body)
    expect(paid.body).toMatchObject({ charged: 1 })
    expect(shown(paid.body)).toEqual([])
    const seen: string[] = []
    for (const [name, call] of reading)
      if (shown((await answered(name, call)).body).length > 0) seen.push(name)
    expect(seen.sort()).toEqual(['listRecords', 'person', 'records', 'syncRecords'])
  })
})
