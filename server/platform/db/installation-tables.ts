import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { At, Big, Moment } from './column-types.ts'

/** What the processes of an installation share. */
export type InstallationTables = {
  /** `at` is its latest start; `paths` are its hashed files, without those that are packed. */
  deployment: { id: string; at: At; paths: string[] }
  deployment_file: { path: string; content: ColumnType<Buffer, Buffer, never> }
  job: {
    org_id: string
    kind: string
    id: string
    run_at: At
    claims: Generated<number>
    failures: Generated<number>
    holder: ColumnType<string | null, undefined, string | null>
    lease_until: Moment
  }
  rate_debt: { key: string; until: Big }
  /** A process without a heartbeat for half a minute has ended. */
  server_process: {
    id: string
    host: string
    pid: number
    /** Tells a reused pid apart. */
    process_start: string
    started_at: Generated<At>
    seen_at: At
    connections: number
    keys: JSONColumnType<KeyFingerprints>
  }
  backup_run: {
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
  /** One row a process while it runs, embedded too; one that died leaves a row whose heartbeat is old. */
  process_report: {
    id: string
    host: string
    pid: number
    version: string
    build: string
    started_at: At
    beat_at: At
    /** When it last looked for jobs. */
    worker_at: Moment
    /** When its search index last had everything that was committed 15 seconds before. */
    search_at: At
  }
}

/** By the setting that gives them to all processes. The first of CRM_SEAL_KEYS seals, all open. */
export type KeyFingerprints = {
  CRM_TOKEN_SECRET: string
  FILES_LINK_SECRET: string
  VAPID_PRIVATE_KEY: string
  CRM_SEAL_KEYS: string[]
}
