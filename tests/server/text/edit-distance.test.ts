import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from '../../../server/text/edit-distance.ts'

describe('the edit distance', () => {
  it.each([
    ['kauri', 'kauri', 0],
    ['kauri', 'kari', 1],
    ['kauri', 'kaauri', 1],
    ['kauri', 'kaura', 1],
    ['kauri', 'kuari', 1],
    ['kauri', '', 5],
    ['ca', 'abc', 3],
  ])('from %s to %s is %i', (a, b, edits) => {
    expect(editDistance(a, b, 10)).toBe(edits)
  })

  it('equals the whole table of edits, and limit + 1 beyond the limit, for random texts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })
    fc.assert(
      fc.property(text, text, fc.nat(12), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(wholeTable(a, b), limit + 1))
      }),
      { numRuns: 5_000 },
    )
  })

  it('is right for texts longer than any before', () => {
    const long = 'ab'.repeat(2_000)
    expect(editDistance(long, `${long.slice(1)}b`, 3)).toBe(2)
    expect(editDistance('kauri', 'kuari', 2)).toBe(1)
  })
})

const wholeTable = (a: string, b: string): number => {
  const rows: number[][] = []
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity
  for (let i = 0; i <= a.length; i++) {
    rows.push([])
    for (let j = 0; j <= b.length; j++) {
      const edits = [
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      ]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits.push(at(i - 2, j - 2) + 1)
      rows[i]?.push(i + j === 0 ? 0 : Math.min(...edits))
    }
  }
  return at(a.length, b.length)
}
