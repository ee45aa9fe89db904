import { parsePhrases, type Phrases } from './phrases.ts'
import { comparisons, roleStarts, roleTerms, unitsBefore } from './common-terms.ts'
import type { Range, Unit } from './ranges.ts'
import { currencyPast, numberAt, type Numeral } from './numerals.ts'
import { monthsOf, pastPeriod, skipFillers, unitAfter, unitsBy } from './units.ts'
import { isCapital, type Token } from './tokens.ts'

export type Amount = {
  range: Range
  next: number
  unit: Unit | 'time' | 'km' | undefined
  /** Two ends, a comparison or 'or more'. */
  compared: boolean
  /** Words say what is counted: 'staff', 'turnover', not only a dollar sign. */
  named: boolean
}

const comparing = parsePhrases(comparisons)
const announcing = parsePhrases(unitsBefore)
const roles: Phrases<string> = parsePhrases(roleTerms)
const starts: Phrases<string> = parsePhrases(roleStarts)

/** `prompt` has the punctuation between tokens. */
export const amountAt = (
  prompt: string,
  tokens: readonly Token[],
  index: number,
): Amount | undefined => {
  const start = starts.at(tokens, index)
  if (start) {
    const time = recent(prompt, tokens, skipFillers(tokens, start.next))
    if (time?.unit === 'time') return { ...time, unit: 'months in role' }
  }
  const announced = announcing.at(tokens, index)
  if (announced) {
    const amount = amountPast(prompt, tokens, announced.next)
    const unit = unitsBy[announced.means]
    const enough = unit !== 'revenue' || Math.max(...ends(amount)) >= 1000
    if (amount && unit && enough && amount.unit !== 'time' && amount.unit !== 'km')
      return {
        ...amount,
        next: pastPeriod(tokens, amount.next),
        unit: amount.named && amount.unit ? amount.unit : unit,
        named: amount.named || !vagueVerbs.has(tokens[index]?.term ?? ''),
      }
  }
  const amount = recent(prompt, tokens, index)
  if (amount?.unit !== 'time') return amount
  const role = roleAfter(tokens, amount.next)
  return role ? { ...amount, next: role.next, unit: 'months in role' } : amount
}

const vagueVerbs = new Set(
  'doing making makes earning earns billing bill bills generating generates grossing'.split(' '),
)

/** The first amount after fillers: 'of at least $1b', where 'at' is both filler and comparison. */
const amountPast = (
  prompt: string,
  tokens: readonly Token[],
  index: number,
): Amount | undefined => {
  const last = skipFillers(tokens, index)
  for (let at = index; at <= last; at += 1) {
    const amount = bareAmount(prompt, tokens, at)
    if (amount) return amount
  }
  return undefined
}

const ends = (amount: Amount | undefined): number[] =>
  amount === undefined ? [] : [amount.range.from, amount.range.to].filter((end) => end !== Infinity)

/** 'in the role' or 'experience in their job' shortly after a period. */
const roleAfter = (tokens: readonly Token[], index: number): { next: number } | undefined => {
  for (let at = index; at <= index + 3; at += 1) {
    const role = roles.at(tokens, at)
    if (role) return role
    if (!timeFillers.has(tokens[at]?.term ?? '')) return undefined
  }
  return undefined
}

const timeFillers = new Set('in their the of experience ago at'.split(' '))

/** 'in the last 60 days', 'this year', or any other amount. */
const recent = (prompt: string, tokens: readonly Token[], index: number): Amount | undefined => {
  let at = index
  if (/^(in|within|during|over|for|the)$/.test(tokens[at]?.term ?? '')) at += 1
  if (tokens[at]?.term === 'the') at += 1
  if (!/^(last|past|previous|recent)$/.test(tokens[at]?.term ?? '')) {
    const amount = bareAmount(prompt, tokens, index)
    if (amount?.unit === 'time' && tokens[index]?.term === 'within')
      return { ...amount, range: { from: 0, to: amount.range.to } }
    return (
      amount ??
      (/^(within|in)$/.test(tokens[index]?.term ?? '') ? within(prompt, tokens, index) : undefined)
    )
  }
  const amount = bareAmount(prompt, tokens, at + 1)
  if (amount?.unit === 'time')
    return { ...amount, range: { from: 0, to: amount.range.to }, compared: true }
  const months = monthsOf(tokens[at + 1]?.stem ?? '')
  return months === undefined
    ? undefined
    : { range: { from: 0, to: months }, next: at + 2, unit: 'time', compared: true, named: true }
}

const within = (prompt: string, tokens: readonly Token[], index: number): Amount | undefined => {
  const at = tokens[index + 1]?.term === 'the' ? index + 2 : index + 1
  const amount = bareAmount(prompt, tokens, at)
  if (amount?.unit === 'km') return amount
  return amount?.unit === 'time' && tokens[index]?.term === 'within'
    ? { ...amount, range: { from: 0, to: amount.range.to } }
    : undefined
}

const bareAmount = (
  prompt: string,
  tokens: readonly Token[],
  index: number,
): Amount | undefined => {
  const several = severalPlaces(tokens, index)
  if (several) return several
  const compare = comparing.at(tokens, index)
  const at = compare?.next ?? index
  const sign = /([<>≥≤~]=?)\s*(?:[A-Z]{0,3}\$)?\s*$/.exec(tokens[at]?.gap ?? '')?.[1]
  const first = numberAt(tokens, currencyPast(tokens, at))
  if (!first) return undefined
  let { next } = first
  let second: Numeral | undefined
  const joint = tokens[next]
  const wordly = /^(to|and|or|till|until|through)$/.test(joint?.term ?? '')
  const dashed = /^\s*(?:[-–—]|\.\.+)\s*(?:[A-Z]{0,3}\$)?$/.test(joint?.gap ?? '')
  if (
    joint &&
    (dashed ||
      (wordly &&
        (joint.term === 'to' ||
          (joint.term === 'or' && first.value < 1000) ||
          joint.term.startsWith('t') ||
          compare?.means === 'between')))
  ) {
    // '7-Eleven' is a name.
    const isName = dashed && /^\d/.test(tokens[at]?.term ?? '') && isCapital(joint)
    second = isName ? undefined : numberAt(tokens, currencyPast(tokens, dashed ? next : next + 1))
    if (second) next = second.next
  }
  const after = second ? undefined : openEnd(prompt, tokens, next)
  if (after) next = after.next
  const scaled =
    second && second.scale > 1 && first.scale === 1 && first.value < second.value
      ? first.value * second.scale
      : first.value
  const side = sign === undefined ? (compare?.means ?? after?.means) : signs[sign]
  const range = second
    ? { from: Math.min(scaled, second.value), to: Math.max(scaled, second.value) }
    : rangeOf(first.value, side)
  const money = first.money || second?.money === true
  const unit = unitAfter(tokens, next, first.suffix ?? second?.suffix)
  const scale = Math.max(first.scale, second?.scale ?? 1)
  const compared = second !== undefined || side !== undefined
  const late = unit && !compared ? openEnd(prompt, tokens, unit.next) : undefined
  if (unit && late)
    return {
      range: scaledBy(rangeOf(first.value, late.means), unit.factor),
      next: late.next,
      unit: money && unit.unit === 'staff' ? 'revenue' : unit.unit,
      compared: true,
      named: true,
    }
  if (unit)
    return unit.unit === 'time'
      ? {
          range: scaledBy(range, unit.factor),
          next: unit.next,
          unit: 'time',
          compared,
          named: true,
        }
      : {
          range,
          next: unit.next,
          unit: money && unit.unit === 'staff' ? 'revenue' : unit.unit,
          compared,
          named: true,
        }
  if (money || scale >= 1e6) return { range, next, unit: 'revenue', compared: true, named: false }
  return { range, next, unit: undefined, compared, named: false }
}

/** 'several depots' or 'a single shop': locations without a number. */
const severalPlaces = (tokens: readonly Token[], index: number): Amount | undefined => {
  const term = tokens[index]?.term ?? ''
  const isSingle = term === 'single'
  if (!isSingle && !/^(multiple|several|numerous|many)$/.test(term)) return undefined
  const unit = unitAfter(tokens, index + 1, undefined)
  if (unit?.unit !== 'places') return undefined
  return {
    range: isSingle ? { from: 1, to: 1 } : { from: 2, to: Infinity },
    next: unit.next,
    unit: 'places',
    compared: true,
    named: true,
  }
}

const signs: Readonly<Record<string, string>> = {
  '>': 'over',
  '>=': 'least',
  '≥': 'least',
  '<': 'under',
  '<=': 'most',
  '≤': 'most',
  '~': 'about',
}

const rangeOf = (value: number, side: string | undefined): Range => {
  if (side === 'over') return { from: value, to: Infinity, over: true }
  if (side === 'least') return { from: value, to: Infinity }
  if (side === 'under') return { from: 0, to: value, under: true }
  if (side === 'most') return { from: 0, to: value }
  return { from: value, to: value }
}

const scaledBy = (range: Range, factor: number): Range => ({
  ...range,
  from: range.from * factor,
  to: range.to * factor,
})

/** 'or more', '+', 'and above', 'or less' after a number. */
const openEnd = (
  prompt: string,
  tokens: readonly Token[],
  next: number,
): { means: string; next: number } | undefined => {
  const last = tokens[next - 1]
  if (last && prompt[last.end] === '+') return { means: 'least', next }
  if ((last?.term ?? '').endsWith('plus') && /^\d/.test(last?.term ?? ''))
    return { means: 'least', next }
  const ending = endings.at(tokens, next)
  // 'Five offices and over $25m' begins another amount.
  return ending && /^(than|\d.*)$/.test(tokens[ending.next]?.term ?? '') ? undefined : ending
}

const endings: Phrases<string> = parsePhrases(`
plus | or more | and more | and above | or above | and up | or over | and over | upwards | and upwards | or greater | or higher | and higher | or better | minimum | min | and bigger | or larger | or bigger | at least | and larger | or so and above = least
or less | or fewer | or under | and under | or below | and below | maximum | max | or smaller | at most | and fewer | tops | or lower | and less | and lower = most
`)
