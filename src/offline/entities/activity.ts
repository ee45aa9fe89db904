import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { InputOf } from '../calls.ts'
import type { Fields } from '../rows.ts'
import { action, entity, parseItem, parseMerge, type About, type Edited } from './entity.ts'

const commonOf = ({ id, value }: Edited<Activity>) => {
  const { category, recordId, text, at } = value
  return { id, category, recordId, text, at }
}

const createActions = {
  note: action('addNote', commonOf, parseItem),
  visit: action(
    'addVisit',
    (edited: Edited<Activity>) => ({
      ...commonOf(edited),
      outcome: edited.value.outcome ?? 'met',
    }),
    parseItem,
  ),
  report: action(
    'reportWrong',
    (edited: Edited<Activity>) => ({ ...commonOf(edited), field: edited.value.field ?? '' }),
    parseItem,
  ),
}

const nounOf = ({ kind }: Fields): 'visit' | 'report' | 'note' =>
  kind === 'visit' || kind === 'report' ? kind : 'note'

const onRecord = ({ record }: About): string => (record === null ? '' : ` on ${record}`)

export const activity = entity({
  kind: 'activity',
  table: 'activities',
  indexes: 'id, value.recordId',
  create: {
    request: (entry) => {
      const { effect } = entry
      return createActions[nounOf(effect.do === 'create' ? effect.value : {})].request(entry)
    },
    parse: createActions.note.parse,
  },
  change: action(
    'patchActivity',
    ({ id, baseVersion, value }: Edited<InputOf<'patchActivity'>['changes']>) => ({
      id,
      baseVersion,
      changes: value,
    }),
    (answer) => parseMerge(answer.activity, answer.overruled),
  ),
  remove: action('deleteActivity', ({ id }) => ({ id })),
  restore: { valueOf: (mine, id) => ({ ...mine, id }) },
  noun: 'note',
  titleOf: (about) => `the ${nounOf(about.value)}${onRecord(about)}`,
  describe: (edit) => {
    const { effect, value, record, format } = edit
    const on = onRecord(edit)
    if (effect.do === 'change') return `Change the ${nounOf(value)}${on}`
    if (effect.do === 'remove') return `Delete the ${nounOf(value)}${on}`
    const text =
      typeof value.text === 'string' && value.text !== '' ? `: ${format.quoted(value.text)}` : ''
    if (value.kind === 'visit')
      return `Visit${record === null ? '' : ` to ${record}`}, ${String(value.outcome)}${text}`
    if (value.kind === 'report')
      return `Report a wrong ${String(value.field).replaceAll('_', ' ')}${on}${text}`
    return `Note${on}${text}`
  },
  linesOf: ({ text }) => [typeof text === 'string' && text !== '' ? text : 'Empty'],
})
