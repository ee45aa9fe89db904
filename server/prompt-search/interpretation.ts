import type { Chosen, Cue, Meaning } from './lexicon.ts'

export type Interpretation =
  | { kind: 'values'; of: Meaning['kind']; chosen: readonly Chosen[]; rule: string; next: number }
  | { kind: 'cue'; cue: Cue; next: number }
  | { kind: 'noun'; of: 'company' | 'people'; next: number }
  | { kind: 'not' | 'stop'; next: number }

export const byName = 'Matched by name.'
export const hqRule = 'By head office.'
