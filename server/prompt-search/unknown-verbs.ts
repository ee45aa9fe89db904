import type { Meaning } from './lexicon.ts'
import { breaks } from './phrases.ts'
import type { Walk } from './reader.ts'

/**
 * 'moved from MYOB to Xero', 'that advise banks', 'used to use Xero', 'assistants to the CEO', 'former CFOs': what a verb that
 * is not understood is about, or what was true before, describes no record of today.
 */
export const isOfUnknownVerb = (state: Walk, index: number, of: Meaning['kind']): boolean =>
  (roles.has(of) && (isFormer(state, index) || isOfAnotherRole(state, index))) ||
  (of === 'technology' && isFormerUse(state, index)) ||
  (of === 'industry' && /(^| )(work|works|working) on( the)?$/.test(textBefore(state, index))) ||
  (objects.has(of) && isObject(state, index, of))

const roles = new Set<Meaning['kind']>(['title', 'rank'])
const objects = new Set<Meaning['kind']>(['industry', 'technology', 'title', 'rank', 'department'])

export const isFormer = ({ tokens }: Walk, index: number): boolean =>
  former.has(tokens[index - 1]?.term ?? '')
const former = new Set('former formerly ex retired previous'.split(' '))

const textBefore = ({ tokens }: Walk, index: number): string =>
  tokens
    .slice(Math.max(0, index - 4), index)
    .map(({ term }) => term)
    .join(' ')

/** 'who used to work at', 'formerly at'. */
export const isOfThePast = (state: Walk, index: number): boolean =>
  isFormer(state, index) ||
  /(^| )(used to (work|be)|worked|formerly|previously|hired|came|moved|joined|left)( (at|for|with|from|in))?( the)?$/.test(
    textBefore(state, index),
  )

const isFormerUse = (state: Walk, index: number): boolean =>
  /(^| )(used to|(stopped|ceased|quit) using|(unhappy|frustrated|dissatisfied|struggling|fed up) with|(sick|tired) of)( (use|run|be))?( (on|with))?$/.test(
    textBefore(state, index),
  )

/** 'assistants to the CEO', 'working with CFOs'. */
const isOfAnotherRole = (state: Walk, index: number): boolean => {
  const { tokens, pieces } = state
  const at = /^(the|our|a)$/.test(tokens[index - 1]?.term ?? '') ? index - 2 : index - 1
  const last = pieces.at(-1)
  const isRole = /^(position|seniority)$/.test(last?.chosen[0]?.identifier ?? '')
  return (
    (tokens[at]?.term === 'to' && isRole && last?.next === at) ||
    /^(work|works|working)$/.test(
      tokens[at]?.term === 'with' ? (tokens[at - 1]?.term ?? '') : '',
    ) ||
    (state.unknown.at(-1) === at && tokens[at]?.term.endsWith('ing') === true)
  )
}

/** Back over 'from MYOB to' to the verb, within one clause. */
const isObject = (state: Walk, index: number, of: Meaning['kind']): boolean => {
  const { tokens, unknown } = state
  let link: string | undefined
  for (let at = index - 1; at >= 0; at -= 1) {
    const term = tokens[at]?.term ?? ''
    if (breaks(tokens[at + 1]?.gap ?? '')) return false
    if (links.has(term)) link ??= term
    else if (!articles.has(term)) {
      if (!unknown.includes(at) || isStartOfRole(term, link, of)) return false
      const isVerb = /(ed|ing)$/.test(term)
      if (introduces(state, at) || (isVerb && (link !== undefined || isTried(term, of))))
        return true
    }
  }
  return false
}

/** 'evaluating NetSuite'. */
const isTried = (term: string, of: Meaning['kind']): boolean =>
  of === 'technology' && term.endsWith('ing')

/** 'hired as CFO', 'promoted to director'. */
const isStartOfRole = (term: string, link: string | undefined, of: Meaning['kind']): boolean =>
  roles.has(of) &&
  /^(as|to|into)$/.test(link ?? '') &&
  /^(hired|joined|started|appointed|promoted|moved)$/.test(term)

/** 'who previously ran', 'that advise'. */
const introduces = ({ tokens }: Walk, index: number): boolean => {
  let at = index - 1
  while (auxiliaries.has(tokens[at]?.term ?? '')) at -= 1
  return /^(who|that|which)$/.test(tokens[at]?.term ?? '')
}

const links = new Set('in from to for with at as by on off into about and or'.split(' '))
const articles = new Set('the a an their its our his her'.split(' '))
const auxiliaries = new Set('have has had previously once also used to'.split(' '))
