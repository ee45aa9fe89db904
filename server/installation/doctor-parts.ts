import type { SyncParts } from '../billing/sync-customer.ts'
import type { Database } from '../platform/db/db.ts'
import type { Env } from '../platform/process/env.ts'
import type { Disk } from './figures.ts'

export type DoctorParts = {
  db: Database
  env: Env
  disk(): Promise<Disk>
  now: () => number
  /** Null without card payment. */
  billing: Pick<SyncParts, 'payments'> | null
}
