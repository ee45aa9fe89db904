import type { Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import { nextTick } from '../saved-work/clock.ts'
import { end } from './keeping.ts'

/**
 * Ends the agents of a removed member and takes away what they told: whom somebody watches for is their own, and no colleague chose to be
 * told of it. Does nothing the second time.
 */
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
    await end(trx, ids, await nextTick(trx, orgId))
    await trx.deleteFrom('agent_signal').where('agent_id', 'in', ids).execute()
    await trx.deleteFrom('agent_run').where('owner_id', '=', userId).execute()
  }
  await trx.deleteFrom('notice').where('user_id', '=', userId).execute()
  await trx.deleteFrom('signal_mark').where('user_id', '=', userId).execute()
  await trx.deleteFrom('signal_snooze').where('user_id', '=', userId).execute()
}
