import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../platform/db/db.ts'
import type { KeyFingerprints } from '../platform/db/installation-tables.ts'
import type { Keys } from '../platform/process/keys.ts'
import { processStart } from '../platform/process/process-start.ts'
import { Refusal } from '../platform/refusal.ts'

export type Registered = { leave(): Promise<void> }

const everyMs = 10_000
/** Of the database's clock. */
const deadAfterSeconds = 30

/**
 * Registers this process beside the others on its database, until it leaves or dies. Throws a Refusal if their keys differ, or if
 * the server has too few connections for all.
 */
export const registerProcess = async (parts: {
  db: Database
  keys: Keys
  /** Of this process, and what the server allows all processes; null: a pooler shares them out. */
  connections: { own: number; allowed: number | null }
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined
}): Promise<Registered> => {
  const { db, connections, log } = parts
  const id = randomUUID()
  const keys = fingerprintsOf(parts.keys)
  const row = {
    id,
    host: hostname(),
    pid: process.pid,
    process_start: processStart(process.pid) ?? '',
    connections: connections.own,
    keys: JSON.stringify(keys),
  }
  await db.owner.transaction().execute(async (trx) => {
    // Two processes that start together see each other.
    await sql`lock table server_process in share row exclusive mode`.execute(trx)
    await trx
      .deleteFrom('server_process')
      .where(sql<boolean>`seen_at < now() - make_interval(secs => ${deadAfterSeconds})`)
      .execute()
    const others = (await trx.selectFrom('server_process').selectAll().execute()).filter(
      (other) => other.host !== row.host || processStart(other.pid) === other.process_start,
    )
    for (const other of others) refuseOtherKeys(keys, other.keys, `${other.pid} on ${other.host}`)
    refuseTooMany(connections, others)
    await trx.insertInto('server_process').values(row).execute()
  })
  // Others may have deleted the row of a process that was suspended.
  const beat = (): Promise<unknown> =>
    db.owner
      .insertInto('server_process')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql<Date>`now()` }))
      .execute()
      .catch((error: unknown) => log?.warn({ err: error }, 'no heartbeat of this process'))
  const timer = setInterval(() => void beat(), everyMs)
  timer.unref()
  return {
    leave: async () => {
      clearInterval(timer)
      await db.owner
        .deleteFrom('server_process')
        .where('id', '=', id)
        .execute()
        // Its heartbeat ends instead.
        .catch((error: unknown) => log?.warn({ err: error }, 'this process could not sign off'))
    },
  }
}

const fingerprintsOf = (keys: Keys): KeyFingerprints => ({
  CRM_TOKEN_SECRET: fingerprint('crm', keys.crm),
  FILES_LINK_SECRET: fingerprint('files', keys.files),
  VAPID_PRIVATE_KEY: fingerprint('vapid', keys.vapid),
  CRM_SEAL_KEYS: keys.seal.map(({ id, key }) => fingerprint(`seal ${id}`, key)),
})

const fingerprint = (name: string, key: Uint8Array): string =>
  createHash('sha256').update(name).update('\0').update(key).digest('hex').slice(0, 16)

const sentence = new Intl.ListFormat('en-AU')

/** The settings of keys that one has otherwise. During a rotation seal keys differ, but each opens what the other seals. */
export const differingKeys = (own: KeyFingerprints, their: KeyFingerprints): string[] => {
  const opens = (keys: readonly string[], [first = '']: readonly string[]): boolean =>
    keys.includes(first)
  return [
    ...(['CRM_TOKEN_SECRET', 'FILES_LINK_SECRET', 'VAPID_PRIVATE_KEY'] as const).filter(
      (setting) => own[setting] !== their[setting],
    ),
    ...(opens(own.CRM_SEAL_KEYS, their.CRM_SEAL_KEYS) &&
    opens(their.CRM_SEAL_KEYS, own.CRM_SEAL_KEYS)
      ? []
      : ['CRM_SEAL_KEYS']),
  ]
}

const refuseOtherKeys = (own: KeyFingerprints, their: KeyFingerprints, name: string): void => {
  const differing = differingKeys(own, their)
  if (differing.length > 0)
    throw new Refusal(
      `The keys of this process differ from those of process ${name}, which uses the same database. Set the same ${sentence.format(differing)} for every process, or stop the other process first.`,
    )
}

const refuseTooMany = (
  { own, allowed }: { own: number; allowed: number | null },
  others: readonly { connections: number }[],
): void => {
  if (allowed === null) return
  const used = others.reduce((sum, other) => sum + other.connections, 0)
  if (used + own <= allowed) return
  const beside =
    others.length === 0
      ? ''
      : `, ${others.length === 1 ? 'another process' : `${others.length} other processes`} may open ${used}`
  throw new Refusal(
    `This process may open ${own} connections${beside}, and the PostgreSQL server allows ${allowed}. Set a smaller DATABASE_POOL, or raise max_connections of the server.`,
  )
}
