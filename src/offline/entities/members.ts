import type { InputOf } from '../calls.ts'
import { action, entity, type Edited } from './entity.ts'
import { capital } from './saved.ts'

export const members = entity({
  kind: 'members',
  table: 'members',
  partOf: 'list',
  members: action(
    'changeMembers',
    ({ id, value }: Edited<Omit<InputOf<'changeMembers'>, 'id'>>) => ({ id, ...value }),
    // Some records no longer exist; the feed says which were added.
    ({ unknown }, known) => (unknown ? { known } : {}),
  ),
  noun: 'list',
  describe: ({ effect, value, name, format }) => {
    if (effect.do !== 'members') return `Change list ${name}`
    const { add, take } = effect
    const [singular, plural] =
      value.category === 'people' ? (['person', 'people'] as const) : company
    const parts = [
      ...(add.length > 0
        ? [`add ${format.count(add.length, singular, plural)} to list ${name}`]
        : []),
      ...(take.length > 0
        ? [`remove ${format.count(take.length, singular, plural)} from list ${name}`]
        : []),
    ]
    return capital(parts.join(', and '))
  },
})

const company = ['company', 'companies'] as const
