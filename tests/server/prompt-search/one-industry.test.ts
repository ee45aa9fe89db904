import { describe, expect, it, test } from 'vitest'
import { divisions, industryCodes, industryTerms } from '../../../server/catalog/industry.ts'
import {
  industryNames,
  industryValues,
  openHeads,
} from '../../../server/prompt-search/industries.ts'
import { createPromptParser } from '../../../server/prompt-search/parse.ts'
import { phraseKey } from '../../../server/prompt-search/tokens.ts'

const parse = createPromptParser()
const read = (prompt: string, category: 'company' | 'people' = 'company') => {
  const { filters, unsupported } = parse({ prompt, category, country: 'AU' })
  return { industry: filters['industry'] ?? [], unsupported }
}
const software = ['Software publishing', 'Computer system design and related services']

describe('a phrase with two industries', () => {
  test.each([
    ['software companies for builders', software, ['builders']],
    ['accounting software vendors', software, ['accounting']],
    [
      'software companies in Melbourne for builders and plumbers',
      software,
      ['builders', 'plumbers'],
    ],
    ['IT support for schools', ['Computer system design and related services'], ['schools']],
    ['suppliers to the mining industry', [], ['suppliers', 'mining']],
    ['hotel supplies', [], ['hotel']],
    ['companies selling to hospitals', [], ['hospitals']],
    [
      'construction recruiters or plumbers',
      ['Employment services', 'Building installation services'],
      ['construction'],
    ],
  ])('is read by its head: %s', (prompt, industry, unsupported) => {
    expect(read(prompt)).toEqual({ industry, unsupported })
  })

  it('names both in a list', () => {
    expect(read('bakeries, butchers and cafes').industry).toHaveLength(3)
  })
})

describe('a noun of several industries', () => {
  test.each(['agencies in Sydney', 'clinics in Perth', 'studios', 'labs', 'noodle shops'])(
    'alone is not understood: %s',
    (prompt) => {
      const { industry, unsupported } = read(prompt)
      expect(industry).toEqual([])
      expect(unsupported).not.toEqual([])
    },
  )

  it('with a word before is the industry of both', () => {
    expect(read('dental clinics').industry).toEqual(['Allied health services'])
    expect(read('coffee shops').industry).toEqual(['Cafes, restaurants and takeaway food services'])
  })
})

describe('goods in a prompt', () => {
  it('alone are made, wholesaled or sold', () => {
    expect(read('furniture companies').industry).toEqual([
      'Furniture manufacturing',
      'Furniture, floor covering and other goods wholesaling',
      'Furniture, floor coverings, houseware and textile goods retailing',
    ])
  })

  test.each([
    ['furniture importers', 'Furniture, floor covering and other goods wholesaling'],
    ['furniture hire', 'Other goods and equipment rental and hiring'],
    ['manufacturers of kitchen cabinets', 'Furniture manufacturing'],
    ['mobile phone repairers', 'Machinery and equipment repair and maintenance'],
    ['plumbing companies', 'Building installation services'],
  ])('with a trade are its industry: %s', (prompt, industry) => {
    expect(read(prompt)).toEqual({ industry: [industry], unsupported: [] })
  })
})

describe('the catalogue of industries', () => {
  const terms = [
    ...new Set(
      divisions.flatMap(({ code, groups }) =>
        [
          code,
          ...groups.flatMap((group) => [group.code, ...group.classes.map((each) => each.code)]),
        ].flatMap(industryTerms),
      ),
    ),
  ]

  it('never has a key with two meanings', () => {
    const meanings = new Map<string, Set<string>>()
    for (const term of terms)
      meanings.set(
        phraseKey(term),
        (meanings.get(phraseKey(term)) ?? new Set()).add(
          industryValues(industryCodes(term)).join(' | '),
        ),
      )
    expect([...meanings].filter(([, each]) => each.size > 1)).toEqual([])
  })

  it('names industries with every noun that decides nothing alone only by the word before', () => {
    const heads = [...openHeads()]
    expect(heads).toContain('shop')
    expect(heads.filter((head) => read(`zorbly ${head}`).industry.length > 0)).toEqual([])
  })

  it('gives every name a value', () => {
    expect([...industryNames()].filter(([, values]) => values.length === 0)).toEqual([])
  })
})
