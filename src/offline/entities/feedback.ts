import type { InputOf } from '../calls.ts'
import { action, entity, type Edited } from './entity.ts'

export const feedback = entity({
  kind: 'feedback',
  table: null,
  ask: action('feedback', ({ extra }: Edited<object, InputOf<'feedback'>>) => extra),
  noun: 'feedback',
  describe: ({ extra, format }) =>
    typeof extra.message === 'string'
      ? `Send feedback: ${format.quoted(extra.message)}`
      : 'Send feedback',
})
