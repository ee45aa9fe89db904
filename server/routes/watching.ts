import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { SyncParts } from '../billing/sync-customer.ts'
import { findFaults } from '../installation/doctor.ts'
import { readFigures, type Disk } from '../installation/figures.ts'
import { openHeartbeat, type Heartbeat } from '../installation/reports.ts'
import type { StatusParts } from '../installation/status.ts'
import type { Database } from '../platform/db/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Env } from '../platform/process/env.ts'
import type { SearchEngine } from '../search/engine.ts'
import { healthRoutes } from './health.ts'
import { metricsRoute } from './metrics.ts'

/** What only the starting program knows of this process. */
export type InstallationParts = {
  env: Env
  version: string
  build(): string
  metrics: Metrics
  disk(): Promise<Disk>
}

/** Before any route, because a plugin has the hooks that were there before it. */
export const countRequests = (app: FastifyInstance, { httpSeconds }: Metrics): void => {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    httpSeconds.observe(labels, reply.elapsedTime / 1000)
  })
}

/** Serves /health, /ready and /metrics, and beats while the app listens. */
export const watchInstallation = async (
  app: FastifyInstance,
  parts: {
    installation: InstallationParts
    db: Database
    search: SearchEngine
    sinceBeat(): number | null
    now: () => number
    billing: SyncParts | null
    log?: FastifyBaseLogger | undefined
  },
): Promise<{ status: StatusParts; faults(): Promise<string[]> }> => {
  const { installation, db, search, sinceBeat, now, billing, log } = parts
  const { env, version, build, metrics, disk } = installation
  const heartbeat = openHeartbeat({ db, version, build, searchTick: search.tick, sinceBeat, log })
  app.decorate('heartbeat', heartbeat)
  app.addHook('onListen', heartbeat.start)
  app.addHook('onClose', heartbeat.stop)
  await app.register(healthRoutes({ db, search, sinceBeat }))
  await app.register(
    metricsRoute({
      registry: metrics.registry,
      token: env.metricsToken,
      version,
      build,
      figures: () => readFigures(db, now),
      disk,
      connections: db.connections,
      searchTick: search.tick,
      sinceSearch: heartbeat.sinceSearch,
      sinceBeat,
    }),
  )
  const faults = (): Promise<string[]> => findFaults({ db, env, disk, now, billing })
  app.decorate('findFaults', faults)
  return { status: { db, version, build, search, disk }, faults }
}

declare module 'fastify' {
  interface FastifyInstance {
    heartbeat: Heartbeat
    /** What `npm run doctor` finds wrong. */
    findFaults(): Promise<string[]>
  }
}
