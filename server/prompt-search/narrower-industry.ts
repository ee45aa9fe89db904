import { plainNouns } from './common-terms.ts'
import { divisionOf, openHeads } from './industries.ts'
import type { Chosen } from './lexicon.ts'
import { interpretAt } from './meanings.ts'
import { markUnknown } from './pieces.ts'
import { windows } from './phrases.ts'
import type { Walk } from './reader.ts'
import { noTitle } from './title-shapes.ts'
import { phraseKey, type Token } from './tokens.ts'

/**
 * A phrase names a single industry: 'retail pharmacies' and 'wholesalers of timber' do, 'wholesale bakeries' are bakeries, and
 * the builders of 'software for builders' are customers. Several are a list. Undefined leaves the industry as it is; an empty
 * list means that it is not understood.
 */
export const narrowIndustry = (
  state: Walk,
  index: number,
  chosen: readonly Chosen[],
): readonly Chosen[] | undefined => {
  const { pieces, tokens, cue } = state
  const last = pieces.at(-1)
  const thing = tokens[index]
  if (cue?.cue === 'target') return []
  if (last?.chosen[0]?.identifier !== 'industry' || !thing)
    return isOfAnother(state, index) ? [] : undefined
  const isBeside = last.next === index && /^\s*$/.test(thing.gap)
  if (isShared(state, index, chosen)) return []
  // 'which insure farmers'.
  if (isBeside && /^(who|that|which)$/.test(tokens[last.from - 1]?.term ?? '')) return []
  const inside = divisionOfWhole(chosen)
  if (isBeside && inside !== undefined && last.chosen[0].values.every(isIn(inside))) {
    pieces.pop()
    return last.chosen
  }
  const whole = divisionOfWhole(last.chosen)
  if (whole === undefined) {
    // 'plumbers software', but 'plumbers electricians' is a list.
    const isModified = isBeside && (isAdjective(tokens[last.next - 1]) || thing.term === thing.stem)
    if (isModified) dropModifiers(state)
    // 'Beauty schools' are no schools.
    return isOfAnother(state, index) || (isModified && open().has(thing.stem)) ? [] : undefined
  }
  const isOf = isAfterOf(state, index)
  if (!isOf && !isBeside) return isOfAnother(state, index) ? [] : undefined
  const names = chosen[0]?.values ?? []
  if (names.every(isIn(whole))) {
    pieces.pop()
    return chosen
  }
  if (isOf) {
    const doing = industryNamed(state, thing.stem, whole)
    if (doing) pieces.pop()
    return doing ?? []
  }
  dropModifiers(state)
  return chosen
}

/** 'sheep and beef farms': of the noun that both share the first is read, so the farms are no wider industry. */
const isShared = (
  { pieces, tokens, unknown }: Walk,
  index: number,
  chosen: readonly Chosen[],
): boolean => {
  const last = pieces.at(-1)
  const inside = divisionOfWhole(chosen)
  return (
    last !== undefined &&
    inside !== undefined &&
    unknown.at(-1) === index - 1 &&
    last.next === index - 2 &&
    joints.has(tokens[last.next]?.term ?? '') &&
    last.chosen[0]?.values.every(isIn(inside)) === true
  )
}

/** 'dental supplies', 'construction insurance': the head of the phrase is a word that is not understood. */
export const isModifier = (state: Walk, next: number): boolean => {
  const [last, head] = state.tokens.slice(next - 1, next + 1)
  if (isTrading(last, head)) return true
  return (
    last !== undefined &&
    head !== undefined &&
    last.term === last.stem &&
    /^\s+$/.test(head.gap) &&
    /^\p{Ll}/u.test(head.text) &&
    !isVerb(state, next) &&
    !companyLike.has(head.stem) &&
    !isOrdinary(state, head) &&
    (headNouns.has(head.term) || isOtherThing(state, next))
  )
}

/** 'construction and mining equipment': what is not understood has both words before it. */
export const isSharedModifier = ({ pieces, tokens }: Walk, index: number): boolean => {
  const last = pieces.at(-1)
  const noun = tokens[index - 2]
  return (
    last?.next === index - 1 &&
    joints.has(tokens[index - 1]?.term ?? '') &&
    last.chosen[0]?.identifier === 'industry' &&
    noun !== undefined &&
    noun.term === noun.stem
  )
}

/** 'hospital suppliers' sell to hospitals. */
const isTrading = (last: Token | undefined, head: Token | undefined): boolean =>
  last?.stem !== 'wholesale' &&
  head !== undefined &&
  /^\s+$/.test(head.gap) &&
  /^(supplier|vendor|distributor|importer|exporter|merchant|seller)$/.test(head.stem)

/** 'Shopify agencies', 'council contractors': what a company does for others, not what it is. */
export const isServed = ({ tokens, lexicon }: Walk, next: number): boolean => {
  const head = tokens[next]
  return (
    head !== undefined &&
    /^\s+$/.test(head.gap) &&
    !plainNouns.has(head.stem) &&
    (lexicon.get(head.stem) ?? []).some((each) => each.kind === 'noun' && each.of === 'company')
  )
}

/** 'noodle shops', 'software engineering consultancies': the word before makes another industry of it. */
export const isOpenHead = (state: Walk, index: number, next: number): boolean => {
  const { tokens, unknown, pieces, request } = state
  const head = tokens[index]
  if (head === undefined || next > index + 1 || !/^\s+$/.test(head.gap)) return false
  const last = pieces.at(-1)
  const isAfterTeam = last?.next === index && last.chosen[0]?.identifier === 'department'
  if (isAfterTeam && request.category === 'company') return true
  if (unknown.at(-1) !== index - 1 || !isNameless(tokens[index - 1])) return false
  return open().has(head.stem) || isMass(state, index)
}

/** 'the light rail': a word that is no trade of its own, which the unknown noun before narrows. */
const isMass = ({ tokens, lexicon, request }: Walk, index: number): boolean => {
  const [before, head, after] = tokens.slice(index - 1, index + 2)
  return (
    request.category === 'people' &&
    head?.term === head?.stem &&
    before !== undefined &&
    !isDescription(before) &&
    !(lexicon.get(after?.stem ?? '') ?? []).some(
      ({ kind }) => kind === 'noun' || kind === 'title' || kind === 'rank',
    )
  )
}

const isNameless = (token: Token | undefined): boolean =>
  token !== undefined &&
  /^[\p{Ll}\d]/u.test(token.text) &&
  !/ed$|^run$/.test(token.term) &&
  !noTitle.has(token.term)

let heads: ReadonlySet<string> | undefined
const open = (): ReadonlySet<string> => (heads ??= openHeads())

/** Fillers, cues and nouns, most of what follows an industry. */
const isOrdinary = ({ lexicon }: Walk, { stem, term }: Token): boolean =>
  !headNouns.has(term) &&
  (lexicon.get(stem) ?? lexicon.get(term) ?? []).some(({ kind }) => ordinary.has(kind))
const ordinary = new Set(['stop', 'noun', 'cue', 'not'])

/** 'construction employing apprentices', but not 'hotel booking software'. */
const isVerb = (state: Walk, index: number): boolean => {
  const term = state.tokens[index]?.term ?? ''
  if (!term.endsWith('ing')) return term.endsWith('ed')
  const ahead = interpretAt({ ...state, cue: undefined }, index + 1)
  return !(ahead?.kind === 'values' && ahead.of === 'industry')
}

const isOtherThing = (state: Walk, index: number): boolean => {
  const head = interpretAt({ ...state, cue: undefined }, index)
  const isRole = head?.kind === 'values' && /^(title|department|rank)$/.test(head.of)
  return head === undefined || (isRole && state.request.category === 'company')
}

/** Nouns that begin a cue elsewhere: 'hotel supplies', 'furniture hire'. */
const headNouns = new Set(
  'supplies supply products product stock hire rental rentals builds'.split(' '),
)

const companyLike = new Set('startup scaleup site giant leader entrepreneur'.split(' '))

/** 'small town accountants', 'large animal vets', but not 'small regional wineries': an unknown noun before the industry has the size. */
export const isOfPart = (state: Walk, index: number, next: number): boolean => {
  const [noun, head] = state.tokens.slice(next, next + 2)
  if (!noun || !head || next > index + 1 || !/^\s+$/.test(noun.gap) || !/^\s+$/.test(head.gap))
    return false
  if (interpretAt({ ...state, cue: undefined }, next) !== undefined || !/^\p{Ll}/u.test(noun.text))
    return false
  const after = interpretAt({ ...state, cue: undefined }, next + 1)
  return after?.kind === 'values' && after.of === 'industry' && !isDescription(noun)
}
export const isDescription = ({ term }: Token): boolean =>
  /(al|ary|ed|ing|ic|ive|ent|ant|ous|an|ern|less|ful|ly|able|ible)$/.test(term) && term !== 'animal'

/** Customers or the subject of the industry before, unless the prompt lists both. */
const isOfAnother = (state: Walk, index: number): boolean => {
  const { pieces, tokens, negation } = state
  const before = pieces.findLast(
    ({ chosen, negated }) => !negated && chosen[0]?.identifier === 'industry',
  )
  if (before === undefined || negation !== undefined || before.next === index) return false
  const from = Math.max(before.next, state.customers ?? 0)
  const isList = tokens
    .slice(from, index + 1)
    .some(
      ({ term, gap }, at) =>
        /[,;:.()/+\n]|\s[-–—]/.test(gap) || (from + at < index && joints.has(term)),
    )
  const isSameList = state.customers !== undefined && jointBetween(tokens.slice(from, index))
  return !isList || isSameList
}

const joints = new Set('and or nor plus also including etc'.split(' '))
const jointBetween = (between: readonly Token[]): boolean =>
  between.every(({ term }) => joints.has(term))

/** 'manufacturers of kitchen cabinets': goods that are no industry without the word before. */
export const goodsOf = (
  state: Walk,
  index: number,
): { chosen: readonly Chosen[]; next: number } | undefined => {
  const { pieces, tokens } = state
  if (!isAfterOf(state, index)) return undefined
  const last = pieces.at(-1)
  const whole = last?.negated === false ? divisionOfWhole(last.chosen) : undefined
  if (whole === undefined) return undefined
  for (const { key, next } of windows(tokens, index)) {
    const chosen = industryNamed(state, key, whole)
    if (chosen) return { chosen, next }
  }
  return undefined
}

const isAfterOf = (state: Walk, index: number): boolean => {
  const { pieces, tokens } = state
  if (tokens[index - 1]?.term !== 'of') return false
  const from = pieces.at(-1)?.next ?? index
  return from < index && tokens.slice(from, index - 1).every(({ stem }) => isNoun(state, stem))
}

const isIn =
  (division: string) =>
  (name: string): boolean =>
    divisionOf(name)?.code === division

/** 'boutique' of 'boutique hotels', but not 'plumbers' of 'plumbers electricians'. */
const isAdjective = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.corrected || token.term === token.stem) &&
  !/(er|or)s?$/.test(token.term)

/** Both of 'construction and mining equipment hire'. */
const dropModifiers = (state: Walk): void => {
  const from = state.pieces.at(-1)?.from ?? 0
  dropLast(state)
  if (isSharedModifier(state, from)) dropLast(state)
}

/** The phrase before is not understood either. */
export const dropLast = (state: Walk): void => {
  const last = state.pieces.pop()
  for (let at = last?.from ?? 0; at < (last?.next ?? 0); at += 1) markUnknown(state, at)
}

/** 'manufacturers but not food': the part of the industry that the prompt names before. */
export const excludedPart = (
  state: Walk,
  index: number,
  chosen: readonly Chosen[] = [],
): readonly Chosen[] | undefined => {
  const { negation, pieces, tokens } = state
  if (negation?.family !== undefined || negation === undefined) return undefined
  const whole = divisionOfWhole(
    pieces.findLast((piece) => !piece.negated && piece.chosen[0]?.identifier === 'industry')
      ?.chosen,
  )
  const names = chosen[0]?.values ?? []
  if (whole === undefined || names.some((name) => divisionOf(name)?.code === whole))
    return undefined
  return industryNamed(state, tokens[index]?.stem ?? '', whole)
}

const divisionOfWhole = (chosen: readonly Chosen[] | undefined): string | undefined => {
  const [only] = chosen ?? []
  const name =
    only?.identifier === 'industry' && only.values.length === 1 ? only.values[0] : undefined
  const division = name === undefined ? undefined : divisionOf(name)
  return division?.name === name ? division?.code : undefined
}

/** 'farms', 'stores': a whole division of ANZSIC. */
export const isWholeDivision = (chosen: readonly Chosen[]): boolean =>
  divisionOfWhole(chosen) !== undefined

const isNoun = ({ lexicon }: Walk, stem: string): boolean =>
  lexicon.get(stem)?.some(({ kind }) => kind === 'noun') === true

const industryNamed = (
  { lexicon }: Walk,
  stem: string,
  division: string,
): readonly Chosen[] | undefined => {
  for (const activity of activities[division] ?? [])
    for (const meaning of lexicon.get(stem + phraseKey(activity)) ?? [])
      if (
        meaning.kind === 'industry' &&
        meaning.chosen[0]?.values.every((name) => divisionOf(name)?.code === division) === true
      )
        return meaning.chosen
  return undefined
}

const activities: Readonly<Record<string, readonly string[]>> = {
  A: ['farming', 'growing'],
  B: ['mining'],
  C: ['manufacturing', 'processing'],
  E: ['construction'],
  F: ['wholesaling', 'wholesalers'],
  G: ['retailing', 'stores'],
}
