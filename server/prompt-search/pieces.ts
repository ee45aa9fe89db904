import { familyOf } from './families.ts'
import type { Chosen, Meaning } from './lexicon.ts'
import type { Piece, Walk } from './reader.ts'

/** A 'not' before the tokens applied to them. */
export const markUnknown = (state: Walk, index: number): void => {
  state.unknown.push(index)
  if (state.negation && state.negation.family === undefined) state.negation.family = 'unknown'
  state.cue = undefined
  state.towards = false
}

export const markAllUnknown = (state: Walk, from: number, next: number): number => {
  for (let at = from; at < next; at += 1) markUnknown(state, at)
  return next
}

/** All but fillers. */
export const markContent = (state: Walk, from: number, next: number): number => {
  for (let at = from; at < next; at += 1)
    if (
      !(state.lexicon.get(state.tokens[at]?.stem ?? '') ?? []).some(({ kind }) => kind === 'stop')
    )
      markUnknown(state, at)
  return next
}

export const markGoverned = (
  state: Walk,
  from: number,
  next: number,
  of: Meaning['kind'] | 'company',
): number => {
  for (let at = from; at < next; at += 1) state.governed.set(at, of)
  return markAllUnknown(state, from, next)
}

export const addPiece = (
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
    else
      negated =
        joint !== 'apart' &&
        bare &&
        negation.family === family &&
        (joint !== 'list' || isSameList(state, next, chosen))
    if (negated) negation.family = family
    else state.negation = undefined
  }
  state.pieces.push({ from, next, chosen, rule, negated, joint, together: state.together, ...more })
  state.towards = false
}

/** 'not government, mining or banks' goes on after the comma; 'not charities, healthcare' names what is wanted. */
const isSameList = (state: Walk, next: number, chosen: readonly Chosen[]): boolean => {
  const before = state.pieces.at(-1)?.chosen[0]?.identifier
  if (before === chosen[0]?.identifier) return true
  const rest = state.tokens.slice(next, next + 4)
  const end = rest.findIndex(({ gap }) => /[.;]/.test(gap))
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .some(({ term }) => /^(or|and|nor)$/.test(term))
}

/** How a token joins the previous piece, and whether nothing else is between them. */
export const jointBefore = (
  state: Walk,
  from: number,
): { joint: Piece['joint']; bare: boolean } => {
  const last = state.pieces.at(-1)
  const start = last?.next ?? 0
  const between = state.tokens.slice(start, from)
  const gaps = state.tokens
    .slice(start, from + 1)
    .map(({ gap }) => gap)
    .join(' ')
  const said = between.map(({ term }) => term)
  const bare = said.every((term) => binding.has(term))
  if (last === undefined) return { joint: 'apart', bare }
  if (said.some((term) => term === 'or' || term === 'nor') || gaps.includes('/'))
    return { joint: 'or', bare }
  if (/ as well as /.test(` ${said.join(' ')} `)) {
    state.together = true
    last.together = true
    return { joint: 'and', bare }
  }
  if (said.some((term) => term === 'and' || term === 'plus') || /\+\s/.test(gaps))
    return { joint: 'and', bare }
  return { joint: /[,;]/.test(gaps) && bare ? 'list' : 'apart', bare }
}

const binding = new Set(
  'and or nor the a an any also even as well plus all of our either both other'.split(' '),
)
