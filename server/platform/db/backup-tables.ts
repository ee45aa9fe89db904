import type { At, Big, Moment } from './column-types.ts'

export type BackupRunRow = {
  id: string
  started_at: At
  /** Null while it runs, and of a process that was killed. */
  finished_at: Moment
  location: string
  /** Null of a run that failed, which has a reason. */
  name: string | null
  bytes: Big | null
  reason: string | null
}
