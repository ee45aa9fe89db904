import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as waitFor } from 'node:timers/promises'
import { CrmError, Expired, Forbidden, Revoked, Slow } from '../connectors/errors.ts'
import type { Api, Connector } from '../connectors/port.ts'
import type { Database } from '../platform/db/db.ts'
import type { Crms } from './crms.ts'
import { openPace } from './pace.ts'
import { askToSignIn, signInAgain } from './problems.ts'
import { freshGrant, type GrantParts, type Opened } from './renew.ts'
import type { Seal } from './seal.ts'

export type Access = {
  /**
   * Runs one call of a connector with a fresh token, and once more after Expired. Throws ProblemError `not-found` if the connection has
   * ended and `crm-away` if an admin must sign in again; Slow, also before the call; Unavailable, Uncertain, Forbidden and BatchRefused
   * of the call itself.
   */
  call<Result>(
    orgId: string,
    connectionId: string,
    run: (api: Api, connector: Connector) => Promise<Result>,
  ): Promise<Result>
}

export type AccessParts = {
  db: Database
  crms: Crms
  seal: Seal
  now: () => number
  log?: FastifyBaseLogger | undefined
  wait?: ((ms: number) => Promise<void>) | undefined
}

export const openAccess = (given: AccessParts): Access => {
  const wait = given.wait ?? ((ms: number) => waitFor(ms))
  const parts: GrantParts = { ...given, wait, log: given.log }
  const pace = openPace(parts.now, wait)
  /** Until when this process calls no connection, ms since 1970. */
  const slow = new Map<string, number>()
  const hold = (id: string, { until }: Slow): void => {
    slow.set(id, Math.max(until, slow.get(id) ?? 0))
  }
  const { db } = parts

  /** Of a connection that has not changed since. */
  const note = async (
    orgId: string,
    { connection: { id, generation } }: Opened,
    set: { slow_until?: Date; problem?: string | null; state?: 'revoked' },
  ): Promise<void> => {
    await db.asOrg(orgId, (trx) =>
      trx
        .updateTable('crm_connection')
        .set(set)
        .where('id', '=', id)
        .where('generation', '=', generation)
        .where('state', '=', 'connected')
        .execute(),
    )
  }

  return {
    call: async (orgId, connectionId, run) => {
      const attempt = async (used: number | null) => {
        const opened = await freshGrant(parts, orgId, connectionId, used).catch(
          (error: unknown) => {
            if (error instanceof Slow) hold(connectionId, error)
            throw error
          },
        )
        const { crm, connection, grant } = opened
        const open = crm.http(grant)
        const http = pace(connectionId, crm.connector.limits.pace, async (each) => {
          const until = slow.get(connectionId) ?? 0
          if (until > parts.now())
            throw new Slow(`${crm.kind.label} asked us to wait.`, until, 'calls')
          return open(each)
        })
        try {
          const result = await run({ http, grant }, crm.connector)
          if (connection.problem !== null)
            await note(orgId, opened, { problem: null }).catch((error: unknown) =>
              parts.log?.warn({ err: error }, 'a mended problem stays shown'),
            )
          return { result }
        } catch (error) {
          if (error instanceof Expired && used === null) return { expired: connection.generation }
          throw await afterFailure(error, opened)
        }
      }
      const afterFailure = async (error: unknown, opened: Opened): Promise<unknown> => {
        const { label } = opened.crm.kind
        if (error instanceof Slow) {
          hold(connectionId, error)
          await note(orgId, opened, { slow_until: new Date(error.until) })
        }
        if (error instanceof Forbidden)
          await note(orgId, opened, {
            problem: `${label} refused our last call: ${error.message.slice(0, 300)}`,
          })
        // A token that is refused right after its refresh will not get better.
        if (error instanceof Revoked || error instanceof Expired) {
          await note(orgId, opened, { state: 'revoked', problem: askToSignIn(label) })
          return signInAgain(label, error)
        }
        if (error instanceof CrmError)
          parts.log?.info({ err: error, connection: connectionId }, 'a call of a CRM failed')
        return error
      }
      const first = await attempt(null)
      if ('result' in first) return first.result
      const second = await attempt(first.expired)
      if ('result' in second) return second.result
      throw new Error('an expired token came twice')
    },
  }
}
