import { parsePhrases } from './phrases.ts'
import { unitTerms } from './common-terms.ts'
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
export const monthsOf = (stem: string): number | undefined => times[stem]

const adjectives = new Set(
  'full time part local total odd monthly permanent active live open or so ish current individual physical different new unique monthly australian employed paid retail'.split(
    ' ',
  ),
)
const everywhere = new Set(['global', 'globally', 'worldwide', 'internationally'])

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
    const term = tokens[at]?.term ?? ''
    const found = unitsAfter.at(tokens, at)
    if (found && !breaksAt(tokens, at) && !countsGroups(tokens, found.next)) {
      const unit = unitsBy[found.means]
      if (unit === undefined) return undefined
      const past = skipFillers(
        tokens,
        found.next,
        new Set(['around', 'across', 'the', 'in', 'all', 'total']),
      )
      const after = tokens[past]?.term ?? ''
      const world = everywhere.has(after) || (after === 'world' && past > found.next)
      if (unit === 'staff' && (wide || world))
        return { unit: 'staff worldwide', next: world ? past + 1 : found.next, factor: 1 }
      return { unit, next: pastPeriod(tokens, found.next), factor: 1 }
    }
    if (breaksAt(tokens, at)) return undefined
    if (everywhere.has(term)) wide = true
    else if (!adjectives.has(term)) break
    at += 1
    if (at > index + 4) return undefined
  }
  const factor = times[tokens[at]?.stem ?? '']
  if (factor !== undefined) return { unit: 'time', next: at + 1, factor }
  if (/^(km|kms|kilomet(re|er)s?|ks)$/.test(tokens[at]?.term ?? ''))
    return { unit: 'km', next: kmPast(tokens, at + 1), factor: 1 }
  return undefined
}

/** '3 crews', '5 teams' are no staff, and no list has their plural. */
const countsGroups = (tokens: readonly Token[], next: number): boolean => {
  const last = tokens[next - 1]
  return (
    last !== undefined && last.term !== last.stem && /^(crew|team|workforce|man)$/.test(last.stem)
  )
}

const breaksAt = (tokens: readonly Token[], index: number): boolean =>
  /[,;:.!?()]/.test(tokens[index]?.gap ?? '')

/** Skips 'of' in 'within 20 km of Penrith'. */
const kmPast = (tokens: readonly Token[], index: number): number =>
  /^(of|from|around|radius)$/.test(tokens[index]?.term ?? '') ? index + 1 : index

/** Bands are monthly, revenue is yearly. */
export const pastPeriod = (tokens: readonly Token[], index: number): number => {
  const period = /^(month|year|annum|mth|yr)$/
  if (
    /^(a|per|each|every)$/.test(tokens[index]?.term ?? '') &&
    period.test(tokens[index + 1]?.term ?? '')
  )
    return index + 2
  return /^(monthly|annually|yearly|pa|pm)$/.test(tokens[index]?.term ?? '') ? index + 1 : index
}

const unitsAfter = parsePhrases(unitTerms)

export const unitsBy: Readonly<Record<string, Unit>> = {
  staff: 'staff',
  'staff worldwide': 'staff worldwide',
  revenue: 'revenue',
  places: 'places',
  visits: 'visits',
  jobs: 'jobs',
  rating: 'rating',
}

export const skipFillers = (tokens: readonly Token[], index: number, ignored = fillers): number => {
  let next = index
  while (next < index + 4 && ignored.has(tokens[next]?.term ?? '')) next += 1
  return next
}

const fillers = new Set(
  'of is are a an the in at their its being for was with has have been to'.split(' '),
)
