import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveLinks } from '../../../server/crm/links.ts'
import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import type { Company, PersonView } from '../../../contract/records/records.ts'
import { idsChecksum, type syncEndpoints } from '../../../contract/sync.ts'
import { companiesByIds, saveCompanies, withTick } from '../../../server/records/store.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { colleagues, someRecords } from '../../kit/saved-work.ts'

type Page = EndpointOutput<typeof syncEndpoints.syncRecords>

describe('the records of an offline copy', () => {
  let test: TestApp
  let team: ReturnType<typeof colleagues>
  beforeAll(async () => {
    test = await startTestApp({ companies: 150, people: 300 })
    team = colleagues(test)
  })
  afterAll(() => test.close())

  const ask = async (query: Record<string, string | number>, member = team.sam) => {
    const text = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    return member.read(`/sync/records?${text.join('&')}`)
  }
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

  it('come in pages with each record once, and with a checksum that the device can compute', async () => {
    const { id, count } = await save({ category: 'company', filters: { country: ['AU'] } })
    const { first, records, pages } = await snapshot(id)
    expect(pages.length).toBeGreaterThan(1)
    expect(first).toMatchObject({ category: 'company', total: count, ids: null, employers: [] })
    expect(new Set(idsOf(records)).size).toBe(count)
    expect(records).toHaveLength(count)
    expect(idsChecksum(idsOf(records).toReversed())).toBe(first.checksum)
    expect(idsChecksum(idsOf(records).slice(1))).not.toBe(first.checksum)
  })

  it('include the employers of people, and contact values only of unlocked people', async () => {
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

  it('of companies come with up to three people to ask for, masked, and again once one of them is unlocked', async () => {
    const { body: found } = await team.sam.write('POST', '/records', {
      category: 'people',
      size: 100,
    })
    const companies = [...new Set(people(found).map((person) => person.company_id))].slice(0, 20)
    const list = await team.sam.write('POST', '/lists', {
      name: 'With people',
      category: 'company',
      recordIds: companies,
    })
    const { first } = await snapshot(list.body.id, 500)
    const toAsk = first.people ?? []
    for (const company of companies) {
      const own = toAsk.filter((person) => person.company_id === company)
      const { body } = await team.sam.write('POST', '/records', {
        category: 'people',
        size: 100,
        filters: { company_id: [company] },
      })
      expect(idsOf(own)).toEqual(idsOf(body.records).slice(0, 3))
    }
    const paid = toAsk.find((person) => !person.unlocked && person.mobile)
    if (!paid) throw new Error('No person has a mobile number')
    expect(paid.mobile?.value).toBeUndefined()
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('unlock')
        .values({ org_id: harbour.id, category: 'people', record_id: paid.id })
        .execute(),
    )
    const since = { list: list.body.id, since: first.asOf, checksum: first.checksum }
    const { body: page } = await ask(since)
    expect(idsOf(page.records)).toContain(paid.company_id)
    const again: PersonView[] = page.people
    expect(again.find(({ id }) => id === paid.id)?.mobile?.value).toBeDefined()
  })

  it('are refreshed only by changed records, and those newly unlocked or pushed', async () => {
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
    const [changed = '', unlocked = '', pushed = ''] = companies
    await renamed(changed, 'Harbour Renamed')
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('unlock')
        .values({ org_id: harbour.id, category: 'company', record_id: unlocked })
        .execute(),
    )
    const link = { recordId: pushed, object: 'company' as const, id: '7', isOurs: true }
    const of = { orgId: harbour.id, connectionId: crypto.randomUUID(), at: Date.now() }
    await test.db.asOrg(harbour.id, (trx) => saveLinks(trx, of, [link]))
    await test.settle()
    const { body } = await ask(since)
    expect(new Set(idsOf(body.records))).toEqual(new Set([changed, unlocked, pushed]))
    expect(body.ids).toBeNull()
    expect(body.records.find((record: { id: string }) => record.id === changed).name).toBe(
      'Harbour Renamed',
    )
  })

  it('include people again when their employer changed', async () => {
    // Not in the other tests' records: a fresh unlock is sent again for a minute.
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

  it('list all ids where the members changed, and answer the missing ones by id', async () => {
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
    const answer = await ask({ ids: missing, category: 'company' })
    expect(idsOf(answer.body.records)).toEqual(companies.slice(10))
  })

  it('need either a list that the member may see or ids', async () => {
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
