import type { Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import { nextTick } from '../saved-work/clock.ts'
import { endByIds } from './store.ts'

/** A leaver's agents end: what they watch is private. Repeated calls change nothing. */
export const endAgents = async (
  orgId: string,
  userId: string,
  trx: Transaction<Tables>,
): Promise<void> => {
  const agents = await trx
    .selectFrom('signal_agent')
    .select('id')
    .where('owner_id', '=', userId)
    .execute()
  if (agents.length > 0) {
    const ids = agents.map(({ id }) => id)
    await endByIds(trx, ids, await nextTick(trx, orgId))
    await trx.deleteFrom('agent_signal').where('agent_id', 'in', ids).execute()
    await trx.deleteFrom('crm_task').where('owner_id', '=', userId).execute()
    await trx.deleteFrom('agent_run').where('owner_id', '=', userId).execute()
  }
  await trx.deleteFrom('notice').where('user_id', '=', userId).execute()
  await trx.deleteFrom('signal_mark').where('user_id', '=', userId).execute()
  await trx.deleteFrom('signal_snooze').where('user_id', '=', userId).execute()
}
