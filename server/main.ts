import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { buildApp } from './app.ts'
import { openSearch } from './search/open.ts'
import { creditsRoutes } from './routes/credits.ts'
import { flagsRoutes } from './routes/customer.ts'
import { importingRoutes } from './routes/importing.ts'
import { removalRoutes } from './routes/person-removal.ts'
import { signalsRoutes } from './routes/signals.ts'
import { trustsLoopback, trustsNetworks, type TrustsProxy } from './platform/http/caller-address.ts'
import { clerkBackend } from './platform/vendors/clerk-backend.ts'
import { claimDataFolder, refuseUnwritable } from './platform/process/data-folder.ts'
import { openDatabase, type Database } from './platform/db/db.ts'
import { folderFiles, removeDrafts, type FileStore } from './platform/vendors/files.ts'
import { s3Files } from './platform/vendors/files-s3.ts'
import type { Env } from './platform/process/env.ts'
import { resolveName } from './platform/vendors/guarded-post.ts'
import { verifier } from './platform/http/identity.ts'
import { keptKey } from './platform/process/stored-key.ts'
import { smtpMailer } from './platform/vendors/mail.ts'
import { pushKeysOf } from './platform/vendors/push-keys.ts'
import { pushService } from './platform/vendors/push-post.ts'
import { followBuild } from './platform/http/built-app.ts'
import { Refusal } from './platform/refusal.ts'
import type { Limits } from './platform/http/limits.ts'
import type { Boot } from './platform/http/web.ts'

/** How this installation reaches Clerk, the hosted one or one that speaks its protocol. */
export type ClerkConnection = {
  publishableKey: string
  secretKey: string
  /** Base address of the Backend API. */
  apiUrl: string
  jwksUrl: string
  /** Who may have issued a session token. */
  issuers: readonly string[]
  /** The Frontend API served at /__clerk of our own origin; undefined: browsers go to `frontendApi` themselves. */
  proxyTarget: string | undefined
  frontendApi: string | undefined
  /** What its webhooks are signed with, where CLERK_WEBHOOK_SECRET does not say so. */
  webhookSecrets?: readonly string[]
}

/** Invented market data, handed in by whoever starts a server, which knows nothing else of it. */
export type Demo = {
  /** Fills an empty database, and lets its organisations in. */
  load(parts: { db: Database; now: () => number; onProgress(step: string): void }): Promise<void>
  /** The door for `npm run demo`; `told` hears that there are new signals. */
  routes(parts: {
    db: Database
    controlToken: string
    now: () => number
    told: () => void
  }): FastifyPluginAsync
  /** Lets its market live from now on, where it is to; `stop` ends that. */
  start(parts: { db: Database; now: () => number; told: () => void; log: FastifyBaseLogger }): {
    stop(): Promise<void>
  }
}

export type ServerParts = {
  env: Env
  clerk: ClerkConnection
  demo: Demo
  /** The built app; null serves the API alone, to pages of any build. */
  dist: string | null
  log: FastifyBaseLogger
  /** How often one person may ask; a bench asks faster than anybody could. */
  limits?: Limits
  onProgress(step: string): void
  /** The embedded database has stalled or ended, and only a new process opens it again. */
  onDatabaseLost(): void
}

export type RunningServer = { origin: string; close(): Promise<void> }

/** Opens data folder, database and search, listens, and publishes where; everything is released again when a step fails. */
export const startServer = async (parts: ServerParts): Promise<RunningServer> => {
  const { env, clerk, onProgress } = parts
  const undo: (() => Promise<void> | void)[] = []
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const claim = claimDataFolder(env.dataFolder, { minFreeBytes: env.minFreeBytes })
    undo.push(claim.release)

    onProgress('Opening the database')
    if (env.databaseUrl === undefined) refuseUnwritable(join(env.dataFolder, 'database'))
    const db = await openDatabase(
      env.databaseUrl === undefined
        ? { folder: join(env.dataFolder, 'database') }
        : { url: env.databaseUrl },
    )
    undo.push(() => db.close())
    db.lost.addEventListener('abort', () => {
      const reason: unknown = db.lost.reason
      parts.log.fatal({ err: reason }, 'the embedded database is lost')
      parts.onDatabaseLost()
    })
    await parts.demo.load({ db, now: Date.now, onProgress })

    onProgress('Opening the search index')
    const search = await openSearch({
      db,
      folder: join(env.dataFolder, 'search'),
      workers: 2,
      today: () => dayOf(Date.now()),
      log: parts.log,
    })
    undo.push(() => search.close())

    const origin = env.publicOrigin ?? `http://localhost:${env.port}`
    const { dist } = parts
    const built = dist === null ? null : followBuild(dist)
    const token = randomBytes(32).toString('base64url')
    const files = await openFiles(env)
    const app = await buildApp({
      db,
      search,
      verify: verifier({
        keys: { jwksUrl: clerk.jwksUrl },
        issuers: clerk.issuers,
        authorizedParties: partiesOf(env, origin),
      }),
      clerk: clerkBackend({ apiUrl: clerk.apiUrl, secretKey: clerk.secretKey, fetch }),
      webhookSecrets: [...env.clerkWebhookSecrets, ...(clerk.webhookSecrets ?? [])],
      now: Date.now,
      origin,
      trustsProxy: trustedBy(env),
      extras: {
        posthog: env.posthogKey !== undefined,
        productFruitsWorkspace: env.productFruitsWorkspaceCode ?? null,
        minDeployment: env.minDeployment ?? null,
      },
      crmKey: env.crmTokenKey ?? keptKey(env.dataFolder, 'crm'),
      files,
      linkKey: env.filesLinkKey ?? keptKey(env.dataFolder, 'files'),
      post: env.mail === undefined ? null : { mailer: smtpMailer(env.mail), origin },
      push: pushService({
        keys: pushKeysOf(env.push.privateKey ?? keptKey(env.dataFolder, 'vapid'), env.push.subject),
        emulator: env.push.emulator ?? null,
        resolve: resolveName,
        now: Date.now,
      }),
      supports: built && ((id) => id === built().id || built().earlier.includes(id)),
      clerkProxy:
        clerk.proxyTarget === undefined
          ? null
          : { target: clerk.proxyTarget, secretKey: clerk.secretKey },
      clerkOrigin: clerk.frontendApi ?? null,
      clerkHosted: env.clerk !== undefined,
      web:
        dist === null || built === null
          ? null
          : { dist, built, boot: bootOf(env, clerk, built().id) },
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
        await server.register(creditsRoutes({ db, controlToken: token, now: Date.now }))
        await server.register(
          parts.demo.routes({
            db,
            controlToken: token,
            now: Date.now,
            told: () => server.jobs.signalsAdded(),
          }),
        )
        await server.register(flagsRoutes({ db, controlToken: token }))
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
        await server.register(
          removalRoutes({
            db,
            files,
            controlToken: token,
            now: Date.now,
            // Built anew: what is only struck out of the index still stands in its snapshot.
            forgotten: async () => {
              await search.refresh()
              await search.rebuild()
            },
          }),
        )
      },
    })
    undo.push(() => app.close())

    await app.listen({ port: env.port, host: env.host }).catch((error: unknown) => {
      throw listenRefusal(error, env.port)
    })
    await app.jobs.start()
    claim.publish({ url: `http://127.0.0.1:${env.port}`, token })
    const told = (): void => app.jobs.signalsAdded()
    undo.push(parts.demo.start({ db, now: Date.now, told, log: parts.log }).stop)
    return { origin, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What a page of a build is told before it asks anything. */
export const bootOf = (env: Env, clerk: ClerkConnection, deploymentId: string): Boot => ({
  clerkPublishableKey: clerk.publishableKey,
  clerkProxyUrl: clerk.proxyTarget === undefined ? null : '/__clerk',
  deploymentId,
  posthogKey: env.posthogKey ?? null,
  posthogHost: env.posthogKey === undefined ? null : env.posthogHost,
  posthogPersonProfiles: env.posthogPersonProfiles,
  sentryDsn: env.sentryDsn ?? null,
  contactSalesUrl: env.contactSalesUrl ?? null,
  worker: env.worker ? 'on' : 'off',
})

/** Where files that were asked for are kept. The data folder is this process's own, so what a killed one left half written is nobody's. */
const openFiles = async (env: Env): Promise<FileStore> => {
  const folder = join(env.dataFolder, 'files')
  await removeDrafts(folder)
  return env.files ? s3Files(env.files, folder) : folderFiles(folder)
}

/** YYYY-MM-DD of a moment, in UTC. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The proxies in front. PUBLIC_ORIGIN says that there is one; unless set, it runs on this machine. */
const trustedBy = ({ trustedProxies, publicOrigin }: Env): TrustsProxy => {
  if (trustedProxies !== undefined) return trustsNetworks(trustedProxies)
  return publicOrigin === undefined ? () => false : trustsLoopback
}

/** The origins whose pages may use their session tokens here. */
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
