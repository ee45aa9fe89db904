import type { FastifyBaseLogger } from 'fastify'
import type { BackupEnv } from '../platform/process/backup-env.ts'
import { runDueBackup, type BackupSubject } from './run-backup.ts'

const minute = 60_000

/** Looks every minute whether a backup is due; without a setting it does nothing. */
export const scheduleBackups = (
  subject: BackupSubject,
  { everyHours, ...settings }: BackupEnv,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): { stop(): Promise<void> } => {
  if (everyHours === undefined) return { stop: () => Promise.resolve() }
  let running: Promise<void> | null = null
  const look = async (): Promise<void> => {
    try {
      const lines = await runDueBackup(subject, { ...settings, everyHours })
      if (lines !== null) log.info({ lines }, 'backed up')
    } catch (error) {
      log.error({ err: error }, 'a backup failed')
    }
  }
  const timer = setInterval(() => {
    running ??= look().finally(() => (running = null))
  }, minute)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
