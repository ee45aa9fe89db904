import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import { audit } from '../audit/audit.ts'
import type { Grant } from '../connectors/port.ts'
import type { Database } from '../platform/db/db.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { linksLiveMs, livingConnection, lockConnections, type Connection } from './connections.ts'
import type { Crm, Crms } from './crms.ts'
import { openGrant } from './grant.ts'
import { skipTasks } from './activities/enqueue-tasks.ts'
import { deleteMirror } from './mirror/passes.ts'
import { SealBroken, type Seal } from './seal.ts'
import { endAllSent } from './sent.ts'

type Trx = Transaction<Tables>

/** Deletes the tokens here, then at the CRM; a push sees it before its next batch. Throws ProblemError. */
export const disconnect = async (
  parts: { crms: Crms; seal: Seal; now: () => number; log: FastifyBaseLogger | undefined },
  context: Context,
  key: string,
): Promise<void> => {
  const { crms, seal, now, log } = parts
  const connection = await context.inOrg(async (trx) => {
    await lockConnections(trx, context.orgId)
    const living = await livingConnection(trx, key)
    if (!living) throw notFound()
    await endConnection(trx, living, now())
    await audit(trx, context, {
      act: 'crm-disconnected',
      subject: living.id,
      details: { crm: crms.kinds.find((kind) => kind.key === key)?.label ?? key },
    })
    return living
  })
  const crm = crms.find(key)
  const grant = crm && grantOf(seal, connection)
  if (grant) await revokeGrant(crm, grant, log)
}

export const endConnection = async (trx: Trx, { id }: Connection, now: number): Promise<void> => {
  await trx
    .updateTable('crm_connection')
    .set({
      state: 'disconnected',
      sealed_grant: null,
      access_until: null,
      refreshing_until: null,
      refreshed_by: null,
      slow_until: null,
      problem: null,
      disconnected_at: new Date(now),
    })
    .where('id', '=', id)
    .execute()
  await deleteMirror(trx, id)
  await endAllSent(trx, id)
  await skipTasks(trx, id)
}

/** An unreachable CRM does not keep a connection alive: its tokens are deleted here. */
export const revokeGrant = async (
  crm: Crm,
  grant: Grant,
  log: FastifyBaseLogger | undefined,
): Promise<void> => {
  const http = crm.http(grant)
  await crm.connector.oauth
    .revoke((call) => http({ ...call, withinMs: 10_000 }), grant)
    .catch((error: unknown) => log?.warn({ err: error }, 'a CRM did not revoke a token'))
}

const grantOf = (
  seal: Seal,
  { org_id: orgId, id, generation, sealed_grant: sealed }: Connection,
) => {
  try {
    return sealed === null ? undefined : openGrant(seal, sealed, { orgId, id, generation })
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/** Of connections that ended 30 days ago. */
export const deleteOldLinks = async (db: Database, now: number): Promise<void> => {
  await db.owner
    .deleteFrom('crm_link')
    .where('connection_id', 'in', (query) =>
      query
        .selectFrom('crm_connection')
        .select('id')
        .where('state', '=', 'disconnected')
        .where('disconnected_at', '<', new Date(now - linksLiveMs)),
    )
    .execute()
}
