import type { ChosenState, FollowUp } from '../../../contract/saved-work/follow-ups.ts'
import type { InputOf } from '../calls.ts'
import { action, entity, parseItem, parseMerge, type Edited } from './entity.ts'

export const followUp = entity({
  kind: 'follow-up',
  table: 'followUps',
  since: 4,
  indexes: 'id, value.recordId',
  create: action(
    'addFollowUp',
    ({ id, value }: Edited<FollowUp & { state: ChosenState }>) => {
      const { category, recordId, text, dueDay, dueTime, origin, state } = value
      return { id, category, recordId, text, dueDay, dueTime, origin, state }
    },
    parseItem,
  ),
  change: action(
    'patchFollowUp',
    ({ id, baseVersion, value }: Edited<InputOf<'patchFollowUp'>['changes']>) => ({
      id,
      baseVersion,
      changes: value,
    }),
    (answer) => parseMerge(answer.followUp, answer.overruled),
  ),
  restore: { valueOf: (mine, id) => ({ ...mine, id, state: 'open' }) },
  noun: 'follow-up',
  titleOf: ({ record }) => `the follow-up${record === null ? '' : ` with ${record}`}`,
  describe: ({ effect, value, record, format }) => {
    const subject = `follow-up${record === null ? '' : ` with ${record}`}`
    if (effect.do === 'change') {
      if (effect.fields.state === 'done') return `Mark the ${subject} as done`
      if (effect.fields.state === 'dropped') return `Drop the ${subject}`
      return `Change the ${subject}`
    }
    const text =
      typeof value.text === 'string' && value.text !== '' ? `: ${format.quoted(value.text)}` : ''
    return `${subject.replace('f', 'F')} on ${format.day(String(value.dueDay))}${text}`
  },
  linesOf: ({ text, dueDay }, format) => {
    const day = format.day(String(dueDay))
    return [typeof text === 'string' && text !== '' ? `${text}, ${day}` : day]
  },
})
