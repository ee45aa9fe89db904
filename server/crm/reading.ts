import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as waitFor } from 'node:timers/promises'
import type { Connector } from '../connectors/port.ts'
import type { Context } from '../platform/http/context.ts'
import type { Database } from '../platform/db/db.ts'
import { Postponed } from '../platform/db/queue.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Access } from './access.ts'
import { connectedCrm, type Connection } from './connections.ts'
import type { Crms } from './crms.ts'
import type { Call } from './describe.ts'
import { openPatience } from './patience.ts'
import { formatWait, problemOfCrm } from './problems.ts'
import { pusherOf } from './pusher.ts'
import { readSchema, type Schema } from './schema.ts'

export type ReadingParts = {
  db: Database
  crms: Crms
  access: Access
  /** ms since 1970. */
  now: () => number
  log?: FastifyBaseLogger | undefined
  wait?: ((ms: number) => Promise<void>) | undefined
}

/** What a member sees of a connected CRM before anything is written. */
export type Reading = Schema & {
  connection: Connection
  connector: Connector
  label: string
  call: Call
  /** What would stop a push of this member, in sentences. */
  problems: string[]
}

/** A user does not wait for minutes in front of a dialog: what the CRM refuses or delays becomes a ProblemError. */
export const readNow = async <Result>(
  { crms, now }: Pick<ReadingParts, 'crms' | 'now'>,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    const label = crms.kinds.find((kind) => kind.key === key)?.label ?? 'The CRM'
    if (error instanceof Postponed) {
      const seconds = Math.max(1, Math.ceil((error.until - now()) / 1_000))
      const text = `${label} asks us to wait. Try again in ${formatWait(seconds)}.`
      throw new ProblemError('crm-away', text, { retryAfterSeconds: seconds })
    }
    throw problemOfCrm(error, label, now())
  }
}

/** Throws ProblemError `crm-away` without a connection that works. */
export const openReading = async (
  parts: ReadingParts,
  { orgId, userId, inOrg }: Pick<Context, 'orgId' | 'userId' | 'inOrg'>,
  key: string,
): Promise<Reading> => {
  const { access, now, wait: pause = (ms: number) => waitFor(ms) } = parts
  const { crm, connection } = await inOrg((trx) => connectedCrm(trx, parts.crms, key))
  const { connector } = crm
  const { label } = crm.kind
  const { call } = openPatience({
    access,
    orgId,
    connectionId: connection.id,
    label,
    now,
    pause,
    startedAt: now(),
  })
  const pusher = await inOrg((trx) => pusherOf(trx, userId))
  const schema = await readSchema({ call, connector, connection, pusher, label })
  return { connection, connector, label, call, ...schema }
}
