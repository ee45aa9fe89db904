import type { FastifyPluginAsync } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Disk, Figures } from '../installation/figures.ts'
import { isBearer } from '../platform/http/control.ts'
import { notFound } from '../platform/http/problem-error.ts'

export type MetricsParts = {
  registry: Registry
  /** Undefined: the address does not exist. */
  token: string | undefined
  version: string
  build(): string
  /** Rejects while the database is away: what it holds is then left out. */
  figures(): Promise<Figures>
  disk(): Promise<Disk>
  connections(): { used: number; waiting: number } | null
  searchTick(): number
  /** In ms. */
  sinceSearch(): number
  /** In ms; null without a worker. */
  sinceBeat(): number | null
}

/** For Prometheus, with METRICS_TOKEN: without the token the address looks as if it did not exist. */
export const metricsRoute =
  (parts: MetricsParts): FastifyPluginAsync =>
  (server) => {
    const measure = openGauges(parts)
    server.get('/metrics', async (request, reply) => {
      if (parts.token === undefined || !isBearer(request, parts.token)) throw notFound()
      await measure()
      return reply.type(parts.registry.contentType).send(await parts.registry.metrics())
    })
    return Promise.resolve()
  }

/** Measured at each scrape. */
const openGauges = (parts: MetricsParts): (() => Promise<void>) => {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `fieldbook_${name}`, help, registers: [parts.registry] })
  const build = new Gauge({
    name: 'fieldbook_build_info',
    help: 'Always 1; its labels name the release and the build of the app',
    labelNames: ['version', 'build'],
    registers: [parts.registry],
  })
  const databaseUp = gauge('database_up', '1 while the database answers')
  const figures = [
    [gauge('jobs_due', 'Background jobs that no process has begun'), 'jobsDue'],
    [gauge('jobs_oldest_seconds', 'How long the oldest of them is due'), 'jobsOldest'],
    [gauge('push_waiting', 'Push messages that are not delivered yet'), 'pushWaiting'],
    [gauge('push_oldest_seconds', 'The age of the oldest of them'), 'pushOldest'],
    [
      gauge('credits_audit_stopped', 'Organisations whose ledger does not add up'),
      'ledgersStopped',
    ],
    [gauge('sources_failing', 'Sources whose last import failed'), 'sourcesFailing'],
    [
      gauge(
        'billing_last_reconcile_seconds',
        'Since Stripe was last asked about the organisation that waits longest',
      ),
      'lastReconcile',
    ],
    [gauge('backup_last_seconds', 'Since the last backup; absent without any'), 'lastBackup'],
    [gauge('database_clock_skew_seconds', 'The database’s clock minus ours'), 'clockSkew'],
    [gauge('record_clock_ticks', 'The tick of the market’s records'), 'tick'],
  ] as const
  const searchTicks = gauge('search_ticks', 'The tick that the search index has reached')
  const searchBehind = gauge(
    'search_behind_seconds',
    'Since the search index last had every change of 15 seconds before',
  )
  const worker = gauge('worker_beat_seconds', 'Since the worker last looked for jobs')
  const used = gauge('db_pool_used', 'Connections to PostgreSQL in use; absent when embedded')
  const waiting = gauge('db_pool_waiting', 'Queries that wait for a connection')
  const diskFree = gauge('disk_free_bytes', 'Free on the disk of the data folder')
  const diskSize = gauge('disk_size_bytes', 'The size of that disk')
  return async () => {
    build.reset()
    build.set({ version: parts.version, build: parts.build() }, 1)
    const known = await parts.figures().catch(() => null)
    databaseUp.set(known === null ? 0 : 1)
    for (const [each, name] of figures) setOrRemove(each, known?.[name] ?? null)
    searchTicks.set(parts.searchTick())
    searchBehind.set(parts.sinceSearch() / 1000)
    const beat = parts.sinceBeat()
    setOrRemove(worker, beat === null ? null : beat / 1000)
    const pool = parts.connections()
    setOrRemove(used, pool?.used ?? null)
    setOrRemove(waiting, pool?.waiting ?? null)
    const disk = await parts.disk().catch(() => null)
    setOrRemove(diskFree, disk?.free ?? null)
    setOrRemove(diskSize, disk?.size ?? null)
  }
}

const setOrRemove = (gauge: Gauge, value: number | null): void => {
  if (value === null) gauge.remove()
  else gauge.set(value)
}
