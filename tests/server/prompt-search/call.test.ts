import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../kit/app.ts'

describe('POST /search/ai-parse', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 0 })
  })
  afterAll(() => test.close())

  it('makes criteria of a prompt that POST /records takes as they are', async () => {
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

  it('says of every piece which words it was and what they mean', async () => {
    const { body } = await test.ask('POST', '/search/ai-parse', {
      prompt: 'shiny cafes near Ponsonby',
      category: 'company',
      country: 'NZ',
    })
    expect(body.explain).toMatchObject([
      {
        words: 'cafes',
        start: 6,
        end: 11,
        identifier: 'industry',
        values: ['Cafes, restaurants and takeaway food services'],
      },
      { words: 'Ponsonby', identifier: 'location', values: ['NZ/Auckland/Ponsonby'] },
    ])
    expect(body.unsupported).toEqual(['shiny'])
  })

  it('needs no Idempotency-Key, since it changes nothing, and takes 500 characters', async () => {
    const asked = { category: 'company', prompt: 'a'.repeat(501) }
    expect((await test.ask('POST', '/search/ai-parse', asked)).status).toBe(422)
    const longest = { category: 'company', prompt: 'plumbers '.repeat(56).slice(0, 500) }
    expect((await test.ask('POST', '/search/ai-parse', longest)).status).toBe(200)
  })

  it('asks for a subscription like every search', async () => {
    const answer = await test.ask(
      'POST',
      '/search/ai-parse',
      { prompt: 'plumbers', category: 'company' },
      { as: { orgId: 'org_without_plan' } },
    )
    expect(answer.status).toBe(402)
  })
})
