import type { Amount } from './amounts.ts'
import { interpretAt } from './meanings.ts'
import { breaks } from './phrases.ts'
import { addPiece, jointBefore, markUnknown } from './pieces.ts'
import { locationOfPostcode, townWithPostcode } from './location-names.ts'
import { bandsIn, type Unit } from './ranges.ts'
import type { Walk } from './reader.ts'

export const applyAmount = (state: Walk, index: number, amount: Amount): number | undefined => {
  const { tokens, request } = state
  const { unit, range, next } = amount
  if (unit === 'km') {
    const km = Math.round(range.to === Infinity ? range.from : range.to)
    if (km < 1 || km > 100) return unknownNumbers(state, index, next)
    addPiece(state, index, next, [], `Places within ${km} km.`, { radiusKm: km })
    state.cue = { cue: 'place', next }
    return next
  }
  if (unit === 'time') return lately(state, next, amount) ?? unknownNumbers(state, index, next)
  const percent =
    tokens.slice(index, next).some(({ end }) => request.prompt[end] === '%') ||
    /^(percent|pc|per)$/.test(tokens[next]?.term ?? '')
  if (percent || isDoubtful(state, index, amount)) return unknownNumbers(state, index, next)
  if (unit === undefined && !amount.compared) {
    const postcode = tokens[index]?.text ?? ''
    return /^\d{4}$/.test(postcode) ? postcodeAt(state, index, postcode) : undefined
  }
  if (
    unit === undefined &&
    (isYear(range.from) || isYear(range.to) || countsSomethingElse(state, amount))
  )
    return unknownNumbers(state, index, next)
  const last = state.pieces.at(-1)
  const again = unit === undefined ? continued(state, index) : undefined
  const jobs =
    unit === 'staff' &&
    last?.next === index &&
    last.chosen[0]?.values.includes('Any') === true &&
    !breaks(tokens[index]?.gap ?? '')
  const everywhere =
    worldwide.has(tokens[index - 1]?.term ?? '') && unit !== 'revenue' && last?.next !== index
  const of: Unit = jobs
    ? 'jobs'
    : everywhere && (unit === undefined || unit === 'staff')
      ? 'staff worldwide'
      : (unit ?? again ?? 'staff')
  const bands = bandsIn(of, range)
  if (bands.values.length === 0) return unknownNumbers(state, index, next)
  if (jobs) state.pieces.pop()
  if (everywhere)
    state.unknown.splice(0, state.unknown.length, ...state.unknown.filter((at) => at !== index - 1))
  addPiece(state, index, next, [bands], bandRule, { amount: { unit: of, range } })
  state.cue = undefined
  return next
}

/** The period of 'new CFOs in the last 6 months'. */
const lately = (state: Walk, next: number, amount: Amount): number | undefined => {
  const at = state.pieces.findIndex(({ rule }) => rule === newRule)
  const piece = state.pieces[at]
  if (!piece || !amount.compared || amount.range.from !== 0) return undefined
  state.pieces[at] = { ...piece, chosen: [bandsIn('months in role', amount.range)] }
  return next
}
export const newRule = 'New in the role: under 3 months.'

/** 'more than 3 stores but less than 20': the unit of the second number. */
const continued = (state: Walk, index: number): Unit | undefined => {
  const last = state.pieces.at(-1)
  const between = state.tokens.slice(last?.next ?? index, index).map(({ term }) => term)
  return between.every((term) => /^(but|and|or|also)$/.test(term)) ? last?.amount?.unit : undefined
}

const worldwide = new Set(['global', 'globally', 'worldwide'])
const bandRule = 'Everything in this range.'
const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1900 && value <= 2100

/**
 * An amount is read only as what its own words say. It is doubtful after a word that is not understood ('raised $10m',
 * 'aged over 50'), after a vague quantity ('a couple of hundred') and where it may be about a person.
 */
const isDoubtful = (state: Walk, index: number, amount: Amount): boolean => {
  const { tokens } = state
  const past = /^(of|a|an)$/.test(tokens[index - 1]?.term ?? '') ? index - 2 : index - 1
  const before = tokens[past]?.term ?? ''
  const afterUnknown = state.unknown.at(-1) === past && !breaks(tokens[past + 1]?.gap ?? '')
  if (afterUnknown && (!amount.named || /(ed|ing)$/.test(before) || vagueQuantities.has(before)))
    return true
  if (amount.unit === 'revenue' && !amount.named && isOther(state, amount.next)) return true
  if (!isAboutPerson(state)) return false
  return amount.unit === 'staff'
    ? tokens[index]?.stem === 'team'
    : amount.unit === 'revenue' && !amount.named
}

const vagueQuantities = new Set(['couple', 'few', 'several'])

const isAboutPerson = ({ request, about }: Walk): boolean =>
  request.category === 'people' && about === 'people'

/** Without a unit, only '51-200' may stand before other words: it is the name of a band. */
const countsSomethingElse = (state: Walk, { range, next }: Amount): boolean => {
  const isBand = bandsIn('staff', range).values.includes(`${range.from}-${range.to}`)
  return !isBand && (isAboutPerson(state) || isOther(state, next))
}

/** Something follows that may be what is counted: 'brands', 'contract', 'in funding'. */
const isOther = (state: Walk, next: number): boolean => {
  const at = /^(in|of)$/.test(state.tokens[next]?.term ?? '') ? next + 1 : next
  const after = state.tokens[at]
  if (after === undefined || breaks(after.gap) || /[-–—]/.test(after.gap)) return false
  const meaning = interpretAt(state, at)
  if (meaning === undefined) return true
  if (at > next) return false
  return meaning.kind === 'noun' || (meaning.kind === 'values' && countable.has(meaning.of))
}
const countable = new Set(['industry', 'title', 'rank', 'department', 'technology', 'skill'])

const unknownNumbers = (state: Walk, index: number, next: number): number => {
  for (let at = index; at < next; at += 1) {
    const meaning = state.lexicon.get(state.tokens[at]?.stem ?? '')
    const plain =
      meaning?.some(({ kind }) => kind === 'stop' || kind === 'not' || kind === 'cue') ?? false
    if (!plain && !comparing.has(state.tokens[at]?.term ?? '')) markUnknown(state, at)
  }
  return next
}
const comparing = new Set(
  'more less over under than above below least most last past between within fewer greater exceeding'.split(
    ' ',
  ),
)

const postcodeAt = (state: Walk, index: number, postcode: string): number | undefined => {
  const { tokens, pieces, request } = state
  const last = pieces.at(-1)
  const town = last?.next === index ? last.chosen[0] : undefined
  const identifier = locationFilter(state)
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
  const value = locationOfPostcode(postcode, request.country)
  if (value === undefined) return undefined
  addPiece(state, index, index + 1, [{ identifier, values: [value] }], postcodeRule)
  return tokens.length > index ? index + 1 : index
}
const postcodeRule = 'The postcode.'

const locationFilter = (state: Walk): 'location' | 'people_location' =>
  state.about === 'people' ? 'people_location' : 'location'
