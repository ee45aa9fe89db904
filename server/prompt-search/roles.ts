import { seniorities } from '../../contract/search/bands.ts'
import { isGoverned } from './clauses.ts'
import { industryNames } from './industries.ts'
import type { Interpretation } from './interpretation.ts'
import type { Chosen } from './lexicon.ts'
import { interpretAt } from './meanings.ts'
import { breaks } from './phrases.ts'
import { addPiece, markGoverned } from './pieces.ts'
import type { Walk } from './reader.ts'
import { capitalised, isTitleNoun, knownTitle, noTitle, singularTitle } from './title-shapes.ts'
import { isCapital, stemOf } from './tokens.ts'

/** 'new' before a role. */
export const isNewInRole = (state: Walk, index: number): boolean => {
  if (state.about !== 'people' || !/^(new|newly)$/.test(state.tokens[index]?.term ?? ''))
    return false
  const interpretation = interpretAt(state, index + 1)
  return (
    interpretation?.kind === 'values' &&
    (interpretation.of === 'title' || interpretation.of === 'rank')
  )
}

/** Outside the catalogue: unknown words before 'officer', 'manager' and similar. */
export const titleShape = (
  state: Walk,
  index: number,
  interpretation: Interpretation | undefined,
): number | undefined => {
  if (state.about !== 'people' || state.towards || state.cue?.cue === 'skill') return undefined
  const department = interpretation?.kind === 'values' && interpretation.of === 'department'
  if (interpretation?.kind === 'values' && interpretation.of === 'title')
    return titleWithRank(state, index, interpretation.next)
  const isTrade = isTradeOfTitle(state, index, interpretation)
  const isWorkplace = isTrade || isWorkplaceAt(state, index)
  if (interpretation !== undefined && !department && !isWorkplace) return undefined
  // 'who place engineers'.
  const isVerb = /^(who|that|which|to)$/.test(state.tokens[index - 1]?.term ?? '')
  if (interpretation === undefined && isVerb) return undefined
  let next = department ? (interpretation?.next ?? index) : index
  const last = Math.min(next + 3, state.tokens.length)
  for (; next < last; next += 1) {
    const token = state.tokens[next]
    if (!token || (next > index && breaks(token.gap)) || token.quoted) return undefined
    if (isWorkplace && next > index && !isTitleNoun(token, token.stem === 'manager'))
      return undefined
    if (next > index && isTitleNoun(token, !department)) {
      const end = next + 1
      if (isGoverned(state, index, 'title')) return markGoverned(state, index, end, 'title')
      const phrase = state.tokens.slice(index, end)
      addPiece(
        state,
        index,
        end,
        [{ identifier: 'position', values: [knownTitle(singularTitle(phrase))] }],
        'Job title as you typed it.',
      )
      return end
    }
    const ahead = interpretAt(state, next)
    if (
      noTitle.has(token.term) ||
      (next > index &&
        ahead !== undefined &&
        !(ahead.kind === 'values' && ahead.of === 'department'))
    )
      return undefined
  }
  return undefined
}

/** 'plumbing supervisors'. */
const isTradeOfTitle = (
  { tokens }: Walk,
  index: number,
  interpretation: Interpretation | undefined,
): boolean =>
  interpretation?.kind === 'values' &&
  interpretation.of === 'industry' &&
  interpretation.next === index + 1 &&
  tokens[index]?.term === tokens[index]?.stem &&
  isTitleNoun(tokens[index + 1], false)

/** 'nurse managers' are neither nurses nor any managers. */
const titleWithRank = (state: Walk, index: number, next: number): number | undefined => {
  const rank = state.tokens[next]
  if (!rank || rank.stem !== 'manager' || !/^\s+$/.test(rank.gap)) return undefined
  if (isGoverned(state, index, 'title')) return markGoverned(state, index, next + 1, 'title')
  const title = singularTitle(state.tokens.slice(index, next + 1))
  addPiece(
    state,
    index,
    next + 1,
    [{ identifier: 'position', values: [knownTitle(title)] }],
    'Job title as you typed it.',
  )
  return next + 1
}

/** 'shop assistants', 'orchard managers': a workplace, of which there are several, is part of the title. */
const isWorkplaceAt = ({ tokens, lexicon }: Walk, index: number): boolean => {
  const token = tokens[index]
  if (token === undefined || token.term !== token.stem) return false
  return (
    countable().has(token.stem) ||
    (lexicon.get(token.stem) ?? []).some((each) => each.kind === 'noun' && each.of === 'company')
  )
}

let plurals: ReadonlySet<string> | undefined
const countable = (): ReadonlySet<string> =>
  (plurals ??= new Set(
    [...industryNames().keys()].flatMap((name) =>
      /^\p{L}+s$/u.test(name) && stemOf(name) !== name ? [stemOf(name)] : [],
    ),
  ))

/** 'head of security', 'director of digital': a title outside the catalogue. */
export const headOf = (state: Walk, index: number, next: number): number | undefined => {
  const { tokens } = state
  const [first, second] = tokens.slice(index, index + 2)
  if (!first || !/^(head|director)$/.test(first.stem)) return undefined
  if (second?.term !== 'of' || next > index + 2) return undefined
  const at = index + 2
  const end = at + 1
  if (!tokens[at] || !isFunction(state, at)) return undefined
  const title = capitalised([{ ...first, text: first.stem }, second, ...tokens.slice(at, end)])
  addPiece(
    state,
    index,
    end,
    [{ identifier: 'position', values: [title] }],
    'Job title as you typed it.',
  )
  return end
}

/** 'security', and 'digital' of 'head of digital at retailers'; schools and 'retail companies' have heads themselves. */
const isFunction = (state: Walk, index: number): boolean => {
  const ahead = interpretAt({ ...state, towards: false }, index)
  const [rank, , token] = state.tokens.slice(index - 2, index + 1)
  if (
    token?.term !== token?.stem ||
    /^(\d.*|two|three|four|five|several|many|multiple|both|more|other|another)$/.test(
      token?.term ?? '',
    ) ||
    (isCapital(token) && !isCapital(rank))
  )
    return false
  if (ahead === undefined) return true
  if (ahead.kind !== 'values' || ahead.of !== 'industry' || ahead.next > index + 1) return false
  const after = state.tokens[index + 1]
  return after === undefined || /^(at|for|in)$/.test(after.term)
}

/** 'managers and above': the rank and all higher ranks. */
export const andAbove = (
  state: Walk,
  next: number,
  chosen: readonly Chosen[],
): { chosen: readonly Chosen[]; next: number } | undefined => {
  const said = state.tokens.slice(next, next + 2).map(({ term }) => term)
  const value = chosen[0]?.identifier === 'seniority' ? chosen[0].values[0] : undefined
  if (value === undefined || !/^(and|or|level) (above|up|higher|upwards)$/.test(said.join(' ')))
    return undefined
  const ranks = seniorities.map((option) => option.value)
  return {
    chosen: [{ identifier: 'seniority', values: ranks.slice(0, ranks.indexOf(value) + 1) }],
    next: next + 2,
  }
}
