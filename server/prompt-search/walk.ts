import { filterOf } from '../../contract/search/filters.ts'
import { amountAt } from './amounts.ts'
import { applyAmount, newRule } from './apply-amount.ts'
import { requestTerms } from './common-terms.ts'
import { isCounted, isGoverned } from './clauses.ts'
import { applyCompany, namePast } from './company-names.ts'
import { freeTextAt, isVague, type FreeText } from './free-text.ts'
import { hiredAt } from './hiring.ts'
import type { Chosen, Cue, Meaning } from './lexicon.ts'
import { byName, type Interpretation } from './interpretation.ts'
import { interpretAt, startsSomething } from './meanings.ts'
import {
  dropLast,
  excludedPart,
  goodsOf,
  isSharedModifier,
  narrowIndustry,
} from './narrower-industry.ts'
import { isOnlyPart, isServiceOf } from './only-part.ts'
import { isBareSector, isUnusedNoun } from './nouns.ts'
import { readOwners } from './owners.ts'
import { ownOfferPast } from './own-offer.ts'
import {
  addPiece,
  jointBefore,
  markAllUnknown,
  markContent,
  markGoverned,
  markUnknown,
} from './pieces.ts'
import { bandsIn } from './ranges.ts'
import type { PromptRequest, Reading, Walk } from './reader.ts'
import { andAbove, headOf, isNewInRole, titleShape } from './roles.ts'
import { isCapital, isTitled, type Token } from './tokens.ts'

/** Once from left to right, the longest phrase with a meaning first. */
export const walk = (
  request: PromptRequest,
  tokens: readonly Token[],
  lexicon: ReadonlyMap<string, readonly Meaning[]>,
): Reading => {
  const state: Walk = {
    request,
    tokens,
    lexicon,
    pieces: [],
    unknown: [],
    governed: new Map(),
    about: request.category,
    towards: false,
    cue: undefined,
    negation: undefined,
    together: false,
    customers: undefined,
    offerEnd: 0,
  }
  let index = 0
  while (index < tokens.length) index = Math.max(step(state, index), index + 1)
  const { pieces, missed } = readOwners(state)
  for (const { from, next } of missed) markAllUnknown(state, from, next)
  return { tokens, pieces, unknown: state.unknown }
}

const step = (state: Walk, index: number): number => {
  const { tokens, request } = state
  const token = tokens[index]
  const offered = ownOfferPast(state, index)
  if (offered !== undefined) {
    state.offerEnd = offered
    return markContent(state, index, offered)
  }
  const company = applyCompany(state, index)
  if (company !== undefined) return company
  if (token?.quoted === true) return readQuoted(state, index)
  const interpretation = interpretAt(state, index)
  const amount = amountAt(request.prompt, tokens, index)
  const says = interpretation?.kind === 'values'
  if (/^(advertising|posting)$/.test(token?.term ?? '') && !amount)
    if (amountAt(request.prompt, tokens, index + 1)?.unit === 'jobs') return index + 1
  if (amount && !(says && interpretation.next >= amount.next)) {
    const next = applyAmount(state, index, amount)
    if (next !== undefined) return next
  }
  if (isNewInRole(state, index)) {
    addPiece(state, index, index + 1, [bandsIn('months in role', { from: 0, to: 3 })], newRule)
    return index + 1
  }
  const goods = goodsOf(state, index)
  if (goods && goods.next >= (interpretation?.next ?? 0)) {
    state.pieces.pop()
    addPiece(state, index, goods.next, goods.chosen, byName)
    return goods.next
  }
  const title = titleShape(state, index, interpretation)
  if (title !== undefined) return title
  if (interpretation?.kind === 'values') {
    if (isGoverned(state, index, interpretation.of, interpretation.next))
      return markGoverned(state, index, interpretation.next, interpretation.of)
    if (isCounted(state, index, interpretation.of)) {
      // 'owners of two restaurants in Melbourne'.
      if (interpretation.of === 'industry') state.about = 'company'
      return markAllUnknown(state, index, interpretation.next)
    }
  }
  const part =
    interpretation === undefined ||
    (interpretation.kind === 'values' && interpretation.of === 'industry')
      ? excludedPart(state, index, interpretation?.chosen)
      : undefined
  if (part) {
    addPiece(state, index, index + 1, part, 'A part of the industry before.')
    return index + 1
  }
  if (interpretation) return applyInterpretation(state, index, interpretation)
  markUnknown(state, index)
  return index + 1
}

const readQuoted = (state: Walk, index: number): number => {
  const text = state.tokens[index]?.text.slice(1, -1).trim() ?? ''
  const cue = state.cue && textCues[state.cue.cue]
  const known = cue === undefined ? interpretAt(state, index) : undefined
  if (known?.kind === 'values') return applyInterpretation(state, index, known)
  if (text.length < 2) markUnknown(state, index)
  else
    addPiece(
      state,
      index,
      index + 1,
      [{ identifier: cue ?? 'keywords', values: [text] }],
      'Exact phrase.',
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

const applyInterpretation = (
  state: Walk,
  index: number,
  interpretation: Interpretation,
): number => {
  const { tokens, request } = state
  const { next } = interpretation
  switch (interpretation.kind) {
    case 'stop': {
      const term = tokens[index]?.term ?? ''
      if (tokens[index]?.text === 'US' || (requests.has(term) && !isRequest(state, index)))
        markUnknown(state, index)
      if (term === 'both') state.together = true
      if (companiesFollow.has(term))
        state.towards = request.category === 'people' && !isTeam(state, next)
      if (term === 'who' && isWhereabouts(state, next)) state.about = request.category
      return next
    }
    case 'not':
      state.negation = /^(only|just)$/.test(tokens[next]?.term ?? '')
        ? undefined
        : { family: undefined }
      state.together = false
      return next
    case 'noun':
      if (isServiceOf(state, index)) {
        dropLast(state)
        return markAllUnknown(state, index, next)
      }
      if (isBareSector(state, index)) return markAllUnknown(state, index, next)
      if (isUnusedNoun(state, index, next, interpretation.of)) markUnknown(state, index)
      else if (request.category === 'people') state.about = interpretation.of
      return next
    case 'cue':
      return applyCue(state, index, interpretation.cue, next)
    case 'values':
      return applyValues(state, index, interpretation)
  }
}

const requests = new Set(requestTerms.trim().split(/\s+/))

/** The opening of a prompt, or what the user does: 'that we can call'. */
const isRequest = ({ tokens, lexicon, unknown, offerEnd }: Walk, index: number): boolean => {
  let at = index - 1
  while (asking.has(tokens[at]?.term ?? '') || requests.has(tokens[at]?.term ?? '')) at -= 1
  if (/^(i|we|me|us|you|please|lets)$/.test(tokens[at]?.term ?? '')) return true
  if (tokens[at]?.term === 'to') return !unknown.includes(at - 1)
  return tokens.slice(offerEnd, index).every(({ term }) => {
    const kinds = new Set(lexicon.get(term)?.map(({ kind }) => kind))
    return kinds.has('stop') && !kinds.has('noun')
  })
}
const asking = new Set(
  'can could should would will might may be am are just also really'.split(' '),
)

const applyValues = (
  state: Walk,
  index: number,
  interpretation: Extract<Interpretation, { kind: 'values' }>,
): number => {
  const { of, rule } = interpretation
  let next = interpretation.next
  const narrower =
    of === 'industry' ? narrowIndustry(state, index, interpretation.chosen) : undefined
  if (narrower?.length === 0 || isOnlyPart(state, index, interpretation)) {
    if (narrower) state.customers = next
    else if (of === 'industry' && isSharedModifier(state, index)) dropLast(state)
    return markAllUnknown(state, index, next)
  }
  const chosen = narrower ?? interpretation.chosen
  if (of === 'place' && isSecondHome(state, index, chosen))
    return markAllUnknown(state, index, next)
  const posts = chosen.some(
    ({ identifier, values }) => identifier === 'job_posts' && values.includes('Any'),
  )
  const hired = posts ? hiredAt(state, next) : undefined
  next = hired?.next ?? next
  const towards = state.towards || followsAdjective(state, index)
  const head = of === 'rank' ? headOf(state, index, next) : undefined
  if (head !== undefined) return head
  const above = of === 'rank' ? andAbove(state, next, chosen) : undefined
  next = above?.next ?? next
  addPiece(
    state,
    index,
    next,
    hired?.chosen ?? above?.chosen ?? chosen,
    hired ? 'Open jobs in that department.' : rule,
  )
  if (state.request.category === 'people') {
    if (peopleKinds.has(of)) state.about = 'people'
    else if (aboutCompanies(of, chosen) && (towards || isCompanies(state, next)))
      state.about = 'company'
  }
  if (of !== 'technology' && of !== 'place' && of !== 'target') state.cue = undefined
  return next
}

/** 'in Auckland covering Otago': a person is in a single place, unless the prompt lists several. */
const isSecondHome = (state: Walk, index: number, chosen: readonly Chosen[]): boolean =>
  chosen[0]?.identifier === 'people_location' &&
  state.negation === undefined &&
  jointBefore(state, index).joint === 'apart' &&
  state.pieces.some((piece) => !piece.negated && piece.chosen[0]?.identifier === 'people_location')

/** 'who are not in WA', 'who live in Perth': the people again, unless it is 'companies who'. */
const isWhereabouts = (state: Walk, index: number): boolean => {
  const company = state.tokens[index - 2]?.stem ?? ''
  if (state.lexicon.get(company)?.some((each) => each.kind === 'noun' && each.of === 'company'))
    return false
  let at = index
  while (whereabouts.has(state.tokens[at]?.term ?? '')) at += 1
  return at > index && /^(in|at|outside|near|around|from)$/.test(state.tokens[at - 1]?.term ?? '')
}
const whereabouts = new Set(
  `are is aren't arent isn't isnt not live lives living work works working reside resides residing based sit sits located currently do don't dont
in at outside near around from of`.split(/\s+/),
)

/** 'owners of family restaurants': a word in between that is not understood. */
const followsAdjective = ({ tokens, unknown }: Walk, index: number): boolean => {
  let at = index - 1
  while (unknown.includes(at) && /^[\s-]+$/.test(tokens[at + 1]?.gap ?? '')) at -= 1
  return at < index - 1 && companiesFollow.has(tokens[at]?.term ?? '')
}

const companiesFollow = new Set(['at', 'of', 'for', 'from'])
const peopleKinds = new Set(['title', 'rank', 'department'])
const aboutCompanies = (of: string, chosen: readonly Chosen[]): boolean =>
  of !== 'place' &&
  of !== 'country' &&
  chosen.some(({ identifier }) => filterOf(identifier)?.about === 'company')

/** 'tech companies' as a phrase of its own. */
const isCompanies = ({ tokens }: Walk, next: number): boolean =>
  /^(company|firm|business)$/.test(tokens[next - 1]?.stem ?? '')

/** A text filter takes the next words as its value; other cues change how the next words are read. */
const applyCue = (state: Walk, index: number, cue: Cue, next: number): number => {
  const identifier = textCues[cue]
  // 'thinking about'.
  if (state.tokens[index]?.term === 'about' && state.unknown.at(-1) === index - 1) return next
  if (identifier === undefined) {
    const hired = cue === 'hiring' ? hiredAt(state, next) : undefined
    if (hired) addPiece(state, index, hired.next, hired.chosen, 'Open jobs in that department.')
    if (hired) return hired.next
    const said = state.tokens.slice(index, next).map(({ term }) => term)
    if (cue === 'hiring' && said.some((term) => jobTerms.has(term))) {
      addPiece(
        state,
        index,
        index + 1,
        [{ identifier: 'job_posts', values: ['Any'] }],
        'Open jobs.',
      )
      return index + 1
    }
    // 'opening in Sydney'.
    if (cue === 'hiring' && !amountAt(state.request.prompt, state.tokens, next))
      return markAllUnknown(state, index, next)
    state.cue = { cue, next }
    const term = state.tokens[index]?.term ?? ''
    if (cue === 'place') state.towards = state.towards || (term === 'from' && !isTeam(state, next))
    if (/^(live|lives|living|reside|resides|residing)$/.test(term))
      state.about = state.request.category
    return next
  }
  const begins = (at: number): boolean => startsSomething(state, at, identifier)
  let at = next
  let read = startsSomething(state, next, identifier)
    ? undefined
    : freeTextAt(state.tokens, at, identifier, begins)
  const customer =
    cue === 'product' ? (customerPast(state, next, read?.next) ?? namePast(state, next)) : undefined
  if (customer !== undefined) return markAllUnknown(state, index, customer)
  if (read === undefined) {
    for (let vagueAt = next; isVague(state.tokens[vagueAt]?.term ?? ''); vagueAt += 1) {
      markUnknown(state, vagueAt)
      at = vagueAt + 1
    }
    if (at > next) return at
    const ahead = interpretAt({ ...state, cue: undefined }, next)
    if ((ahead?.kind === 'cue' && ahead.cue === 'place') || cue === 'product')
      markAllUnknown(state, index, next)
    return next
  }
  let from = index
  while (read !== undefined) {
    addPiece(
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

const jobTerms = new Set(
  'hiring recruiting roles vacancies ads posts openings positions jobs'.split(' '),
)

/** 'supplying wineries', 'Woolworths' or 'the car industry' is about customers, 'supplying water tanks' about products. */
const customerPast = (state: Walk, index: number, end = index): number | undefined => {
  const { tokens, lexicon } = state
  if (!/^suppl(y|ies|ying)$/.test(tokens[index - 1]?.term ?? '')) return undefined
  const head = lexicon.get(tokens[end - 1]?.stem ?? '') ?? []
  const isCompanies = head.some((each) => each.kind === 'noun' && each.of === 'company')
  if (end > index && (isCompanies || (isCapital(tokens[index]) && !isTitled(tokens)))) return end
  const ahead = interpretAt({ ...state, cue: undefined }, index)
  return ahead?.kind === 'values' && ahead.of === 'industry' ? ahead.next : undefined
}

/** 'from legal at insurers': the department, not its industry. */
const isTeam = (state: Walk, index: number): boolean => {
  const team = interpretAt({ ...state, cue: undefined, towards: false }, index)
  return (
    team?.kind === 'values' &&
    team.of === 'department' &&
    /^(at|of|in|for)$/.test(state.tokens[team.next]?.term ?? '')
  )
}

const afterJoint = (state: Walk, at: number): number | undefined => {
  const token = state.tokens[at]
  if (!token) return undefined
  if (/^(and|or|nor)$/.test(token.term)) return at + 1
  if (!/^\s*[,/+]\s*$/.test(token.gap)) return undefined
  return at
}
