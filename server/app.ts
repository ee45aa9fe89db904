import compress from '@fastify/compress'
import proxy from '@fastify/http-proxy'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { opensApp } from '../contract/org/customer.ts'
import { endAgents } from './agents/leaving.ts'
import type { Post } from './agents/mail.ts'
import { subscriptionOf } from './customer/customer.ts'
import { passUploadsOn } from './uploads/passing-on.ts'
import { rowsOfUpload, uploadedIds } from './uploads/source.ts'
import type { OnMemberRemoved } from './members/removal.ts'
import { fileTarget } from './downloads/file-target.ts'
import type { Targets } from './downloads/ports.ts'
import { marketSources } from './downloads/sources.ts'
import { fileJob } from './downloads/store.ts'
import { forgetDevicesOf } from './push/devices.ts'
import { createAsking } from './saved-work/resolve-query.ts'
import { passSavedWorkOn } from './saved-work/passing-on.ts'
import { createPromptParser } from './prompt-search/parse.ts'
import type { SearchEngine } from './search/engine.ts'
import { accountIntelligenceHandlers } from './calls/account-intelligence.ts'
import { activitiesHandlers } from './calls/activities.ts'
import { auditHandlers } from './calls/audit/audit.ts'
import { creditsHandlers } from './calls/credits.ts'
import { crmHandlers } from './calls/crm.ts'
import { doNotCallHandlers } from './calls/do-not-call.ts'
import { customerHandlers } from './calls/customer.ts'
import { downloadsHandlers } from './calls/downloads.ts'
import { fileRoutes } from './routes/downloads.ts'
import { exchangeHandlers } from './calls/uploads.ts'
import { exchangeRoutes } from './routes/uploads.ts'
import { feedbackHandlers } from './calls/feedback.ts'
import { homeHandlers } from './calls/home/home.ts'
import { listsHandlers } from './calls/lists.ts'
import { memberHandlers } from './calls/members.ts'
import { openContacts, type Contacts } from './members/contacts.ts'
import { keepRoster } from './members/roster.ts'
import { platformHandlers, type Extras } from './calls/platform.ts'
import { promptHandlers } from './calls/prompt.ts'
import { recordsHandlers } from './calls/records.ts'
import { searchHandlers } from './calls/search.ts'
import { searchesHandlers } from './calls/searches.ts'
import { signalsHandlers } from './calls/signals.ts'
import { agentsHandlers } from './calls/agents.ts'
import { noticesHandlers } from './calls/notifications.ts'
import { pushHandlers } from './calls/push.ts'
import { syncHandlers } from './calls/sync.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { backgroundJobs, type Jobs } from './jobs.ts'
import { answerFailure, answerWithProblems } from './platform/http/answers.ts'
import { keepOnlyAddresses, type TrustsProxy } from './platform/http/caller-address.ts'
import type { ClerkBackend } from './platform/vendors/clerk-backend.ts'
import { DatabaseAway } from './platform/db/database-away.ts'
import type { Database } from './platform/db/db.ts'
import type { BuiltApp } from './platform/http/built-app.ts'
import type { FileStore } from './platform/vendors/files.ts'
import { securityHeaders, sendHeaders } from './platform/http/headers.ts'
import { bearerOf, TokenRefused, type Identity, type Verify } from './platform/http/identity.ts'
import { RequestLog } from './platform/process/log.ts'
import { openApi } from './platform/http/openapi.ts'
import type { PushService } from './platform/vendors/push-post.ts'
import { enqueue } from './platform/db/queue.ts'
import { databaseIsAway, ProblemError } from './platform/http/problem-error.ts'
import { openLimiter } from './platform/http/limiter.ts'
import { limitAddresses, standardLimits, type Limits } from './platform/http/limits.ts'
import { serve, type Serving } from './platform/http/serve.ts'
import {
  endHalfSent,
  endPipelines,
  serverLimits,
  standardTimeLimits,
  type TimeLimits,
} from './platform/http/time-limits.ts'
import { serveWeb, type Boot } from './platform/http/web.ts'

export type AppParts = {
  db: Database
  search: SearchEngine
  verify: Verify
  clerk: ClerkBackend
  /** What Clerk's webhooks are signed with, several during a rotation; none refuses them all. */
  webhookSecrets?: readonly string[]
  /** Told besides the product's own nouns when somebody stops being a member. */
  onMemberRemoved?: readonly OnMemberRemoved[]
  /** ms since 1970. */
  now: () => number
  /** Where browsers find this installation. Never taken from a request, whose Host header is the caller's. */
  origin: string
  /** The proxies in front whose X-Forwarded-For counts; none where absent. */
  trustsProxy?: TrustsProxy
  extras: Extras
  /** What the tokens of the CRM integration are signed with. */
  crmKey: Uint8Array
  /** Where files that were asked for are kept, and what links to them are signed with. */
  files: FileStore
  linkKey: Uint8Array
  /** The way to people's devices. */
  push: PushService
  /** How e-mail leaves; null where this installation sends none. */
  post: Post | null
  /** Where records may go besides files. */
  targets?: Targets
  /** Deployments whose pages this server still understands; null takes any. */
  supports: ((deploymentId: string) => boolean) | null
  /** Clerk's Frontend API behind our own origin at /__clerk; null when browsers reach Clerk directly at `clerkOrigin`. */
  clerkProxy: { target: string; secretKey: string } | null
  clerkOrigin: string | null
  /** The hosted Clerk, whose screens load bot protection and pictures from other origins. */
  clerkHosted: boolean
  /** The built app; null serves the API alone. */
  web: { dist: string; built: () => BuiltApp; boot: Omit<Boot, 'deploymentId'> } | null
  log?: FastifyBaseLogger
  limits?: Limits
  /** How many downloads an organisation may have open; by the kind of database unless given. */
  maxOpenRequests?: number
  timeLimits?: TimeLimits
  /** More routes of the process, such as the control channel of the data folder. */
  more?: (app: FastifyInstance) => Promise<void> | void
}

/** Requests that an organisation may have open: as many as are carried out within a minute on a busy machine, where three organisations ask at once. */
const maxOpenRequests: Record<Database['kind'], number> = { pglite: 50, postgres: 500 }

/** Features that act when somebody stops being a member: what was theirs is handed over, in the transaction that removes them. */
const onMemberRemoved: readonly OnMemberRemoved[] = [
  passSavedWorkOn,
  passUploadsOn,
  forgetDevicesOf,
  endAgents,
]

/** The whole server as a value: tests build the same app and call it in process. */
export const buildApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const { origin } = parts
  const timeLimits = parts.timeLimits ?? standardTimeLimits
  const headers = securityHeaders({
    clerkOrigin: parts.clerkOrigin,
    clerkHosted: parts.clerkHosted,
    reports: reportsOf(parts.web?.boot),
    workspaceTours: parts.extras.productFruitsWorkspace !== null,
    https: origin.startsWith('https:'),
    hashes: () => parts.web?.built().hashes ?? { styles: [], scripts: [] },
  })
  const app = fastify({
    ...(parts.log ? { loggerInstance: parts.log } : { logger: false }),
    bodyLimit: 1 << 20,
    genReqId: () => uuidv7(),
    trustProxy: parts.trustsProxy ?? false,
    logController: new RequestLog(),
    ...serverLimits(timeLimits),
    forceCloseConnections: 'idle',
    // Draining: what still arrives on an open connection is answered, and the connection then closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_000 },
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...headers(), 'x-request-id': request.id })
      void answerFailure(error, request, reply, origin)
    },
  })
  endPipelines(app)
  keepOnlyAddresses(app, parts.trustsProxy ?? (() => false))
  endHalfSent(app, timeLimits)
  answerWithProblems(app, () => origin)
  sendHeaders(app, headers)
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] })
  const limits = parts.limits ?? standardLimits
  const limiter = await openLimiter(parts)
  app.addHook('onListen', limiter.start)
  app.addHook('onClose', limiter.stop)
  limitAddresses(app, limiter, limits)
  refuseOutdated(app, parts.supports)

  if (parts.clerkProxy !== null) await passOnToClerk(app, parts.clerkProxy, origin)

  const { db, now, log } = parts
  const onRemoved = [...onMemberRemoved, ...(parts.onMemberRemoved ?? [])]
  const contacts = openContacts({ db, now, log })
  const onTouched = contacts.forget
  const roster = keepRoster({ db, clerk: parts.clerk, now, onRemoved, onTouched, log })
  let remade: Promise<void> = Promise.resolve()
  const settled = async (): Promise<void> => {
    await Promise.all([contacts.settled(), roster.settled(), remade])
  }
  app.decorate('settled', settled)
  app.addHook('onClose', settled)
  const secrets = parts.webhookSecrets ?? []
  await app.register(webhookRoutes({ db, secrets, now, onRemoved, onTouched }))

  const asking = createAsking(parts.search, now)
  const targets: Targets = { DOWNLOAD: fileTarget(parts.files), ...parts.targets }
  const resolving = { search: parts.search, asking, uploaded: uploadedIds }
  // The embedded database has one connection: more at a time would only wait for each other.
  const atOnce = db.kind === 'pglite' ? 2 : 4
  const { files, push, post } = parts
  const jobs = backgroundJobs({ db, files, targets, push, asking, post, now, log, atOnce })
  app.decorate('jobs', jobs)
  app.addHook('onClose', jobs.stop)
  await app.register(fileRoutes({ db, files: parts.files, linkKey: parts.linkKey, now }))

  const serving: Serving = {
    db: parts.db,
    limiter,
    limits,
    identify: (request) => identified(request, parts.verify, contacts),
    subscribed: remembered(
      async (orgId) => opensApp(await parts.db.asOrg(orgId, subscriptionOf), parts.now()),
      parts.now,
    ),
    handlers: {
      ...platformHandlers(parts.extras),
      ...feedbackHandlers(),
      ...homeHandlers(parts.search, asking, now),
      ...customerHandlers({ now, ...roster }),
      ...memberHandlers(),
      ...searchHandlers(parts.search, asking),
      ...promptHandlers(createPromptParser()),
      ...recordsHandlers(parts.search, asking, parts.now),
      ...searchesHandlers(asking),
      ...listsHandlers(asking),
      ...activitiesHandlers(),
      ...syncHandlers(asking),
      ...accountIntelligenceHandlers(parts.search, asking),
      ...creditsHandlers({ ...resolving, now }),
      ...downloadsHandlers({
        sources: {
          ...marketSources(resolving),
          upload: rowsOfUpload,
        },
        targets,
        now,
        linkKey: parts.linkKey,
        maxOpen: parts.maxOpenRequests ?? maxOpenRequests[db.kind],
        wake: jobs.wake,
        remake: (orgId, id) => {
          const again = db.asOrg(orgId, (trx) => enqueue(trx, { orgId, kind: fileJob, id }))
          remade = again.then(jobs.wake, (error: unknown) =>
            log?.warn({ err: error }, 'no new file'),
          )
        },
      }),
      ...doNotCallHandlers(now),
      ...auditHandlers(now),
      ...exchangeHandlers({ db, asking, wake: jobs.wake }),
      ...crmHandlers({ key: parts.crmKey, now }),
      ...signalsHandlers(asking, now),
      ...agentsHandlers({ now, email: post !== null, asking, told: jobs.wake }),
      ...noticesHandlers(now),
      ...pushHandlers(push),
    },
  }
  serve(app, serving)
  await app.register(exchangeRoutes(serving, timeLimits.part))

  const description = JSON.stringify(openApi())
  app.get('/api/openapi.json', (_, reply) => reply.type('application/json').send(description))
  app.get('/health', () => {
    if (db.lost.aborted) throw databaseIsAway()
    return { status: 'up' }
  })
  app.get('/ready', async () => {
    await answered(db, 2_000)
    return { status: 'ready' }
  })
  await parts.more?.(app)
  if (parts.web) await serveWeb(app, { ...parts.web, headers })
  return app
}

/** Rejects with DatabaseAway where the database does not answer a query in time. */
const answered = async (db: Database, withinMs: number): Promise<void> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DatabaseAway()), withinMs)
  const query = db.owner.selectFrom('record_clock').select('seq').executeTakeFirstOrThrow()
  await Promise.race([query, late]).finally(() => clearTimeout(timer))
}

/** Where the pages of an installation send analytics and errors, if it has been given keys for them. */
const reportsOf = (boot: Pick<Boot, 'posthogHost' | 'sentryDsn'> | undefined): string[] =>
  [boot?.posthogHost, boot?.sentryDsn].filter((address) => typeof address === 'string')

/** Without a public origin, browsers of this machine may call it by any of its own names; no other Host is believed. */
const originFor = (origin: string, host: string | undefined): string =>
  new URL(origin).hostname === 'localhost' && host !== undefined && loopbackHost.test(host)
    ? `http://${host}`
    : origin

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/** Clerk's Frontend API under our own origin, with the headers Clerk asks of a proxy. */
const passOnToClerk = async (
  app: FastifyInstance,
  clerk: NonNullable<AppParts['clerkProxy']>,
  origin: string,
): Promise<void> => {
  await app.register(proxy, {
    upstream: clerk.target,
    prefix: '/__clerk',
    disableRequestLogging: true,
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        'clerk-proxy-url': `${originFor(origin, request.headers.host)}/__clerk`,
        'clerk-secret-key': clerk.secretKey,
        'x-forwarded-for': request.address ?? '',
      }),
    },
  })
}

const identified = async (
  request: FastifyRequest,
  verify: Verify,
  contacts: Contacts,
): Promise<Identity> => {
  const token = bearerOf(request.headers.authorization)
  if (token === null) throw new ProblemError('unauthenticated', 'Sign in to continue.')
  const identity = await verified(token, verify)
  if (await contacts.admits(identity)) return identity
  throw new ProblemError(
    'unauthenticated',
    'You’re no longer a member of this organisation. Sign in again.',
  )
}

const verified = async (token: string, verify: Verify): Promise<Identity> => {
  try {
    return await verify(token)
  } catch (error) {
    if (error instanceof TokenRefused && error.reason === 'unavailable')
      throw new ProblemError(
        'maintenance',
        'We can’t check your sign-in right now. Try again in five seconds.',
        {
          retryAfterSeconds: 5,
        },
      )
    throw new ProblemError('unauthenticated', 'Your session has ended. Sign in again.')
  }
}

const rememberedMs = 10_000

/** An answer about an organisation, asked again after 10 s: a plan that ends is noticed soon enough, and a search costs no extra query. */
const remembered = (
  ask: (orgId: string) => Promise<boolean>,
  now: () => number,
): ((orgId: string) => Promise<boolean>) => {
  const answers = new Map<string, { at: number; answer: boolean }>()
  return async (orgId) => {
    const known = answers.get(orgId)
    if (known && now() - known.at < rememberedMs) return known.answer
    const answer = await ask(orgId)
    // Only a yes is kept: whoever has just subscribed gets in at once.
    if (answer) answers.set(orgId, { at: now(), answer })
    else answers.delete(orgId)
    return answer
  }
}

/** Pages of a deployment the server no longer understands are told to update (product 2.12). */
const refuseOutdated = (app: FastifyInstance, supports: AppParts['supports']): void => {
  if (supports === null) return
  app.addHook('onRequest', async (request) => {
    const deployment = request.headers['deployment-id']
    if (typeof deployment !== 'string' || !request.url.startsWith('/api/')) return
    if (!supports(deployment))
      throw new ProblemError(
        'client-outdated',
        'A newer version of Fieldbook is available. Update to keep going.',
      )
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when what was left to be done behind an answer is done. */
    settled(): Promise<void>
    /** What is done in the background; whoever serves the app starts it, and closing the app stops it. */
    jobs: Jobs
  }
}
