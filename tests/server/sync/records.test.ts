import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallOutput } from '../../../contract/core/endpoint.ts'
import type { Company, PersonView } from '../../../contract/records/records.ts'
import { idsChecksum, type syncCalls } from '../../../contract/sync.ts'
import { companiesByIds, saveCompanies, withTick } from '../../../server/records/store.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { colleagues, someRecords } from '../../kit/saved-work.ts'

type Page = CallOutput<typeof syncCalls.syncRecords>

describe('the records of a pin', () => {
  let test: TestApp
  let team: ReturnType<typeof colleagues>
  beforeAll(async () => {
    test = await startTestApp({ companies: 150, people: 300 })
    team = colleagues(test)
  })
  afterAll(() => test.close())

  const ask = async (query: Record<string, string | number>, who = team.sam) => {
    const text = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    return who.read(`/sync/records?${text.join('&')}`)
  }
  /** Page after page of a snapshot. */
  const snapshot = async (list: string, limit = 40) => {
    const pages: Page[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await ask({ list, limit, ...(cursor && { cursor }) })
      const page: Page = answer.body
      pages.push(page)
      cursor = page.cursor
    }
    const [first] = pages
    if (!first) throw new Error('there is always a first page')
    return { first, records: pages.flatMap((page) => page.records), pages }
  }
  const save = async (body: object) =>
    (await team.sam.write('POST', '/search/save', { name: crypto.randomUUID(), ...body })).body
  const people = ({ records }: Pick<Page, 'records'>): PersonView[] =>
    records.filter((record) => 'company_id' in record)
  const idsOf = (records: { id: string }[]): string[] => records.map(({ id }) => id)
  const renamed = (id: string, name: string) =>
    withTick(test.db, async (trx, seq) => {
      const [company] = await companiesByIds(trx, [id])
      if (company) await saveCompanies(trx, [{ ...company, name } satisfies Company], seq)
    })

  it('come in pages that hold each once, with a checksum the device can make itself', async () => {
    const { id, count } = await save({ category: 'company', filters: { country: ['AU'] } })
    const { first, records, pages } = await snapshot(id)
    expect(pages.length).toBeGreaterThan(1)
    expect(first).toMatchObject({ category: 'company', total: count, ids: null, employers: [] })
    expect(new Set(idsOf(records)).size).toBe(count)
    expect(records).toHaveLength(count)
    expect(idsChecksum(idsOf(records).toReversed())).toBe(first.checksum)
    expect(idsChecksum(idsOf(records).slice(1))).not.toBe(first.checksum)
  })

  it('of people bring their employers, and contact values only where they were unlocked', async () => {
    const recordIds = await someRecords(test, 'people', 20, { has_mobile: ['Yes'] })
    const list = await team.sam.write('POST', '/lists', {
      name: 'People',
      category: 'people',
      recordIds,
    })
    const paid = recordIds[0] ?? ''
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('unlock')
        .values({ org_id: harbour.id, category: 'people', record_id: paid })
        .execute(),
    )
    const { first, records } = await snapshot(list.body.id, 500)
    expect(new Set(idsOf(first.employers))).toEqual(
      new Set(people({ records }).map((person) => person.company_id)),
    )
    for (const person of people({ records }))
      expect([person.id, person.mobile?.value === undefined]).toEqual([
        person.id,
        person.id !== paid,
      ])
  })

  it('are refreshed by what changed and what became readable, and no more', async () => {
    const companies = await someRecords(test, 'company', 30)
    const list = await team.sam.write('POST', '/lists', {
      name: 'Refreshed',
      category: 'company',
      recordIds: companies,
    })
    const { id } = list.body
    const { first } = await snapshot(id)
    const since = { list: id, since: first.asOf, checksum: first.checksum }
    expect((await ask(since)).body).toMatchObject({ records: [], ids: null, cursor: null })
    const [changed = '', unlocked = ''] = companies
    await renamed(changed, 'Harbour Renamed')
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('unlock')
        .values({ org_id: harbour.id, category: 'company', record_id: unlocked })
        .execute(),
    )
    await test.settle()
    const { body } = await ask(since)
    expect(new Set(idsOf(body.records))).toEqual(new Set([changed, unlocked]))
    expect(body.ids).toBeNull()
    expect(body.records.find((one: { id: string }) => one.id === changed).name).toBe(
      'Harbour Renamed',
    )
  })

  it('of people are refreshed when their employer changed', async () => {
    // Behind those of the other tests: what was just unlocked is told again for a minute.
    const recordIds = (await someRecords(test, 'people', 100)).slice(80)
    const list = await team.sam.write('POST', '/lists', {
      name: 'Staff',
      category: 'people',
      recordIds,
    })
    const { first } = await snapshot(list.body.id)
    const employer = people(first)[0]?.company_id ?? ''
    await renamed(employer, 'Harbour Employer')
    await test.settle()
    const { body } = await ask({ list: list.body.id, since: first.asOf, checksum: first.checksum })
    expect(body.employers.map((company: Company) => company.name)).toEqual(['Harbour Employer'])
    expect(body.records.length).toBeGreaterThan(0)
    for (const person of body.records) expect(person.company_id).toBe(employer)
  })

  it('are named whole where others belong to it now, and the missing ones can be asked for', async () => {
    const companies = await someRecords(test, 'company', 12)
    const list = await team.sam.write('POST', '/lists', {
      name: 'Moving',
      category: 'company',
      recordIds: companies.slice(0, 10),
    })
    const { id } = list.body
    const { first } = await snapshot(id)
    await team.sam.write('POST', `/lists/${id}/members`, {
      add: companies.slice(10),
      remove: companies.slice(0, 3),
    })
    const { body } = await ask({ list: id, since: first.asOf, checksum: first.checksum })
    expect(new Set(body.ids)).toEqual(new Set(companies.slice(3)))
    expect(body.checksum).toBe(idsChecksum(companies.slice(3)))
    const missing = companies.slice(10).join(',')
    const asked = await ask({ ids: missing, category: 'company' })
    expect(idsOf(asked.body.records)).toEqual(companies.slice(10))
  })

  it('are asked for by a list or by ids, as a member who may see the list', async () => {
    const { id } = await save({ category: 'company' })
    expect((await ask({ list: id }, team.kim)).status).toBe(404)
    for (const query of [
      {},
      { list: id, ids: id },
      { ids: id },
      { ids: 'x', category: 'company' },
      { ids: Array.from({ length: 101 }, () => id).join(','), category: 'company' },
      { list: id, since: 'x' },
    ])
      expect((await ask(query)).status).toBe(422)
  })
})
