import * as z from 'zod/mini'
import { adminEndpoint } from '../core/endpoint.ts'
import { Moment } from '../saved-work/item.ts'

const ServerProcess = z.object({
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  build: z.string(),
  startedAt: Moment,
  beatAt: Moment,
  /** Null without background jobs. */
  workerAt: z.nullable(Moment),
  /** When its search index last had everything. */
  searchAt: Moment,
})

export const Installation = z.object({
  version: z.string(),
  build: z.string(),
  node: z.string(),
  database: z.enum(['embedded', 'postgres']),
  processes: z.array(ServerProcess),
  /** By kind. */
  jobs: z.array(
    z.object({
      kind: z.string(),
      waiting: z.int(),
      /** Failed before. */
      retrying: z.int(),
      /** Null while none is due. */
      dueSince: z.nullable(Moment),
    }),
  ),
  pushes: z.object({ waiting: z.int(), since: z.nullable(Moment) }),
  webhooks: z.array(
    z.object({
      source: z.enum(['clerk', 'stripe']),
      lastAt: z.nullable(Moment),
      lastDay: z.int(),
    }),
  ),
  sources: z.object({ active: z.int(), failing: z.array(z.string()) }),
  /** Of this process; ticks of the records' clock. */
  index: z.object({ tick: z.int(), clock: z.int() }),
  disk: z.object({ free: z.number(), size: z.number() }),
  /** The newest one that was completed, and with that read again. */
  backup: z.nullable(z.object({ at: Moment, bytes: z.number(), target: z.string() })),
  flags: z.array(
    z.object({
      flag: z.string(),
      gates: z.string(),
      platform: z.string(),
      organisations: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
})
export type Installation = z.infer<typeof Installation>

/** For admins of the organisation that runs this installation; others get `role-forbidden`. */
export const installationEndpoints = {
  installation: adminEndpoint({
    method: 'GET',
    path: '/installation',
    summary: 'What runs: version, processes, jobs, webhooks, sources, index, disk, backup, flags',
    input: z.object({}),
    output: Installation,
    gate: 'member',
  }),
  installationFaults: adminEndpoint({
    method: 'GET',
    path: '/installation/faults',
    summary: 'What npm run doctor finds wrong, as sentences',
    input: z.object({}),
    output: z.object({ faults: z.array(z.string()) }),
    gate: 'member',
  }),
}
