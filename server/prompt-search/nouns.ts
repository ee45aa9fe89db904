import { plainNouns } from './common-terms.ts'
import { breaks } from './phrases.ts'
import type { Walk } from './reader.ts'

/** It says something that no filter has. */
export const isUnusedNoun = (
  state: Walk,
  index: number,
  next: number,
  of: 'company' | 'people',
): boolean =>
  isNothingLeftOut(state, next) ||
  isLead(state, index) ||
  (of === 'company' && isTradeAlone(state, index))

/** 'accountants in industry', which names none. */
export const isBareSector = ({ tokens }: Walk, index: number): boolean =>
  /^(industry|sector|space|field)$/.test(tokens[index]?.term ?? '') &&
  tokens[index - 1]?.term === 'in'

/** 'procurement leads' are people of a rank, or prospects. */
const isLead = ({ tokens, pieces }: Walk, index: number): boolean =>
  tokens[index]?.stem === 'lead' && pieces.at(-1)?.next === index

/** 'commercial cleaners, no franchises': no filter leaves them out. */
const isNothingLeftOut = ({ negation, tokens }: Walk, next: number): boolean =>
  negation !== undefined &&
  negation.family === undefined &&
  (tokens[next] === undefined || breaks(tokens[next].gap))

/** 'agencies in Sydney' names no industry, 'marketing agencies' does. */
const isTradeAlone = ({ pieces, tokens }: Walk, index: number): boolean =>
  !plainNouns.has(tokens[index]?.stem ?? '') &&
  !pieces.some(({ chosen, negated }) => !negated && chosen[0]?.identifier === 'industry')
