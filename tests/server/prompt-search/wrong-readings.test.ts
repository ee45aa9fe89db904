import { describe, expect, it, test } from 'vitest'
import type { PromptAnswer } from '../../../contract/search/prompt.ts'
import { createPromptParser } from '../../../server/prompt-search/parse.ts'

const parse = createPromptParser()
const companies = (prompt: string): PromptAnswer =>
  parse({ prompt, category: 'company', country: 'AU' })
const people = (prompt: string): PromptAnswer =>
  parse({ prompt, category: 'people', country: 'AU' })

describe('a choice between two filters', () => {
  test.each([
    ['companies with a phone or an email', {}, ['phone', 'email']],
    ['over 50 staff or using Xero', {}, ['over', '50', 'staff', 'Xero']],
    ['schools and charities in Perth', { location: ['AU/WA/Perth'] }, ['schools', 'charities']],
  ])('is not understood in %s, because records need both', (prompt, filters, unsupported) => {
    expect(companies(prompt)).toMatchObject({ filters, unsupported })
    expect(companies(prompt).explain).toHaveLength(Object.keys(filters).length)
  })

  it('is a list if both are values of one filter', () => {
    expect(companies('using Xero or MYOB')).toMatchObject({
      filters: { technographics: ['Xero', 'MYOB'] },
      unsupported: [],
    })
  })
})

describe('a number', () => {
  test.each([
    ['builders in postcodes 3000 to 3010', 'company_size', ['3000', '3010']],
    ['firms with offices in 3 states', 'multiple_locations', ['offices', '3', 'states']],
    ['7 Eleven stores', 'multiple_locations', ['7', 'Eleven', 'stores']],
    ['clinics with 5 or more dentists', 'industry', ['clinics', '5', 'dentists']],
  ])('of %s is no %s', (prompt, identifier, unsupported) => {
    const answer = companies(prompt)
    expect(answer.filters).not.toHaveProperty(identifier)
    expect(answer.unsupported).toEqual(unsupported)
  })

  it('beside another after or is a range', () => {
    expect(companies('2 or 3 offices')).toMatchObject({
      filters: { multiple_locations: ['2-5'] },
      unsupported: [],
    })
  })

  it('of years since a company started is no time in a role', () => {
    const { resting, unsupported } = companies('companies started in the last 2 years')
    expect(resting.filters).toEqual({})
    expect(unsupported).toEqual(['started', '2', 'years'])
  })
})

describe('a location', () => {
  test.each([
    ['companies formerly in Sydney', ['formerly', 'Sydney']],
    ['an hour from Sydney', ['hour', 'Sydney']],
    ['Sydney Trains suppliers', ['Sydney', 'Trains', 'suppliers']],
    ['jobs@acme.com.au', ['jobs@acme.com.au']],
    ['Bendigo Bank', ['Bendigo', 'Bank']],
    ['a phone w a mobile number', []],
  ])('is not read in %s', (prompt, unsupported) => {
    const { filters, unsupported: missed } = companies(prompt)
    expect(Object.keys(filters).filter((key) => /location|country/.test(key))).toEqual([])
    expect(missed).toEqual(unsupported)
  })

  it('of an office abroad is not the head office', () => {
    const { filters, unsupported } = companies('Sydney firms with a Kiwi office')
    expect(filters).toEqual({ location: ['AU/NSW/Sydney'] })
    expect(unsupported).toEqual(['Kiwi', 'office'])
  })

  it('of a workplace that is not understood is where the companies are', () => {
    expect(people('people at startups in Perth').filters).toEqual({ location: ['AU/WA/Perth'] })
  })
})

describe('an industry', () => {
  test.each([
    ['companies advertising on Facebook', ['advertising']],
    ['Salesforce consultants', ['Salesforce', 'consultants']],
    ['construction and mining software', ['construction', 'mining']],
    ['meat processing services', ['meat', 'processing', 'services']],
    ['firms that do work in mining', ['work', 'mining']],
    ['breweries without an online shop', ['online', 'shop']],
    ['private equity backed firms', ['private', 'equity', 'backed']],
    ['towns with no pharmacy', ['towns', 'pharmacy']],
    ['firms with 50 staff for cleaning', ['cleaning']],
    ['businesses suitable for solar', ['solar']],
    ['companies banking with Westpac', ['banking', 'Westpac']],
    ['a Xero accountant', ['Xero', 'accountant']],
  ])('is only a part of what %s says', (prompt, unsupported) => {
    expect(companies(prompt).unsupported.join(' ')).toBe(unsupported.join(' '))
  })

  it('is read beside a title of the same letters', () => {
    expect(companies('GPs in Perth').filters['industry']).toEqual(['Medical services'])
  })

  test.each(['lecturers in law', 'people with a degree in law', 'accountants in industry'])(
    'is no workplace in %s',
    (prompt) => {
      expect(people(prompt).filters).not.toHaveProperty('industry')
    },
  )
})

describe('a role', () => {
  test.each([
    ['account directors', { position: ['Account Director'] }, []],
    ['senior managers', { seniority: ['Manager'] }, ['senior']],
    ["CEOs' assistants", { position: ['Assistant'] }, ["CEOs'"]],
    ['procurement leads', { department: ['Procurement'] }, ['leads']],
    ['digital and data leaders', expect.objectContaining({ department: ['Data'] }), ['digital']],
    ['marketing managers for shoe brands', { position: ['Marketing Manager'] }, ['shoe', 'brands']],
    ['F&B managers', { position: ['F&B Manager'] }, []],
    ['recruiters who place engineers', { position: ['Recruiter'] }, ['place', 'engineers']],
    ['AWS certified architects', { position: ['Architect'] }, ['AWS', 'certified']],
    ['site managers who worked in Perth', { position: ['Site Manager'] }, ['worked', 'Perth']],
  ])('of %s is the last noun', (prompt, filters, unsupported) => {
    expect(people(prompt)).toMatchObject({ filters, unsupported })
    expect(people(prompt).filters).toEqual(filters)
  })
})

describe('an object of a company', () => {
  test.each([
    ['with an enterprise agreement', ['enterprise', 'agreement']],
    ['with a large fleet', ['large', 'fleet']],
    ['with mobile patrols', ['mobile', 'patrols']],
    ['cleaners, no franchises', ['franchises']],
    ['government funded schools', ['government', 'funded']],
    ['with government funding', ['government', 'funding']],
    ['doing corporate travel', ['corporate', 'travel']],
    ['with a hiring freeze', ['hiring', 'freeze']],
    ['cleaners with no email needed', ['email', 'needed']],
  ])('is no filter in %s', (prompt, unsupported) => {
    const { filters, excluded, unsupported: missed } = companies(prompt)
    expect(Object.keys({ ...filters, ...excluded }).filter((key) => key !== 'industry')).toEqual([])
    expect(missed).toEqual(unsupported)
  })

  it('after selling is a product, also if it is a phone', () => {
    expect(companies('selling mobile phones').filters).toEqual({ products: ['mobile phones'] })
  })

  it('of everyday words is no service', () => {
    expect(companies('firms that do work for banks').filters).toEqual({})
  })
})

describe('an English word close to a term', () => {
  test.each(['hiking', 'divers', 'funders', 'inventors', 'songwriters', 'clearers'])(
    'stays as it is: %s',
    (term) => {
      expect(companies(`Perth ${term}`)).toMatchObject({
        filters: { location: ['AU/WA/Perth'] },
        unsupported: [term],
      })
    },
  )
})
