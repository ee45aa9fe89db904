import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Loaded } from './content.ts'
import { momentOf, recordsOf } from './entry-source.ts'
import { lockActivity } from './lock-activity.ts'

/** The task of a follow-up that no visit led to; until the transaction ends, no edit is saved. Undefined: it is deleted for good. */
export const loadFollowUp = async (
  trx: Transaction<Tables>,
  id: string,
): Promise<Loaded | undefined> => {
  const version = await lockActivity(trx, id)
  const followUp = await trx
    .selectFrom('follow_up')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!followUp || version === undefined) return undefined
  const isDeleted = followUp.deleted_at !== null
  return {
    source: {
      key: id,
      kind: 'task',
      subject: followUp.text || 'Follow up',
      text: followUp.due_time === null ? '' : `At ${followUp.due_time}.`,
      at: momentOf(followUp),
      version,
      authorId: followUp.owner_id,
      byline: 'Planned in Fieldbook by',
      isDeleted,
      obstacle:
        followUp.state === 'open' && !isDeleted ? null : 'The follow-up ended before it was sent.',
    },
    findRecords: (connectionId) => recordsOf(trx, connectionId, followUp),
  }
}
