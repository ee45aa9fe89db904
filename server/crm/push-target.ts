import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import { setTimeout as waitFor } from 'node:timers/promises'
import type { CrmMapping } from '../../contract/money/crm.ts'
import { customerOf, policiesOf } from '../customer/customer.ts'
import type { Run, Target, Targets } from '../downloads/ports.ts'
import type { Request } from '../downloads/store.ts'
import { Postponed } from '../platform/db/queue.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Access } from './access.ts'
import { connectedCrm, type Connection } from './connections.ts'
import type { Crm, Crms } from './crms.ts'
import type { Described } from './describe.ts'
import { readSoon } from './mirror/passes.ts'
import { minuteLimitMs, openPatience } from './patience.ts'
import { problemOfCrm } from './problems.ts'
import { pushBatch } from './push-batch.ts'
import { pusherOf } from './pusher.ts'
import { resolveOpen } from './resolve.ts'
import { markAbandoned, recentClaims } from './sent.ts'
import { openSchema } from './schema.ts'
import { repeatableObjects, type Session } from './session.ts'
import { claimWriter, releaseWriter } from './writer.ts'

export type PushParts = {
  crms: Crms
  access: Access
  /** ms since 1970. */
  now: () => number
  log?: FastifyBaseLogger | undefined
  wait?: ((ms: number) => Promise<void>) | undefined
}

/** By request type. A CRM that is set up can be pushed to while it is connected. */
export const crmTargets = (parts: PushParts): Targets =>
  Object.fromEntries(parts.crms.kinds.map(({ key }) => [key, crmTarget(parts, key)]))

/** Longer than any CRM's search lags behind its writes. */
const claimsLiveMs = 60 * 60_000
const busyMs = 5_000
/** Looks for unanswered creates so often before the job waits. */
const maxLooks = 5

const crmTarget = (parts: PushParts, key: string): Target => ({
  ends: 'REQUEST_COMPELETED',
  accepts: async (trx) => {
    await connectedCrm(trx, parts.crms, key)
  },
  deliver: async (run) => {
    const { request, db } = run
    const { org_id: orgId, id: requestId } = request
    const { crm, connection } = await db.asOrg(orgId, (trx) => connectedCrm(trx, parts.crms, key))
    const isWriter = await db.asOrg(orgId, (trx) => claimWriter(trx, connection.id, requestId))
    if (!isWriter) throw new Postponed('another push writes to this CRM', Date.now() + busyMs)
    const renewing = setInterval(() => {
      db.asOrg(orgId, (trx) => claimWriter(trx, connection.id, requestId)).catch((error: unknown) =>
        run.log?.warn({ err: error }, 'the lease of a writer was not renewed'),
      )
    }, 20_000)
    renewing.unref()
    try {
      await push(parts, run, { crm, connection })
    } catch (error) {
      throw problemOfCrm(error, crm.kind.label, parts.now())
    } finally {
      clearInterval(renewing)
      await db
        .asOrg(orgId, (trx) => releaseWriter(trx, connection.id, requestId))
        // It expires instead.
        .catch((error: unknown) => run.log?.warn({ err: error }, 'a writer was not released'))
    }
    return null
  },
})

const push = async (
  parts: PushParts,
  run: Run,
  of: Pick<Session, 'connection'> & { crm: Crm },
): Promise<void> => {
  const { db, request } = run
  const session = await openSession(parts, run, of)
  const { orgId, connectionId, patience, now } = session
  const policies = policiesOf(await db.asOrg(orgId, customerOf))
  let furthest = request.done
  for (let looks = 0; ; looks += 1) {
    const lookAgainAt = await resolveOpen(session)
    let left = 0
    for await (const rows of run.batches()) {
      left += await pushBatch(session, run, policies, rows)
      furthest = Math.max(furthest, rows.at(-1)?.row ?? 0)
      // Renews the deadline, also in a later look, which begins with the first rows again.
      await run.progress(furthest)
    }
    if (left === 0) break
    const until = lookAgainAt ?? now() + busyMs
    if (looks >= maxLooks)
      throw new Postponed('creates have no answer', Math.max(until, now() + 60_000))
    await patience.waitUntil(until)
  }
  await db.asOrg(orgId, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('crm_connection')
      .set({ pushed_at: new Date(now()) })
      .where('id', '=', connectionId)
      .where((where) =>
        where.exists(
          where
            .selectFrom('crm_outcome')
            .select('row')
            .where('request_id', '=', request.id)
            .where('outcome', 'in', ['created', 'updated', 'unchanged']),
        ),
      )
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await readSoon(trx, connectionId, now())
  })
}

const openSession = async (
  parts: PushParts,
  { db, log, request }: Run,
  { crm, connection }: Pick<Session, 'connection'> & { crm: Crm },
): Promise<Session> => {
  const { now, access } = parts
  const { connector, kind } = crm
  const { org_id: orgId } = request
  const { label } = kind
  const pause = parts.wait ?? ((ms: number) => waitFor(ms))
  const startedAt = request.created_at.getTime()
  const connectionId = connection.id
  const patience = openPatience({
    access,
    orgId,
    connectionId,
    label,
    startedAt,
    now,
    pause,
    maxLimitMs: minuteLimitMs,
  })
  const { call } = patience
  const { pusher, claims, mapping } = await db.asOrg(orgId, async (trx) => {
    await markAbandoned(trx, connectionId)
    return {
      mapping: await frozenMapping(trx, connection, request, label),
      pusher: await pusherOf(trx, request.user_id),
      claims: await recentClaims(trx, connectionId, now() - claimsLiveMs),
    }
  })
  const repeatable = await repeatableObjects(call, connector)
  const schema = { call, connector, connection: { mapping }, pusher, label }
  let checked: Promise<Described> | undefined
  return {
    ...(await openSchema(schema)),
    db,
    log: log ?? parts.log,
    request,
    orgId,
    connection,
    connectionId,
    connector,
    label,
    now,
    patience,
    call,
    repeatable,
    claims,
    recreates: request.parent_id !== null,
    checkSchema: () => (checked ??= openSchema(schema).then(({ described }) => described)),
  }
}

/**
 * That the request was accepted with; null: the defaults. Throws ProblemError `crm-away` if it was accepted for another account, which an
 * admin has replaced since.
 */
const frozenMapping = async (
  trx: Transaction<Tables>,
  { id, mapping, mapping_version: newest, account_name: account }: Connection,
  { mapping_version: version }: Request,
  label: string,
): Promise<CrmMapping | null> => {
  if (version === newest) return mapping
  const saved =
    version === null
      ? undefined
      : await trx
          .selectFrom('crm_mapping')
          .select('mapping')
          .where('connection_id', '=', id)
          .where('version', '=', version)
          .executeTakeFirst()
  if (saved !== undefined) return saved.mapping
  throw new ProblemError(
    'crm-away',
    `${label} was connected to “${account}” after this push was requested, so we stopped. Retry to push there.`,
  )
}
