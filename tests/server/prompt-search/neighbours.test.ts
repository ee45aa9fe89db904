import { describe, expect, it, test } from 'vitest'
import type { PromptAnswer } from '../../../contract/search/prompt.ts'
import { createPromptParser } from '../../../server/prompt-search/parse.ts'

const parse = createPromptParser()
const companies = (prompt: string): PromptAnswer =>
  parse({ prompt, category: 'company', country: 'AU' })
const people = (prompt: string): PromptAnswer =>
  parse({ prompt, category: 'people', country: 'AU' })

describe('a number', () => {
  test.each([
    ['builders with google reviews under 3', 'company_size'],
    ['half a dozen staff in Perth', 'company_size'],
    ['mor than 50 staff', 'company_size'],
    ['20 staff per site', 'company_size'],
    ['pubs with 5 staff each', 'company_size'],
    ['staff in 5 countries', 'company_size'],
    ['7-Eleven', 'company_size'],
    ['firms in level 3 offices', 'multiple_locations'],
    ['wages bill over 1m', 'revenue'],
    ['retailers with $30m in stock', 'revenue'],
    ['doing over 100k a month', 'revenue'],
    ['doing 50 jobs a week', 'job_posts'],
    ['cafes with reviews under 50', 'reviews_and_ratings'],
    ['mines producing 5mtpa', 'products'],
    ['wineries producing more than 10,000 cases', 'products'],
  ])('of %s is no %s', (prompt, identifier) => {
    expect(companies(prompt).filters).not.toHaveProperty(identifier)
  })

  it('after a misspelt comparison is a range', () => {
    expect(companies('more then 500 staff').filters['company_size']?.[0]).toBe('501-1000')
    expect(companies('less then 50 staff').filters['company_size']).toEqual(['1-10', '11-50'])
  })

  it('after reviews is their rating', () => {
    expect(companies('google reviews below 3')).toMatchObject({
      filters: { reviews_and_ratings: ['<3'] },
      unsupported: [],
    })
  })
})

describe('a company', () => {
  test.each([
    ['mango farms', ['mango', 'farms']],
    ['fence builders', ['fence', 'builders']],
    ['law schools', ['law', 'schools']],
    ['tree surgeons', ['tree', 'surgeons']],
    ['kitchen renovators', ['kitchen', 'renovators']],
    ['4WD accessories stores', ['4WD', 'accessories', 'stores']],
    ['Kmart stores', ['Kmart', 'stores']],
    ['businesses near Sydney airport', ['airport']],
    ['gyms with a pool and childcare', ['pool', 'childcare']],
    ['retailers with 10 stores and an online store', ['online', 'store']],
    ['libraries run by councils', ['councils']],
    ['dealers in steel', ['dealers', 'steel']],
    ['sells into schools', ['schools']],
    ['massive growth', ['massive', 'growth']],
    ['multinational clients', ['multinational', 'clients']],
    ['enterprise software', ['enterprise']],
    ['small business accountants', ['small', 'business']],
    ['using Toast', ['Toast']],
    ['left Salesforce', ['left', 'Salesforce']],
    ['training providers for Xero', ['Xero']],
    ['integrates with Xero', ['integrates', 'Xero']],
    ['companies with no marketing team', ['marketing', 'team']],
    ['north of Perth', ['north', 'Perth']],
    ['within an hour of Sydney', ['hour', 'Sydney']],
  ])(
    'of %s has no filter from words beside which it means something else',
    (prompt, unsupported) => {
      expect(companies(prompt).unsupported).toEqual(unsupported)
    },
  )

  it('is of its whole trade beside an opinion', () => {
    expect(companies('shiny builders in Perth')).toMatchObject({
      filters: companies('builders in Perth').filters,
      unsupported: ['shiny'],
    })
  })

  it('is not what users say that they sell', () => {
    expect(companies('I sell forklifts, find builders in Geelong')).toMatchObject({
      filters: { location: ['AU/VIC/Geelong'] },
      unsupported: ['sell', 'forklifts'],
    })
    expect(companies('I sell forklifts, find builders in Geelong').filters).not.toHaveProperty(
      'products',
    )
  })

  it('is left out of everywhere but a location', () => {
    for (const prompt of ['everywhere but the NT', 'all states bar the NT'])
      expect(companies(prompt)).toMatchObject({ filters: {}, excluded: { location: ['AU/NT'] } })
  })

  it('keeps an industry behind an adjective', () => {
    expect(companies('organic farms')).toMatchObject({ unsupported: ['organic'] })
    expect(companies('small family businesses').filters).toHaveProperty('company_size')
  })

  it('has a single industry if the word before is misspelt', () => {
    expect(companies('veterinery hospitals').filters['industry']).not.toContain('Hospitals')
  })
})

describe('a person', () => {
  test.each([
    ['people above manager level', 'seniority'],
    ['anyone above supervisor', 'position'],
    ['procurement officers, QLD Health', 'industry'],
    ['head brewers', 'seniority'],
    ['head greenkeepers', 'seniority'],
    ['head brewers', 'industry'],
    ['channel partners', 'seniority'],
    ['founder led companies', 'seniority'],
    ['vice principals', 'position'],
    ['HR licence truck drivers', 'department'],
    ['P&C presidents', 'department'],
    ['Salesforce admins', 'technographics'],
    ['CPA qualified accountants', 'industry'],
    ['people with "digital transformation" in their title', 'keywords'],
    ['Kiwis in Sydney', 'country'],
    ['store managers, Chemist Warehouse', 'department'],
  ])('of %s has no %s', (prompt, identifier) => {
    const answer = people(prompt)
    expect(answer.filters).not.toHaveProperty(identifier)
    expect(answer.unsupported).not.toEqual([])
  })
})
