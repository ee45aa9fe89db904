import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationNames, openDatabase } from '../platform/db/db.ts'
import { replaceFolder, replaceSchema, type Replacement } from '../platform/db/set-aside.ts'
import { claimDataFolder } from '../platform/process/data-folder.ts'
import type { Env } from '../platform/process/env.ts'
import { Refusal } from '../platform/refusal.ts'
import { openFiles } from '../platform/vendors/open-files.ts'
import { fingerprintsOf, otherKeys } from './fingerprints.ts'
import { openStore, splitAddress } from './location.ts'
import { readManifest } from './manifest.ts'
import { restoreFiles, restoreTables, settleRestored, type OpenBackup } from './restore.ts'

/** Into the database and data folder of the settings; in lines for the operator. Throws a Refusal. */
export const restoreBackup = async (
  env: Env,
  { address, replace }: { address: string; replace: boolean },
  onProgress: (step: string) => void,
): Promise<string[]> => {
  const { to, id } = splitAddress(address)
  const { store } = openStore(to, env.backup, join(env.dataFolder, '.backup'))
  const opened = await readManifest(store, id, env.backup.passphrase)
  const backup: OpenBackup = { store, ...opened }
  const { migration, at, tables, fingerprints } = backup.manifest
  if (!(await migrationNames()).includes(migration))
    throw new Refusal('The backup is from a newer Fieldbook. Restore it with that release.')
  const claim = claimDataFolder(env.dataFolder, { minFreeBytes: env.minFreeBytes })
  try {
    onProgress('Preparing the database')
    const options = { until: migration, replace }
    const { databaseUrl, dataFolder } = env
    const replacement =
      databaseUrl === undefined
        ? await replaceFolder(join(dataFolder, 'database'), options)
        : await replaceSchema(databaseUrl, options)
    const { rows, files, lines } = await load(replacement, backup, env, onProgress)
    // The index of another database.
    await rm(join(dataFolder, 'search'), { recursive: true, force: true })
    onProgress('Checking ledgers and audit logs')
    return [
      `Restored the backup of ${moment.format(new Date(at))} UTC: ${tables.length} tables with ${count.format(rows)} rows, and ${count.format(files)} files. Every row is as it was.`,
      ...lines,
      ...otherKeys(fingerprints, fingerprintsOf(env)).map(
        (name) => `${name} isn’t what it was at the backup. Set it to the earlier value.`,
      ),
      ...(await settle(env)),
      'If you removed people after the backup, run npm run remove-person for each of them again.',
    ]
  } finally {
    claim.release()
  }
}

const load = async (
  replacement: Replacement,
  backup: OpenBackup,
  env: Env,
  onProgress: (step: string) => void,
): Promise<{ rows: number; files: number; lines: string[] }> => {
  try {
    const rows = await restoreTables(replacement.db, backup, onProgress)
    onProgress('Writing files and keys')
    const files = await restoreFiles(backup, {
      files: openFiles(env),
      dataFolder: env.dataFolder,
    })
    return { rows, files, lines: await replacement.publish() }
  } catch (error) {
    await replacement.abandon()
    throw error
  }
}

const settle = async ({ databaseUrl, dataFolder }: Env): Promise<string[]> => {
  const db = await openDatabase(
    databaseUrl === undefined ? { folder: join(dataFolder, 'database') } : { url: databaseUrl },
  )
  try {
    return await settleRestored(db)
  } finally {
    await db.close()
  }
}

const count = new Intl.NumberFormat('en-AU')
const moment = new Intl.DateTimeFormat('en-AU', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
