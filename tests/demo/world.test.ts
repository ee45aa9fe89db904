import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as bands from '../../contract/search/bands.ts'
import { beginOf, datedFields } from '../../contract/records/begin.ts'
import { filters } from '../../contract/search/filters.ts'
import { Company, Person } from '../../contract/records/records.ts'
import { catalogOf } from '../../server/catalog/catalog.ts'
import { cleanPosition, influencerOf, positions } from '../../server/catalog/positions.ts'
import { missingInCompanies, missingInPeople } from '../../demo/missing.ts'
import { demoWorld, type WorldSize } from '../../demo/world.ts'
import { isAbn, isAcn, isLei, isNzbn } from '../../server/entity-matching/checksums.ts'
import { maskContact } from '../../server/records/masking.ts'
import type { Contact } from '../../server/platform/db/tables.ts'

const today = '2026-03-03'
const size: WorldSize = { companies: 2000, people: 10_000, seed: 1, today }

type World = { companies: Company[]; people: { person: Person; contact: Contact }[] }

const read = (worldSize: WorldSize): World => {
  const world: World = { companies: [], people: [] }
  for (const item of demoWorld(worldSize)) {
    if ('company' in item) world.companies.push(item.company)
    else world.people.push(item)
  }
  return world
}

const digest = (worldSize: WorldSize): string => {
  const hash = createHash('sha256')
  for (const item of demoWorld(worldSize)) hash.update(JSON.stringify(item))
  return hash.digest('hex')
}

const { companies, people } = read(size)
const byId = new Map(companies.map((company) => [company.id, company]))

describe('the generated market', () => {
  test('is equal for the same size, seed and day, and differs for other seeds', () => {
    const small = { companies: 300, people: 1500, seed: 7, today }
    expect(digest(small)).toBe(digest(small))
    expect(digest({ ...small, seed: 8 })).not.toBe(digest(small))
  })

  test.each([
    [1, 0],
    [1, 5],
    [10, 1000],
    [500, 3],
    [2000, 10_000],
  ])('has exactly %i companies and %i people', (companyCount, peopleCount) => {
    const world = read({ companies: companyCount, people: peopleCount, seed: 3, today })
    expect(world.companies).toHaveLength(companyCount)
    expect(world.people).toHaveLength(peopleCount)
  })

  test('lists people after their company and before the next', () => {
    const employers: string[] = []
    const orphans: Person[] = []
    for (const item of demoWorld({ ...size, companies: 200, people: 1000 })) {
      if ('company' in item) employers.push(item.company.id)
      else if (item.person.company_id !== employers.at(-1)) orphans.push(item.person)
    }
    expect(employers).toHaveLength(200)
    expect(orphans).toEqual([])
  })

  test('has no id twice', () => {
    const ids = [...companies, ...people.map(({ person }) => person)].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('has valid records only', () => {
    for (const company of companies.slice(0, 500)) expect(Company.parse(company)).toEqual(company)
    for (const { person } of people.slice(0, 500)) expect(Person.parse(person)).toEqual(person)
  })

  test('has small documents', () => {
    const mean = (records: readonly unknown[]): number =>
      records.reduce((sum: number, record) => sum + JSON.stringify(record).length, 0) /
      records.length
    expect(mean(companies)).toBeLessThan(2300)
    expect(mean(people.map(({ person }) => person))).toBeLessThan(1250)
  })
})

describe('contact details of the demo', () => {
  const everything = [...companies, ...people].map((record) => JSON.stringify(record))

  test('use addresses below .example only', () => {
    const hosts = everything.flatMap((text) => [
      ...[...text.matchAll(/https?:\/\/([^/"]+)/g)].map(([, host]) => host ?? ''),
      ...[...text.matchAll(/@([^"\s/]+\.[^"\s/]+)"/g)].map(([, host]) => host ?? ''),
    ])
    expect(hosts.length).toBeGreaterThan(10_000)
    expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([])
    for (const company of companies)
      for (const domain of company.domains) expect(domain).toMatch(/^[a-z0-9]+\.example$/)
  })

  test('use phone numbers reserved for fiction only', () => {
    const fictitious = [
      /^\+61 [2378] (5550|7010) \d{4}$/,
      /^\+64 [34679] 555 0\d{3}$/,
      /^\+64 25 555 0\d{3}$/,
      /^\+61 491 57(0 006|0 1(5[6-9]|10)|0 313|0 737|1 (266|491|804)|2 (549|665|983)|3 (770|087)|4 (118|632)|5 (254|789)|6 (398|801)|7 (426|644)|8 (957|148|888)|9 (212|760|455))$/,
    ]
    const numbers = [
      ...companies.flatMap((company) => [
        ...company.phones,
        ...company.mobiles,
        ...company.locations.flatMap(({ phone }) => (phone === undefined ? [] : [phone])),
      ]),
      ...people.flatMap(({ contact }) =>
        [contact.mobile, contact.direct_phone].filter((number) => number !== undefined),
      ),
    ]
    expect(numbers.length).toBeGreaterThan(5000)
    expect(numbers.filter((number) => !fictitious.some((form) => form.test(number)))).toEqual([])
    const written = everything.flatMap((text) => text.match(/\+6[14] \d[\d ]{6,}\d/g) ?? [])
    const known = new Set(numbers)
    expect(written.filter((number) => !known.has(number))).toEqual([])
  })

  test('use unassigned company numbers with valid check digits', () => {
    const valuesOf = (field: 'abn' | 'acn' | 'nzbn' | 'lei'): string[] =>
      companies.flatMap((company) => company[field] ?? [])
    const [abns, acns, nzbns, leis] = [
      valuesOf('abn'),
      valuesOf('acn'),
      valuesOf('nzbn'),
      valuesOf('lei'),
    ]
    for (const found of [abns, acns, nzbns, leis]) expect(found.length).toBeGreaterThan(10)
    expect(abns.filter((number) => !isAbn(number) || !/^\d\d9/.test(number))).toEqual([])
    expect(acns.filter((number) => !isAcn(number) || !number.startsWith('9'))).toEqual([])
    expect(nzbns.filter((number) => !isNzbn(number) || !number.startsWith('94299'))).toEqual([])
    expect(leis.filter((code) => !isLei(code) || !code.startsWith('FICT'))).toEqual([])
    expect(companies.filter(({ abn, acn }) => acn && abn?.endsWith(acn) !== true)).toEqual([])
  })

  test('hold paid values in the contact only, with masks in the record', () => {
    for (const { person, contact } of people) {
      const text = JSON.stringify(person)
      for (const value of Object.values(contact)) expect(text).not.toContain(value)
      for (const field of ['work_email', 'personal_email', 'mobile', 'direct_phone'] as const) {
        const value = contact[field]
        expect(person[field]?.masked).toBe(value === undefined ? undefined : maskContact(value))
      }
    }
  })
})

test('contact details are never from a public register', () => {
  const wrong = [
    ...companies.map((company) => ({
      of: company,
      fields: ['phones', 'mobiles', 'emails'].filter(
        (field) => (Reflect.get(company, field) as string[]).length > 0,
      ),
    })),
    ...people.map(({ person, contact }) => ({ of: person, fields: Object.keys(contact) })),
  ].flatMap(({ of, fields }) =>
    fields.filter(
      (field) => (of.provenance[field] ?? of.provenance['*'])?.source === 'Public register',
    ),
  )
  expect(wrong).toEqual([])
})

test('a source is never older than its fact', () => {
  const records = [...companies, ...people.map(({ person }) => person)]
  const wrong = records.flatMap((record) =>
    datedFields.filter((field) => {
      const source = record.provenance[field] ?? record.provenance['*']
      return (source?.seen_at ?? '') < beginOf(record, field)
    }),
  )
  expect(wrong).toEqual([])
})

describe('generated companies', () => {
  test('have derived values that agree with their sources', () => {
    const bandsAgree = ({ employees_local: employees, company_size, revenue }: Company): boolean =>
      (employees === undefined ? undefined : bands.sizeBand(employees)) === company_size &&
      (revenue?.amount === undefined ||
        [0.99, 1, 1.01].some(
          (factor) => bands.revenueBand((revenue.amount ?? 0) * factor) === revenue.band,
        ))
    const placesAgree = ({ hq, locations, multiple_locations }: Company): boolean =>
      hq !== undefined &&
      multiple_locations === bands.officeBand(Math.max(1, locations.length)) &&
      locations.filter(({ is_hq }) => is_hq).length === (locations.length === 0 ? 0 : 1)
    expect(companies.filter((company) => !bandsAgree(company))).toEqual([])
    expect(companies.filter((company) => !placesAgree(company))).toEqual([])
  })

  test('use catalogued values only', () => {
    const unknown: string[] = []
    for (const filter of filters) {
      const catalog = catalogOf(filter.identifier)
      if (!catalog || filter.about !== 'company') continue
      for (const company of companies)
        unknown.push(...filter.values(company, { today }).filter((value) => !catalog.has(value)))
    }
    expect(unknown).toEqual([])
  })

  test('share a domain in some groups, where a member names its parent', () => {
    const children = companies.filter(({ parent_id }) => parent_id !== undefined)
    expect(children.length).toBeGreaterThan(5)
    for (const child of children) expect(byId.has(child.parent_id ?? '')).toBe(true)
    expect(
      children.filter(
        ({ domain, parent_id }) =>
          domain !== undefined && domain === byId.get(parent_id ?? '')?.domain,
      ).length,
    ).toBeGreaterThan(2)
    const alone = companies.filter(
      ({ parent_id, domain }) => parent_id === undefined && domain !== undefined,
    )
    const shared = alone.length - new Set(alone.map(({ domain }) => domain)).size
    expect(shared / alone.length).toBeLessThan(0.01)
  })

  test('have dates before the day of the market', () => {
    const days = companies.flatMap(
      ({ quality, technographics, job_posts, funding, provenance }) => [
        quality.verified_at,
        job_posts?.newest_at,
        funding?.last_date,
        ...technographics.flatMap((tech) => [tech.first_seen, tech.last_seen]),
        ...Object.values(provenance).map(({ seen_at }) => seen_at),
      ],
    )
    expect(days.filter((day) => day !== undefined && day > today)).toEqual([])
  })

  test('lack facts as often as configured', () => {
    const withDomain = companies.filter(({ domain }) => domain !== undefined)
    const empty = (company: Company, field: keyof typeof missingInCompanies): boolean => {
      if (field === 'employees') return company.employees_local === undefined
      if (field === 'verified_at') return company.quality.verified_at === undefined
      const value = company[field]
      return value === undefined || (Array.isArray(value) && value.length === 0)
    }
    for (const [field, share] of entries(missingInCompanies)) {
      const among = field === 'emails' || field === 'web_traffic' ? withDomain : companies
      const seen = among.filter((company) => empty(company, field)).length / among.length
      expect({ field, off: Math.abs(seen - share) > 0.035 }).toEqual({ field, off: false })
    }
  })

  test('are mostly small, and mostly in the biggest towns', () => {
    const count = (keep: (company: Company) => boolean): number => companies.filter(keep).length
    expect(count(({ company_size }) => company_size === '1-10')).toBeGreaterThan(
      companies.length / 3,
    )
    expect(count(({ employees_local }) => (employees_local ?? 0) > 10_000)).toBeLessThan(30)
    const in_ = (city: string): number => count(({ hq }) => hq?.city === city)
    for (const city of ['Sydney', 'Melbourne', 'Auckland'])
      expect(in_(city)).toBeGreaterThan(in_('Hobart') * 3)
  })
})

describe('generated people', () => {
  test('work at their company and repeat its values', () => {
    for (const { person } of people) {
      const company = byId.get(person.company_id)
      expect(person.company).toEqual({
        name: company?.name,
        ...(company?.domain !== undefined && { domain: company.domain }),
        ...(company?.industry?.l2 !== undefined && { industry: company.industry.l2 }),
        ...(company?.company_size !== undefined && { size: company.company_size }),
      })
    }
  })

  test('are never more than their company employs', () => {
    const staff = new Map<string, number>()
    for (const { person } of people)
      staff.set(person.company_id, (staff.get(person.company_id) ?? 0) + 1)
    for (const [id, count] of staff)
      expect(count).toBeLessThanOrEqual((byId.get(id)?.employees_local ?? Infinity) + 2)
  })

  test('live in a city with an office of their company', () => {
    for (const { person } of people) {
      if (person.location === undefined) continue
      const company = byId.get(person.company_id)
      const cities = [company?.hq, ...(company?.locations ?? [])].map(
        (office) => `${office?.state}/${office?.city}`,
      )
      expect(cities).toContain(`${person.location.state}/${person.location.city}`)
    }
  })

  test("have a unique work address at their company's domain", () => {
    const addresses = people.flatMap(({ person, contact }) =>
      contact.work_email === undefined ? [] : [{ person, address: contact.work_email }],
    )
    const elsewhere = addresses.filter(
      ({ person, address }) => !address.endsWith(`@${byId.get(person.company_id)?.domain ?? '?'}`),
    )
    expect(elsewhere).toEqual([])
    const each = new Set(addresses.map(({ person, address }) => `${person.company_id} ${address}`))
    expect(each.size).toBe(addresses.length)
  })

  test('have a written position that cleans to their title, rank and department', () => {
    const titles = new Map(positions.map((position) => [position.title, position]))
    for (const { person } of people) {
      const position = titles.get(person.position_cleaned)
      expect(cleanPosition(person.position).title).toBe(person.position_cleaned)
      expect([undefined, position?.seniority]).toContain(person.seniority)
      expect([undefined, position?.department]).toContain(person.department)
      expect(person.influencer).toBe(influencerOf(person.seniority, person.department))
    }
  })

  test('have titles that fit trade and size', () => {
    const titles = new Map(positions.map((position) => [position.title, position]))
    const first = new Map<string, Person>()
    for (const { person } of people)
      if (!first.has(person.company_id)) first.set(person.company_id, person)
    const odd = people.filter(({ person }) => {
      const company = byId.get(person.company_id)
      const code = company?.industry?.l2_code ?? ''
      const trades = titles.get(person.position_cleaned)?.industries ?? []
      if (company?.company_size === '1-10' && /^Chief (?!Executive)/.test(person.position_cleaned))
        return true
      if (trades.length === 0 || first.get(person.company_id) === person) return false
      return !trades.some((start) => code.startsWith(start.slice(0, 4)))
    })
    expect(odd).toEqual([])
    const leading = new Set(bands.seniorities.slice(0, 6).map(({ value }) => value))
    const follow = [...first.values()].filter(
      ({ seniority }) => seniority !== undefined && !leading.has(seniority),
    )
    expect(follow).toEqual([])
  })

  test('have past jobs marked historical, before the present role and without overlap', () => {
    const ordered = ({ role_start, history }: Person): boolean => {
      let next = role_start ?? today
      return history.every(({ type, from = '', to = '' }) => {
        const fits = type === 'historical' && from < to && to <= next
        next = from
        return fits
      })
    }
    expect(people.filter(({ person }) => !ordered(person))).toEqual([])
    const jobs = people.flatMap(({ person }) => person.history)
    expect(jobs.length).toBeGreaterThan(people.length / 2)
  })

  test('lack facts as often as configured', () => {
    const empty = (person: Person, field: keyof typeof missingInPeople): boolean => {
      const value = person[field]
      return value === undefined || (Array.isArray(value) && value.length === 0)
    }
    const all = people.map(({ person }) => person)
    const withDomain = all.filter(({ company }) => company.domain !== undefined)
    for (const [field, share] of entries(missingInPeople)) {
      const among = field === 'work_email' ? withDomain : all
      const seen = among.filter((person) => empty(person, field)).length / among.length
      expect({ field, off: Math.abs(seen - share) > 0.03 }).toEqual({ field, off: false })
    }
  })
})

describe('a market of the default size', () => {
  const big = read({ companies: 20_000, people: 20_000, seed: 1, today })

  test('has a record for every option of every filter', () => {
    const missing: string[] = []
    for (const filter of filters) {
      if (filter.about === 'activity' || filter.options === undefined) continue
      const used = new Set<string>()
      if (filter.about === 'company')
        for (const company of big.companies)
          for (const value of filter.values(company, { today })) used.add(value)
      else
        for (const { person } of big.people)
          for (const value of filter.values(person, { today }, undefined)) used.add(value)
      for (const { value } of filter.options)
        if (!used.has(value)) missing.push(`${filter.identifier}: ${value}`)
    }
    expect(missing).toEqual([])
  })

  test('has a few dozen construction companies in Western Australia with 51-200 people using Xero, not government', () => {
    const found = big.companies.filter(
      (company) =>
        company.industry?.l1 === 'Construction' &&
        [...(company.hq ? [company.hq] : []), ...company.locations].some(
          ({ state }) => state === 'WA',
        ) &&
        company.company_size === '51-200' &&
        company.technographics.some(({ name }) => name === 'Xero') &&
        company.type?.startsWith('Government') !== true,
    )
    expect(found.length).toBeGreaterThan(15)
    expect(found.length).toBeLessThan(200)
  })
})

function entries<Key extends string>(shares: Readonly<Record<Key, number>>): [Key, number][] {
  return Object.entries(shares) as [Key, number][]
}
