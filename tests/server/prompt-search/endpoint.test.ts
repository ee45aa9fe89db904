import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import { colleagues } from '../../kit/saved-work.ts'

describe('POST /search/ai-parse', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 3, people: 3 })
  })
  afterAll(() => test.close())

  it('turns a prompt into criteria that POST /records accepts', async () => {
    const prompt = 'builders in Perth over 50 staff using Xero, not government'
    const { status, body } = await test.ask('POST', '/search/ai-parse', {
      prompt,
      category: 'company',
      country: 'AU',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      filters: {
        industry: ['Non-residential building construction', 'Residential building construction'],
        location: ['AU/WA/Perth'],
        company_size: ['51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'],
        technographics: ['Xero'],
      },
      excluded: {
        company_type: ['Government (federal)', 'Government (state)', 'Government (local)'],
      },
      operators: {},
      unsupported: [],
      confidence: 1,
    })
    const { filters, operators, excluded, metadata } = body
    const records = await test.ask('POST', '/records', {
      category: 'company',
      filters,
      operators,
      excluded,
      metadata,
    })
    expect(records.status).toBe(200)
  })

  it('explains which tokens each piece covers and what they mean', async () => {
    const { body } = await test.ask('POST', '/search/ai-parse', {
      prompt: 'shiny cafes near Ponsonby',
      category: 'company',
      country: 'NZ',
    })
    expect(body.explain).toMatchObject([
      {
        text: 'cafes',
        start: 6,
        end: 11,
        identifier: 'industry',
        values: ['Cafes, restaurants and takeaway food services'],
      },
      { text: 'near Ponsonby', identifier: 'location', values: ['NZ/Auckland/Ponsonby'] },
    ])
    expect(body.unsupported).toEqual(['shiny'])
  })

  it('reads a company of the market by its name, unless the organisation has suppressed it', async () => {
    const { records } = (await test.ask('POST', '/records', { category: 'company' })).body
    const [company] = records
    const prompt = `anyone in finance at ${company.name}`
    const parsed = () => test.ask('POST', '/search/ai-parse', { prompt, category: 'people' })
    const { filters, unsupported } = (await parsed()).body
    expect(filters).toEqual({ department: ['Finance'], company_id: [company.id] })
    expect(unsupported).toEqual([])
    await colleagues(test).alex.write('POST', '/lists', {
      name: 'Not these',
      category: 'company',
      kind: 'suppression',
      recordIds: [company.id],
    })
    expect((await parsed()).body.filters).not.toHaveProperty('company_id')
  })

  it('needs no Idempotency-Key and accepts 500 characters', async () => {
    const tooLong = { category: 'company', prompt: 'a'.repeat(501) }
    expect((await test.ask('POST', '/search/ai-parse', tooLong)).status).toBe(422)
    const longest = { category: 'company', prompt: 'plumbers '.repeat(56).slice(0, 500) }
    expect((await test.ask('POST', '/search/ai-parse', longest)).status).toBe(200)
  })

  it('returns 402 without a subscription', async () => {
    const answer = await test.ask(
      'POST',
      '/search/ai-parse',
      { prompt: 'plumbers', category: 'company' },
      { as: { orgId: 'org_without_plan' } },
    )
    expect(answer.status).toBe(402)
  })
})
