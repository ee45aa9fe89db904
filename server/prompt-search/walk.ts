import { seniorities } from '../../contract/search/bands.ts'
import { filterOf } from '../../contract/search/filters.ts'
import { amountAt } from './amounts.ts'
import { counted, newRule } from './counting.ts'
import { freeTextAt, type FreeText } from './free-text.ts'
import { hiredAt } from './hiring.ts'
import type { Chosen, Cue, Meaning } from './lexicon.ts'
import { meantAt, startsSomething, type Meant } from './meanings.ts'
import { breaks } from './phrases.ts'
import { add, notUnderstood } from './pieces.ts'
import { bandsIn } from './ranges.ts'
import type { Asked, Reading, Walk } from './reader.ts'
import { isTitleNoun, noTitle, singularTitle } from './title-shapes.ts'
import type { Token } from './tokens.ts'

/** Goes through the words of a prompt once, from left to right, the longest phrase that means something first. */
export const walk = (
  asked: Asked,
  tokens: readonly Token[],
  words: ReadonlyMap<string, readonly Meaning[]>,
): Reading => {
  const state: Walk = {
    asked,
    tokens,
    words,
    pieces: [],
    unknown: [],
    about: asked.category,
    towards: false,
    cue: undefined,
    negation: undefined,
    together: false,
  }
  let index = 0
  while (index < tokens.length) index = Math.max(step(state, index), index + 1)
  return { tokens, pieces: state.pieces, unknown: state.unknown }
}

const step = (state: Walk, index: number): number => {
  const { tokens, asked } = state
  const token = tokens[index]
  if (token?.quoted === true) return quoted(state, index)
  const meant = meantAt(state, index)
  const amount = amountAt(asked.prompt, tokens, index)
  const says = meant?.kind === 'values'
  if (amount && !(says && meant.next >= amount.next)) {
    const next = counted(state, index, amount)
    if (next !== undefined) return next
  }
  if (newcomers(state, index)) {
    add(state, index, index + 1, [bandsIn('months in role', { from: 0, to: 3 })], newRule)
    return index + 1
  }
  const title = titleShape(state, index, meant)
  if (title !== undefined) return title
  if (meant) return understood(state, index, meant)
  notUnderstood(state, index)
  return index + 1
}

/** Words in quotation marks: a name of the lexicon, or text to look for as it stands. */
const quoted = (state: Walk, index: number): number => {
  const text = state.tokens[index]?.text.slice(1, -1).trim() ?? ''
  const cue = state.cue && textCues[state.cue.cue]
  const known = cue === undefined ? meantAt(state, index) : undefined
  if (known?.kind === 'values') return understood(state, index, known)
  if (text.length < 2) notUnderstood(state, index)
  else
    add(
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

/** 'new' before whom one looks for. */
const newcomers = (state: Walk, index: number): boolean => {
  if (state.about !== 'people' || !/^(new|newly)$/.test(state.tokens[index]?.word ?? ''))
    return false
  const meant = meantAt(state, index + 1)
  return meant?.kind === 'values' && (meant.of === 'title' || meant.of === 'rank')
}

/** A title no catalogue has, by its shape: words nothing else is known of and 'officer', 'manager' and the like. */
const titleShape = (state: Walk, index: number, meant: Meant | undefined): number | undefined => {
  if (state.about !== 'people' || state.towards || state.cue?.cue === 'skill') return undefined
  const department = meant?.kind === 'values' && meant.of === 'department'
  if (meant !== undefined && !department) return undefined
  let next = department ? (meant?.next ?? index) : index
  const last = Math.min(next + 3, state.tokens.length)
  for (; next < last; next += 1) {
    const token = state.tokens[next]
    if (!token || (next > index && breaks(token.gap)) || token.quoted) return undefined
    if (next > index && isTitleNoun(token, !department)) {
      const end = next + 1
      const words = state.tokens.slice(index, end)
      add(
        state,
        index,
        end,
        [{ identifier: 'position', values: [singularTitle(words)] }],
        'Job title as you typed it.',
      )
      return end
    }
    const here = meantAt(state, next)
    if (
      noTitle.has(token.word) ||
      (next > index && here !== undefined && !(here.kind === 'values' && here.of === 'department'))
    )
      return undefined
  }
  return undefined
}

/** Takes the meaning of a phrase and says where to read on. */
const understood = (state: Walk, index: number, meant: Meant): number => {
  const { tokens, asked } = state
  const { next } = meant
  switch (meant.kind) {
    case 'stop': {
      const word = tokens[index]?.word ?? ''
      if (word === 'both') state.together = true
      if (companiesFollow.has(word)) state.towards = asked.category === 'people'
      return next
    }
    case 'not':
      state.negation = /^(only|just)$/.test(tokens[next]?.word ?? '')
        ? undefined
        : { family: undefined }
      state.together = false
      return next
    case 'noun':
      if (asked.category === 'people') state.about = meant.of
      return next
    case 'cue':
      return cued(state, index, meant.cue, next)
    case 'values':
      return taken(state, index, meant)
  }
}

const taken = (state: Walk, index: number, meant: Extract<Meant, { kind: 'values' }>): number => {
  const { of, chosen, rule } = meant
  let next = meant.next
  const posts = chosen.some(
    ({ identifier, values }) => identifier === 'job_posts' && values.includes('Any'),
  )
  const hired = posts ? hiredAt(state, next) : undefined
  next = hired?.next ?? next
  const towards = state.towards
  const above = of === 'rank' ? andAbove(state, next, chosen) : undefined
  next = above?.next ?? next
  add(
    state,
    index,
    next,
    hired?.chosen ?? above?.chosen ?? chosen,
    hired ? 'Open jobs in that department.' : rule,
  )
  if (state.asked.category === 'people') {
    if (peopleKinds.has(of)) state.about = 'people'
    else if (towards && aboutCompanies(of, chosen)) state.about = 'company'
  }
  if (of !== 'technology' && of !== 'place' && of !== 'target') state.cue = undefined
  return next
}

/** 'managers and above': the rank and those over it. */
const andAbove = (
  state: Walk,
  next: number,
  chosen: readonly Chosen[],
): { chosen: readonly Chosen[]; next: number } | undefined => {
  const said = state.tokens.slice(next, next + 2).map(({ word }) => word)
  const value = chosen[0]?.identifier === 'seniority' ? chosen[0].values[0] : undefined
  if (value === undefined || !/^(and|or|level) (above|up|higher|upwards)$/.test(said.join(' ')))
    return undefined
  const ranks = seniorities.map((option) => option.value)
  return {
    chosen: [{ identifier: 'seniority', values: ranks.slice(0, ranks.indexOf(value) + 1) }],
    next: next + 2,
  }
}

const companiesFollow = new Set(['at', 'of', 'for', 'from', 'with'])
const peopleKinds = new Set(['title', 'rank', 'department'])
const aboutCompanies = (of: string, chosen: readonly Chosen[]): boolean =>
  of !== 'place' &&
  of !== 'country' &&
  chosen.some(({ identifier }) => filterOf(identifier)?.about === 'company')

/** A cue: for text filters the words after it are the value, for others it says how to take them. */
const cued = (state: Walk, index: number, cue: Cue, next: number): number => {
  const identifier = textCues[cue]
  if (identifier === undefined) {
    const hired = cue === 'hiring' ? hiredAt(state, next) : undefined
    if (hired) add(state, index, hired.next, hired.chosen, 'Open jobs in that department.')
    if (hired) return hired.next
    state.cue = { cue, next }
    if (cue === 'place') state.towards = state.towards || state.tokens[index]?.word === 'from'
    return next
  }
  const begins = (at: number): boolean => startsSomething(state, at, identifier)
  let at = next
  let read = startsSomething(state, next, identifier)
    ? undefined
    : freeTextAt(state.tokens, at, identifier, begins)
  if (read === undefined) return next
  let from = index
  while (read !== undefined) {
    add(
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

/** Where the next item of a list begins, if a list goes on here. */
const afterJoint = (state: Walk, at: number): number | undefined => {
  const token = state.tokens[at]
  if (!token) return undefined
  if (/^(and|or|nor)$/.test(token.word)) return at + 1
  if (!/^\s*[,/+]\s*$/.test(token.gap)) return undefined
  return at
}
