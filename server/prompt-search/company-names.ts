import { nameKey } from '../entity-matching/name-keys.ts'
import { isGoverned } from './clauses.ts'
import { breaks } from './phrases.ts'
import { addPiece, jointBefore, markAllUnknown, markGoverned } from './pieces.ts'
import type { Walk } from './reader.ts'
import { isCapital, isTitled, tokensOf, type Token } from './tokens.ts'

/** Name keys of companies that a prompt may name, with the companies of that name. */
export type CompanyNames = ReadonlyMap<string, readonly string[]>

const longestName = 7

/** The name key of every phrase that can be a name, for one lookup in the market. */
export const nameKeysIn = (prompt: string): string[] => {
  const tokens = tokensOf(prompt)
  const keys = tokens.flatMap((_, index) => phrases(prompt, tokens, index).map(({ key }) => key))
  return [...new Set(keys)].filter((key) => key.length > 2)
}

/**
 * Reads a company by its name where the prompt introduces a company ('at', 'from', 'except'), spells it with capitals or
 * says nothing else. 'Competitors of X' are other companies than X, so X is not read.
 */
export const applyCompany = (state: Walk, index: number): number | undefined => {
  const { request, tokens } = state
  const companies = request.companies ?? none
  for (const { key, next } of companies.size === 0 ? [] : phrases(request.prompt, tokens, index)) {
    const ids = companies.get(key)
    if (ids === undefined || isRelated(tokens, next) || !isNamed(state, index, next)) continue
    if (isGoverned(state, index, 'company')) return markGoverned(state, index, next, 'company')
    addPiece(
      state,
      index,
      next,
      [{ identifier: 'company_id', values: ids }],
      'The company of this name.',
    )
    return next
  }
  const next = unknownName(state, index)
  return next === undefined ? undefined : markAllUnknown(state, index, next)
}

/** Past a name that the market has. */
export const namePast = ({ request, tokens }: Walk, index: number): number | undefined =>
  phrases(request.prompt, tokens, index).find(({ key }) => request.companies?.has(key) === true)
    ?.next

/** 'Coolibah Foods competitors'. */
const isRelated = (tokens: readonly Token[], next: number): boolean =>
  /^(competitor|rival|client|customer|supplier|subsidiary|partner|alternative)$/.test(
    tokens[next]?.stem ?? '',
  ) && !breaks(tokens[next]?.gap ?? '')

const none: CompanyNames = new Map()

/** The longest first. */
const phrases = (
  prompt: string,
  tokens: readonly Token[],
  index: number,
): { key: string; next: number }[] => {
  const found: { key: string; next: number }[] = []
  const first = tokens[index]
  for (let next = index + 1; next <= Math.min(index + longestName, tokens.length); next += 1) {
    const last = tokens[next - 1]
    if (!first || !last || (next > index + 1 && (last.quoted || breaks(last.gap)))) break
    const written = prompt.slice(first.start, last.end)
    found.push({ key: nameKey(first.quoted ? written.slice(1, -1) : written), next })
  }
  return found.toReversed()
}

const isNamed = (state: Walk, index: number, next: number): boolean => {
  const { tokens } = state
  if (tokens[index]?.quoted === true) return true
  const several = next > index + 1
  const isWhole = index === 0 && next === tokens.length
  const capitals = tokens
    .slice(index, next)
    .every((token) => isCapital(token) || small.has(token.term))
  const isPartOfMore = isCapital(tokens[next]) && !breaks(tokens[next]?.gap ?? '')
  const known = tokens
    .slice(index, next)
    .every(({ stem, term }) => state.lexicon.has(stem) || state.lexicon.has(term))
  if (isWhole) return several || !known
  if (isListed(state, index)) return true
  const introducer = introducerOf(state, index)
  if (introducer === 'other') return false
  if (introducer === 'except') return !known || (several && capitals && !isPartOfMore)
  if (introducer === 'name') return !known || (capitals && !isPartOfMore)
  return several && capitals && !isPartOfMore && !known
}

const small = new Set(['and', 'of', 'the', 'for', 'pty', 'ltd'])

/** 'at X or Y', where X is a company. */
const isListed = (state: Walk, index: number): boolean =>
  state.pieces.at(-1)?.chosen[0]?.identifier === 'company_id' && jointBefore(state, index).bare

/** What the words before announce: the company itself, others that have to do with it, or nothing. */
const introducerOf = (state: Walk, index: number): 'name' | 'other' | 'except' | undefined => {
  const { tokens, pieces } = state
  const at = tokens[index - 1]?.term === 'the' ? index - 2 : index - 1
  const term = tokens[at]?.term ?? ''
  if (/^(like|similar|near|versus|vs)$/.test(term)) return 'other'
  if (term === 'at' || term === 'from') return 'name'
  if (term === 'of' || term === 'to') {
    const last = pieces.at(-1)
    const isRole = last?.next === at && people.has(last.chosen[0]?.identifier ?? '')
    return isRole && term === 'of' ? 'name' : 'other'
  }
  const stem = tokens[at]?.stem ?? ''
  return state.lexicon.get(stem)?.some(({ kind }) => kind === 'not') ? 'except' : undefined
}

const people = new Set(['position', 'seniority', 'department', 'influencer'])

/** Capitalised words after 'at', 'like' or 'except' that no company of the market has as its name. */
const unknownName = (state: Walk, index: number): number | undefined => {
  const { tokens, lexicon } = state
  if (isTitled(tokens) || introducerOf(state, index) === undefined) return undefined
  let next = index
  while (isCapital(tokens[next]) && (next === index || !breaks(tokens[next]?.gap ?? ''))) next += 1
  const name = tokens.slice(index, next)
  if (name.length < 2 || name.some(({ stem }) => isLocation(state, stem))) return undefined
  const whole = name.map(({ stem }) => stem).join('')
  return lexicon.has(whole) || name.some(({ stem }) => isNoun(state, stem)) ? undefined : next
}

const isLocation = ({ lexicon }: Walk, stem: string): boolean =>
  lexicon.get(stem)?.some(({ kind }) => kind === 'place' || kind === 'country') === true
const isNoun = ({ lexicon }: Walk, stem: string): boolean =>
  lexicon.get(stem)?.some(({ kind }) => kind === 'noun' || kind === 'title' || kind === 'rank') ===
  true
