import { divisionOf } from './industries.ts'
import type { Interpretation } from './interpretation.ts'
import type { Chosen } from './lexicon.ts'
import { isModifier, isOfPart, isOpenHead, isServed } from './narrower-industry.ts'
import type { Walk } from './reader.ts'

/** The phrase describes a word that is not understood, or a word that is not understood decides what it means. */
export const isOnlyPart = (
  state: Walk,
  index: number,
  { next, chosen }: Extract<Interpretation, { kind: 'values' }>,
): boolean => {
  switch (chosen[0]?.identifier) {
    case 'industry':
      return (
        isModifier(state, next) ||
        isPartOfAdjective(state, next) ||
        isOpenHead(state, index, next) ||
        isDone(state, index, next) ||
        isOfTechnology(state, index)
      )
    case 'company_size':
      return isOfPart(state, index, next) || isOfObject(state, index, next)
    case 'technographics':
      return (
        !/^(user|customer|client|product)$/.test(state.tokens[next]?.stem ?? '') &&
        (isModifier(state, next) ||
          isServed(state, next) ||
          isPartOfAdjective(state, next) ||
          isBeforeTrade(state, next))
      )
    case 'job_posts':
      return isOfObject(state, index, next)
    case 'social_media':
      return isModifier(state, next) || isServed(state, next)
    case 'company_type':
      return (
        isModifier(state, next) ||
        isPartOfAdjective(state, next) ||
        isOfObject(state, index, next) ||
        (isBody(chosen) && isServed(state, next))
      )
    default:
      return false
  }
}

/** 'oil and gas services' serve those that extract it: only industries of services are named with the word. */
export const isServiceOf = ({ pieces, tokens }: Walk, index: number): boolean => {
  const last = pieces.at(-1)
  return (
    tokens[index]?.stem === 'service' &&
    last?.next === index &&
    last.chosen[0]?.identifier === 'industry' &&
    last.chosen[0].values.every((name) => /[ABCFG]/.test(divisionOf(name)?.code ?? ''))
  )
}

/** 'government funded schools', 'private equity backed'. */
const isPartOfAdjective = ({ tokens }: Walk, next: number): boolean => {
  const [last, after] = tokens.slice(next - 1, next + 1)
  return (
    last?.term === last?.stem &&
    after !== undefined &&
    /^[\s-]+$/.test(after.gap) &&
    /^(owned|backed|funded|subsidised|led|run|managed|approved|certified|accredited|registered|sponsored|qualified|trained|licensed|licenced|experienced|educated)$/.test(
      after.term,
    )
  )
}

/** 'council', not an adjective as 'private' and 'listed'. */
const isBody = (chosen: readonly Chosen[]): boolean =>
  chosen.some(({ values }) => values.some((value) => /^(Gov|Char|Trust)/.test(value)))

/** 'with an enterprise agreement', 'with a large fleet': an object of the company, not the company. */
const isOfObject = ({ tokens, lexicon }: Walk, index: number, next: number): boolean => {
  const object = tokens[next]
  const before = /^(a|an|the|their)$/.test(tokens[index - 1]?.term ?? '') ? index - 2 : index - 1
  return (
    object !== undefined &&
    /^\s+$/.test(object.gap) &&
    /^\p{Ll}/u.test(object.text) &&
    !lexicon.has(object.stem) &&
    !lexicon.has(object.term) &&
    /^(with|has|have|having|run|runs|running|own|owns)$/.test(tokens[before]?.term ?? '')
  )
}

/** 'a Xero accountant', but not 'Xero accountants'. */
const isBeforeTrade = ({ tokens, lexicon }: Walk, next: number): boolean => {
  const trade = tokens[next]
  return (
    trade !== undefined &&
    trade.term === trade.stem &&
    /^\s+$/.test(trade.gap) &&
    (lexicon.get(trade.stem) ?? []).some(({ kind }) => kind === 'industry')
  )
}

/** 'advertising on Facebook', 'cleaning on Sundays', 'companies banking with'. */
const isDone = ({ tokens, lexicon }: Walk, index: number, next: number): boolean =>
  next === index + 1 &&
  tokens[index]?.term.endsWith('ing') === true &&
  (tokens[next]?.term === 'on' ||
    (tokens[next]?.term === 'with' &&
      (lexicon.get(tokens[index - 1]?.stem ?? '') ?? []).some(({ kind }) => kind === 'noun')))

/** 'Salesforce consultants': the technology, which is not understood, makes another trade of it. */
const isOfTechnology = ({ tokens, unknown, lexicon }: Walk, index: number): boolean =>
  unknown.at(-1) === index - 1 &&
  /^\s+$/.test(tokens[index]?.gap ?? '') &&
  (lexicon.get(tokens[index - 1]?.stem ?? '') ?? []).some(
    (each) => each.kind === 'technology' && !each.ordinary,
  )
