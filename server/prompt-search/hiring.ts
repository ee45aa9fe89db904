import { cleanPosition } from '../catalog/positions.ts'
import type { Chosen } from './lexicon.ts'
import { interpretAt } from './meanings.ts'
import type { Walk } from './reader.ts'

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
