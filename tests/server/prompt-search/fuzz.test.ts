import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { departments, seniorities } from '../../../contract/search/bands.ts'
import type { Criteria } from '../../../contract/search/criteria.ts'
import { PromptAnswer } from '../../../contract/search/prompt.ts'
import type { Category } from '../../../contract/records/records.ts'
import { divisions } from '../../../server/catalog/industry.ts'
import { positions } from '../../../server/catalog/positions.ts'
import { technologyGroups } from '../../../server/catalog/technographics.ts'
import { createPromptParser } from '../../../server/prompt-search/parse.ts'
import { vocabularyText } from '../../../server/prompt-search/vocabulary.ts'
import { checkCriteria } from '../../../server/search/check.ts'

const parse = createPromptParser()

const seed = Number(process.env['PROMPT_SEED'] ?? Date.now() % 1_000_000_007)
const categories = ['company', 'people'] as const
const requests = fc.record({
  prompt: fc.oneof(
    fc.string({ maxLength: 500, unit: 'binary' }),
    fc
      .array(
        fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...vocabularyText()) },
          {
            weight: 2,
            arbitrary: fc.constantFrom('$', '-', ',', '+', '"', '%', '&', '/', '>', '('),
          },
          { weight: 2, arbitrary: fc.nat(20_000).map(String) },
          { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
        ),
        { maxLength: 40 },
      )
      .map((terms) => terms.join(' ').slice(0, 500)),
  ),
  category: fc.constantFrom(...categories),
  country: fc.constantFrom('AU' as const, 'NZ' as const, 'ALL' as const),
})

describe(`a random prompt (PROMPT_SEED=${seed})`, () => {
  it('gives criteria that POST /records accepts, and accounts for every token once', () => {
    fc.assert(
      fc.property(requests, (input) => {
        const answer = parse(input)
        expect(PromptAnswer.safeParse(answer).success).toBe(true)
        expectAccepted(answer, input.category)
        expectAccepted({ ...answer.resting, metadata: {} }, 'people')
        for (const { text, start, end } of answer.explain)
          expect(input.prompt.slice(start, end)).toBe(text)
        for (const fragment of answer.unsupported) expect(input.prompt).toContain(fragment)
        expect(parse(input)).toEqual(answer)
      }),
      { seed, numRuns: 1500 },
    )
  })
})

const expectAccepted = (
  answer: Pick<PromptAnswer, 'filters' | 'operators' | 'excluded' | 'metadata'>,
  category: Category,
): void => {
  const { filters, operators, excluded, metadata } = answer
  const criteria: Criteria = { filters, operators, excluded, search: '', metadata }
  checkCriteria(criteria, category)
}

describe('a name in the catalogues', () => {
  const found = (prompt: string, category: Category, identifier: string): string[] =>
    parse({ prompt, category, country: 'AU' }).filters[identifier] ?? []

  it('is understood for every technology after using, also without capitals', () => {
    const products = Object.values(technologyGroups).flat()
    const lost = products.filter(
      (product) =>
        found(`companies using ${product}`, 'company', 'technographics')[0] !== product ||
        found(`firms in Perth using ${product.toLowerCase()}`, 'company', 'technographics')[0] !==
          product,
    )
    expect(lost).toEqual([])
  })

  it('is understood for every industry', () => {
    const names = divisions.flatMap(({ name, groups }) => [
      name,
      ...groups.map((group) => group.name),
    ])
    const lost = names.filter(
      (name) => found(`${name} companies`, 'company', 'industry')[0] !== name,
    )
    expect(lost).toEqual([])
  })

  it('is understood for every seniority and department', () => {
    const lostRanks = seniorities.filter(
      ({ value }) => found(`people at ${value} level`, 'people', 'seniority')[0] !== value,
    )
    // 'Executive' is a rank of people.
    const lostDepartments = departments.filter(
      ({ value }) =>
        value !== 'Executive' && found(`people in ${value}`, 'people', 'department')[0] !== value,
    )
    expect([...lostRanks, ...lostDepartments]).toEqual([])
  })

  it('is understood for every title as a title, a rank, or a rank and a department', () => {
    const lost = positions.filter(({ title }) => {
      const { filters, unsupported } = parse({
        prompt: title.endsWith('s') ? title : `${title}s`,
        category: 'people',
        country: 'AU',
      })
      return (
        unsupported.length > 0 ||
        !('position' in filters || 'seniority' in filters || 'department' in filters)
      )
    })
    expect(lost.map(({ title }) => title)).toEqual([])
  })
})
