import { sql } from 'kysely'
import { readEverything } from '../platform/db/copy-policies.ts'
import type { Database } from '../platform/db/db.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { packEntries } from './archive.ts'
import { keyOf, newSalt, type BackupKey } from './encryption.ts'
import { entriesOf } from './entries.ts'
import { filesPart, idOf, partKey, writeManifest, type Manifest } from './manifest.ts'
import { writePart } from './parts.ts'
import { lastMigration, tablesOf } from './tables.ts'
import { tallyRows, wholeRows } from './tally.ts'
import { verifyParts } from './verify.ts'

export type BackupParts = {
  db: Database
  files: FileStore
  dataFolder: string
  /** Of keys that are settings, by the setting's name. */
  fingerprints: Readonly<Record<string, string>>
  store: FileStore
  /** On this machine, if the store is far away: people wait while the embedded database is read. */
  staging: FileStore | null
  passphrase: string | undefined
  now: () => number
  onProgress(step: string): void
}

export type Written = { id: string; tables: number; rows: number; files: number; bytes: number }

/**
 * Writes and verifies a backup of the database at one moment, then of the files, so that each file of a row is in it. Leaves
 * nothing if a step fails.
 */
export const takeBackup = async (parts: BackupParts): Promise<Written> => {
  const { store, staging, passphrase, onProgress } = parts
  const id = idOf(new Date(parts.now()))
  const key = passphrase === undefined ? null : await keyOf(passphrase, newSalt())
  try {
    const database = await writeTables(parts, staging ?? store, id, key)
    onProgress('Copying files and keys')
    const files = await writeFiles(parts, staging ?? store, id, key)
    if (staging !== null) await hand(staging, store, id, onProgress)
    const { fingerprints } = parts
    const manifest: Manifest = { format: 1, id, ...database, files, fingerprints }
    await verifyParts(store, manifest, key, onProgress)
    await writeManifest(store, manifest, key)
    return {
      id,
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: files.count,
      bytes: [...manifest.tables, files].reduce((sum, { part }) => sum + part.bytes, 0),
    }
  } catch (error) {
    await removeBackup(store, id).catch(() => undefined)
    throw error
  } finally {
    if (staging !== null) await removeBackup(staging, id)
  }
}

/** The manifest first, so that what is left is no backup. */
export const removeBackup = async (store: FileStore, id: string): Promise<void> => {
  const keys = await store.list(id)
  for (const key of keys.toSorted((a) => (a.endsWith('/manifest.json') ? -1 : 0)))
    await store.remove(key)
}

const writeTables = (
  { db, onProgress }: BackupParts,
  store: FileStore,
  id: string,
  key: BackupKey | null,
): Promise<Pick<Manifest, 'at' | 'migration' | 'salt' | 'tables'>> =>
  db.snapshot(async ({ trx, copyOut }) => {
    await readEverything(trx)
    const tables: Manifest['tables'] = []
    const all = await tablesOf(trx)
    for (const [n, { name, columns }] of all.entries()) {
      onProgress(`Reading: ${name}, table ${n + 1} of ${all.length}`)
      const tally = tallyRows()
      const rows = wholeRows(copyOut(name, columns), tally)
      const part = await writePart({ store, id, key, name }, rows)
      tables.push({ name, columns, ...tally.end(), part })
    }
    const { rows } = await sql<{ at: Date }>`select now() as at`.execute(trx)
    return {
      at: (rows[0]?.at ?? new Date(0)).toISOString(),
      migration: (await lastMigration(trx)) ?? '',
      salt: key?.salt ?? null,
      tables,
    }
  })

const writeFiles = async (
  { files, dataFolder }: BackupParts,
  store: FileStore,
  id: string,
  key: BackupKey | null,
): Promise<Manifest['files']> => {
  let count = 0
  const content = packEntries(entriesOf(files, dataFolder), () => (count += 1))
  const part = await writePart({ store, id, key, name: filesPart }, content)
  return { count, part }
}

const hand = async (
  from: FileStore,
  to: FileStore,
  id: string,
  onProgress: (step: string) => void,
): Promise<void> => {
  const keys = await from.list(id)
  for (const [n, key] of keys.entries()) {
    onProgress(`Sending: part ${n + 1} of ${keys.length}`)
    const part = await from.read(key)
    if (part === undefined) throw new Error(`${partKey(id, key)} is gone`)
    await to.write(key, part.content)
  }
}
