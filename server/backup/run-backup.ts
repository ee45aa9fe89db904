import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import { Refusal } from '../platform/refusal.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { openStore } from './location.ts'
import { parseRetention, removeOldBackups } from './retention.ts'
import { takeBackup, type Written } from './take-backup.ts'

export const BackupCommand = z.object({
  to: z.string().check(z.minLength(1), z.maxLength(1_000)),
  retention: z.optional(z.string()),
  passphrase: z.optional(z.string()),
  account: z.optional(
    z.object({
      endpoint: z.string(),
      region: z.string(),
      accessKeyId: z.string(),
      secretAccessKey: z.string(),
    }),
  ),
})
export type BackupCommand = z.infer<typeof BackupCommand>

export type BackupSubject = {
  db: Database
  files: FileStore
  dataFolder: string
  fingerprints: Readonly<Record<string, string>>
  now: () => number
}

/** In lines for the operator; the run is recorded, also if it fails. Throws a Refusal. */
export const runBackup = async (
  subject: BackupSubject,
  command: BackupCommand,
  onProgress: (step: string) => void,
): Promise<string[]> => (await run(subject, command, onProgress)) ?? []

/** Null if the last one began less than `everyHours` ago, in any process. */
export const runDueBackup = (
  subject: BackupSubject,
  { everyHours, ...command }: BackupCommand & { everyHours: number },
): Promise<string[] | null> => run(subject, command, () => undefined, everyHours)

const run = async (
  subject: BackupSubject,
  { to, retention: rule, passphrase, account }: BackupCommand,
  onProgress: (step: string) => void,
  everyHours?: number,
): Promise<string[] | null> => {
  const retention = rule === undefined ? undefined : parseRetention(rule)
  if (retention === null) throw new Refusal(`--keep ${rule} is no rule like 7d,4w,6m.`)
  const { store, staging, name } = openStore(to, { account }, join(subject.dataFolder, '.backup'))
  const end = await beginRun(subject, name, everyHours)
  if (end === null) return null
  try {
    const written = await takeBackup({ ...subject, store, staging, passphrase, onProgress })
    await end({ name: written.id, bytes: written.bytes, reason: null })
    const old = retention === undefined ? [] : await removeOldBackups(store, retention)
    return linesOf(`${name.replace(/\/$/, '')}/${written.id}`, written, passphrase, old)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await end({ name: null, bytes: null, reason }).catch(() => undefined)
    throw error
  }
}

type End = { name: string | null; bytes: number | null; reason: string | null }

const beginRun = async (
  { db, now }: BackupSubject,
  location: string,
  everyHours: number | undefined,
): Promise<((end: End) => Promise<void>) | null> => {
  const row = { id: uuidv7(), location, started_at: new Date(now()) }
  const began = await db.owner.transaction().execute(async (trx) => {
    // So that two processes do not begin the same one.
    await sql`lock table backup_run in share row exclusive mode`.execute(trx)
    if (everyHours !== undefined && !(await isDue(trx, row.started_at, everyHours))) return false
    await trx.insertInto('backup_run').values(row).execute()
    return true
  })
  if (!began) return null
  return async (end) => {
    await db.owner
      .updateTable('backup_run')
      .set({ ...end, finished_at: new Date(now()) })
      .where('id', '=', row.id)
      .execute()
  }
}

/** One that failed, or whose process was killed, is tried again after an hour. */
const isDue = async (trx: Transaction<Tables>, at: Date, everyHours: number): Promise<boolean> => {
  const { rows } = await sql<{ due: boolean }>`
    select not exists (select from backup_run
      where started_at > ${at}::timestamptz - interval '1 hour'
        or name is not null and started_at > ${at}::timestamptz - make_interval(hours => ${everyHours})) as due`.execute(
    trx,
  )
  return rows[0]?.due === true
}

const linesOf = (
  address: string,
  { tables, rows, files, bytes }: Written,
  passphrase: string | undefined,
  old: readonly string[],
): string[] => [
  `Backed up ${tables} tables with ${count.format(rows)} rows and ${count.format(files)} files, ${count.format(Math.ceil(bytes / 1_000_000))} MB. Every part was read again.`,
  passphrase === undefined
    ? 'It isn’t encrypted and holds keys and contact details. Set BACKUP_PASSPHRASE to encrypt it.'
    : 'It’s encrypted. Without BACKUP_PASSPHRASE it can’t be restored.',
  ...(old.length === 0 ? [] : [`Removed ${old.length} older: ${old.join(', ')}.`]),
  `Restore it with: npm run restore -- ${address}`,
]

const count = new Intl.NumberFormat('en-AU')
