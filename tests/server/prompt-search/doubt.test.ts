import { describe, expect, it, test } from 'vitest'
import type { PromptAnswer } from '../../../contract/search/prompt.ts'
import { nameKey } from '../../../server/entity-matching/name-keys.ts'
import { createPromptParser } from '../../../server/prompt-search/parse.ts'

const parse = createPromptParser()
const companies = (prompt: string, country: 'AU' | 'NZ' = 'AU'): PromptAnswer =>
  parse({ prompt, category: 'company', country })
const builders = ['Non-residential building construction', 'Residential building construction']
const large = ['1001-5000', '5001-10000', '10001+']
const people = (prompt: string): PromptAnswer =>
  parse({ prompt, category: 'people', country: 'AU' })

describe('an amount in a prompt', () => {
  test.each([
    ['companies hiring more than 50 people', { job_posts: ['50+'] }],
    ['companies hiring 30 staff', { job_posts: ['21-50'] }],
    ['looking to hire 30 people', { job_posts: ['21-50'] }],
    ['advertising over 50 roles', { job_posts: ['50+'] }],
    ['hiring in IT, over 1000 staff', { job_posts: ['in/IT'], company_size: large }],
    ['stores doing 50k visits', { web_traffic: ['50-100k'] }],
    ['with 5+ offices', { multiple_locations: ['2-5', '6-20', '21-100', '100+'] }],
    ['with 100+ offices', { multiple_locations: ['100+'] }],
    ['with fewer than 3 sites', { multiple_locations: ['1', '2-5'] }],
    ['50 million in revenue or less', { revenue: ['0-1M', '1-10M', '10-25M', '25-50M'] }],
  ])('of %s is what its words count', (phrase, filters) => {
    expect(companies(phrase)).toMatchObject({ filters, unsupported: [] })
  })

  test.each([
    ['companies that raised $10m', ['raised', '10m']],
    ['companies with $2m in funding', ['2m', 'funding']],
    ['companies that won a $5m contract', ['won', '5m', 'contract']],
    ['companies laying off 50 people', ['laying', '50']],
    ['companies with 4 or more brands', ['4', 'brands']],
    ['builders with 3 crews', ['3', 'crews']],
    ['firms with 5 Google reviews', ['5', 'Google', 'reviews']],
    ['companies looking after 10 stores', ['looking', 'after', '10', 'stores']],
    ['a couple of hundred staff', ['couple', 'hundred', 'staff']],
    ['childcare with 80 places', ['80', 'places']],
    ['call centres with over 100 seats', ['100', 'seats']],
    ['over 100 clubs', ['100', 'clubs']],
    ['staff growth of 20 percent', ['growth', '20', 'percent']],
  ])('of %s is listed as not understood', (phrase, missed) => {
    const { filters, unsupported } = companies(phrase)
    expect(filters).not.toHaveProperty('company_size')
    expect(filters).not.toHaveProperty('revenue')
    expect(unsupported).toEqual(missed)
  })

  test.each([
    'engineers aged over 50',
    'managers with teams of 20 or more',
    'managers responsible for 200 people',
    'salespeople earning over $150k',
    'CEOs under 40',
  ])('about a person is no size of the company: %s', (prompt) => {
    const { filters, unsupported } = people(prompt)
    expect(filters).not.toHaveProperty('company_size')
    expect(filters).not.toHaveProperty('revenue')
    expect(unsupported).not.toEqual([])
  })

  test.each([
    ['people in the same job for more than ten years', ['10y+']],
    ['CFOs in the role under a year', ['<3m', '3-6m', '6-12m']],
    ['CFOs 5 years or more in their job', ['5-10y', '10y+']],
  ])('of %s is time in role', (prompt, bands) => {
    expect(people(prompt)).toMatchObject({
      filters: { current_role_duration: bands },
      unsupported: [],
    })
  })
})

describe('an exclusion in a prompt', () => {
  it('of a part of an industry excludes that part', () => {
    const { filters, excluded } = companies('manufacturers in Christchurch but not food', 'NZ')
    expect(filters).toEqual({
      industry: ['Manufacturing'],
      location: ['NZ/Canterbury/Christchurch'],
    })
    expect(excluded['industry']).toHaveLength(9)
    expect(companies('retailers except furniture').excluded['industry']).toEqual([
      'Furniture, floor coverings, houseware and textile goods retailing',
    ])
  })

  it('of where people are excludes their location, also after their companies', () => {
    expect(people('sales managers who are not in WA').excluded).toEqual({
      people_location: ['AU/WA'],
    })
    const { filters, excluded } = people('CFOs of banks with 51-200 staff who are not in WA')
    expect(Object.keys(filters)).toEqual(['position', 'industry', 'company_size'])
    expect(excluded).toEqual({ people_location: ['AU/WA'] })
    expect(people('CFOs at companies who are not in WA').excluded).toEqual({ location: ['AU/WA'] })
  })

  it('of open roles excludes the job posts, not the location', () => {
    const { filters, excluded } = companies('law firms with no open roles in Canberra')
    expect(filters['location']).toEqual(['AU/ACT/Canberra'])
    expect(excluded).toEqual({ job_posts: ['Any'] })
  })

  it('ends at a comma if another kind follows that no or joins', () => {
    const { filters, excluded } = companies('not listed, healthcare')
    expect(Object.keys(filters)).toEqual(['industry'])
    expect(Object.keys(excluded)).toEqual(['company_type'])
  })
})

describe('a location in a prompt', () => {
  test.each(['CEOs at Wellington charities', 'owners of family restaurants in Wellington'])(
    'is where the companies are in %s',
    (prompt) => {
      expect(people(prompt).filters['location']).toEqual(['NZ/Wellington/Wellington'])
    },
  )

  test.each([
    ['wineries in the Barossa', ['AU/SA/Tanunda']],
    ['builders in the Pilbara', ['AU/WA/Karratha', 'AU/WA/Port Hedland', 'AU/WA/Newman']],
    ['farms in Waikato', ['NZ/Waikato']],
    [
      'plumbers in the Hunter',
      ['Newcastle', 'Maitland', 'Cessnock', 'Singleton', 'Muswellbrook'].map(
        (town) => `AU/NSW/${town}`,
      ),
    ],
  ])('%s is the towns of the region', (prompt, location) => {
    expect(companies(prompt)).toMatchObject({ filters: { location }, unsupported: [] })
  })

  it('next to a landmark is no industry', () => {
    expect(companies('cafes near the zoo')).toMatchObject({
      filters: { industry: ['Cafes, restaurants and takeaway food services'] },
      unsupported: ['near', 'zoo'],
    })
  })

  it('in a state without a town of this name is the state only', () => {
    const { filters, unsupported } = companies('bakeries in Perth TAS')
    expect(filters['location']).toEqual(['AU/TAS'])
    expect(unsupported).toEqual(['Perth'])
  })

  it('of an owner abroad is the headquarters, and of a cuisine nothing', () => {
    expect(companies('Japanese owned companies').filters).toEqual({ hq_country: ['JP'] })
    expect(companies('Chinese restaurants').unsupported).toEqual(['Chinese'])
  })
})

describe('a company in a prompt', () => {
  const companies = new Map(
    ['Ironbark Ranges Resources', 'Coolibah Foods', 'Perth Builders', 'Law Firms'].map(
      (name, index) => [nameKey(name), [`00000000-0000-4000-8000-00000000000${index}`]] as const,
    ),
  )
  const ids = (prompt: string, part: 'filters' | 'excluded' = 'filters') =>
    parse({ prompt, category: 'people', country: 'AU', companies })[part]['company_id']?.map((id) =>
      Number(id.at(-1)),
    )

  test.each([
    ['anyone in finance at Ironbark Ranges Resources', [0]],
    ['anyone in finance at ironbark ranges resources', [0]],
    ['the CFO of Coolibah Foods Pty Ltd', [1]],
    ['people at Coolibah Foods or Ironbark Ranges Resources', [1, 0]],
    ['Coolibah Foods', [1]],
    ['CFOs at Perth Builders', [2]],
  ])('is read by its name in %s', (prompt, found) => {
    expect(ids(prompt)).toEqual(found)
  })

  test.each([
    'competitors of Coolibah Foods',
    'CFOs of companies like Coolibah Foods',
    'CFOs at law firms',
    'CFOs of builders in Perth',
    'Find Law Firms In Perth',
  ])('is not read in %s', (prompt) => {
    expect(ids(prompt)).toBeUndefined()
  })

  it('is excluded after except', () => {
    expect(ids('food makers except Coolibah Foods', 'excluded')).toEqual([1])
  })

  it('that the market does not have is listed whole, not read as an industry', () => {
    const { filters, unsupported } = people('people at Harbourline Logistics')
    expect(filters).toEqual({})
    expect(unsupported).toEqual(['Harbourline', 'Logistics'])
  })
})

it.each([
  ['companies using Xreo', 'Xero'],
  ['firms on MYBO', 'MYOB'],
  ['agencies with Hubspt', 'HubSpot'],
  ['using Xero or Snowflak', 'Snowflake'],
])('corrects the technology of %s', (prompt, name) => {
  expect(companies(prompt).filters['technographics']).toContain(name)
})

it.each([
  ['wholesale bakeries', ['Bakery product manufacturing'], ['wholesale']],
  ['boutique hotels', ['Accommodation'], ['boutique']],
  ['builders with 10 cranes', builders, ['10', 'cranes']],
  ['retail pharmacies', ['Pharmaceutical and other store-based retailing'], []],
  ['importers of machinery', ['Specialised industrial machinery and equipment wholesaling'], []],
  ['steel and aluminium fabricators', ['Structural metal product manufacturing'], ['aluminium']],
])('reads %s as one industry', (prompt, industry, unsupported) => {
  expect(companies(prompt)).toMatchObject({ filters: { industry }, unsupported })
})

it.each([
  ['exec chefs', 'Executive Chef'],
  ['snr account mgrs', 'Senior Account Manager'],
  ['operatons managers', 'Operations Manager'],
])('reads %s as one title', (prompt, title) => {
  expect(people(prompt).filters).toEqual({ position: [title] })
})
