import type { Amount } from './amounts.ts'
import { isGoverned } from './clauses.ts'
import { divisionOf } from './industries.ts'
import { interpretAt } from './meanings.ts'
import { breaks } from './phrases.ts'
import { bandsIn } from './ranges.ts'
import type { Walk } from './reader.ts'
import { isCapital, type Token } from './tokens.ts'

/**
 * An amount is read only as what its own words say. It is doubtful after a word that is not understood ('raised $10m',
 * 'aged over 50'), after a vague quantity ('a couple of hundred') and where it may be about a person.
 */
export const isDoubtful = (state: Walk, index: number, amount: Amount): boolean => {
  const { tokens } = state
  const { unit, named, next } = amount
  let past = index - 1
  while (/^(of|an?|off|out|up|for|at)$/.test(tokens[past]?.term ?? '')) past -= 1
  const afterUnknown = state.unknown.at(-1) === past && !breaks(tokens[past + 1]?.gap ?? '')
  // 'less 50 staff', 'half a dozen staff', 'wages bill over $1m', 'reviews under 50'.
  if (quantities.has(tokens[past]?.term ?? '') && !breaks(tokens[past + 1]?.gap ?? '')) return true
  if (afterUnknown && unit === 'revenue' && past === index - 1) return true
  if (unit === 'rating' && Math.max(...endsOf(amount)) > 5) return true
  if (isOfEach(tokens, index, amount)) return true
  // 'Mitre 10 stores'.
  if (afterUnknown && !amount.compared && isCapital(tokens[past])) return true
  if (afterUnknown && (!named || isAboutPerson(state))) return true
  if (isGoverned(state, index, 'amount')) return true
  // '3 star hotels' have a class, no reviews.
  if (unit === 'rating' && !amount.compared && isBeforeTrade(state, next)) return true
  // 'offices in 3 states', '7 Eleven stores', 'staff in 5 countries'.
  const isCounting = /^(places|staff)$/.test(unit ?? '')
  if (isCounting && /^\d/.test(tokens[next - 1]?.term ?? '') && isUnknownThing(state, next))
    return true
  // 'in level 3 offices'.
  if (isCounting && afterUnknown && !amount.compared && isNumberedThing(tokens, index)) return true
  if (afterUnknown && /^\d/.test(tokens[past]?.term ?? '')) return true
  if (unit === 'places' && isOfAnotherTrade(state, next)) return true
  // 'supervisors of 30 staff', 'head of 5 stores'.
  if (/^(staff|places)$/.test(unit ?? '') && tokens[index - 1]?.term === 'of')
    if (isRole(state, index - 1) || isRole(state, index)) return true
  if (unit === 'staff' && isOfStaff(state, next)) return true
  // '$30m in stock'.
  if (unit === 'revenue' && !named && isInThing(state, next)) return true
  if (unit === 'revenue' && !named && (isUnknownThing(state, next) || isPay(state, amount)))
    return true
  if (!isAboutPerson(state) || isCompanyNoun(state, next)) return false
  // 'with 15 staff under them'.
  if (unit === 'staff' && /^(under|reporting|below)$/.test(tokens[next]?.term ?? '')) return true
  return unit === 'staff' ? tokens[index]?.stem === 'team' : unit === 'revenue' && !named
}

const isInThing = ({ tokens, lexicon }: Walk, next: number): boolean =>
  /^(in|of)$/.test(tokens[next]?.term ?? '') &&
  (lexicon.get(tokens[next + 1]?.stem ?? '') ?? []).some(({ kind }) => kind === 'cue')

const isNumberedThing = (tokens: readonly Token[], index: number): boolean =>
  /^(level|unit|tier|class|grade|stage|phase|type|suite|floor|step|category|zone|gate|lot|bay|number)$/.test(
    tokens[index - 1]?.term ?? '',
  )

const quantities = new Set(
  'than then less fewer lesser more greater bigger larger smaller higher lower half quarter third couple few'.split(
    ' ',
  ),
)

const endsOf = ({ range }: Amount): number[] =>
  [range.from, range.to].filter((end) => end !== Infinity)

/** '20 staff per site', '5 staff each', '$100k a month': a part of what the filters count. */
const isOfEach = (tokens: readonly Token[], index: number, { unit, next }: Amount): boolean => {
  if (unit === 'visits' || unit === 'time' || unit === 'km') return false
  const [first, second] = tokens.slice(next, next + 2).map(({ term }) => term)
  if (/^(each|apiece)$/.test(first ?? '')) return true
  if (first === 'per' && !/^(year|annum)$/.test(second ?? '')) return true
  return (
    /^(revenue|jobs)$/.test(unit ?? '') &&
    (tokens.slice(index, next).some(({ term }) => shorter.has(term)) ||
      shorter.has(first ?? '') ||
      (/^(an?|every|each)$/.test(first ?? '') && shorter.has(second ?? '')))
  )
}
const shorter = new Set(
  'month monthly mth week weekly fortnight day daily hour hourly quarter quarterly head'.split(' '),
)

const isBeforeTrade = (state: Walk, next: number): boolean => {
  const ahead = isBeside(state.tokens[next]) ? interpretAt(state, next) : undefined
  return ahead?.kind === 'values' && ahead.of === 'industry'
}

/** 'managers at builders earning over 180k'. */
const isPay = ({ request }: Walk, { range }: Amount): boolean =>
  request.category === 'people' && (range.to === Infinity ? range.from : range.to) < 1e6

/** 'hotels with 3 restaurants' have no three locations. */
const isOfAnotherTrade = ({ tokens, lexicon, pieces }: Walk, next: number): boolean => {
  const last = tokens[next - 1]
  const trades = (lexicon.get(last?.stem ?? '') ?? []).flatMap((meaning) =>
    meaning.kind === 'industry' ? meaning.chosen.flatMap(({ values }) => values) : [],
  )
  const own = pieces.flatMap(({ chosen }) =>
    chosen.flatMap(({ identifier, values }) => (identifier === 'industry' ? values : [])),
  )
  const isOwn = (name: string): boolean =>
    trades.includes(name) || trades.includes(divisionOf(name)?.name ?? '')
  return trades.length > 0 && own.length > 0 && !own.some(isOwn)
}

/** 'employing 15 engineers', '3 people in marketing': only some of the staff. */
const isOfStaff = (state: Walk, next: number): boolean => {
  const isIn = state.tokens[next]?.term === 'in'
  const at = isIn ? next + 1 : next
  if (!isBeside(state.tokens[at])) return false
  const ahead = interpretAt({ ...state, about: 'people', towards: false, cue: undefined }, at)
  if (ahead?.kind !== 'values') return false
  return isIn ? ahead.of === 'department' : /^(title|rank|department)$/.test(ahead.of)
}

/** An amount without a unit is a headcount, unless it may count what follows. Only '51-200', a band's name, may precede anything. */
export const countsSomethingElse = (
  state: Walk,
  index: number,
  { range, next }: Amount,
): boolean => {
  const isBand = bandsIn('staff', range).values.includes(`${range.from}-${range.to}`)
  if (isBand) return false
  // 'whose owner is over 60'.
  if (isRole(state, state.pieces.at(-1)?.next ?? -1) && isSameClause(state, index)) return true
  if (isAboutPerson(state) || isUnknownThing(state, next)) return true
  const meaning = isBeside(state.tokens[next]) ? interpretAt(state, next) : undefined
  return meaning?.kind === 'noun' || (meaning?.kind === 'values' && countable.has(meaning.of))
}

const isSameClause = ({ tokens, pieces }: Walk, index: number): boolean =>
  !breaks(tokens[index]?.gap ?? '') &&
  tokens
    .slice(pieces.at(-1)?.next ?? index, index)
    .every(({ term, gap }) => !breaks(gap) && /^(is|are|was|aged)$/.test(term))

const countable = new Set(['industry', 'title', 'rank', 'department', 'technology', 'skill'])

/** 'contract', 'in funding'. */
const isUnknownThing = (state: Walk, next: number): boolean => {
  const at = /^(in|of)$/.test(state.tokens[next]?.term ?? '') ? next + 1 : next
  return isBeside(state.tokens[at]) && interpretAt(state, at) === undefined
}

const isBeside = (token: Token | undefined): boolean =>
  token !== undefined && !breaks(token.gap) && !/[-–—]/.test(token.gap)

const isAboutPerson = ({ request, about }: Walk): boolean =>
  request.category === 'people' && about === 'people'

const isRole = ({ pieces }: Walk, index: number): boolean => {
  const last = pieces.at(-1)
  const identifier = last?.chosen[0]?.identifier ?? ''
  return last?.next === index && /^(position|seniority|department)$/.test(identifier)
}

const isCompanyNoun = (state: Walk, index: number): boolean => {
  const meaning = interpretAt(state, index)
  return meaning?.kind === 'noun' && meaning.of === 'company'
}
