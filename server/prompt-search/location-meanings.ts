import { byName, hqRule, type Interpretation } from './interpretation.ts'
import type { Meaning } from './lexicon.ts'
import { isNationality } from './location-names.ts'
import { likeliestLocation, qualifiedLocation } from './qualified-location.ts'
import type { Walk } from './reader.ts'
import { isCapital, isTitled, type Token } from './tokens.ts'

type LocationMeaning = Extract<Meaning, { kind: 'place' }>

export const placesOf = (meanings: readonly Meaning[]): LocationMeaning[] =>
  meanings.filter((meaning): meaning is LocationMeaning => meaning.kind === 'place')

export const locationAt = (
  state: Walk,
  meaning: LocationMeaning,
  index: number,
  next: number,
): Interpretation | undefined => {
  const { tokens, request, pieces } = state
  const written = tokens
    .slice(index, next)
    .map(({ corrected: mended, stem, term }) => (mended ? stem : term))
    .join('')
  if (written !== meaning.written || isSpelt(tokens, index, next)) return undefined
  if (isPossessed(state, meaning, index, next)) return undefined
  if (tokens.slice(index + 1, next).some(({ gap }) => gap.includes('/'))) return undefined
  const token = tokens[index]
  if (token?.term === 'a' && next > index + 1) return undefined
  const cue = state.cue?.cue
  const hq = cue === 'headquarters' || isHeadquartered(tokens, next)
  if (written === 'us' && token?.text !== 'US' && tokens[index - 1]?.term !== 'the')
    return undefined
  const [abroad] = meaning.places.flatMap(({ values }) => values)
  const isOwner = ownedBy.has(tokens[next]?.stem ?? '') && abroad !== undefined
  if (isOwner && !abroad.includes('/'))
    return {
      kind: 'values',
      of: 'place',
      chosen: [{ identifier: 'hq_country', values: [abroad] }],
      rule: hqRule,
      next: /^(owned|headquartered)$/.test(tokens[next]?.term ?? '') ? next + 1 : next,
    }
  if (isNationality(written)) return undefined
  if (abroad !== undefined && !abroad.includes('/') && isAdjective(state, index, next)) {
    if (!isCompanyPhrase(state, next)) return undefined
    const chosen = [{ identifier: 'hq_country', values: [abroad] }]
    return { kind: 'values', of: 'place', chosen, rule: hqRule, next }
  }
  const within = qualifiedLocation(state, meaning.places, next)
  if (within === undefined && isPartOfName(state, index, next)) return undefined
  const last = pieces.at(-1)
  const listed =
    last !== undefined &&
    /location$|country$/.test(last.chosen[0]?.identifier ?? '') &&
    tokens.slice(last.next, index).every(({ term }) => /^(and|or|nor|plus)$/.test(term))
  const based = /^(based|headquartered|hq|area|region|owned|located)$/.test(
    tokens[next]?.term ?? '',
  )
  const capital = index > 0 && isCapital(token) && !isTitled(tokens)
  const foreign = meaning.places.every(({ values }) => values[0]?.includes('/') !== true)
  const shown =
    (cue === 'place' && tokens[index - 1]?.term !== 'for') ||
    hq ||
    listed ||
    based ||
    within !== undefined ||
    /^(of|at|from|near)$/.test(tokens[index - 1]?.term ?? '')
  if (meaning.ordinary && !shown && (foreign || !capital)) return undefined
  if (within === undefined && isElsewhere(state, meaning, next)) return undefined
  const end = within?.next ?? next
  const location = within?.location ?? likeliestLocation(meaning.places, request.country)
  if (location === undefined) return undefined
  const alone = location.values.length === 1 ? location.values[0] : undefined
  if (hq && alone !== undefined && !alone.includes('/'))
    return {
      kind: 'values',
      of: 'place',
      chosen: [{ identifier: 'hq_country', values: [alone] }],
      rule: hqRule,
      next: end,
    }
  const isInside = state.towards || tokens[index - 1]?.term === 'in'
  const isOfPeople =
    state.about === 'people' &&
    !(isInside && isBeforeCompanies(state, end)) &&
    !isOfWorkplace(state, index)
  const identifier = isOfPeople ? 'people_location' : 'location'
  const several =
    new Set(meaning.places.map(({ state: region }) => region)).size > 1 && within === undefined
  return {
    kind: 'values',
    of: 'place',
    chosen: [{ identifier, values: location.values }],
    rule: several
      ? 'Several places share this name. We chose the one with the most companies.'
      : byName,
    next: end,
  }
}

export const isHeadquartered = (tokens: readonly Token[], next: number): boolean =>
  headquartered.has(tokens[next]?.term ?? '') ||
  (tokens[next]?.term === 'head' && tokens[next + 1]?.term === 'office')

/** 'Hume' of 'the Hume Highway', 'Melbourne' of 'Melbourne Cup'. */
const isPartOfName = ({ tokens, lexicon }: Walk, index: number, next: number): boolean => {
  const after = tokens[next]
  return (
    after !== undefined &&
    /^\s+$/.test(after.gap) &&
    /^\p{Lu}\p{Ll}+$/u.test(after.text) &&
    isCapital(tokens[index]) &&
    (isBody(after) || (!isTitled(tokens) && !lexicon.has(after.stem) && !lexicon.has(after.term)))
  )
}

/** 'Sydney Airport', 'Hunter Water'. */
export const isBody = ({ text }: Token): boolean =>
  /^(Airport|Bank|Water|University|Hospital|Museum|Zoo|Port|College|Casino|Theatre|Stadium|Show|Health|Police|Rail|Trains|Ambulance)$/.test(
    text,
  )

/** 'US software companies', but not 'in the US'. */
const isAdjective = ({ tokens, lexicon, cue }: Walk, index: number, next: number): boolean => {
  const after = tokens[next]
  if (!after || !/^\s+$/.test(after.gap) || cue?.cue === 'place') return false
  if (/^(in|from|across|within|near|to|and|or|the)$/.test(tokens[index - 1]?.term ?? ''))
    return false
  return lexicon.get(after.stem)?.some(({ kind }) => kind === 'industry') === true
}

/** 'software companies', 'mining firms'. */
const isCompanyPhrase = ({ tokens }: Walk, index: number): boolean =>
  tokens
    .slice(index + 1, index + 4)
    .some(({ stem, gap }, at) => ownedBy.has(stem) && (at === 0 || !/[,;]/.test(gap)))

/** 'US companies', 'Japanese owned'. */
const ownedBy = new Set(
  'company business firm corporation multinational organisation conglomerate parent owned headquartered'.split(
    ' ',
  ),
)
const headquartered = new Set(['headquartered', 'hq', 'owned', 'headquarters', 'hqd', 'parent'])

/** 'builders w a phone' are not in WA, unlike those in 'W A'. */
const isSpelt = (tokens: readonly Token[], index: number, next: number): boolean =>
  next > index + 1 &&
  tokens[index]?.term.length === 1 &&
  !isCapital(tokens[index]) &&
  tokens.slice(index + 1, next).some(({ term, gap }) => term.length === 1 && /^\s+$/.test(gap))

/** 'people at startups in Perth', 'managers at food plants in Shepparton': companies that are not understood. */
const isOfWorkplace = ({ tokens, unknown }: Walk, index: number): boolean => {
  let at = index - 1
  if (tokens[at]?.term === 'the') at -= 1
  if (!/^(in|near|around|across)$/.test(tokens[at]?.term ?? '')) return false
  for (at -= 1; unknown.includes(at) && /^[\s-]+$/.test(tokens[at + 1]?.gap ?? '');) at -= 1
  return unknown.includes(at + 1) && tokens[at]?.term === 'at'
}

/** "Melbourne's west" is not West Melbourne. */
const isPossessed = (
  { tokens }: Walk,
  { places }: LocationMeaning,
  index: number,
  next: number,
): boolean =>
  tokens.slice(index, next - 1).some(({ text }) => /['’]s$/i.test(text)) &&
  places.every(({ values }) => values[0]?.includes("'") !== true)

/** 'at Wellington charities' and 'in Dunedin schools' are where the companies are. */
const isBeforeCompanies = (state: Walk, index: number): boolean => {
  const { tokens, lexicon } = state
  const after = tokens[index]
  // 'Auckland roading contractors'.
  if (after !== undefined && !lexicon.has(after.stem) && /^\s+$/.test(after.gap))
    return after.term !== after.stem || isCompanies(state, index + 1)
  return isCompanies(state, index)
}

const isCompanies = ({ tokens, lexicon }: Walk, index: number): boolean => {
  const after = tokens[index]
  return (
    after !== undefined &&
    /^\s+$/.test(after.gap) &&
    (lexicon.get(after.stem) ?? []).some(
      (meaning) =>
        meaning.kind === 'industry' ||
        (meaning.kind === 'noun' && meaning.of === 'company') ||
        (meaning.kind === 'choice' && meaning.chosen[0]?.identifier === 'company_type'),
    )
  )
}

/** 'Perth TAS': no town of this name is in the state beside it. */
const isElsewhere = (state: Walk, { places }: LocationMeaning, next: number): boolean => {
  const after = state.tokens[next]
  if (!after || !/^\s*$/.test(after.gap) || places.some(({ values }) => !values[0]?.includes('/')))
    return false
  if (places.some(({ values }) => values.length > 1 || values[0]?.split('/').length === 2))
    return false
  return placesOf(state.lexicon.get(after.stem) ?? []).some(
    (meaning) =>
      meaning.written === after.term &&
      !meaning.ordinary &&
      meaning.places.every(({ values }) => values[0]?.split('/').length === 2),
  )
}
