import { describe, expect, it, test } from 'vitest'
import type { PromptAnswer } from '../../../contract/search/prompt.ts'
import { createPromptParser } from '../../../server/prompt-search/parse.ts'

const parse = createPromptParser()
const companies = (prompt: string, country: 'AU' | 'NZ' = 'AU'): PromptAnswer =>
  parse({ prompt, category: 'company', country })
const builders = ['Non-residential building construction', 'Residential building construction']
const people = (prompt: string, country: 'AU' | 'NZ' = 'AU'): PromptAnswer =>
  parse({ prompt, category: 'people', country })

describe('numbers in a prompt', () => {
  test.each([
    ['over 50 staff', ['51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+']],
    ['50+ employees', ['51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+']],
    ['fewer than 20 people', ['1-10', '11-50']],
    ['under fifty employees', ['1-10', '11-50']],
    ['between 100 and 500 employees', ['51-200', '201-500']],
    ['50 to 200 staff', ['51-200']],
    ['51-200', ['51-200']],
    ['5k+ staff', ['1001-5000', '5001-10000', '10001+'].slice(1)],
    ['headcount of 1,500', ['1001-5000']],
    ['more than 50 but fewer than 500 staff', ['51-200', '201-500']],
    ['small firms with 11-50 staff', ['11-50']],
  ])('%s', (phrase, bands) => {
    expect(companies(phrase).filters).toEqual({ company_size: bands })
  })

  test.each([
    [
      'over $10m',
      ['10-25M', '25-50M', '50-100M', '100-250M', '250-500M', '500M-1B', '1B-10B', '10B+'],
    ],
    ['$5-20 million turnover', ['1-10M', '10-25M']],
    ['turning over less than a million', ['0-1M']],
    ['revenue between A$50m and A$100m', ['50-100M']],
  ])('%s is revenue', (phrase, bands) => {
    expect(companies(phrase).filters).toEqual({ revenue: bands })
  })

  test('lists a number without a matching filter as unsupported instead of as staff', () => {
    const { filters, unsupported } = companies('hauliers with 50+ trucks')
    expect(Object.keys(filters)).toEqual(['industry'])
    expect(unsupported).toEqual(['50', 'trucks'])
  })

  test.each([
    ['hired in the last 60 days', ['<3m']],
    ['in the job under 3 months', ['<3m']],
    ['new in role', ['<3m']],
    ['who started in their role in the last 3 months', ['<3m']],
    ['more than 2 years in their role', ['2-5y', '5-10y', '10y+']],
  ])('%s is time in role', (phrase, bands) => {
    const { filters, unsupported } = people(`CFOs ${phrase}`)
    expect(filters).toEqual({
      position: ['Chief Financial Officer'],
      current_role_duration: bands,
    })
    expect(unsupported).toEqual([])
  })
})

describe('negation and joints in a prompt', () => {
  it('applies a negation to a list of one kind and ends it at the next kind', () => {
    const { filters, excluded } = companies('not government, mining or banks, Sydney based')
    expect(excluded['company_type']).toHaveLength(3)
    expect(excluded['industry']).toEqual(['Mining', 'Depository financial intermediation'])
    expect(filters).toEqual({ location: ['AU/NSW/Sydney'] })
  })

  it('reads anyone but as a negation', () => {
    for (const phrase of ['anyone but interns', 'everybody but interns', 'everyone bar interns']) {
      const { filters, excluded } = people(`${phrase} at banks`)
      expect(excluded).toEqual({ seniority: ['Intern'] })
      expect(Object.keys(filters)).toEqual(['industry'])
    }
    const all = companies('everything but mining in WA')
    expect(all.excluded).toEqual({ industry: ['Mining'] })
    expect(all.filters).toEqual({ location: ['AU/WA'] })
  })

  it('reads AND from both, and from a plain and between things a record can have several of', () => {
    expect(companies('using both Xero and MYOB').operators).toEqual({ technographics: 'AND' })
    expect(companies('using Xero and MYOB').operators).toEqual({ technographics: 'AND' })
    expect(companies('using Xero or MYOB').operators).toEqual({})
    expect(companies('in Sydney and Melbourne').operators).toEqual({})
    expect(companies('in both Sydney and Melbourne').operators).toEqual({ location: 'AND' })
  })

  it('does not read not-for-profit or do-not-call as a negation', () => {
    expect(companies('not-for-profits').filters).toEqual({ company_type: ['Charity/NFP'] })
    expect(people('not on the do not call register').excluded).toEqual({ has_dnd_phone: ['Yes'] })
  })
})

describe('locations in a prompt', () => {
  test.each([
    ['builders in Richmond', 'AU/VIC/Richmond'],
    ['builders in Richmond NSW', 'AU/NSW/Richmond'],
    ['builders in Hamilton, New Zealand', 'NZ/Waikato/Hamilton'],
    ['builders in 6000', 'AU/WA/Perth/6000'],
    ['builders in greater Sydney', 'AU/NSW/Sydney'],
    ['builders around Tassie', 'AU/TAS'],
    ['builders in melborne', 'AU/VIC/Melbourne'],
  ])('%s', (phrase, value) => {
    expect(companies(phrase).filters['location']).toEqual([value])
  })

  it("prefers the caller's country and still reads the other side of the Tasman", () => {
    expect(companies('across the ditch', 'AU').filters).toEqual({ country: ['NZ'] })
    expect(companies('across the ditch', 'NZ').filters).toEqual({ country: ['AU'] })
  })

  it('applies a radius to the locations', () => {
    const { filters, metadata } = companies('mechanics within 25 km of Penrith')
    expect(filters['location']).toEqual(['AU/NSW/Penrith'])
    expect(metadata).toEqual({ radiusKm: 25 })
  })

  it.each([
    'plumbers near Geelong',
    'plumbers close to Geelong',
    'plumbers near Geelong or Ballarat',
    'plumbers nearby Geelong with 51-200 staff',
  ])('reads %s as within 25 km', (phrase) => {
    const { filters, metadata, unsupported } = companies(phrase)
    expect(filters['location']).toContain('AU/VIC/Geelong')
    expect(metadata).toEqual({ radiusKm: 25 })
    expect(unsupported).toEqual([])
  })

  it('prefers a radius that is written', () => {
    expect(companies('plumbers near Geelong, within 10 km').metadata).toEqual({ radiusKm: 10 })
  })

  it.each([
    ['plumbers near me', 'near'],
    ['plumbers nearby', 'nearby'],
    ['plumbers near Victoria', 'near'],
    ['plumbers, not near Sydney', 'near'],
  ])('lists what it cannot use of %s', (phrase, missed) => {
    const { metadata, unsupported } = companies(phrase)
    expect(metadata).toEqual({})
    expect(unsupported).toEqual([missed])
  })

  it('filters where people are, or their companies once these are named', () => {
    expect(Object.keys(people('CFOs in Perth').filters)).toEqual(['position', 'people_location'])
    expect(Object.keys(people('CFOs of builders in Perth').filters)).toEqual([
      'position',
      'industry',
      'location',
    ])
  })
})

describe('people in a prompt', () => {
  it('reads a rank of a department as two filters and a title as one', () => {
    expect(people('heads of marketing').filters).toEqual({
      seniority: ['Head'],
      department: ['Marketing'],
    })
    expect(people('marketing managers').filters).toEqual({ position: ['Marketing Manager'] })
  })

  it('puts ranks and departments in a list with titles into one filter, since records must meet all filters', () => {
    expect(people('CEOs and founders').filters).toEqual({
      position: ['Chief Executive Officer', 'Founder'],
    })
    expect(people('marketing or sales managers').filters).toEqual({
      position: ['Marketing Manager', 'Sales Manager'],
    })
    expect(people('managers and above in HR').filters['seniority']).toHaveLength(8)
  })

  it('sets filters about people aside in a prompt for companies', () => {
    const { filters, resting, unsupported } = companies('builders with a CFO')
    expect(Object.keys(filters)).toEqual(['industry'])
    expect(resting.filters).toEqual({ position: ['Chief Financial Officer'] })
    expect(unsupported).toEqual([])
  })
})

it('lists what it does not understand as written, without filler words', () => {
  expect(companies('please find me some Quirky plumbers with Frobnicators').unsupported).toEqual([
    'Quirky',
    'Frobnicators',
  ])
})

it('corrects a typo, but no everyday word and no name', () => {
  expect(companies('plumers in brisbne with 20 emploees').filters).toEqual({
    industry: ['Building installation services'],
    location: ['AU/QLD/Brisbane'],
    company_size: ['11-50'],
  })
  expect(companies('companies that launch and share').filters).toEqual({})
  expect(people('people at Xero').unsupported).toEqual(['Xero'])
})

it('takes text after a cue verbatim', () => {
  expect(companies('that offer drone mapping in Cairns').filters).toEqual({
    services: ['Drone mapping'],
    location: ['AU/QLD/Cairns'],
  })
  expect(companies('about regenerative grazing').filters).toEqual({
    keywords: ['regenerative grazing'],
  })
  expect(companies('"family owned" wineries').filters['keywords']).toEqual(['family owned'])
  expect(people('skilled in Kubernetes and Terraform').filters).toEqual({
    skills: ['Kubernetes', 'Terraform'],
  })
})

describe('what a verb that is not understood is about', () => {
  test.each([
    ['companies that switched from MYOB to Xero', ['switched', 'MYOB', 'Xero']],
    ['companies that advise banks', ['advise', 'banks']],
    ['companies owned by banks', ['owned', 'banks']],
    ['businesses that used to use MYOB', ['MYOB']],
    ['companies evaluating NetSuite', ['evaluating', 'NetSuite']],
    ['companies unhappy with MYOB', ['unhappy', 'MYOB']],
    ['companies thinking about Salesforce', ['thinking', 'Salesforce']],
    ['companies exporting to New Zealand', ['exporting', 'New', 'Zealand']],
    ['companies that advise banks, miners and insurers', ['advise', 'banks', 'miners', 'insurers']],
    ['companies that sponsor charities', ['sponsor', 'charities']],
    ['firms planning to use Xero', ['planning', 'Xero']],
    ['businesses trying to reach nurses', ['trying', 'reach', 'nurses']],
  ])('is listed as not understood: %s', (prompt, unsupported) => {
    expect(companies(prompt)).toMatchObject({ filters: {}, unsupported })
  })

  test.each([
    ['marketing people who have worked in retail', { department: ['Marketing'] }],
    ['CFOs who came from banks', { position: ['Chief Financial Officer'] }],
    ['former CFOs in Sydney', { people_location: ['AU/NSW/Sydney'] }],
    ['ex Atlassian engineers in Sydney', { people_location: ['AU/NSW/Sydney'] }],
    ['people who report to the CFO', {}],
    ['assistants to the CEO', { position: ['Assistant'] }],
    ['people hired as CFO', { position: ['Chief Financial Officer'] }],
    ['CFOs who used to be auditors', { position: ['Chief Financial Officer'] }],
    ['assistants of CEOs', { position: ['Assistant'] }],
    ['people interested in solar', {}],
    ['managers at builders earning over 180k', { seniority: ['Manager'], industry: builders }],
    [
      'estimators with Buildxact in Perth',
      { position: ['Estimator'], technographics: ['Buildxact'], people_location: ['AU/WA/Perth'] },
    ],
    ['dairy farm managers', { position: ['Farm Manager'], industry: ['Dairy cattle farming'] }],
    [
      'decision makers for waste at hospitals',
      { influencer: ['Decision maker'], industry: ['Hospitals'] },
    ],
    [
      'sales managers in Perth covering Tasmania',
      { position: ['Sales Manager'], people_location: ['AU/WA/Perth'] },
    ],
  ])('is no filter of people: %s', (prompt, filters) => {
    expect(people(prompt).filters).toEqual(filters)
  })

  it('does not end where the companies of people are', () => {
    expect(people('CEOs of family owned wineries in South Australia').filters).toEqual({
      position: ['Chief Executive Officer'],
      industry: ['Beverage manufacturing'],
      location: ['AU/SA'],
    })
  })
})

describe('a clause that is understood in part', () => {
  test.each([
    ['suppliers of uniforms to schools', ['schools']],
    ['businesses supplying the car industry', ['supplying', 'the', 'car', 'industry']],
    ['companies with mines', ['mines']],
    ['companies between Sydney and Newcastle', ['between', 'Sydney', 'Newcastle']],
    ['plumbers 30 minutes from Melbourne', ['30', 'minutes', 'Melbourne']],
    ['companies running Facebook ads', ['Facebook', 'ads']],
    ['hotels with 3 restaurants', ['3', 'restaurants']],
    ['small town accountants', ['small', 'town']],
    ['software companies that integrate with Xero', ['integrate', 'Xero']],
    ['landscapers in Canberra who work for councils', ['councils']],
    ['accountants in Brisbane for sale', ['sale']],
    ['companies whose owner is over 60', ['60']],
    ['companies close to the Hume Highway', ['close', 'Hume', 'Highway']],
    ['accountants to government', ['government']],
    ['hospital suppliers', ['hospital', 'suppliers']],
    ['Shopify agencies', ['Shopify', 'agencies']],
    ['council contractors', ['council', 'contractors']],
    ['2 star hotels', ['2', 'star']],
    ['sheep and beef farms', ['beef', 'farms']],
    ['furniture makers selling overseas', ['selling', 'overseas']],
    ['companies with ten vacancies for software developers', ['software', 'developers']],
  ])('keeps its known words out of the filters: %s', (prompt, unsupported) => {
    expect(companies(prompt).unsupported).toEqual(unsupported)
  })

  test.each([
    [
      'US software companies in Sydney',
      {
        hq_country: ['US'],
        industry: ['Software publishing', 'Computer system design and related services'],
        location: ['AU/NSW/Sydney'],
      },
    ],
    ['companies hiring forklift drivers', { job_posts: ['in/Supply chain'] }],
    ['startups in Perth with Xero', { location: ['AU/WA/Perth'], technographics: ['Xero'] }],
    ['Perth startups with 51-200 staff', { location: ['AU/WA/Perth'], company_size: ['51-200'] }],
    [
      'boutique hotels expanding in Cairns',
      { industry: ['Accommodation'], location: ['AU/QLD/Cairns'] },
    ],
    ['find me banks that we can call', { industry: ['Depository financial intermediation'] }],
    [
      'banks with a US head office',
      { industry: ['Depository financial intermediation'], hq_country: ['US'] },
    ],
  ])('filters by what does not depend on the rest: %s', (prompt, filters) => {
    expect(companies(prompt).filters).toEqual(filters)
  })
})

it.each([
  ['sales managers at companies hiring 20 sales reps', ['in/Sales'], ['Sales Manager']],
  ['CFOs at companies hiring 5 electricians', ['in/Trades/field'], ['Chief Financial Officer']],
])('the people that companies hire are open jobs: %s', (prompt, jobs, position) => {
  expect(people(prompt).filters).toEqual({ position, job_posts: jobs })
})

it.each([
  ['dental practice managers', 'Practice Manager'],
  ['school business managers', 'Business Manager'],
  ['farm consultants', 'Farm Consultant'],
  ['shop assistants', 'Shop Assistant'],
  ['orchard managers', 'Orchard Manager'],
  ['nurse managers', 'Nurse Manager'],
  ['plumbing supervisors', 'Plumbing Supervisor'],
])('a title holds its workplace: %s', (prompt, title) => {
  expect(people(prompt).filters['position']).toEqual([title])
})

it('of a town and its centre the town is meant', () => {
  expect(companies('bakers in Bundaberg').filters['location']).toEqual(['AU/QLD/Bundaberg'])
})
