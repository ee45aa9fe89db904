import type { FastifyBaseLogger } from 'fastify'
import { dayMs } from '../../contract/core/days.ts'
import type { AccessParts } from './access.ts'
import { freshGrant } from './renew.ts'
import { reseal } from './reseal.ts'
import { setTimeout as waitFor } from 'node:timers/promises'

/** A third of the 30 days after which the strictest CRM ends an unused grant. */
const idleMs = 10 * dayMs
/** An hour; the rest follows in the next. */
const most = 100

/** Seals with the first key, and refreshes connections that were not used for ten days, so that they do not end. */
export const keepAlive = async (parts: AccessParts): Promise<void> => {
  const { db, seal, now, log } = parts
  await reseal(db, seal)
  const idle = await db.owner
    .selectFrom('crm_connection')
    .select(['org_id', 'id', 'generation'])
    .where('state', '=', 'connected')
    .where('refreshed_at', '<', new Date(now() - idleMs))
    .orderBy('refreshed_at')
    .limit(most)
    .execute()
  const wait = parts.wait ?? ((ms: number) => waitFor(ms))
  for (const { org_id: orgId, id, generation } of idle)
    await freshGrant({ ...parts, wait, log }, orgId, id, generation).catch((error: unknown) =>
      logFailure(log, id, error),
    )
}

const logFailure = (log: FastifyBaseLogger | undefined, id: string, error: unknown): void =>
  log?.warn({ err: error, connection: id }, 'an idle CRM connection was not refreshed')
