import { wordsOfLines, type Phrases } from './phrases.ts'
import { comparisons, roleStarts, roleWords, unitsBefore, unitWords } from './plain-words.ts'
import type { Range, Unit } from './ranges.ts'
import type { Token } from './tokens.ts'

/** Numbers in a prompt: what they count, where known, and the words they take up. */
export type Amount = {
  range: Range
  next: number
  unit: Unit | 'time' | 'km' | undefined
  /** Two ends, a comparison or 'or more': not merely a number that stands there. */
  compared: boolean
}

const comparing = wordsOfLines(comparisons)
const unitsAfter = wordsOfLines(unitWords)
const announcing = wordsOfLines(unitsBefore)
const roles: Phrases<string> = wordsOfLines(roleWords)
const starts: Phrases<string> = wordsOfLines(roleStarts)

/** The amount that begins at a word, if one does; `prompt` is where the marks between words are. */
export const amountAt = (
  prompt: string,
  tokens: readonly Token[],
  index: number,
): Amount | undefined => {
  const start = starts.at(tokens, index)
  if (start) {
    const time = recent(prompt, tokens, skipped(tokens, start.next))
    if (time?.unit === 'time') return { ...time, unit: 'months in role' }
  }
  const announced = announcing.at(tokens, index)
  if (announced) {
    const from = skipped(tokens, announced.next)
    const amount = bareAmount(prompt, tokens, from)
    const unit = unitsBy[announced.means]
    const enough = unit !== 'revenue' || Math.max(...ends(amount)) >= 1000
    if (amount && unit && enough && amount.unit !== 'time' && amount.unit !== 'km')
      return { ...amount, unit: amount.unit === 'staff worldwide' ? amount.unit : unit }
  }
  const amount = recent(prompt, tokens, index)
  if (amount?.unit !== 'time') return amount
  const role = roleAfter(tokens, amount.next)
  return role ? { ...amount, next: role.next, unit: 'months in role' } : amount
}

const ends = (amount: Amount | undefined): number[] =>
  amount === undefined ? [] : [amount.range.from, amount.range.to].filter((end) => end !== Infinity)

/** 'in the role', 'experience in their job', a few words behind a stretch of time. */
const roleAfter = (tokens: readonly Token[], index: number): { next: number } | undefined => {
  for (let at = index; at <= index + 3; at += 1) {
    const role = roles.at(tokens, at)
    if (role) return role
    if (!timeFillers.has(tokens[at]?.word ?? '')) return undefined
  }
  return undefined
}

const unitsBy: Readonly<Record<string, Unit>> = {
  staff: 'staff',
  'staff worldwide': 'staff worldwide',
  revenue: 'revenue',
  places: 'places',
  visits: 'visits',
  jobs: 'jobs',
  rating: 'rating',
}

const fillers = new Set(
  'of is are a an the in between at their its being about within for was with has have been to'.split(
    ' ',
  ),
)
const timeFillers = new Set('in their the of experience ago at'.split(' '))

const skipped = (tokens: readonly Token[], index: number, words = fillers): number => {
  let next = index
  while (next < index + 4 && words.has(tokens[next]?.word ?? '') && !comparing.at(tokens, next))
    next += 1
  return next
}

/** 'in the last 60 days', 'this year', or any other amount. */
const recent = (prompt: string, tokens: readonly Token[], index: number): Amount | undefined => {
  let at = index
  if (/^(in|within|during|over|for|the)$/.test(tokens[at]?.word ?? '')) at += 1
  if (tokens[at]?.word === 'the') at += 1
  if (!/^(last|past|previous|recent)$/.test(tokens[at]?.word ?? '')) {
    const amount = bareAmount(prompt, tokens, index)
    if (amount?.unit === 'time' && tokens[index]?.word === 'within')
      return { ...amount, range: { from: 0, to: amount.range.to } }
    return (
      amount ??
      (/^(within|in)$/.test(tokens[index]?.word ?? '') ? within(prompt, tokens, index) : undefined)
    )
  }
  const amount = bareAmount(prompt, tokens, at + 1)
  if (amount?.unit === 'time')
    return { ...amount, range: { from: 0, to: amount.range.to }, compared: true }
  const months = monthsOf(tokens[at + 1]?.stem ?? '')
  return months === undefined
    ? undefined
    : { range: { from: 0, to: months }, next: at + 2, unit: 'time', compared: true }
}

const within = (prompt: string, tokens: readonly Token[], index: number): Amount | undefined => {
  const at = tokens[index + 1]?.word === 'the' ? index + 2 : index + 1
  const amount = bareAmount(prompt, tokens, at)
  if (amount?.unit === 'km') return amount
  return amount?.unit === 'time' && tokens[index]?.word === 'within'
    ? { ...amount, range: { from: 0, to: amount.range.to } }
    : undefined
}

const bareAmount = (
  prompt: string,
  tokens: readonly Token[],
  index: number,
): Amount | undefined => {
  const compare = comparing.at(tokens, index)
  const at = compare?.next ?? index
  const sign = /([<>≥≤~]=?)\s*(?:[A-Z]{0,3}\$)?\s*$/.exec(tokens[at]?.gap ?? '')?.[1]
  const first = numberAt(tokens, currencyPast(tokens, at))
  if (!first) return undefined
  let { next } = first
  let second: Numeral | undefined
  const joint = tokens[next]
  const wordly = /^(to|and|or|till|until|through)$/.test(joint?.word ?? '')
  const dashed = /^\s*(?:[-–—]|\.\.+)\s*(?:[A-Z]{0,3}\$)?$/.test(joint?.gap ?? '')
  if (
    joint &&
    (dashed ||
      (wordly &&
        (joint.word === 'to' || joint.word.startsWith('t') || compare?.means === 'between')))
  ) {
    second = numberAt(tokens, currencyPast(tokens, dashed ? next : next + 1))
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
  if (unit)
    return unit.unit === 'time'
      ? { range: scaledBy(range, unit.factor), next: unit.next, unit: 'time', compared }
      : {
          range,
          next: unit.next,
          unit: money && unit.unit === 'staff' ? 'revenue' : unit.unit,
          compared,
        }
  if (money || scale >= 1e6) return { range, next, unit: 'revenue', compared: true }
  return { range, next, unit: undefined, compared }
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

type Numeral = {
  value: number
  next: number
  scale: number
  money: boolean
  suffix: string | undefined
}

const currencies = new Set(['aud', 'nzd', 'au', 'nz', 'a', 'us', 'usd'])
const currencyPast = (tokens: readonly Token[], index: number): number =>
  currencies.has(tokens[index]?.word ?? '') &&
  /^\d/.test(tokens[index + 1]?.word ?? '') &&
  /^\s*\$?\s*$/.test(tokens[index + 1]?.gap ?? '') &&
  (/\$/.test(tokens[index + 1]?.gap ?? '') || (tokens[index]?.word ?? '').endsWith('d'))
    ? index + 1
    : index

const numberAt = (tokens: readonly Token[], index: number): Numeral | undefined => {
  const token = tokens[index]
  if (!token || token.quoted) return undefined
  const written = /^(\d+(?:[.,]\d+)*)([a-z]*)$/i.exec(token.text)
  const spoken = written ? undefined : spokenNumber(tokens, index)
  if (!written && !spoken) return undefined
  const digits = written?.[1] ?? ''
  const value =
    spoken?.value ??
    Number(/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits) ? digits.replaceAll(',', '') : digits)
  if (!Number.isFinite(value)) return undefined
  const suffix = written?.[2]?.toLowerCase() ?? ''
  const own = magnitudes[suffix]
  if (suffix !== '' && own === undefined && !suffixes.has(suffix)) return undefined
  let next = spoken?.next ?? index + 1
  const money =
    /\$\s*$/.test(token.gap) ||
    (currencies.has(tokens[index - 1]?.word ?? '') && /\$/.test(token.gap))
  const said = own === undefined && suffix === '' ? magnitudes[tokens[next]?.word ?? ''] : undefined
  const magnitude = said !== undefined && /^\s*$/.test(tokens[next]?.gap ?? '') ? said : undefined
  if (magnitude !== undefined) next += 1
  const dollars = /^(dollars?|aud|nzd|bucks|usd)$/.test(tokens[next]?.word ?? '')
  if (dollars) next += 1
  const scale = own ?? magnitude ?? 1
  return {
    value: value * scale,
    next,
    scale: Math.max(scale, spoken?.scale ?? 1),
    money: money || dollars,
    suffix: suffixes.has(suffix) ? suffix : undefined,
  }
}

const magnitudes: Readonly<Record<string, number | undefined>> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  m: 1e6,
  mil: 1e6,
  mill: 1e6,
  mm: 1e6,
  mn: 1e6,
  million: 1e6,
  millions: 1e6,
  b: 1e9,
  bn: 1e9,
  bil: 1e9,
  billion: 1e9,
}
const suffixes = new Set([
  'km',
  'kms',
  'yrs',
  'yr',
  'y',
  'mths',
  'mth',
  'mo',
  'd',
  'star',
  'plus',
  'wk',
  'wks',
  'ish',
  'days',
  'months',
  'years',
])

const spokenWords: Readonly<Record<string, number | undefined>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  sixteen: 16,
  eighteen: 18,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  dozen: 12,
  hundred: 100,
  thousand: 1000,
  couple: 2,
  million: 1e6,
  half: 0.5,
}

/** 'fifty', 'two hundred', 'a thousand', 'half a million'. */
const spokenNumber = (
  tokens: readonly Token[],
  index: number,
): { value: number; next: number; scale: number } | undefined => {
  let next = index
  if (tokens[next]?.word === 'a' && (spokenWords[tokens[next + 1]?.word ?? ''] ?? 0) >= 2) next += 1
  const value = spokenWords[tokens[next]?.word ?? '']
  if (value === undefined) return undefined
  next += 1
  if (value === 0.5 && tokens[next]?.word === 'a') next += 1
  else if (value === 0.5) return undefined
  const tens = spokenWords[tokens[next]?.word ?? '']
  if (value >= 20 && value < 100 && tens !== undefined && tens < 10 && tens >= 1)
    return { value: value + tens, next: next + 1, scale: 1 }
  if (tens !== undefined && tens >= 100)
    return { value: value * tens, next: next + 1, scale: tens >= 1e6 ? tens : 1 }
  if (value === 0.5) return undefined
  return { value, next, scale: value >= 1e6 ? value : 1 }
}

/** 'or more', '+', 'and above', 'or less' after a number. */
const openEnd = (
  prompt: string,
  tokens: readonly Token[],
  next: number,
): { means: string; next: number } | undefined => {
  const last = tokens[next - 1]
  if (last && prompt[last.end] === '+') return { means: 'least', next }
  if ((last?.word ?? '').endsWith('plus') && /^\d/.test(last?.word ?? ''))
    return { means: 'least', next }
  return endings.at(tokens, next)
}

const endings: Phrases<string> = wordsOfLines(`
plus | or more | and more | and above | or above | and up | or over | and over | upwards | and upwards | or greater | or higher | and higher | or better | minimum | min | and bigger | or larger | or bigger | at least | and larger | or so and above = least
or less | or fewer | or under | and under | or below | and below | maximum | max | or smaller | at most | and fewer | tops | or lower | and less | and lower = most
`)

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
const monthsOf = (stem: string): number | undefined => times[stem]

const adjectives = new Set(
  'full time part local total odd monthly permanent active live open or so ish current individual physical different new unique monthly australian employed paid retail'.split(
    ' ',
  ),
)
const everywhere = new Set(['global', 'globally', 'worldwide', 'internationally'])

const unitAfter = (
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
const pastPeriod = (tokens: readonly Token[], index: number): number => {
  const period = /^(month|year|annum|mth|yr)$/
  if (
    /^(a|per|each|every)$/.test(tokens[index]?.word ?? '') &&
    period.test(tokens[index + 1]?.word ?? '')
  )
    return index + 2
  return /^(monthly|annually|yearly|pa|pm)$/.test(tokens[index]?.word ?? '') ? index + 1 : index
}
