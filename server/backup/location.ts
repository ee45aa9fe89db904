import { resolve } from 'node:path'
import type { BackupEnv } from '../platform/process/backup-env.ts'
import { Refusal } from '../platform/refusal.ts'
import { folderFiles, type FileStore } from '../platform/vendors/files.ts'
import { s3Files } from '../platform/vendors/files-s3.ts'
import { momentOf } from './manifest.ts'

/** `staging`: where parts are written first, on this machine; null if the store is there. */
export type BackupStore = { store: FileStore; staging: FileStore | null; name: string }

/** A folder, or s3://bucket/prefix. Throws a Refusal. */
export const openStore = (
  to: string,
  { account }: Pick<BackupEnv, 'account'>,
  draftFolder: string,
): BackupStore => {
  if (!to.startsWith('s3://'))
    return { store: folderFiles(resolve(to)), staging: null, name: resolve(to) }
  const [, bucket = '', prefix = ''] = /^s3:\/\/([\w.-]{3,63})\/?((?:[\w-]+\/?)*)$/.exec(to) ?? []
  if (bucket === '') throw new Refusal(`${to} is no address like s3://bucket/folder.`)
  if (account === undefined)
    throw new Refusal(
      'Set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY for s3:// addresses.',
    )
  const store = s3Files({ ...account, bucket }, draftFolder)
  return {
    store: under(store, prefix.replace(/\/$/, '')),
    staging: folderFiles(draftFolder),
    name: to,
  }
}

/** The last folder of the address is the backup: /srv/backups/fieldbook-20261128T115000Z. Throws a Refusal. */
export const splitAddress = (address: string): { to: string; id: string } => {
  const [, to = '', id = ''] = /^(.*?)[/\\]?([^/\\]+)[/\\]?$/.exec(address) ?? []
  if (momentOf(id) === undefined)
    throw new Refusal(
      `${address} is no backup. Its folder is named like fieldbook-20261128T115000Z.`,
    )
  return { to: to === '' ? '.' : to, id }
}

const under = (store: FileStore, prefix: string): FileStore => {
  if (prefix === '') return store
  const at = (key: string): string => `${prefix}/${key}`
  return {
    write: (key, content) => store.write(at(key), content),
    read: (key) => store.read(at(key)),
    remove: (key) => store.remove(at(key)),
    list: async (folder) => {
      const keys = await store.list(folder === undefined ? prefix : at(folder))
      return keys.map((key) => key.slice(prefix.length + 1))
    },
  }
}
