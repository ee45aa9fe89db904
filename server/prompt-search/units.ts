import { wordsOfLines } from './phrases.ts'
import { unitWords } from './plain-words.ts'
import type { Unit } from './ranges.ts'
import type { Token } from './tokens.ts'

const times: Readonly<Record<string, number | undefined>> = {
  day: 1 / 30.4375,
  d: 1 / 30.4375,
  week: 7 / 30.4375,
  wk: 7 / 30.4375,
  wks: 7 / 30.4375,
  month: 1,
  mth: 1,
  mths: 1,
  mo: 1,
  quarter: 3,
  year: 12,
  yr: 12,
  yrs: 12,
  y: 12,
  days: 1 / 30.4375,
  months: 1,
  years: 12,
}
/** Months of a stretch of time by its name; undefined for other words. */
export const monthsOf = (stem: string): number | undefined => times[stem]

const adjectives = new Set(
  'full time part local total odd monthly permanent active live open or so ish current individual physical different new unique monthly australian employed paid retail'.split(
    ' ',
  ),
)
const everywhere = new Set(['global', 'globally', 'worldwide', 'internationally'])

/** What a number counts by the words after it. */
export const unitAfter = (
  tokens: readonly Token[],
  index: number,
  suffix: string | undefined,
): { unit: Unit | 'time' | 'km'; next: number; factor: number } | undefined => {
  if (suffix !== undefined && times[suffix] !== undefined)
    return { unit: 'time', next: index, factor: times[suffix] ?? 1 }
  if (suffix === 'km' || suffix === 'kms')
    return { unit: 'km', next: kmPast(tokens, index), factor: 1 }
  if (suffix === 'star') return { unit: 'rating', next: index, factor: 1 }
  let at = index
  let wide = false
  for (;;) {
    const word = tokens[at]?.word ?? ''
    const here = unitsAfter.at(tokens, at)
    if (here && !breaksAt(tokens, at)) {
      const unit = unitsBy[here.means]
      if (unit === undefined) return undefined
      const past = skipped(
        tokens,
        here.next,
        new Set(['around', 'across', 'the', 'in', 'all', 'total']),
      )
      const after = tokens[past]?.word ?? ''
      const world = everywhere.has(after) || (after === 'world' && past > here.next)
      if (unit === 'staff' && (wide || world))
        return { unit: 'staff worldwide', next: world ? past + 1 : here.next, factor: 1 }
      return { unit, next: pastPeriod(tokens, here.next), factor: 1 }
    }
    if (breaksAt(tokens, at)) return undefined
    if (everywhere.has(word)) wide = true
    else if (!adjectives.has(word)) break
    at += 1
    if (at > index + 4) return undefined
  }
  const factor = times[tokens[at]?.stem ?? '']
  if (factor !== undefined) return { unit: 'time', next: at + 1, factor }
  if (/^(km|kms|kilomet(re|er)s?|ks)$/.test(tokens[at]?.word ?? ''))
    return { unit: 'km', next: kmPast(tokens, at + 1), factor: 1 }
  return undefined
}

const breaksAt = (tokens: readonly Token[], index: number): boolean =>
  /[,;:.!?()]/.test(tokens[index]?.gap ?? '')

/** 'of' in 'within 20 km of Penrith' says nothing more. */
const kmPast = (tokens: readonly Token[], index: number): number =>
  /^(of|from|around|radius)$/.test(tokens[index]?.word ?? '') ? index + 1 : index

/** 'a month', 'per year' after a count says nothing more: the bands are by month, revenue is by year. */
export const pastPeriod = (tokens: readonly Token[], index: number): number => {
  const period = /^(month|year|annum|mth|yr)$/
  if (
    /^(a|per|each|every)$/.test(tokens[index]?.word ?? '') &&
    period.test(tokens[index + 1]?.word ?? '')
  )
    return index + 2
  return /^(monthly|annually|yearly|pa|pm)$/.test(tokens[index]?.word ?? '') ? index + 1 : index
}

const unitsAfter = wordsOfLines(unitWords)

/** Units by their names in the lists of words. */
export const unitsBy: Readonly<Record<string, Unit>> = {
  staff: 'staff',
  'staff worldwide': 'staff worldwide',
  revenue: 'revenue',
  places: 'places',
  visits: 'visits',
  jobs: 'jobs',
  rating: 'rating',
}

/** Past a few words that say nothing between a number and what it counts. */
export const skipped = (tokens: readonly Token[], index: number, words = fillers): number => {
  let next = index
  while (next < index + 4 && words.has(tokens[next]?.word ?? '')) next += 1
  return next
}

const fillers = new Set(
  'of is are a an the in at their its being for was with has have been to'.split(' '),
)
