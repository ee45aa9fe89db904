import { createEditRow, fillEditRow, fillFirstEditRow } from '../text/edit-distance.ts'
import type { Texts } from './segment.ts'

/** None below 4 letters, one from 4, two from 8. */
export const maxEditsFor = (token: string): number =>
  token.length >= 8 ? 2 : token.length >= 4 ? 1 : 0

/**
 * Each letter takes part in at most one edit. Skips a run of texts as soon as no continuation of their common prefix can match.
 */
export const findFuzzyPrefix = (texts: Texts, token: string, maxEdits: number): number[] => {
  const found: number[] = []
  const table = createPrefixTable(token, maxEdits)
  let before = ''
  let index = 0
  while (index < texts.count) {
    const text = texts.at(index)
    table.rewind(commonLength(before, text))
    const verdict = table.read(text)
    const prefix = text.slice(0, table.depth())
    const next = verdict === 'open' ? index + 1 : indexAfter(texts, prefix, index)
    if (verdict === 'match') for (let i = index; i < next; i++) found.push(i)
    before = verdict === 'open' ? text : prefix
    index = next
  }
  return found
}

export const startsWithFuzzy = (text: string, token: string, maxEdits: number): boolean =>
  createPrefixTable(token, maxEdits).read(text) === 'match'

/** 'hopeless': no text with the letters read so far can match; 'open': the next letter decides. */
type Verdict = 'match' | 'hopeless' | 'open'

/** One row per letter; `rewind` drops the rows that the next text does not share. */
const createPrefixTable = (token: string, maxEdits: number) => {
  const first = createEditRow(token.length)
  fillFirstEditRow(first, token.length, maxEdits)
  const rows = [first]
  const leasts = [0]
  let depth = 0

  const verdict = (): Verdict => {
    const row = rows[depth] ?? first
    const inBand = Math.abs(depth - token.length) <= maxEdits
    if (inBand && (row[token.length] ?? Infinity) <= maxEdits) return 'match'
    // A swap reaches back over one row, so one bad row alone does not decide.
    const least = Math.min(leasts[depth] ?? 0, (leasts[depth - 1] ?? Infinity) + 1)
    return least > maxEdits ? 'hopeless' : 'open'
  }

  return {
    depth: () => depth,
    rewind: (length: number): void => {
      depth = Math.min(depth, length)
    },
    read: (text: string): Verdict => {
      let current = verdict()
      while (current === 'open' && depth < text.length) {
        const last = rows[depth] ?? first
        const earlier = rows[depth - 1] ?? first
        depth++
        const row = (rows[depth] ??= createEditRow(token.length))
        leasts[depth] = fillEditRow(row, last, earlier, text, depth, token, maxEdits)
        current = verdict()
      }
      return current
    },
  }
}

const commonLength = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** In doubling steps, since most runs are short. */
const indexAfter = (texts: Texts, prefix: string, start: number): number => {
  let step = 1
  let inside = start
  while (inside + step < texts.count && texts.at(inside + step).startsWith(prefix)) {
    inside += step
    step *= 2
  }
  let [low, high] = [inside + 1, Math.min(inside + step, texts.count)]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (texts.at(middle).startsWith(prefix)) low = middle + 1
    else high = middle
  }
  return low
}
