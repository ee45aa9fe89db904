import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction, Updateable } from 'kysely'
import { ClientRefused, Forbidden, Revoked, Slow, Unavailable } from '../connectors/errors.ts'
import type { Http } from '../connectors/http.ts'
import type { Grant } from '../connectors/port.ts'
import type { Database } from '../platform/db/db.ts'
import { notFound } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { momentOf, type Connection } from './connections.ts'
import type { Crm, Crms } from './crms.ts'
import { openGrant, sealGrant } from './grant.ts'
import { askToSignIn, signInAgain } from './problems.ts'
import { SealBroken, type Seal } from './seal.ts'

type Trx = Transaction<Tables>

export type GrantParts = {
  db: Database
  crms: Crms
  seal: Seal
  now: () => number
  wait: (ms: number) => Promise<void>
  log: FastifyBaseLogger | undefined
}

export type Opened = { crm: Crm; connection: Connection; grant: Grant }

/** Longer than a refresh may take. */
const leaseMs = 45_000
const refreshWithinMs = 30_000
/** An access token with less left is refreshed first. */
const marginMs = 60_000
const lookAgainMs = 250
const secondTryMs = 5_000

/**
 * A grant that is good by the clock. `used` is the generation that the CRM just refused as expired. One refresh at a time in all
 * processes, and a new token is stored before anybody uses it (facts 10.3). Throws ProblemError `not-found` and `crm-away`, Unavailable
 * and Slow, and never Uncertain, because the caller's own call was not sent.
 */
export const freshGrant = async (
  parts: GrantParts,
  orgId: string,
  id: string,
  used: number | null = null,
): Promise<Opened> => {
  let tooOld = used
  const until = parts.now() + 2 * leaseMs
  for (let round = 0; ; round += 1) {
    const me = randomUUID()
    const step = await parts.db.asOrg(orgId, (trx) => claim(trx, parts, { orgId, id, tooOld, me }))
    if (step.is === 'ready') return step.opened
    if (step.is === 'lost') throw signInAgain(step.label)
    if (step.is === 'mine') {
      await refresh(parts, orgId, step.opened, me)
      // Good even if it is about to expire, as of a CRM whose clock differs: it is not refreshed again and again.
      tooOld = step.opened.connection.generation
    } else if (parts.now() >= until || round > 4 * (leaseMs / lookAgainMs))
      throw new Unavailable('Another process has not finished its refresh.')
    else await parts.wait(lookAgainMs)
  }
}

type Step =
  | { is: 'ready' | 'mine'; opened: Opened }
  | { is: 'busy' }
  | { is: 'lost'; label: string }

const claim = async (
  trx: Trx,
  { crms, seal, now }: GrantParts,
  { orgId, id, tooOld, me }: { orgId: string; id: string; tooOld: number | null; me: string },
): Promise<Step> => {
  const row = trx.selectFrom('crm_connection').selectAll().where('id', '=', id)
  const connection = await row.forUpdate().executeTakeFirst()
  if (!connection || connection.state === 'disconnected') throw notFound()
  const { sealed_grant: sealed, generation } = connection
  const crm = crms.find(connection.connector)
  const label = crms.kinds.find(({ key }) => key === connection.connector)?.label ?? 'The CRM'
  if (crm === undefined || connection.state === 'revoked' || sealed === null)
    return { is: 'lost', label }
  let grant: Grant
  try {
    grant = openGrant(seal, sealed, { orgId, id, generation })
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    await revoke(trx, connection, label)
    return { is: 'lost', label }
  }
  const opened = { crm, connection, grant }
  const { access_until: until, refreshing_until: busyUntil, slow_until: slowUntil } = connection
  if (slowUntil !== null && slowUntil.getTime() > now())
    throw new Slow(`${label} asked us to wait.`, slowUntil.getTime(), 'calls')
  const isGood =
    tooOld === null ? until === null || until.getTime() > now() + marginMs : generation !== tooOld
  if (isGood) return { is: 'ready', opened }
  if (busyUntil !== null && busyUntil.getTime() > now()) return { is: 'busy' }
  await trx
    .updateTable('crm_connection')
    .set({ refreshing_until: new Date(now() + leaseMs), refreshed_by: me })
    .where('id', '=', id)
    .execute()
  return { is: 'mine', opened }
}

const refresh = async (
  parts: GrantParts,
  orgId: string,
  opened: Opened,
  me: string,
): Promise<void> => {
  const { db, seal, now, log } = parts
  const { crm, connection, grant } = opened
  const { id } = connection
  /** False if the lease was lost, or the connection has ended or was made again. */
  const end = (set: Updateable<Tables['crm_connection']>): Promise<boolean> =>
    db.asOrg(orgId, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('crm_connection')
        .set({ refreshing_until: null, refreshed_by: null, ...set })
        .where('id', '=', id)
        .where('refreshed_by', '=', me)
        .where('generation', '=', connection.generation)
        .where('state', '=', 'connected')
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    })
  try {
    const next = await requestTokens(parts, crm, grant)
    const generation = connection.generation + 1
    const isStored = await end({
      sealed_grant: sealGrant(seal, next, { orgId, id, generation }),
      generation,
      access_until: momentOf(next.expiresAt),
      refreshed_at: new Date(now()),
    })
    if (!isStored) await dropLate(parts, orgId, opened, next)
  } catch (error) {
    if (error instanceof Revoked) {
      log?.warn({ connection: id, reason: error.message }, 'a CRM connection was revoked')
      await end({ state: 'revoked', problem: askToSignIn(crm.kind.label) })
      return
    }
    await end(error instanceof Slow ? { slow_until: new Date(error.until) } : {})
    if (error instanceof ClientRefused)
      log?.fatal({ err: error }, `${crm.kind.label} refuses the client id or secret`)
    if (error instanceof Slow || error instanceof Forbidden || error instanceof ClientRefused)
      throw error
    throw new Unavailable('The token was not refreshed.', { cause: error })
  }
}

/** The connection ended or was made again during the refresh; the tokens of an ended one must not stay good. */
const dropLate = async (
  { db, log }: GrantParts,
  orgId: string,
  { crm, connection: { id } }: Opened,
  late: Grant,
): Promise<void> => {
  const row = await db.asOrg(orgId, (trx) =>
    trx.selectFrom('crm_connection').select('state').where('id', '=', id).executeTakeFirst(),
  )
  log?.warn({ connection: id, state: row?.state }, 'a refreshed token came too late')
  if (row?.state === 'disconnected')
    await crm.connector.oauth
      .revoke(crm.http(late), late)
      .catch((error: unknown) => log?.warn({ err: error, connection: id }, 'a token stays good'))
}

/** A CRM that kills used tokens gets each token once. */
const requestTokens = async (
  { wait }: GrantParts,
  { connector, http }: Crm,
  grant: Grant,
): Promise<Grant> => {
  const open = http(grant)
  const quick: Http = (call) => open({ ...call, withinMs: refreshWithinMs })
  const once = async (): Promise<Grant> => {
    const next = await connector.oauth.refresh(quick, grant)
    return {
      ...next,
      refreshToken: next.refreshToken ?? grant.refreshToken,
      signInUrl: next.signInUrl ?? grant.signInUrl,
    }
  }
  try {
    return await once()
  } catch (error) {
    if (!(error instanceof Revoked) || connector.oauth.rotates === 'kills-old') throw error
    await wait(secondTryMs)
    return once()
  }
}

const revoke = async (trx: Trx, { id }: Connection, label: string): Promise<void> => {
  await trx
    .updateTable('crm_connection')
    .set({ state: 'revoked', problem: askToSignIn(label) })
    .where('id', '=', id)
    .execute()
}
