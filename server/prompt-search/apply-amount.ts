import type { Amount } from './amounts.ts'
import { countsSomethingElse, isDoubtful } from './doubtful-amounts.ts'
import { hiredAt } from './hiring.ts'
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
  // 'in postcodes 3000 to 3010'.
  const isPostcodes = unit === undefined && range.from > 999 && range.from < range.to
  if (isPostcodes && range.to < 10_000 && state.cue?.cue === 'place')
    return unknownNumbers(state, index, next)
  const percent =
    tokens.slice(index, next).some(({ end }) => request.prompt[end] === '%') ||
    /^(percent|pc|per)$/.test(tokens[next]?.term ?? '')
  if (percent || isDoubtful(state, index, amount)) return unknownNumbers(state, index, next)
  const last = state.pieces.at(-1)
  const isHiring =
    last?.chosen[0]?.values.includes('Any') === true &&
    tokens.slice(last.next, index).every(({ term }) => /^(for|more)$/.test(term)) &&
    !breaks(tokens[index]?.gap ?? '')
  if (last && isHiring && unit === undefined) {
    const hired = hiredAt(state, next)
    const end = hired?.next ?? tradePast(state, next)
    if (end !== undefined) {
      unknownNumbers(state, index, next)
      if (hired) state.pieces[state.pieces.length - 1] = { ...last, ...hired }
      else for (let at = next; at < end; at += 1) markUnknown(state, at)
      return end
    }
  }
  if (unit === undefined && !amount.compared) {
    const postcode = tokens[index]?.text ?? ''
    // 'founded in 2019'.
    if (isYear(range.from) && state.unknown.at(-1) === index - 2)
      return unknownNumbers(state, index, next)
    return /^\d{4}$/.test(postcode) ? postcodeAt(state, index, postcode) : undefined
  }
  if (
    unit === undefined &&
    (isYear(range.from) || isYear(range.to) || countsSomethingElse(state, index, amount))
  )
    return unknownNumbers(state, index, next)
  const again = unit === undefined ? continued(state, index) : undefined
  const wantsToHire = state.cue?.cue === 'hiring' && state.cue.next === index
  const jobs =
    unit === 'jobs' || (unit !== 'revenue' && again === undefined && (isHiring || wantsToHire))
  const everywhere =
    worldwide.has(tokens[index - 1]?.term ?? '') && unit !== 'revenue' && last?.next !== index
  const of: Unit = jobs
    ? 'jobs'
    : everywhere && (unit === undefined || unit === 'staff')
      ? 'staff worldwide'
      : (unit ?? again ?? 'staff')
  // 'companies started in the last 2 years'.
  if (of === 'months in role' && isAboutCompany(state)) return unknownNumbers(state, index, next)
  const bands = bandsIn(of, range)
  if (bands.values.length === 0) return unknownNumbers(state, index, next)
  if (jobs && isHiring) state.pieces.pop()
  if (everywhere)
    state.unknown.splice(0, state.unknown.length, ...state.unknown.filter((at) => at !== index - 1))
  addPiece(state, index, next, [bands], bandRule, { amount: { unit: of, range } })
  state.cue = undefined
  return next
}

const isAboutCompany = ({ about, pieces }: Walk): boolean =>
  about === 'company' &&
  !pieces.some(({ chosen }) =>
    /^(position|seniority|department)$/.test(chosen[0]?.identifier ?? ''),
  )

/** 'hiring 5 welders': a trade that is hired is not the company's. */
const tradePast = (state: Walk, index: number): number | undefined => {
  const ahead = interpretAt({ ...state, cue: undefined }, index)
  return ahead?.kind === 'values' && /^(industry|title|rank)$/.test(ahead.of)
    ? ahead.next
    : undefined
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
