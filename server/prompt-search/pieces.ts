import { familyOf } from './families.ts'
import type { Chosen } from './lexicon.ts'
import type { Piece, Walk } from './reader.ts'

/** Words nothing is made of: a 'not' before them was about them. */
export const notUnderstood = (state: Walk, index: number): void => {
  state.unknown.push(index)
  if (state.negation && state.negation.family === undefined) state.negation.family = 'unknown'
  state.cue = undefined
  state.towards = false
}

/** Takes words as a piece: negated while a negation before them holds, joined as what stands between says. */
export const add = (
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
    else negated = joint !== 'apart' && bare && negation.family === family
    if (negated) negation.family = family
    else state.negation = undefined
  }
  state.pieces.push({ from, next, chosen, rule, negated, joint, together: state.together, ...more })
  state.towards = false
}

/** What stands between the last piece and a word: how they are joined, and whether nothing but that stands there. */
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
