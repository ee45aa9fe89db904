import { filterOf } from '../../../contract/filters.ts'
import { amountAt, type Amount } from './amounts.ts'
import { freeTextAt, type FreeText } from './free-text.ts'
import { familyOf } from './families.ts'
import type { Chosen, Cue, Meaning } from './lexicon.ts'
import { meantAt, startsSomething, type Meant } from './meanings.ts'
import { breaks } from './phrases.ts'
import { postcodePlace, townWithPostcode } from './place-names.ts'
import { bandsIn, type Unit } from './ranges.ts'
import type { Asked, Piece, Reading, Walk } from './reader.ts'
import { isTitleNoun, noTitle, singularTitle } from './title-shapes.ts'
import type { Token } from './tokens.ts'
import { hiredAt } from './hiring.ts'

/** Goes through the words of a prompt once, from left to right, the longest phrase that means something first. */
export const walk = (
  asked: Asked,
  tokens: readonly Token[],
  words: ReadonlyMap<string, readonly Meaning[]>,
): Reading => {
  const state: Walk = {
    asked,
    tokens,
    words,
    pieces: [],
    unknown: [],
    about: asked.category,
    towards: false,
    cue: undefined,
    negation: undefined,
    together: false,
  }
  let index = 0
  while (index < tokens.length) index = Math.max(step(state, index), index + 1)
  return { tokens, pieces: state.pieces, unknown: state.unknown }
}

const step = (state: Walk, index: number): number => {
  const { tokens, asked } = state
  const token = tokens[index]
  if (token?.quoted === true) return quoted(state, index)
  const meant = meantAt(state, index)
  const amount = amountAt(asked.prompt, tokens, index)
  const says = meant?.kind === 'values'
  if (amount && !(says && meant.next >= amount.next)) {
    const next = counted(state, index, amount)
    if (next !== undefined) return next
  }
  const title = titleShape(state, index, meant)
  if (title !== undefined) return title
  if (meant) return understood(state, index, meant)
  notUnderstood(state, index)
  return index + 1
}

/** Words nothing is made of: a 'not' before them was about them. */
const notUnderstood = (state: Walk, index: number): void => {
  state.unknown.push(index)
  if (state.negation && state.negation.family === undefined) state.negation.family = 'unknown'
  state.cue = undefined
  state.towards = false
}

const add = (
  state: Walk,
  from: number,
  next: number,
  chosen: readonly Chosen[],
  rule: string,
  more: Pick<Piece, 'amount' | 'radiusKm'> = {},
): void => {
  const family = familyOf(chosen[0]?.identifier ?? 'location')
  const { joint, bare } = jointBefore(state, from)
  const { negation } = state
  let negated = false
  if (negation !== undefined) {
    if (negation.family === undefined) negated = true
    else if (joint === 'or') negated = bare || negation.family === family
    else negated = bare && negation.family === family
    if (negated) negation.family = family
    else state.negation = undefined
  }
  state.pieces.push({ from, next, chosen, rule, negated, joint, together: state.together, ...more })
  state.towards = false
}

/** What stands between the last piece and a word: how they are joined, and whether nothing but that stands there. */
const jointBefore = (state: Walk, from: number): { joint: Piece['joint']; bare: boolean } => {
  const last = state.pieces.at(-1)
  const start = last?.next ?? 0
  const between = state.tokens.slice(start, from)
  const gaps = state.tokens
    .slice(start, from + 1)
    .map(({ gap }) => gap)
    .join(' ')
  const said = between.map(({ word }) => word)
  const bare = said.every((word) => binding.has(word))
  if (last === undefined) return { joint: 'apart', bare }
  if (said.some((word) => word === 'or' || word === 'nor') || gaps.includes('/'))
    return { joint: 'or', bare }
  if (/ as well as /.test(` ${said.join(' ')} `)) {
    state.together = true
    last.together = true
    return { joint: 'and', bare }
  }
  if (said.some((word) => word === 'and' || word === 'plus') || /\+\s/.test(gaps))
    return { joint: 'and', bare }
  return { joint: /[,;]/.test(gaps) && bare ? 'list' : 'apart', bare }
}

const binding = new Set(
  'and or nor the a an any also even as well plus all of our either both other'.split(' '),
)

/** Words in quotation marks: a name of the lexicon, or text to look for as it stands. */
const quoted = (state: Walk, index: number): number => {
  const text = state.tokens[index]?.text.slice(1, -1).trim() ?? ''
  const cue = state.cue && textCues[state.cue.cue]
  const known = cue === undefined ? meantAt(state, index) : undefined
  if (known?.kind === 'values') return understood(state, index, known)
  if (text.length < 2) notUnderstood(state, index)
  else
    add(
      state,
      index,
      index + 1,
      [{ identifier: cue ?? 'keywords', values: [text] }],
      'The words in quotation marks, as they stand.',
    )
  return index + 1
}

const textCues: Partial<Record<Cue, FreeText>> = {
  service: 'services',
  product: 'products',
  keyword: 'keywords',
  skill: 'skills',
  title: 'position',
}

/** A number with what it counts; undefined where it stands for nothing that is counted. */
const counted = (state: Walk, index: number, amount: Amount): number | undefined => {
  const { tokens, asked } = state
  const { unit, range, next } = amount
  if (unit === 'km') {
    const km = Math.round(range.to === Infinity ? range.from : range.to)
    if (km < 1 || km > 100) return unknownNumbers(state, index, next)
    add(state, index, next, [], `Places within ${km} km.`, { radiusKm: km })
    state.cue = { cue: 'place', next }
    return next
  }
  if (unit === 'time') return unknownNumbers(state, index, next)
  const percent = tokens.slice(index, next).some(({ end }) => asked.prompt[end] === '%')
  if (percent) return unknownNumbers(state, index, next)
  if (unit === undefined && !amount.compared) {
    const postcode = tokens[index]?.text ?? ''
    return /^\d{4}$/.test(postcode) ? postcodeAt(state, index, postcode) : undefined
  }
  if (
    unit === undefined &&
    (isYear(range.from) || isYear(range.to) || countsSomethingElse(state, next))
  )
    return unknownNumbers(state, index, next)
  const last = state.pieces.at(-1)
  const jobs =
    unit === 'staff' &&
    last?.next === index &&
    last.chosen[0]?.identifier === 'job_posts' &&
    amount.compared
  const everywhere = worldwide.has(tokens[index - 1]?.word ?? '') && unit !== 'revenue'
  const of: Unit = jobs
    ? 'jobs'
    : everywhere && (unit === undefined || unit === 'staff')
      ? 'staff worldwide'
      : (unit ?? 'staff')
  const bands = bandsIn(of, range)
  if (bands.values.length === 0) return unknownNumbers(state, index, next)
  if (jobs) state.pieces.pop()
  if (everywhere)
    state.unknown.splice(0, state.unknown.length, ...state.unknown.filter((at) => at !== index - 1))
  add(state, index, next, [bands], bandRule, { amount: { unit: of, range } })
  state.cue = undefined
  return next
}

const worldwide = new Set(['global', 'globally', 'worldwide'])
const bandRule =
  'Every band that the numbers reach into; one of which only the edge is touched is left out.'
const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1900 && value <= 2100

const countsSomethingElse = (state: Walk, next: number): boolean => {
  const after = state.tokens[next]
  return (
    after !== undefined &&
    !breaks(after.gap) &&
    !/[-–—]/.test(after.gap) &&
    meantAt(state, next) === undefined
  )
}

const unknownNumbers = (state: Walk, index: number, next: number): number => {
  for (let at = index; at < next; at += 1) {
    const meaning = state.words.get(state.tokens[at]?.stem ?? '')
    const plain =
      meaning?.some(({ kind }) => kind === 'stop' || kind === 'not' || kind === 'cue') ?? false
    if (!plain && !comparing.has(state.tokens[at]?.word ?? '')) notUnderstood(state, at)
  }
  return next
}
const comparing = new Set(
  'more less over under than above below least most last past between within fewer greater exceeding'.split(
    ' ',
  ),
)

const postcodeAt = (state: Walk, index: number, postcode: string): number | undefined => {
  const { tokens, pieces, asked } = state
  const last = pieces.at(-1)
  const town = last?.next === index ? last.chosen[0] : undefined
  const identifier = placeFilter(state)
  if (last && town && town.identifier.endsWith('location')) {
    const value = town.values
      .map((each) => townWithPostcode(each, postcode))
      .find((each) => each !== undefined)
    if (value !== undefined) {
      pieces[pieces.length - 1] = {
        ...last,
        next: index + 1,
        chosen: [{ identifier: town.identifier, values: [value] }],
      }
      return index + 1
    }
  }
  const listed = last?.rule === postcodeRule && jointBefore(state, index).bare
  if (state.cue?.cue !== 'place' && !listed) return undefined
  const value = postcodePlace(postcode, asked.country)
  if (value === undefined) return undefined
  add(state, index, index + 1, [{ identifier, values: [value] }], postcodeRule)
  return tokens.length > index ? index + 1 : index
}
const postcodeRule = 'The postcode.'

export const placeFilter = (state: Walk): 'location' | 'people_location' =>
  state.about === 'people' ? 'people_location' : 'location'

/** A title no catalogue has, by its shape: words nothing else is known of and 'officer', 'manager' and the like. */
const titleShape = (state: Walk, index: number, meant: Meant | undefined): number | undefined => {
  if (state.about !== 'people' || state.towards || state.cue?.cue === 'skill') return undefined
  const department = meant?.kind === 'values' && meant.of === 'department'
  if (meant !== undefined && !department) return undefined
  let next = department ? (meant?.next ?? index) : index
  const last = Math.min(next + 3, state.tokens.length)
  for (; next < last; next += 1) {
    const token = state.tokens[next]
    if (!token || (next > index && breaks(token.gap)) || token.quoted) return undefined
    if (next > index && isTitleNoun(token, !department)) {
      const end = next + 1
      const words = state.tokens.slice(index, end)
      add(
        state,
        index,
        end,
        [{ identifier: 'position', values: [singularTitle(words)] }],
        'A title as it is written; no catalogue has it.',
      )
      return end
    }
    const here = meantAt(state, next)
    if (
      noTitle.has(token.word) ||
      (next > index && here !== undefined && !(here.kind === 'values' && here.of === 'department'))
    )
      return undefined
  }
  return undefined
}

/** Takes the meaning of a phrase and says where to read on. */
const understood = (state: Walk, index: number, meant: Meant): number => {
  const { tokens, asked } = state
  const { next } = meant
  switch (meant.kind) {
    case 'stop': {
      const word = tokens[index]?.word ?? ''
      if (word === 'both') state.together = true
      if (companiesFollow.has(word)) state.towards = asked.category === 'people'
      return next
    }
    case 'not':
      state.negation = /^(only|just)$/.test(tokens[next]?.word ?? '')
        ? undefined
        : { family: undefined }
      state.together = false
      return next
    case 'noun':
      if (asked.category === 'people') state.about = meant.of
      return next
    case 'cue':
      return cued(state, index, meant.cue, next)
    case 'values':
      return taken(state, index, meant)
  }
}

const taken = (state: Walk, index: number, meant: Extract<Meant, { kind: 'values' }>): number => {
  const { of, chosen, rule } = meant
  let next = meant.next
  const posts = chosen.some(
    ({ identifier, values }) => identifier === 'job_posts' && values.includes('Any'),
  )
  const hired = posts ? hiredAt(state, next) : undefined
  next = hired?.next ?? next
  const towards = state.towards
  add(state, index, next, hired?.chosen ?? chosen, hired ? 'Open jobs in that department.' : rule)
  if (state.asked.category === 'people') {
    if (peopleKinds.has(of)) state.about = 'people'
    else if (towards && aboutCompanies(of, chosen)) state.about = 'company'
  }
  if (of !== 'technology' && of !== 'place' && of !== 'target') state.cue = undefined
  return next
}

const companiesFollow = new Set(['at', 'of', 'for', 'from', 'with'])
const peopleKinds = new Set(['title', 'rank', 'department'])
const aboutCompanies = (of: string, chosen: readonly Chosen[]): boolean =>
  of !== 'place' &&
  of !== 'country' &&
  chosen.some(({ identifier }) => filterOf(identifier)?.about === 'company')

/** A cue: for text filters the words after it are the value, for others it says how to take them. */
const cued = (state: Walk, index: number, cue: Cue, next: number): number => {
  const identifier = textCues[cue]
  if (identifier === undefined) {
    const hired = cue === 'hiring' ? hiredAt(state, next) : undefined
    if (hired) add(state, index, hired.next, hired.chosen, 'Open jobs in that department.')
    if (hired) return hired.next
    state.cue = { cue, next }
    if (cue === 'place') state.towards = state.towards || state.tokens[index]?.word === 'from'
    return next
  }
  const begins = (at: number): boolean => startsSomething(state, at, identifier)
  let at = next
  let read = startsSomething(state, next, identifier)
    ? undefined
    : freeTextAt(state.tokens, at, identifier, begins)
  if (read === undefined) return next
  let from = index
  while (read !== undefined) {
    add(
      state,
      from,
      read.next,
      [{ identifier, values: [read.value] }],
      `The words after '${state.tokens
        .slice(index, next)
        .map(({ text }) => text)
        .join(' ')}'.`,
    )
    at = read.next
    const joint = afterJoint(state, at)
    read =
      joint === undefined || begins(joint)
        ? undefined
        : freeTextAt(state.tokens, joint, identifier, begins)
    from = joint ?? at
  }
  return at
}

/** Where the next item of a list begins, if a list goes on here. */
const afterJoint = (state: Walk, at: number): number | undefined => {
  const token = state.tokens[at]
  if (!token) return undefined
  if (/^(and|or|nor)$/.test(token.word)) return at + 1
  if (!/^\s*[,/+]\s*$/.test(token.gap)) return undefined
  return at
}
