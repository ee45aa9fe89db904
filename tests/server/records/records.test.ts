import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sql } from 'kysely'
import type { Company, Person } from '../../../contract/records/records.ts'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { filters } from '../../../contract/search/filters.ts'
import { searchEndpoints } from '../../../contract/search/search.ts'
import { pickLocation } from '../../../contract/search/shown-location.ts'
import { kilometres } from '../../../server/catalog/towns.ts'
import { addSignals } from '../../../server/signals/add-signals.ts'
import { draft } from '../../kit/signals.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'

describe('records', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp()
  })
  afterAll(() => test.close())

  const records = (body: object, as: object = {}) =>
    test.ask('POST', '/records', { category: 'company', ...body }, { as })
  const builders = {
    filters: { industry: ['Construction'], country: ['AU'] },
    excluded: { company_type: ['Government (local)'] },
  }

  it('come ten per page with the exact total and the query as a sentence', async () => {
    const { body } = await records(builders)
    expect(body).toMatchObject({ success: true, from: 0, size: 10 })
    expect(body.total).toBeGreaterThan(10)
    expect(body.records).toHaveLength(10)
    expect(body.querySentence).toBe(
      'Companies in Australia, in Construction, not of type Government (local)',
    )
    for (const company of body.records) expect(company.industry.l1).toBe('Construction')
  })

  it('lie on a map where their rows show them, with the total of the search or list', async () => {
    const near = { lat: -31.95, lng: 115.86, withinKm: 60, onMap: true as const }
    const query = { filters: { country: ['AU'] }, metadata: { near } }
    const points = (body: object) =>
      test.ask('POST', '/records/map-points', { category: 'company', ...body })
    const { body } = await records({ ...query, size: 100 })
    const shown = body.records.map((company: Company) => {
      const office = pickLocation(company, { ...emptyCriteria, ...query })?.location
      return { id: company.id, name: company.name, lat: office?.lat, lng: office?.lng }
    })
    const found = await points(query)
    expect(found.body).toEqual({ success: true, total: body.total, points: shown, unplaced: 0 })
    const ids = shown.slice(0, 3).map(({ id }: { id: string }) => id)
    const content = { name: 'On a map', category: 'company', recordIds: ids }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const { body: list } = await test.ask('POST', '/lists', content, { headers })
    const ofList = await points({ list: list.id })
    expect(ofList.body).toMatchObject({ total: 3, unplaced: 0 })
    expect((await points({ list: 'mine' })).status).toBe(422)
  })

  it('fill all pages without duplicates', async () => {
    const { body } = await records({ ...builders, size: 1 })
    const ids = new Set<string>()
    for (let from = 0; from < body.total; from += 7)
      for (const company of (await records({ ...builders, from, size: 7 })).body.records)
        ids.add(company.id)
    expect(ids.size).toBe(body.total)
  })

  it('match the count of each option', async () => {
    const identifiers = ['company_size', 'revenue', 'company_type', 'social_media']
    const { body } = await test.ask('POST', '/records/counts', {
      category: 'company',
      ...builders,
      identifiers,
    })
    expect(body.total).toBe((await records(builders)).body.total)
    for (const identifier of identifiers)
      for (const [value, count] of Object.entries(body.counts[identifier])) {
        const ticked = await records({
          ...builders,
          filters: { ...builders.filters, [identifier]: [value] },
          size: 1,
        })
        expect(`${identifier} ${value}: ${ticked.body.total}`).toBe(
          `${identifier} ${value}: ${String(count)}`,
        )
      }
  })

  it('have exactly the contract’s shape', async () => {
    for (const category of ['company', 'people']) {
      const { body } = await records({ category, size: 100 })
      expect(body.records).toHaveLength(100)
      expect(z.parse(searchEndpoints.records.output, body)).toStrictEqual(body)
    }
  })

  it('widen with a second value, narrow with AND, and leave out exclusions', async () => {
    const total = async (body: object): Promise<number> =>
      (await records({ ...body, size: 1 })).body.total
    const xero = await total({ filters: { technographics: ['Xero'] } })
    const google = await total({ filters: { technographics: ['Google Analytics 4'] } })
    const either = await total({ filters: { technographics: ['Xero', 'Google Analytics 4'] } })
    const both = await total({
      filters: { technographics: ['Xero', 'Google Analytics 4'] },
      operators: { technographics: 'AND' },
    })
    const only = await total({
      filters: { technographics: ['Xero'] },
      excluded: { technographics: ['Google Analytics 4'] },
    })
    expect(xero).toBeGreaterThan(0)
    expect(either).toBe(xero + google - both)
    expect(only).toBe(xero - both)
  })

  it('include unknown revenue on request', async () => {
    const total = async (metadata: object): Promise<number> =>
      (await records({ filters: { revenue: ['1-10M'] }, metadata, size: 1 })).body.total
    const all = (await records({ size: 1 })).body.total
    const known = (
      await records({
        filters: {
          revenue: filters.find((f) => f.identifier === 'revenue')?.options?.map((o) => o.value),
        },
        size: 1,
      })
    ).body.total
    expect((await total({ includeUnknown: ['revenue'] })) - (await total({}))).toBe(all - known)
    expect(all).toBeGreaterThan(known)
  })

  it('are found within a radius of a location', async () => {
    const total = async (metadata: object): Promise<number> =>
      (await records({ filters: { location: ['AU/WA/Perth'] }, metadata, size: 1 })).body.total
    const near = await total({})
    const wide = await total({ radiusKm: 100 })
    expect(near).toBeGreaterThan(0)
    expect(wide).toBeGreaterThanOrEqual(near)
    expect(wide).toBeLessThanOrEqual(
      (await records({ filters: { location: ['AU/WA'] }, size: 1 })).body.total,
    )
  })

  it('near a town are those with an office in the radius, the nearest office first', async () => {
    const { body: towns } = await test.ask('GET', '/search/towns?q=perth&size=1')
    const [{ value, label, lat, lng }] = towns.records
    expect([value, label]).toEqual(['AU/WA/Perth', 'Perth, WA'])
    const near = { lat, lng, town: value, withinKm: 25 }
    const sorting = [{ field: 'distance', order: 'asc' }]
    for (const category of ['company', 'people']) {
      const { body } = await records({ category, metadata: { near }, sorting, size: 100 })
      expect(body.total).toBeGreaterThan(0)
      expect(body.querySentence).toMatch(/within 25 km of Perth, WA$/)
      const far = (record: Company | Person): number =>
        Math.min(
          ...('locations' in record ? [record.hq, ...record.locations] : [record.location]).flatMap(
            (address) =>
              address?.lat === undefined || address.lng === undefined
                ? []
                : kilometres(near, { lat: address.lat, lng: address.lng }),
          ),
        )
      const distances = body.records.map(far).filter((km: number) => km !== Infinity)
      expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b))
      expect(Math.max(...distances)).toBeLessThanOrEqual(25)
    }
  })

  it('near a town that is no location are refused with a pointer', async () => {
    const near = { lat: 1, lng: 1, town: 'AU/Atlantis/Deep' }
    const { status, body } = await records({ metadata: { near } })
    expect([status, body.errors[0].pointer]).toEqual([422, '/metadata/near/town'])
  })

  it('in the radius of a location come with its centre', async () => {
    const metadata = { radiusKm: 10 }
    const { body } = await records({ filters: { location: ['AU/WA/Perth', 'NZ'] }, metadata })
    expect(body.centres).toEqual([{ lat: expect.any(Number), lng: expect.any(Number) }])
    expect(kilometres(body.centres[0], { lat: -31.95, lng: 115.86 })).toBeLessThan(5)
  })

  it('of people narrow by employer and person', async () => {
    const { body } = await records({
      category: 'people',
      filters: {
        industry: ['Construction'],
        seniority: ['Director', 'Owner/Founder'],
        has_mobile: ['Yes'],
      },
      size: 100,
    })
    expect(body.total).toBeGreaterThan(0)
    for (const person of body.records) {
      expect(['Director', 'Owner/Founder']).toContain(person.seniority)
      expect(person.mobile.masked).toBeTypeOf('string')
    }
  })

  describe('contact details of locked people in records', () => {
    const secrets = async (): Promise<string[]> => {
      const rows = await test.db.owner.selectFrom('person').select('contact').execute()
      return [...new Set(rows.flatMap(({ contact }) => Object.values(contact)))].filter(
        (value) => value.length > 5,
      )
    }

    it('are never sent', async () => {
      const people = await records({ category: 'people', size: 100 })
      const detail = await test.ask('GET', `/records/people/${people.body.records[0].id}`)
      const names = await test.ask(
        'GET',
        `/search/autocomplete/people?q=${encodeURIComponent(people.body.records[0].first_name)}`,
      )
      const text = JSON.stringify([people.body, detail.body, names.body])
      const contactSecrets = await secrets()
      expect(contactSecrets.length).toBeGreaterThan(100)
      expect(contactSecrets.filter((secret) => text.includes(secret))).toEqual([])
      expect(
        people.body.records.filter((person: { unlocked: boolean }) => person.unlocked),
      ).toEqual([])
    })

    it('are visible to the organisation that unlocked the person, and to no other', async () => {
      const { body } = await records({
        category: 'people',
        filters: { has_work_email: ['Yes'] },
        size: 1,
      })
      const id: string = body.records[0].id
      await test.db.asOrg(harbour.id, (trx) =>
        trx
          .insertInto('unlock')
          .values({ org_id: harbour.id, category: 'people', record_id: id })
          .execute(),
      )
      const ours = await test.ask('GET', `/records/people/${id}`)
      const theirs = await test.ask('GET', `/records/people/${id}`, undefined, {
        as: { orgId: southern.id },
      })
      expect(ours.body.unlocked).toBe(true)
      expect(await secrets()).toContain(ours.body.work_email.value)
      expect(theirs.body.unlocked).toBe(false)
      expect(theirs.body.work_email).not.toHaveProperty('value')
      const page = { category: 'people', filters: { person_id: [id] } }
      expect((await records(page)).body.records).toEqual([ours.body])
      expect((await records(page, { orgId: southern.id })).body.records).toEqual([theirs.body])
    })
  })

  it('are filtered by the organisation’s own activity only', async () => {
    const { body } = await records({ size: 3 })
    const ids: string[] = body.records.map((company: { id: string }) => company.id)
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('record_activity')
        .values(
          ids.map((id) => ({
            org_id: harbour.id,
            kind: 'cus-downloaded' as const,
            value: 'Yes',
            category: 'company' as const,
            record_id: id,
          })),
        )
        .execute(),
    )
    const downloaded = { filters: { 'cus-downloaded': ['Yes'] } }
    expect((await records(downloaded)).body.total).toBe(3)
    expect((await records(downloaded, { orgId: southern.id })).body.total).toBe(0)
    expect((await records({ excluded: { 'cus-downloaded': ['Yes'] }, size: 1 })).body.total).toBe(
      (await records({ size: 1 })).body.total - 3,
    )
  })

  describe('of a person', () => {
    const ended = (person: Person, to: string) => ({
      company: person.company.name,
      company_id: person.company_id,
      title: person.position,
      to,
      type: 'historical',
    })
    const personAt = async (from: number): Promise<Person> =>
      (await records({ category: 'people', from, size: 1 })).body.records[0]
    const change = (id: string, fields: object): Promise<unknown> =>
      sql`update person set doc = doc || ${JSON.stringify(fields)}::jsonb where id = ${id}`.execute(
        test.db.owner,
      )
    const view = async (id: string) => (await test.ask('GET', `/records/people/${id}`)).body

    it('with other employers only don’t say that they worked at the company before', async () => {
      const { id } = await personAt(0)
      const history = [
        { company: 'Elsewhere', title: 'Clerk', to: '2020-01-01', type: 'historical' },
      ]
      await change(id, { history, previous_company_flag: true })
      expect((await view(id)).previous_company_flag).toBe(false)
    })

    it('whose role ended say so, by the source of the career', async () => {
      const person = await personAt(1)
      const { id, provenance } = person
      await change(id, {
        role_start: '2020-01-01',
        history: [ended(person, '2026-02-03')],
        provenance: {
          ...provenance,
          history: { source: 'Employer page', seen_at: '2026-02-05', confidence: 0.8 },
        },
      })
      expect((await view(id)).left).toEqual({
        on: '2026-02-03',
        source: 'Employer page',
        seen_at: '2026-02-05',
      })
    })

    it('who left by a signal say so, unless the role was seen later', async () => {
      const person = await personAt(2)
      const { id, company_id: companyId, name } = person
      const seen = (seen_at: string) => ({
        role_start: '2020-01-01',
        history: [],
        provenance: { '*': { source: 'Staff list', seen_at, confidence: 0.8 } },
      })
      await change(id, seen('2026-01-01'))
      const left = draft(
        'left',
        { id: companyId, name: person.company.name },
        {
          category: 'people',
          slug: 'left_company',
          person: { id, name },
          event_date: '2026-02-03',
          source: { name: 'News', url: null, published_at: '2026-02-04' },
        },
      )
      await test.db.owner.transaction().execute((trx) => addSignals(trx, [left], new Date()))
      const expected = { on: '2026-02-03', source: 'News', seen_at: '2026-02-04' }
      expect((await view(id)).left).toEqual(expected)
      await change(id, seen('2026-02-05'))
      expect((await view(id)).left).toBeUndefined()
    })
  })

  it.each(['company', 'people'])('of %s are counted in one country each', async (category) => {
    const { body } = await test.ask('POST', `/register/${category}`, {})
    const { total, byCountry } = body.records.register
    const filter = category === 'company' ? 'hq_country' : 'people_location'
    for (const country of ['AU', 'NZ']) {
      const query = { category, filters: { [filter]: [country] }, size: 1 }
      expect(byCountry[country]).toBe((await records(query)).body.total)
    }
    expect(byCountry.AU + byCountry.NZ).toBeLessThanOrEqual(total)
  })

  it('of people are counted in the country that a search finds them in', async () => {
    const { body } = await test.ask('POST', '/register/people', {})
    const { byCountry } = body.records.register
    for (const country of ['AU', 'NZ']) {
      const query = { category: 'people', filters: { country: [country] }, size: 1 }
      expect((await records(query)).body.total).toBe(byCountry[country])
    }
  })

  it('have headcounts and columns in the registry', async () => {
    const { body } = await test.ask('POST', '/register/people', { countries: ['NZ'] })
    const { register } = body.records
    expect(register.total).toBe(
      (await records({ category: 'people', filters: { country: ['NZ'] }, size: 1 })).body.total,
    )
    expect(register.coverage.mobile).toBe(
      (
        await records({
          category: 'people',
          filters: { country: ['NZ'], has_mobile: ['Yes'] },
          size: 1,
        })
      ).body.total,
    )
    expect(
      register.columns
        .filter((column: { default: boolean }) => column.default)
        .map((column: { label: string }) => column.label),
    ).toEqual([
      'Name',
      'Position',
      'Company',
      'Seniority · Department',
      'Location',
      'Work email',
      'Mobile',
      'Verified',
    ])
  })
})
