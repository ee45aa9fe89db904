import * as z from 'zod/mini'
import type { Bucket } from '../vendors/files-s3.ts'

export type BackupEnv = {
  /** A folder, or s3://bucket/prefix. */
  to: string
  /** Undefined: no schedule. */
  everyHours: number | undefined
  /** Such as 7d,4w,6m; undefined: none is removed. */
  retention: string | undefined
  /** Undefined: not encrypted. */
  passphrase: string | undefined
  /** For s3:// addresses. */
  account: Omit<Bucket, 'bucket'> | undefined
}

type Set = Record<string, string | undefined>

const accountParts = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

const retentionRule = /^\d{1,4}[dwm](,\d{1,4}[dwm]){0,2}$/

export const backupProblems = (set: Set): string[] => {
  const problems: string[] = []
  const missing = accountParts.filter((name) => set[name] === undefined)
  if (missing.length > 0 && missing.length < accountParts.length)
    problems.push(
      `${missing.join(' and ')} not set: set all of ${accountParts.join(', ')}, or none of them.`,
    )
  const endpoint = set['BACKUP_S3_ENDPOINT']
  if (endpoint !== undefined && !z.url({ protocol: /^https?$/ }).safeParse(endpoint).success)
    problems.push('BACKUP_S3_ENDPOINT must be a web address, starting with https://.')
  const hours = set['BACKUP_EVERY_HOURS']
  if (hours !== undefined && !/^[1-9]\d{0,3}$/.test(hours))
    problems.push('BACKUP_EVERY_HOURS must be a whole number of hours, such as 24.')
  const keep = set['BACKUP_KEEP']
  if (keep !== undefined && !retentionRule.test(keep))
    problems.push('BACKUP_KEEP must look like 7d,4w,6m.')
  const passphrase = set['BACKUP_PASSPHRASE']
  if (passphrase !== undefined && passphrase.length < 12)
    problems.push('BACKUP_PASSPHRASE must have 12 characters or more.')
  return problems
}

export const backupOf = (set: Set): BackupEnv => {
  const [endpoint, accessKeyId, secretAccessKey] = accountParts.map((name) => set[name])
  const hours = set['BACKUP_EVERY_HOURS']
  return {
    to: set['BACKUP_TO'] ?? 'backups',
    everyHours: hours === undefined ? undefined : Number(hours),
    retention: set['BACKUP_KEEP'],
    passphrase: set['BACKUP_PASSPHRASE'],
    account:
      endpoint && accessKeyId && secretAccessKey
        ? { endpoint, accessKeyId, secretAccessKey, region: set['BACKUP_S3_REGION'] ?? 'auto' }
        : undefined,
  }
}
