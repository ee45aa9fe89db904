import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import { buildApp } from './app.ts'
import { fingerprintsOf } from './backup/fingerprints.ts'
import { scheduleBackups } from './backup/schedule.ts'
import { setUpCatalog } from './billing/set-up-catalog.ts'
import type { ConnectorSettings } from './connectors/port.ts'
import { connectorKinds } from './connectors/registry.ts'
import { openCrms } from './crm/crms.ts'
import { openSeal } from './crm/seal.ts'
import { guardedHttp } from './connectors/guarded-http.ts'
import { openRegisters, registerHosts } from './registers/registers.ts'
import { openSearch } from './search/cluster/open-search.ts'
import { readDisk } from './installation/figures.ts'
import { openMetrics, stripeRoute } from './platform/metrics.ts'
import { readVersion } from './platform/process/version.ts'
import { importingRoutes } from './routes/imports.ts'
import { backupRoutes } from './routes/backups.ts'
import { commandRoutes } from './routes/commands.ts'
import { signalsRoutes } from './routes/signals.ts'
import { trustsLoopback, trustsNetworks, type TrustsProxy } from './platform/http/caller-address.ts'
import { clerkBackend } from './platform/vendors/clerk-backend.ts'
import { claimDataFolder, refuseUnwritable } from './platform/process/data-folder.ts'
import { openDatabase, type Database } from './platform/db/db.ts'
import { removeDrafts } from './platform/vendors/files.ts'
import { openFiles } from './platform/vendors/open-files.ts'
import type { Env } from './platform/process/env.ts'
import { bucketGet } from './platform/vendors/bucket-get.ts'
import { guardedGet } from './platform/vendors/guarded-get.ts'
import { resolveName } from './platform/vendors/guarded-post.ts'
import { nameOperator } from './sources/store.ts'
import { verifier } from './platform/http/identity.ts'
import { keysOf } from './platform/process/keys.ts'
import { allowedConnections } from './platform/db/postgres-connections.ts'
import { openDeployments } from './installation/deployments.ts'
import { registerProcess } from './installation/processes.ts'
import { smtpMailer } from './platform/vendors/mail.ts'
import {
  openPayments,
  type Payments,
  type PaymentsConnection,
} from './platform/vendors/payments.ts'
import { hubspotChat } from './platform/vendors/hubspot-chat.ts'
import { pushKeysOf } from './platform/vendors/push-keys.ts'
import { pushService } from './platform/vendors/push-post.ts'
import { openBaseMap } from './platform/http/base-map.ts'
import { followBuild } from './platform/http/built-app.ts'
import { Refusal } from './platform/refusal.ts'
import type { Limits } from './platform/http/rate-limits.ts'
import type { Boot } from './platform/http/web.ts'
import { dayOf } from '../contract/core/days.ts'

export type ClerkConnection = {
  publishableKey: string
  secretKey: string
  apiUrl: string
  jwksUrl: string
  issuers: readonly string[]
  /** Behind /__clerk of our own origin; undefined: browsers use `frontendApi` directly. */
  proxyTarget: string | undefined
  frontendApi: string | undefined
  /** In addition to CLERK_WEBHOOK_SECRET. */
  webhookSecrets?: readonly string[]
}

/** Passed in so that the server does not depend on the invented market. */
export type Demo = {
  /** The page for a new ticket of its help desk. */
  contactSales: string
  load(parts: {
    db: Database
    /** Of the emulator: nothing invented reaches a real account. */
    payments: Payments | null
    now: () => number
    onProgress(step: string): void
  }): Promise<void>
  routes(parts: {
    db: Database
    controlToken: string
    now: () => number
    onSignalsAdded: () => void
  }): FastifyPluginAsync
  start(parts: {
    db: Database
    now: () => number
    onSignalsAdded: () => void
    log: FastifyBaseLogger
  }): {
    stop(): Promise<void>
  }
}

export type ServerParts = {
  env: Env
  clerk: ClerkConnection
  /** Null: no card payment. */
  payments: PaymentsConnection | null
  /** By the prefix of their settings; a CRM without them is not set up. */
  crms: Readonly<Record<string, ConnectorSettings>>
  demo: Demo
  /** Null serves the API only, to pages of any build. */
  dist: string | null
  log: FastifyBaseLogger
  /** Benches call faster than users. */
  limits?: Limits
  onProgress(step: string): void
  /** The embedded database has stalled or ended; only a new process can reopen it. */
  onDatabaseLost(): void
}

export type RunningServer = { origin: string; close(): Promise<void> }

/** Listens and publishes the address last; releases everything if a step fails. */
export const startServer = async (parts: ServerParts): Promise<RunningServer> => {
  const { env, clerk, onProgress } = parts
  const undo: (() => Promise<void> | void)[] = []
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const claim = claimDataFolder(env.dataFolder, {
      minFreeBytes: env.minFreeBytes,
      leased: env.databaseUrl !== undefined,
    })
    undo.push(claim.release)
    const baseMap = env.baseMapFile === undefined ? undefined : openBaseMap(env.baseMapFile)

    onProgress('Opening the database')
    if (env.databaseUrl === undefined) refuseUnwritable(join(env.dataFolder, 'database'))
    const db = await openDatabase(
      env.databaseUrl === undefined
        ? { folder: join(env.dataFolder, 'database') }
        : { url: env.databaseUrl, connections: env.process.pool },
    )
    undo.push(() => db.close())
    const keys = keysOf(env)
    if (env.databaseUrl !== undefined) {
      const connections = {
        own: env.process.pool + watchConnections,
        allowed: await allowedConnections(env.databaseUrl),
      }
      const registered = await registerProcess({ db, keys, connections, log: parts.log })
      undo.push(registered.leave)
    }
    db.lost.addEventListener('abort', () => {
      const reason: unknown = db.lost.reason
      parts.log.fatal({ err: reason }, 'the embedded database is lost')
      parts.onDatabaseLost()
    })
    const metrics = openMetrics()
    collectDefaultMetrics({ register: metrics.registry })
    const payments =
      parts.payments &&
      openPayments(parts.payments, Date.now, (method, path, status) =>
        metrics.stripeRequests.inc({ method, route: stripeRoute(path), status }),
      )
    const emulated = parts.payments?.api === undefined ? null : payments
    if (emulated !== null) {
      onProgress('Setting up the emulator of Stripe')
      await setUpCatalog(db, emulated)
    }
    if (env.sources.operator !== undefined) await nameOperator(db.owner, env.sources.operator)
    await parts.demo.load({ db, payments: emulated, now: Date.now, onProgress })

    onProgress('Opening the search index')
    const search = await openSearch({
      db,
      nodes: env.process.searchNodes,
      folder: join(env.dataFolder, 'search'),
      workers: 2,
      today: () => dayOf(Date.now()),
      log: parts.log,
    })
    undo.push(() => search.close())

    const origin = env.publicOrigin ?? `http://localhost:${env.port}`
    const { dist } = parts
    const built = dist === null ? null : followBuild(dist)
    const deployments =
      dist === null || built === null
        ? null
        : await openDeployments({ db, dist, built, log: parts.log })
    const token = randomBytes(32).toString('base64url')
    // The data folder belongs to this process, so drafts of a killed one can be deleted.
    await removeDrafts(join(env.dataFolder, 'files'))
    const files = openFiles(env)
    const backups = {
      db,
      files,
      dataFolder: env.dataFolder,
      fingerprints: fingerprintsOf(env),
      now: Date.now,
    }
    const crmSeal = openSeal(keys.seal)
    const app = await buildApp({
      db,
      search,
      verify: verifier({
        keys: { jwksUrl: clerk.jwksUrl },
        issuers: clerk.issuers,
        authorizedParties: partiesOf(env, origin),
      }),
      clerk: clerkBackend({ apiUrl: clerk.apiUrl, secretKey: clerk.secretKey, fetch }),
      payments,
      webhookSecrets: [...env.clerkWebhookSecrets, ...(clerk.webhookSecrets ?? [])],
      now: Date.now,
      origin,
      maintenance: env.maintenance,
      contacts: env.contacts,
      reached: {
        errorReports: env.sentryServerDsn !== undefined,
        storage: env.files !== undefined || env.backup.account !== undefined,
        registers: [
          ...(env.registers.abnGuid === undefined ? [] : ['ABN Lookup']),
          ...(env.registers.nzbnKey === undefined ? [] : ['NZBN register']),
        ],
      },
      trustsProxy: trustedBy(env),
      extras: {
        posthog: env.posthogKey !== undefined,
        productFruitsWorkspace: env.productFruitsWorkspaceCode ?? null,
        chat: env.chat === undefined ? null : hubspotChat({ ...env.chat, fetch }),
        contactSupport: env.contactSupport ?? null,
      },
      crmKey: keys.crm,
      crms: openCrms({ kinds: connectorKinds, settings: parts.crms, resolve: resolveName }),
      crmSeal,
      files,
      sources: {
        workFolder: join(env.dataFolder, 'imports'),
        folder: env.sources.folder ?? join(env.dataFolder, 'sources'),
        get: guardedGet(resolveName, []),
        getFromBucket: env.sources.bucket === undefined ? null : bucketGet(env.sources.bucket),
      },
      registers: openRegisters({
        ...env.registers,
        http: guardedHttp({ resolve: resolveName, hosts: registerHosts, ownOrigins: [] }),
      }),
      linkKey: keys.files,
      post: env.mail === undefined ? null : { mailer: smtpMailer(env.mail), origin },
      push: pushService({
        keys: pushKeysOf(keys.vapid, env.push.subject),
        emulator: env.push.emulator ?? null,
        resolve: resolveName,
        now: Date.now,
      }),
      supports: deployments?.supports ?? null,
      clerkProxy:
        clerk.proxyTarget === undefined
          ? null
          : { target: clerk.proxyTarget, secretKey: clerk.secretKey },
      clerkOrigin: clerk.frontendApi ?? null,
      clerkHosted: env.clerk !== undefined,
      web:
        dist === null || built === null || deployments === null
          ? null
          : {
              dist,
              built,
              boot: bootOf(parts, built().id),
              baseMap,
              fileOf: deployments.fileOf,
            },
      answersCalls: env.process.roles.includes('web'),
      installation: {
        env,
        version: readVersion(),
        build: () => built?.().id ?? 'none',
        metrics,
        disk: () => readDisk(env.dataFolder),
      },
      log: parts.log,
      ...(parts.limits ? { limits: parts.limits } : {}),
      more: async (server) => {
        await server.register(
          importingRoutes({
            db,
            controlToken: token,
            dataFolder: env.dataFolder,
            found: () => search.refresh(),
          }),
        )
        await server.register(
          parts.demo.routes({
            db,
            controlToken: token,
            now: Date.now,
            onSignalsAdded: () => server.jobs.signalsAdded(),
          }),
        )
        await server.register(
          signalsRoutes({
            db,
            controlToken: token,
            now: Date.now,
            added: () => {
              server.jobs.signalsAdded()
              return search.refresh()
            },
          }),
        )
        await server.register(backupRoutes({ ...backups, controlToken: token }))
        await server.register(
          commandRoutes({
            db,
            files,
            billing: server.billing,
            crmSeal,
            controlToken: token,
            now: Date.now,
            onMaintenance: server.maintenance.read,
            faults: server.findFaults,
            forgotten: async () => {
              await search.refresh()
              await search.expunge()
            },
          }),
        )
      },
    })
    undo.push(() => app.close())
    deployments?.start()
    undo.push(() => deployments?.stop())

    await app.listen({ port: env.port, host: env.host }).catch((error: unknown) => {
      throw listenRefusal(error, env.port)
    })
    await app.jobs.start(env.process.roles)
    claim.publish({ url: `http://127.0.0.1:${env.port}`, token })
    undo.push(scheduleBackups(backups, env.backup, parts.log).stop)
    const onSignalsAdded = (): void => app.jobs.signalsAdded()
    undo.push(parts.demo.start({ db, now: Date.now, onSignalsAdded, log: parts.log }).stop)
    return { origin, close }
  } catch (error) {
    await close()
    throw error
  }
}

export const bootOf = (
  {
    env,
    clerk,
    payments,
    demo,
  }: Pick<ServerParts, 'env' | 'clerk' | 'payments'> & {
    demo: Pick<Demo, 'contactSales'>
  },
  deploymentId: string,
): Boot => ({
  clerkPublishableKey: clerk.publishableKey,
  clerkProxyUrl: clerk.proxyTarget === undefined ? null : '/__clerk',
  deploymentId,
  posthogKey: env.posthogKey ?? null,
  posthogHost: env.posthogKey === undefined ? null : env.posthogHost,
  posthogPersonProfiles: env.posthogPersonProfiles,
  sentryDsn: env.sentryDsn ?? null,
  contactSalesUrl: env.contactSalesUrl ?? (env.demo ? demo.contactSales : null),
  stripe: payments && {
    publishableKey: payments.publishableKey,
    scriptUrl: payments.scriptUrl ?? null,
  },
  worker: env.worker ? 'on' : 'off',
})

/** Watch whether the database answers, and lead. */
const watchConnections = 2

/** PUBLIC_ORIGIN says that there is one proxy; unless set, it runs on this machine. */
const trustedBy = ({ trustedProxies, publicOrigin }: Env): TrustsProxy => {
  if (trustedProxies !== undefined) return trustsNetworks(trustedProxies)
  return publicOrigin === undefined ? () => false : trustsLoopback
}

const partiesOf = (env: Env, origin: string): string[] =>
  env.publicOrigin === undefined ? [origin, `http://127.0.0.1:${env.port}`] : [origin]

const listenRefusal = (error: unknown, port: number): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new Refusal(`Port ${port} is in use by another program. Stop it or set PORT.`)
  if (code === 'EACCES')
    return new Refusal(`Port ${port} isn’t open to this user. Set PORT to a number above 1023.`)
  return error
}
