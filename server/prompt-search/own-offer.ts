import { breaks } from './phrases.ts'
import type { Walk } from './reader.ts'

/**
 * 'I sell forklifts, who buys them in Geelong': what users say about themselves is about no record. The end of that clause,
 * or undefined where none begins.
 */
export const ownOfferPast = ({ tokens }: Walk, index: number): number | undefined => {
  const begins = index === 0 || /[.;:!?,\n]/.test(tokens[index]?.gap ?? '')
  if (!begins || !/^(i|we)$/.test(tokens[index]?.term ?? '')) return undefined
  let verb = index + 1
  while (adverbs.has(tokens[verb]?.term ?? '')) verb += 1
  const after = tokens[verb + 1]
  // 'we sell to', 'we do not want'.
  if (!offers.has(tokens[verb]?.term ?? '') || after === undefined || isNoOffer(after.term))
    return undefined
  let next = verb + 1
  while (next < tokens.length && !breaks(tokens[next]?.gap ?? '') && !isWish(tokens[next]?.term))
    next += 1
  return next
}

const isNoOffer = (term: string): boolean => /^(to|with|not|have|any|it|this|that)$/.test(term)
const isWish = (term: string | undefined): boolean =>
  /^(who|which|what|find|show|get|give|list|need|want|looking|so)$/.test(term ?? '')

const adverbs = new Set('also mainly mostly only just currently both'.split(' '))
const offers = new Set(
  `sell do make offer provide supply install build manufacture distribute import run own help support service specialise
develop represent lease rent repair fix deliver design`.split(/\s+/),
)
