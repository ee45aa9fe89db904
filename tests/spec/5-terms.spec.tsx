import { describe, expect, it } from 'vitest'
import { isLongEnough } from '../../src/screens/quick-search/queries.ts'
import { termIsEnough } from '../../src/screens/search/option-queries.ts'

describe('5. Validation rules: typed terms', () => {
  it('Filter option search for keywords, position, skills, company_id, person_id runs only when the trimmed term has at least 2 characters', () => {
    for (const identifier of ['keywords', 'position', 'skills', 'company_id', 'person_id'])
      expect([
        identifier,
        termIsEnough(identifier, ' a '),
        termIsEnough(identifier, ' an '),
      ]).toEqual([identifier, false, true])
    expect(termIsEnough('industry', 'a')).toBe(true)
  })

  it('Quick search autocomplete runs only when the term is longer than 2 characters', () => {
    expect([isLongEnough('ab'), isLongEnough(' ab '), isLongEnough('abc')]).toEqual([
      false,
      false,
      true,
    ])
  })
})
