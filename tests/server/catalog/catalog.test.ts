import { describe, expect, test } from 'vitest'
import { departments, seniorities } from '../../../contract/search/bands.ts'
import { locationValues } from '../../../contract/search/filter-values.ts'
import { catalogOf } from '../../../server/catalog/catalog.ts'
import { countries, countryCode, countryName } from '../../../server/catalog/countries.ts'
import { divisions, industryCodes, industryOfGroup } from '../../../server/catalog/industry.ts'
import { industrySynonyms } from '../../../server/catalog/industry-synonyms.ts'
import { offerOf } from '../../../server/catalog/offers.ts'
import {
  kilometres,
  townOfPostcode,
  postcodesWithin,
  stateCode,
  stateOfPostcode,
  states,
  findTown,
  towns,
} from '../../../server/catalog/towns.ts'
import { cleanPosition, influencerOf, positions } from '../../../server/catalog/positions.ts'
import { skillsOf } from '../../../server/catalog/skills.ts'
import { technologyGroups } from '../../../server/catalog/technographics.ts'

const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

describe('the catalogue of industries', () => {
  const groups = divisions.flatMap((division) => division.groups)

  test('has 19 divisions and 214 groups', () => {
    expect(divisions.map(({ code }) => code).join('')).toBe('ABCDEFGHIJKLMNOPQRS')
    expect(groups).toHaveLength(214)
  })

  test('has no name twice', () => {
    expect(repeated([...divisions, ...groups].map(({ name }) => name))).toEqual([])
    expect(
      repeated(groups.flatMap(({ code, classes }) => [code, ...classes.map((c) => c.code)])),
    ).toEqual([])
  })

  test('puts every group under its division and every class under its group', () => {
    for (const division of divisions)
      for (const group of division.groups) {
        expect(group.code.slice(0, 1)).toBe(division.code)
        for (const entry of group.classes) expect(entry.code.slice(0, 4)).toBe(group.code)
      }
  })

  test.each([
    ['E3231', 'Construction', 'Building installation services', 'Plumbing services'],
    ['3231', 'Construction', 'Building installation services', 'Plumbing services'],
    ['E301', 'Construction', 'Residential building construction', undefined],
    [
      '7000',
      'Professional, scientific and technical services',
      'Computer system design and related services',
      undefined,
    ],
    ['H', 'Accommodation and food services', undefined, undefined],
  ])('reads code %s as %s, %s, %s', (code, l1, l2, anzsicClass) => {
    const industry = industryOfGroup(code)
    expect([industry?.l1, industry?.l2, industry?.anzsic_class]).toEqual([l1, l2, anzsicClass])
  })

  test('has synonyms that lead to existing codes, and none with two meanings', () => {
    const lines = industrySynonyms
      .trim()
      .split('\n')
      .map((line) => line.split(' = '))
    expect(repeated(lines.flatMap(([names = '']) => names.toLowerCase().split(' | ')))).toEqual([])
    const codes = lines.flatMap(([, found = '']) => found.split(' '))
    expect(codes.filter((code) => industryOfGroup(code) === undefined)).toEqual([])
  })

  test.each([
    ['SaaS', 'J542'],
    ['Software & Services', 'M700'],
    ['computer software', 'J542'],
    ['Pharmaceuticals, Biotechnology & Life Sciences', 'C1841'],
    ['hospital & health care', 'Q8401'],
    ['Software Publishing', 'J542'],
    ['Plumbing services', 'E3231'],
  ])('finds %s as %s', (name, code) => {
    expect(industryCodes(name)[0]).toBe(code)
  })

  test('has no code for an unknown name', () => {
    expect(industryCodes('Not Applic')).toEqual([])
  })

  test('has search terms for every group', () => {
    expect(groups.filter(({ code }) => offerOf(code).keywords.length === 0)).toEqual([])
  })
})

describe('the catalogue of technologies', () => {
  test('has 17 groups of a dozen products or more, and every name once', () => {
    const names = Object.keys(technologyGroups)
    expect(names).toHaveLength(17)
    const small = names.filter((name) => (technologyGroups[name]?.length ?? 0) < 12)
    expect(small).toEqual([])
    expect(repeated([...names, ...Object.values(technologyGroups).flat()])).toEqual([])
  })
})

describe('the catalogue of towns', () => {
  const australia = [-44, -10, 112, 154.5] as const
  const newZealand = [-47.5, -34, 166, 179] as const

  test('has hundreds of towns, each once in its state and country', () => {
    expect(towns.length).toBeGreaterThan(350)
    expect(repeated(towns.map((town) => `${town.country}/${town.state}/${town.name}`))).toEqual([])
    const stray = towns.filter((town) => {
      const [south, north, west, east] = town.country === 'AU' ? australia : newZealand
      const inside = town.lat > south && town.lat < north && town.lng > west && town.lng < east
      const state = states.find(
        ({ country, code }) => country === town.country && code === town.state,
      )
      return !inside || state === undefined || !/^\d{4}$/.test(town.postcode)
    })
    expect(stray).toEqual([])
  })

  test('places every suburb within 100 km of the centre of its metropolitan area', () => {
    const stray = towns.filter((town) => {
      const centre = towns.find(({ state, city }) => state === town.state && city === town.city)
      return centre === undefined || kilometres(centre, town) > 100
    })
    expect(stray).toEqual([])
  })

  test('places Australian postcodes in the state of their number, except border towns', () => {
    const odd = towns
      .filter((town) => town.country === 'AU' && stateOfPostcode(town.postcode) !== town.state)
      .map((town) => town.name)
    expect(odd).toEqual(['Hume'])
    expect(stateOfPostcode('0870')).toBe('NT')
    expect(stateOfPostcode('x')).toBeUndefined()
  })

  test('computes distances to within a few kilometres', () => {
    const sydney = findTown('AU', 'Sydney')
    const perth = findTown('AU', 'perth')
    expect(sydney && perth && kilometres(sydney, perth)).toBeCloseTo(3290, -2)
  })

  test('finds names in any case and accents, the busiest first', () => {
    expect(findTown('NZ', 'otahuhu')?.name).toBe('Ōtāhuhu')
    expect(findTown('AU', 'Richmond')?.state).toBe('VIC')
    expect(findTown('AU', 'Richmond', 'SA')?.postcode).toBe('5033')
    expect(findTown('AU', 'Nowhere')).toBeUndefined()
    expect(stateCode('AU', 'western australia')).toBe('WA')
    expect(stateCode('NZ', 'Manawatu-Whanganui')).toBe('Manawatū-Whanganui')
    expect(townOfPostcode('AU', '6017')?.city).toBe('Perth')
  })

  test('finds the neighbours of Osborne Park within 5 km, but not Fremantle', () => {
    const near = postcodesWithin('AU/WA/Osborne Park', 5)
    expect(near).toEqual(
      expect.arrayContaining(['AU/WA/Osborne Park', 'AU/WA/Osborne Park/6017', 'AU/WA/Perth/6021']),
    )
    expect(near.some((value) => value.endsWith('6160'))).toBe(false)
  })

  test('crosses a state border within a radius', () => {
    expect(postcodesWithin('AU/NSW/Albury', 10)).toContain('AU/VIC/Wodonga/3690')
  })

  test('adds postcodes with a wider radius, all of them within it', () => {
    const centre = findTown('AU', 'Parramatta')
    let before: string[] = []
    for (const km of [1, 10, 50, 100]) {
      const found = postcodesWithin('AU/NSW/Parramatta', km)
      expect(found).toEqual(expect.arrayContaining(before))
      before = found
    }
    const far = towns.filter((town) => centre && kilometres(centre, town) > 100)
    for (const town of far)
      expect(before).not.toContain(`${town.country}/${town.state}/${town.name}/${town.postcode}`)
  })

  test('keeps a state, a country and an unknown town unchanged', () => {
    for (const value of ['AU', 'AU/WA', 'AU/WA/Nowhere Creek'])
      expect(postcodesWithin(value, 50)).toEqual([value])
  })
})

describe('catalogues of filters', () => {
  test('has industry and technologies as trees of two levels with known values only', () => {
    for (const identifier of ['industry', 'technographics']) {
      const catalog = catalogOf(identifier)
      expect(catalog?.has('Nonsense')).toBe(false)
      const top = catalog?.top() ?? []
      const leaves = top.map(({ value }) => catalog?.children(value) ?? [])
      expect(leaves.filter((children) => children.length === 0)).toEqual([])
      const values = [...top, ...leaves.flat()].map(({ value }) => value)
      expect(values.filter((value) => catalog?.has(value) !== true)).toEqual([])
      expect(leaves.flat().flatMap(({ value }) => catalog?.children(value) ?? [])).toEqual([])
    }
    expect(catalogOf('industry')?.alsoCalled('Software publishing')).toContain('saas')
  })

  test('has locations on four levels, with every value of a catalogued town in the tree', () => {
    const catalog = catalogOf('location')
    const seen = new Set<string>()
    const walk = (value: string): void => {
      seen.add(value)
      for (const child of catalog?.children(value) ?? []) walk(child.value)
    }
    for (const { value } of catalog?.top() ?? []) walk(value)
    const townValues = towns.flatMap((town) => locationValues({ ...town, suburb: town.name }))
    expect(townValues.filter((value) => !seen.has(value) || catalog?.has(value) !== true)).toEqual(
      [],
    )
    expect(catalog?.labelOf('AU/WA')).toBe('Western Australia')
    expect(catalog?.labelOf('AU')).toBe('Australia')
  })

  test.each([
    ['AU/WA/Nowhere Creek', true],
    ['AU/WA/Nowhere Creek/6999', true],
    ['US/CO/Denver', true],
    ['AU/XX', false],
    ['XX', false],
    ['AU//Perth', false],
    ['AU/WA/Perth/6000/x', false],
    ['', false],
  ])('accepts the location %s: %s', (value, isValid) => {
    expect(catalogOf('people_location')?.has(value)).toBe(isValid)
  })

  test('shows headquarters by country name for their ISO code', () => {
    expect(countries).toHaveLength(249)
    expect(repeated(countries.flatMap(({ code, name }) => [code, name]))).toEqual([])
    expect(catalogOf('hq_country')?.labelOf('US')).toBe('United States')
    expect(catalogOf('hq_country')?.has('United States')).toBe(false)
    expect(countryName('ZZ')).toBeUndefined()
  })

  test.each([
    ['New Zealand', 'NZ'],
    ['usa', 'US'],
    ['The Netherlands', 'NL'],
    ['gb', 'GB'],
    ["Cote d'Ivoire", 'CI'],
    ['Atlantis', undefined],
  ])('gives %s the code %s', (name, code) => {
    expect(countryCode(name)).toBe(code)
  })

  test('has no catalogue for other filters', () => {
    expect(catalogOf('company_size')).toBeUndefined()
    expect(catalogOf('nonsense')).toBeUndefined()
  })
})

describe('the catalogue of positions', () => {
  test('has every title once, with a rank and department of the contract, and skills for every department', () => {
    expect(repeated(positions.map(({ title }) => title.toLowerCase()))).toEqual([])
    const ranks = new Set(seniorities.map(({ value }) => value))
    expect(positions.filter(({ seniority }) => !ranks.has(seniority))).toEqual([])
    expect([...new Set(positions.map(({ department }) => department))].sort()).toEqual(
      departments.map(({ value }) => value).sort(),
    )
    expect(departments.filter(({ value }) => (skillsOf[value]?.length ?? 0) < 9)).toEqual([])
  })

  test('has titles for every rank', () => {
    const usedRanks = new Set(positions.map(({ seniority }) => seniority))
    expect(seniorities.filter(({ value }) => !usedRanks.has(value))).toEqual([])
  })

  test.each([
    ['CEO', 'Chief Executive Officer', 'C-suite', 'Executive'],
    ['Group CFO', 'Chief Financial Officer', 'C-suite', 'Finance'],
    ['Snr Account Mgr - WA', 'Senior Account Manager', 'Senior', 'Sales'],
    ['registered nurse (ICU)', 'Registered Nurse', 'Staff', 'Clinical'],
    ['Vice President, Finance', 'Vice President, Finance', 'VP/GM', 'Finance'],
    ['VP of Sales', 'VP of Sales', 'VP/GM', 'Sales'],
    ['Founder & CEO', 'Founder & CEO', 'Owner/Founder', 'Executive'],
    ['Head of Growth Marketing', 'Head of Growth Marketing', 'Head', 'Marketing'],
  ])('cleans %s to %s (%s, %s)', (written, title, seniority, department) => {
    expect(cleanPosition(written)).toEqual({ title, seniority, department })
  })

  test('derives the part in a purchase from rank and department', () => {
    expect(influencerOf('C-suite', 'Finance')).toBe('Decision maker')
    expect(influencerOf('Director', 'Sales')).toBe('Budget holder')
    expect(influencerOf('Senior', 'IT')).toBe('Technical evaluator')
    expect(influencerOf('Manager', 'Sales')).toBe('Champion')
    expect(influencerOf('Entry', 'Admin')).toBe('Gatekeeper')
    expect(influencerOf('Staff', undefined)).toBe('User')
    expect(influencerOf(undefined, 'IT')).toBeUndefined()
  })
})
