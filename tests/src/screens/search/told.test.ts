import { describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria } from '../../../../contract/search/criteria.ts'
import type { PromptAnswer, PromptPiece } from '../../../../contract/search/prompt.ts'
import {
  addedTo,
  holdsMore,
  replacedBy,
  toldBy,
} from '../../../../src/screens/search/prompt/told.ts'

const piece = (identifier: string, values: string[], given: Partial<PromptPiece> = {}) => ({
  words: '',
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

describe('what a prompt told', () => {
  it('holds every piece but those taken out; AND and radius go with what they belong to', () => {
    const told = answer(
      [
        piece('technographics', ['Xero']),
        piece('technographics', ['MYOB']),
        piece('location', ['AU/WA/Perth']),
        piece('company_type', ['Trust'], { excluded: true }),
        piece('seniority', ['Director'], { resting: true }),
      ],
      { operators: { technographics: 'AND' }, metadata: { radiusKm: 20 } },
    )
    expect(toldBy(told, new Set())).toEqual({
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
    expect(toldBy(told, new Set([0, 2]))).toEqual({
      ...emptyCriteria,
      filters: { technographics: ['MYOB'], seniority: ['Director'] },
      excluded: { company_type: ['Trust'] },
    })
  })

  it('keeps a value that another piece told too', () => {
    const told = answer([piece('industry', ['Mining']), piece('industry', ['Mining', 'Forestry'])])
    expect(toldBy(told, new Set([0])).filters).toEqual({ industry: ['Mining', 'Forestry'] })
  })
})

describe('applying what was told', () => {
  const now = criteria(
    { country: ['AU'], industry: ['Mining'] },
    { search: 'steel', excluded: { company_size: ['1-10'] } },
  )

  it('takes the place of everything but the country', () => {
    expect(replacedBy(now, criteria({ technographics: ['Xero'] }))).toEqual(
      criteria({ country: ['AU'], technographics: ['Xero'] }),
    )
  })

  it('goes to the country that was named, or that the places lie in', () => {
    const auckland = criteria({ location: ['NZ/Auckland'] })
    expect(replacedBy(now, auckland).filters['country']).toEqual(['NZ'])
    const named = criteria({ country: ['AU', 'NZ'] })
    expect(replacedBy(now, named).filters['country']).toEqual(['AU', 'NZ'])
    const anywhere = criteria({ industry: ['Mining'] })
    expect(replacedBy(anywhere, auckland).filters['country']).toBeUndefined()
  })

  it('on top of the search is told beside what is there, and wins over it', () => {
    const told = criteria(
      { industry: ['Forestry'], company_size: ['1-10'], location: ['NZ/Auckland'] },
      { excluded: { industry: ['Mining'] } },
    )
    expect(addedTo(now, told)).toEqual(
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

  it('on top of the search keeps what was told to hold at once, and its radius', () => {
    const told = criteria(
      { technographics: ['Xero', 'MYOB'], location: ['AU/WA/Perth'] },
      { operators: { technographics: 'AND' }, metadata: { radiusKm: 20 } },
    )
    const { operators, metadata } = addedTo(now, told)
    expect({ operators, metadata }).toEqual({
      operators: { technographics: 'AND' },
      metadata: { radiusKm: 20 },
    })
  })

  it('adds only to a search that holds more than its country', () => {
    expect(holdsMore(now)).toBe(true)
    expect(holdsMore(criteria({ country: ['AU'] }))).toBe(false)
    expect(holdsMore(criteria({ country: ['AU'] }, { search: 'steel' }))).toBe(true)
  })
})
