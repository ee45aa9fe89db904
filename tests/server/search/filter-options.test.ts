import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../kit/app.ts'

describe('filter options', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp()
  })
  afterAll(() => test.close())

  const search = (query: string) => test.ask('GET', `/search/filter/options/search?${query}`)
  const labels = (body: { records: { label: string }[] }): string[] =>
    body.records.map((record) => record.label)

  it('lists a small catalogue completely with the records per option', async () => {
    const { body } = await test.ask('GET', '/search/filter/options?identifier=company_size')
    expect(body.total).toBe(8)
    expect(body.records[2]).toMatchObject({ value: '51-200', label: '51–200' })
    const found = await test.ask('POST', '/records', {
      category: 'company',
      filters: { company_size: ['51-200'] },
      size: 1,
    })
    expect(body.records[2].count).toBe(found.body.total)
  })

  it.each([
    ['industry', 19],
    ['location', 2],
    ['technographics', 17],
    ['hq_country', 249],
  ])('lists the first level of the large catalogue of %s', async (identifier, total) => {
    const { body } = await test.ask('GET', `/search/filter/options?identifier=${identifier}`)
    expect([body.total, body.records.length]).toEqual([total, total])
    expect(body.records.every((record: { parent?: string }) => record.parent === undefined)).toBe(
      true,
    )
  })

  it('lists industries on two levels', async () => {
    const top = await test.ask(
      'GET',
      '/search/filter/options/multi-level?identifier=industry&size=50',
    )
    expect(top.body.total).toBe(19)
    expect(labels(top.body)).toContain('Construction')
    const below = await test.ask(
      'GET',
      '/search/filter/options/multi-level?identifier=industry&levelOneId=Construction&size=50',
    )
    expect(below.body.total).toBeGreaterThan(3)
    expect(
      below.body.records.every((record: { parent: string }) => record.parent === 'Construction'),
    ).toBe(true)
  })

  it('lists locations from country to postcode', async () => {
    const states = await test.ask(
      'GET',
      '/search/filter/options/multi-level?identifier=location&levelOneId=AU&size=50',
    )
    expect(labels(states.body)).toContain('Western Australia')
    const towns = await test.ask(
      'GET',
      '/search/filter/options/multi-level?identifier=location&levelOneId=AU%2FWA&size=50',
    )
    expect(labels(towns.body)).toContain('Perth')
  })

  it('finds options by the start of any of their words at every level', async () => {
    const { body } = await search('identifier=technographics&searchTerm=xer')
    expect(labels(body)).toContain('Xero')
    const software = await search('identifier=industry&searchTerm=saas')
    expect(labels(software.body)).toContain('Software publishing')
    const places = await search('identifier=location&searchTerm=osborne')
    expect(labels(places.body).some((label) => label === 'Osborne Park, WA')).toBe(true)
  })

  it('lists positions as normalised titles', async () => {
    const { body } = await search('identifier=position&searchTerm=manager')
    expect(body.records.length).toBeGreaterThan(0)
    expect(labels(body).every((label) => /manager/i.test(label))).toBe(true)
  })

  it('needs two characters for keywords, positions, skills and ids (spec 5)', async () => {
    for (const identifier of ['keywords', 'position', 'skills', 'company_id', 'person_id'])
      expect((await search(`identifier=${identifier}&searchTerm=a`)).body).toEqual({
        success: true,
        total: 0,
        records: [],
      })
  })

  it('lists companies by name, and returns the name of a chosen company', async () => {
    const some = await test.ask('POST', '/records', { category: 'company', size: 1 })
    const { id, name } = some.body.records[0]
    const { body } = await search(`identifier=company_id&searchTerm=${encodeURIComponent(name)}`)
    expect(body.records[0]).toMatchObject({ value: id, label: name })
    const named = await test.ask('POST', '/search/filter/options/labels', {
      identifier: 'company_id',
      values: [id],
    })
    expect(named.body.labels).toEqual({ [id]: name })
  })

  it('returns ten options a page without overlap', async () => {
    const first = await search('identifier=services')
    const second = await search('identifier=services&from=10')
    expect(first.body.records).toHaveLength(10)
    const both = [...labels(first.body), ...labels(second.body)]
    expect(new Set(both).size).toBe(both.length)
  })

  it('returns an error for an unknown filter', async () => {
    const answer = await search('identifier=shoe_size')
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].pointer).toBe('/identifier')
  })

  it('suggests names from three characters on', async () => {
    const some = await test.ask('POST', '/records', { category: 'company', size: 1 })
    const name: string = some.body.records[0].name
    const short = await test.ask(
      'GET',
      `/search/autocomplete/companies?q=${encodeURIComponent(name.slice(0, 2))}`,
    )
    expect(short.body.total).toBe(0)
    const found = await test.ask(
      'GET',
      `/search/autocomplete/companies?q=${encodeURIComponent(name)}`,
    )
    expect(found.body.records[0]).toMatchObject({ name, category: 'company' })
  })

  it('suggests companies by their domain, as of an address on the web', async () => {
    const { body } = await test.ask('POST', '/records', { category: 'company', size: 20 })
    const company = body.records.find(({ domain }: { domain?: string }) => domain !== undefined)
    const q = encodeURIComponent(`https://www.${company.domain}/about`)
    const found = await test.ask('GET', `/search/autocomplete/companies?q=${q}`)
    expect(found.body.records).toContainEqual(expect.objectContaining({ id: company.id }))
    expect((await test.ask('GET', `/search/autocomplete/people?q=${q}`)).body.total).toBe(0)
  })

  it('suggest towns by the beginning of a name, of its parts or of a postcode', async () => {
    const towns = async (q: string): Promise<string[]> =>
      (await test.ask('GET', `/search/towns?q=${q}`)).body.records.map(
        ({ label }: { label: string }) => label,
      )
    expect((await towns('perth'))[0]).toBe('Perth, WA')
    expect(await towns('melb')).toContain('Melbourne, VIC')
    expect((await towns('6000'))[0]).toBe('Perth, WA')
    expect(await towns('zzz')).toEqual([])
  })
})
