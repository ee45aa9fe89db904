import { describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria } from '../../../../contract/search/criteria.ts'
import type { PromptAnswer, PromptPiece } from '../../../../contract/search/prompt.ts'
import {
  mergePrompt,
  replaceCriteria,
  buildCriteria,
} from '../../../../src/screens/search/answer/merge-prompt.ts'
import { holdsMore } from '../../../../src/screens/search/criteria-edit.ts'

const piece = (identifier: string, values: string[], given: Partial<PromptPiece> = {}) => ({
  text: '',
  start: 0,
  end: 0,
  identifier,
  values,
  excluded: false,
  resting: false,
  rule: '',
  ...given,
})
const answer = (explain: PromptPiece[], given: Partial<PromptAnswer> = {}): PromptAnswer => ({
  filters: {},
  operators: {},
  excluded: {},
  metadata: {},
  resting: { filters: {}, operators: {}, excluded: {} },
  explain,
  unsupported: [],
  confidence: 1,
  ...given,
})
const criteria = (filters: Criteria['filters'], given: Partial<Criteria> = {}): Criteria => ({
  ...emptyCriteria,
  filters,
  ...given,
})

describe('the criteria of a prompt', () => {
  it('hold every piece except removed ones; AND and radius follow their filter', () => {
    const response = answer(
      [
        piece('technographics', ['Xero']),
        piece('technographics', ['MYOB']),
        piece('location', ['AU/WA/Perth']),
        piece('company_type', ['Trust'], { excluded: true }),
        piece('seniority', ['Director'], { resting: true }),
      ],
      { operators: { technographics: 'AND' }, metadata: { radiusKm: 20 } },
    )
    expect(buildCriteria(response, new Set())).toEqual({
      ...emptyCriteria,
      filters: {
        technographics: ['Xero', 'MYOB'],
        location: ['AU/WA/Perth'],
        seniority: ['Director'],
      },
      excluded: { company_type: ['Trust'] },
      operators: { technographics: 'AND' },
      metadata: { radiusKm: 20 },
    })
    expect(buildCriteria(response, new Set([0, 2]))).toEqual({
      ...emptyCriteria,
      filters: { technographics: ['MYOB'], seniority: ['Director'] },
      excluded: { company_type: ['Trust'] },
    })
  })

  it('preserve a value that another piece also has', () => {
    const response = answer([
      piece('industry', ['Mining']),
      piece('industry', ['Mining', 'Forestry']),
    ])
    expect(buildCriteria(response, new Set([0])).filters).toEqual({
      industry: ['Mining', 'Forestry'],
    })
  })
})

describe('applying a prompt', () => {
  const now = criteria(
    { country: ['AU'], industry: ['Mining'] },
    { search: 'steel', excluded: { company_size: ['1-10'] } },
  )

  it('replaces everything but the country', () => {
    expect(replaceCriteria(now, criteria({ technographics: ['Xero'] }))).toEqual(
      criteria({ country: ['AU'], technographics: ['Xero'] }),
    )
  })

  it('uses the country of the prompt, or of its locations', () => {
    const auckland = criteria({ location: ['NZ/Auckland'] })
    expect(replaceCriteria(now, auckland).filters['country']).toEqual(['NZ'])
    const named = criteria({ country: ['AU', 'NZ'] })
    expect(replaceCriteria(now, named).filters['country']).toEqual(['AU', 'NZ'])
    const anywhere = criteria({ industry: ['Mining'] })
    expect(replaceCriteria(anywhere, auckland).filters['country']).toBeUndefined()
  })

  it('extends a search, and wins over earlier choices', () => {
    const parsed = criteria(
      { industry: ['Forestry'], company_size: ['1-10'], location: ['NZ/Auckland'] },
      { excluded: { industry: ['Mining'] } },
    )
    expect(mergePrompt(now, parsed)).toEqual(
      criteria(
        {
          country: ['AU', 'NZ'],
          industry: ['Forestry'],
          company_size: ['1-10'],
          location: ['NZ/Auckland'],
        },
        { search: 'steel', excluded: { industry: ['Mining'] } },
      ),
    )
  })

  it('preserves AND and the radius when it extends a search', () => {
    const parsed = criteria(
      { technographics: ['Xero', 'MYOB'], location: ['AU/WA/Perth'] },
      { operators: { technographics: 'AND' }, metadata: { radiusKm: 20 } },
    )
    const { operators, metadata } = mergePrompt(now, parsed)
    expect({ operators, metadata }).toEqual({
      operators: { technographics: 'AND' },
      metadata: { radiusKm: 20 },
    })
  })

  it('extends only a search with more than its country', () => {
    expect(holdsMore(now)).toBe(true)
    expect(holdsMore(criteria({ country: ['AU'] }))).toBe(false)
    expect(holdsMore(criteria({ country: ['AU'] }, { search: 'steel' }))).toBe(true)
  })
})
