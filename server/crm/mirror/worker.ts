import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as waitFor } from 'node:timers/promises'
import { Forbidden } from '../../connectors/errors.ts'
import type { Changes, ObjectKind } from '../../connectors/port.ts'
import type { Database } from '../../platform/db/db.ts'
import { abandonJob, Postponed, type ClaimedJob, type Worker } from '../../platform/db/queue.ts'
import { isProblem } from '../../platform/http/problem-error.ts'
import type { Access } from '../access.ts'
import type { Crm, Crms } from '../crms.ts'
import { chunked } from '../known.ts'
import { openPatience, type Patience } from '../patience.ts'
import { deleteUnseen, followDeleted, saveKeys, unseenLinks } from './page.ts'
import { endFailedPass, endPass, openPass, turnPage, type Of, type Pass } from './passes.ts'

export type MirrorParts = {
  db: Database
  crms: Crms
  access: Access
  /** ms since 1970. */
  now: () => number
  wait?: ((ms: number) => Promise<void>) | undefined
  log?: FastifyBaseLogger | undefined
}

/** A long pass lets other jobs run in between. */
const maxPages = 100

/** Reads what changed in a CRM since the last time; every page is stored with the position after it. The job's id is the connection's. */
export const mirrorWorker = (parts: MirrorParts): Worker => ({
  run: async (job) => {
    const { db, access, now, wait = (ms: number) => waitFor(ms) } = parts
    const crm = await crmOf(parts, job)
    if (!crm) return
    const { orgId, id: connectionId } = job
    const { label } = crm.kind
    const patience = openPatience({
      access,
      orgId,
      connectionId,
      label,
      startedAt: now(),
      now,
      pause: wait,
    })
    const reading = { db, crm, patience, now, pagesLeft: maxPages }
    for (const object of objectsOf(crm))
      try {
        await readObject(reading, { orgId, connectionId, object })
      } catch (error) {
        // An admin has to sign in again, or has disconnected.
        if (isProblem(error, 'crm-away')) return
        if (!(error instanceof Forbidden)) throw error
        await db.asOrg(orgId, (trx) => endFailedPass(trx, connectionId, object, now()))
      }
  },
  giveUp: (job, error) =>
    parts.db.asOrg(job.orgId, async (trx) => {
      if (!(await abandonJob(trx, job))) return
      parts.log?.warn({ err: error, connection: job.id }, 'the records of a CRM were not read')
      await endFailedPass(trx, job.id, null, parts.now())
    }),
})

type Reading = {
  db: Database
  crm: Crm
  patience: Patience
  now: () => number
  pagesLeft: number
}

const objectsOf = ({ connector: { objects } }: Crm): ObjectKind[] => ['company', ...objects.person]

const crmOf = async ({ db, crms }: MirrorParts, job: ClaimedJob): Promise<Crm | undefined> => {
  const connection = await db.asOrg(job.orgId, (trx) =>
    trx
      .selectFrom('crm_connection')
      .select('connector')
      .where('id', '=', job.id)
      .where('state', '=', 'connected')
      .executeTakeFirst(),
  )
  return connection && crms.find(connection.connector)
}

const readObject = async (reading: Reading, of: Of): Promise<void> => {
  const { db, crm, patience, now } = reading
  const { connector, kind } = crm
  for (;;) {
    const pass = await db.asOrg(of.orgId, (trx) => openPass(trx, of, now()))
    if (!pass) return
    if (reading.pagesLeft === 0) throw new Postponed(`${kind.label} has more records`, now())
    reading.pagesLeft -= 1
    const changes = await patience.call((api) => connector.changes(api, of.object, pass.cursor))
    const isEndOfAll = pass.isFull && changes.isLast
    const missing = isEndOfAll ? await findMissing(reading, of, pass, changes) : []
    const isOurs = await db.asOrg(of.orgId, async (trx) => {
      if (!(await turnPage(trx, of, pass, changes.next))) return false
      await followDeleted(trx, of, [...changes.deleted, ...missing], now())
      await saveKeys(trx, of, pass, changes.records)
      if (isEndOfAll) await deleteUnseen(trx, of, pass)
      const { namesDeleted } = connector
      if (changes.isLast) await endPass(trx, of, pass, { now: now(), namesDeleted })
      return true
    })
    if (!isOurs || changes.isLast) return
  }
}

/** Linked records that a full pass did not list: only the CRM knows whether they were deleted or have no keys. */
const findMissing = async (
  { db, crm: { connector }, patience }: Reading,
  of: Of,
  pass: Pass,
  { records }: Changes,
): Promise<Changes['deleted'][number][]> => {
  const listed = new Set(records.map(({ id }) => id))
  const unseen = await db.asOrg(of.orgId, (trx) => unseenLinks(trx, of, pass))
  const missing: Changes['deleted'][number][] = []
  const wanted = unseen.filter((id) => !listed.has(id))
  for (const ids of chunked(wanted, connector.limits.read)) {
    const found = await patience.call((api) => connector.read(api, of.object, ids, []))
    for (const id of ids) {
      const current = found.get(id)
      if (current?.is !== 'live') missing.push({ id, into: current?.into })
    }
  }
  return missing
}
