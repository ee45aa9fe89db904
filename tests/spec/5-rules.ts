import { describe, expect, it } from 'vitest'
import { phoneErrors } from '../../contract/core/phone.ts'
import { emptyCriteria, tidyCriteria } from '../../contract/search/criteria.ts'
import type { FilterEntry } from '../../contract/search/search.ts'
import { labels } from '../../src/session/labels.ts'
import type { TestApp } from '../kit/app.ts'

const entriesWith = async (
  test: TestApp,
  meets: (entry: FilterEntry) => boolean,
): Promise<string[]> => {
  const entries: FilterEntry[] = (await test.ask('GET', '/filters?module=core')).body
  return entries
    .filter(meets)
    .map(({ identifier }) => identifier)
    .sort()
}

export const rules = (test: () => TestApp): void =>
  void describe('5. Validation rules', () => {
    it('Keyword-type filters: keywords, skills, position.cleaned, hq_country', async () => {
      expect(await entriesWith(test(), ({ keyword }) => keyword)).toEqual([
        'hq_country',
        'keywords',
        'position.cleaned',
        'skills',
      ])
    })

    it('Free-text filters: position, keywords, skills, services, products', async () => {
      expect(await entriesWith(test(), ({ type }) => type === 'text')).toEqual([
        'keywords',
        'position',
        'products',
        'services',
        'skills',
      ])
    })

    it('Multi-level filters: industry, technographics', async () => {
      const levels = await entriesWith(test(), ({ levels }) => levels > 1)
      expect(levels).toEqual(expect.arrayContaining(['industry', 'technographics']))
      for (const identifier of ['industry', 'technographics']) {
        const path = `/search/filter/options/multi-level?identifier=${identifier}`
        const { body } = await test().ask('GET', path)
        expect([identifier, body.records[0].hasChildren]).toEqual([identifier, true])
      }
    })

    it('Some filters are not searchable', async () => {
      expect(await entriesWith(test(), ({ searchable }) => !searchable)).toContain('company_size')
    })

    it('Operators are sent only when AND', () => {
      const filters = { technographics: ['Xero'], keywords: ['audit'] }
      const operators = { technographics: 'AND', keywords: 'OR' } as const
      expect(tidyCriteria({ ...emptyCriteria, filters, operators }).operators).toEqual({
        technographics: 'AND',
      })
    })

    it('AND is offered where it has a meaning, and refused with a pointer elsewhere', async () => {
      expect(await entriesWith(test(), ({ operators }) => operators.includes('AND'))).toEqual([
        'cus-list',
        'job_posts',
        'keywords',
        'location',
        'position',
        'products',
        'services',
        'skills',
        'social_media',
        'target_market',
        'technographics',
      ])
      const filters = { industry: ['Mining', 'Construction'] }
      const both = await test().ask('POST', '/records', {
        category: 'company',
        filters,
        operators: { industry: 'AND' },
      })
      expect(both).toMatchObject({
        status: 422,
        body: { code: 'invalid-filter', errors: [{ pointer: '/operators/industry' }] },
      })
      const operators = { industry: 'OR' }
      const either = await test().ask('POST', '/records', {
        category: 'company',
        filters,
        operators,
      })
      expect(either.status).toBe(200)
    })

    it('Empty excluded entries are removed before saving', async () => {
      const { body } = await test().ask('POST', '/search/save', {
        name: 'Without gaps',
        category: 'company',
        excluded: { industry: [], technographics: ['Xero'] },
      })
      expect(body.excluded).toEqual({ technographics: ['Xero'] })
    })

    it("Phone errors: 'This mobile number is taken. Please try another.'", () => {
      expect(phoneErrors.inUse).toBe('This mobile number is taken. Please try another.')
      expect(labels.unstable__errors).toMatchObject({
        form_identifier_exists__phone_number: phoneErrors.inUse,
      })
    })

    it("and 'Mobile number must be in a valid international format'", () => {
      expect(phoneErrors.format).toBe('Mobile number must be in a valid international format')
      expect(labels.unstable__errors).toMatchObject({
        form_param_format_invalid__phone_number: phoneErrors.format,
      })
    })
  })
