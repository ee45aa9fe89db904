import { cleanPosition } from '../catalog/positions.ts'
import type { Chosen } from './lexicon.ts'
import { interpretAt } from './meanings.ts'
import { breaks } from './phrases.ts'
import type { Walk } from './reader.ts'
import { isTitleNoun, singularTitle } from './title-shapes.ts'
import type { Token } from './tokens.ts'

export const hiredAt = (
  state: Walk,
  index: number,
): { chosen: readonly Chosen[]; next: number } | undefined => {
  const found = new Set<string>()
  let next = index
  let at = index
  for (;;) {
    while (
      /^(for|more|new|in|a|an|the|and|or|some|its|their|lots|of|many|senior|junior|people)$/.test(
        state.tokens[at]?.term ?? '',
      )
    ) {
      const ahead = interpretAt({ ...state, about: 'people', cue: undefined, towards: false }, at)
      if (ahead?.kind === 'values' && ahead.of !== 'rank') break
      at += 1
    }
    const interpretation = interpretAt(
      { ...state, about: 'people', cue: undefined, towards: false },
      at,
    )
    const unlisted = interpretation === undefined ? unlistedTitle(state.tokens, at) : undefined
    if (unlisted) {
      found.add(unlisted.department)
      next = unlisted.next
      break
    }
    // 'hiring Xero bookkeepers'.
    if (interpretation?.kind === 'values' && interpretation.of === 'technology') {
      at = interpretation.next
      continue
    }
    if (
      interpretation?.kind !== 'values' ||
      !(interpretation.of === 'department' || interpretation.of === 'title')
    )
      break
    for (const { identifier, values } of interpretation.chosen)
      for (const value of values) {
        if (identifier === 'department') found.add(value)
        const department = identifier === 'position' ? cleanPosition(value).department : undefined
        if (department !== undefined) found.add(department)
      }
    next = interpretation.next
    at = next
    const token = state.tokens[at]
    if (token === undefined || !(/^(and|or)$/.test(token.term) || /^\s*,\s*$/.test(token.gap)))
      break
  }
  if (found.size === 0) return undefined
  while (/^(roles?|staff|people|positions?|jobs?|team|teams)$/.test(state.tokens[next]?.term ?? ''))
    next += 1
  return {
    chosen: [{ identifier: 'job_posts', values: [...found].map((name) => `in/${name}`) }],
    next,
  }
}

/** 'forklift drivers': outside the catalogue, in the department of its last noun. */
const unlistedTitle = (
  tokens: readonly Token[],
  index: number,
): { department: string; next: number } | undefined => {
  const [first, last] = tokens.slice(index, index + 2)
  if (!first || !last || breaks(last.gap) || !isTitleNoun(last, true)) return undefined
  const { department } = cleanPosition(singularTitle([first, last]))
  return department === undefined ? undefined : { department, next: index + 2 }
}
