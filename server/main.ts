import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from './app.ts'
import { seedDemoCustomers, type DemoOrganisation } from './features/customer/demo.ts'
import { ensureDemoWorld } from './domain/demo/load.ts'
import { openSearch } from './domain/search/open.ts'
import { importingRoutes } from './features/importing/routes.ts'
import { clerkBackend } from './platform/clerk-backend.ts'
import { claimDataFolder } from './platform/data-folder.ts'
import { openDatabase } from './platform/db.ts'
import type { Env } from './platform/env.ts'
import { verifier } from './platform/identity.ts'
import { keptKey } from './platform/kept-key.ts'
import { followBuild } from './platform/built-app.ts'
import { Refusal } from './platform/refusal.ts'
import type { Limits } from './platform/serve.ts'
import type { Boot } from './platform/web.ts'

/** How this installation reaches Clerk, the hosted one or one that speaks its protocol. */
export type ClerkConnection = {
  publishableKey: string
  secretKey: string
  /** Base address of the Backend API. */
  apiUrl: string
  jwksUrl: string
  issuer: string | undefined
  /** The Frontend API served at /__clerk of our own origin; undefined: browsers go to `frontendApi` themselves. */
  proxyTarget: string | undefined
  frontendApi: string | undefined
  /** What its webhooks are signed with, where CLERK_WEBHOOK_SECRET does not say so. */
  webhookSecrets?: readonly string[]
}

/** Invented market data and the organisations that may search it from the start. */
export type Demo = {
  companies: number
  people: number
  seed: number
  organisations: readonly DemoOrganisation[]
}

export type ServerParts = {
  env: Env
  clerk: ClerkConnection
  demo: Demo | null
  /** The built app; null serves the API alone, to pages of any build. */
  dist: string | null
  log: FastifyBaseLogger
  /** How often one person may ask; a bench asks faster than anybody could. */
  limits?: Limits
  onProgress(step: string): void
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
    const db = await openDatabase(
      env.databaseUrl === undefined
        ? { folder: join(env.dataFolder, 'database') }
        : { url: env.databaseUrl },
    )
    undo.push(() => db.close())
    if (parts.demo) {
      const { organisations, ...size } = parts.demo
      await ensureDemoWorld(db, { ...size, today: dayOf(Date.now()), onProgress })
      await seedDemoCustomers(db, organisations, Date.now())
    }

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
    const app = await buildApp({
      db,
      search,
      verify: verifier({
        keys: { jwksUrl: clerk.jwksUrl },
        ...(clerk.issuer === undefined ? {} : { issuer: clerk.issuer }),
        authorizedParties: partiesOf(env, origin),
      }),
      clerk: clerkBackend({ apiUrl: clerk.apiUrl, secretKey: clerk.secretKey, fetch }),
      webhookSecrets: [...env.clerkWebhookSecrets, ...(clerk.webhookSecrets ?? [])],
      now: Date.now,
      origin: env.publicOrigin ?? null,
      extras: {
        posthog: env.posthogKey !== undefined,
        productFruitsWorkspace: env.productFruitsWorkspaceCode ?? null,
        minDeployment: env.minDeployment ?? null,
      },
      crmKey: env.crmTokenKey ?? keptKey(env.dataFolder, 'crm'),
      supports: built && ((id) => id === built().id || built().earlier.includes(id)),
      clerkProxy:
        clerk.proxyTarget === undefined
          ? null
          : { target: clerk.proxyTarget, secretKey: clerk.secretKey },
      clerkOrigin: clerk.frontendApi ?? null,
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
      },
    })
    undo.push(() => app.close())

    await app.listen({ port: env.port, host: env.host }).catch((error: unknown) => {
      throw listenRefusal(error, env.port)
    })
    claim.publish({ url: `http://127.0.0.1:${env.port}`, token })
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

/** YYYY-MM-DD of a moment, in UTC. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The origins whose pages may use their session tokens here. */
const partiesOf = (env: Env, origin: string): string[] =>
  env.publicOrigin === undefined ? [origin, `http://127.0.0.1:${env.port}`] : [origin]

const listenRefusal = (error: unknown, port: number): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new Refusal(
      `Port ${port} is taken by another program: stop it, or choose another port with PORT.`,
    )
  if (code === 'EACCES')
    return new Refusal(
      `Port ${port} may not be used by this user: choose one above 1023 with PORT.`,
    )
  return error
}
