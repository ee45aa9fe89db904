import type { InputOf } from '../../offline/calls.ts'

export type FeedbackKind = InputOf<'feedback'>['kind']

export const feedbackKinds: readonly { kind: FeedbackKind; label: string; ask: string }[] = [
  { kind: 'idea', label: 'An idea', ask: 'What would help you?' },
  { kind: 'bug', label: 'Something isn’t working', ask: 'What did you do, and what happened?' },
  { kind: 'data', label: 'Wrong or missing data', ask: 'Which record, and what’s wrong with it?' },
  { kind: 'praise', label: 'Something you like', ask: 'What should we keep?' },
]
