import type { Meaning } from './lexicon.ts'
import type { Walk } from './reader.ts'
import { isOfUnknownVerb } from './unknown-verbs.ts'

/** Known names that say nothing about the records: a landmark nearby, a thing that is counted. */
export const isNoFilter = (state: Walk, index: number, of: Meaning['kind']): boolean =>
  isNearLandmark(state, index, of) ||
  (of === 'industry' && isCounted(state, index)) ||
  (of === 'place' && isGoal(state, index)) ||
  isOfUnknownVerb(state, index, of)

/** 'went to Sydney', 'expanding to Perth': not where they are. */
const isGoal = ({ tokens, unknown }: Walk, index: number): boolean =>
  unknown.at(-1) === index - 2 &&
  (tokens[index - 1]?.term === 'to' ||
    (tokens[index - 1]?.term === 'from' && /(ed|ing)$/.test(tokens[index - 2]?.term ?? '')))

/** 'near the zoo', 'next to hospitals': a landmark is no industry. */
const isNearLandmark = (state: Walk, index: number, of: Meaning['kind']): boolean => {
  if (of === 'place' || of === 'country') return false
  const before = state.tokens.slice(Math.max(0, index - 3), index).map(({ term }) => term)
  return /(^| )(near|nearby|nearest|close to|next to|beside|opposite|behind)( the| a| an| our| my)?$/.test(
    before.join(' '),
  )
}

/** 'with 10 cranes', '3 people in marketing', but not 'top 100 builders'. */
const isCounted = ({ tokens, unknown }: Walk, index: number): boolean => {
  const isTeam =
    tokens[index - 1]?.term === 'in' &&
    /^(people|staff|employees|person)$/.test(tokens[index - 2]?.term ?? '')
  const number = isTeam ? index - 3 : index - 1
  return (
    unknown.includes(number) &&
    (isTeam || unknown.at(-1) === number) &&
    /^\d/.test(tokens[number]?.term ?? '') &&
    tokens.slice(Math.max(0, number - 3), number).some(({ term }) => having.has(term))
  )
}

const having = new Set(
  'with has have having employ employs employing own owns owning operate operates run runs running'.split(
    ' ',
  ),
)
