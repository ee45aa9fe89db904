import { cleanedPosition } from '../catalog/positions.ts'
import type { Chosen } from './lexicon.ts'
import { meantAt } from './meanings.ts'
import type { Walk } from './reader.ts'

/** Whom a company hires, from a word on: departments, or positions by their department. */
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
        state.tokens[at]?.word ?? '',
      )
    ) {
      const here = meantAt({ ...state, about: 'people', cue: undefined, towards: false }, at)
      if (here?.kind === 'values' && here.of !== 'rank') break
      at += 1
    }
    const meant = meantAt({ ...state, about: 'people', cue: undefined, towards: false }, at)
    if (meant?.kind !== 'values' || !(meant.of === 'department' || meant.of === 'title')) break
    for (const { identifier, values } of meant.chosen)
      for (const value of values) {
        if (identifier === 'department') found.add(value)
        const department = identifier === 'position' ? cleanedPosition(value).department : undefined
        if (department !== undefined) found.add(department)
      }
    next = meant.next
    at = next
    const token = state.tokens[at]
    if (token === undefined || !(/^(and|or)$/.test(token.word) || /^\s*,\s*$/.test(token.gap)))
      break
  }
  if (found.size === 0) return undefined
  while (/^(roles?|staff|people|positions?|jobs?|team|teams)$/.test(state.tokens[next]?.word ?? ''))
    next += 1
  return {
    chosen: [{ identifier: 'job_posts', values: [...found].map((name) => `in/${name}`) }],
    next,
  }
}
