import type { InputOf } from '../calls.ts'
import type { Entry } from '../rows.ts'
import { action, entity, type Edited } from './entity.ts'

export const actIn = ({ extra }: Pick<Entry, 'extra'>): InputOf<'actOnSignals'> =>
  // Stored by `actOnSignals`, and returned by Dexie unchanged.
  extra as InputOf<'actOnSignals'>

export const signalsAct = entity({
  kind: 'signals-act',
  table: null,
  isBackground: true,
  ask: action('actOnSignals', ({ extra }: Edited<object, InputOf<'actOnSignals'>>) => extra),
  noun: 'signals',
  describe: (edit) => {
    const { ids, act } = actIn(edit)
    const many = edit.format.count(ids.length, 'signal', 'signals')
    if (act === 'seen') return `Mark ${many} as seen`
    return act === 'dismiss' ? `Dismiss ${many}` : `Restore ${many}`
  },
})
