import compress from '@fastify/compress'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { opensApp } from '../contract/org/customer.ts'
import { endAgents } from './agents/end-agents.ts'
import { subscriptionOf } from './customer/customer.ts'
import { transferUploads } from './uploads/transfer-ownership.ts'
import { rowsOfUpload, uploadedIds } from './uploads/source.ts'
import { followMaintenance, type MaintenanceState } from './maintenance.ts'
import type { OnMemberRemoved } from './members/member-removal.ts'
import { fileTarget } from './downloads/file-target.ts'
import { visitsTarget } from './downloads/visits-file.ts'
import { visitsType } from '../contract/money/downloads.ts'
import type { Targets } from './downloads/ports.ts'
import { marketSources } from './downloads/sources.ts'
import { fileJob } from './downloads/store.ts'
import { deleteDevicesOf } from './push/devices.ts'
import { createQueryResolver } from './saved-work/resolve-query.ts'
import { transferSavedWork } from './saved-work/transfer-ownership.ts'
import { createPromptParser } from './prompt-search/parse.ts'
import { accountIntelligenceHandlers } from './calls/account-intelligence.ts'
import { activitiesHandlers } from './calls/activities.ts'
import { cadencesHandlers } from './calls/cadences.ts'
import { dayPlansHandlers } from './calls/day-plans.ts'
import { followUpsHandlers } from './calls/follow-ups.ts'
import { auditHandlers } from './calls/audit/audit.ts'
import { keepDetails } from './billing/keep-details.ts'
import { billingListeners } from './billing/listeners.ts'
import { syncCustomer, type SyncParts } from './billing/sync-customer.ts'
import { billingHandlers } from './calls/billing.ts'
import { creditsHandlers } from './calls/credits.ts'
import { crmConnectionHandlers } from './calls/crm/connections.ts'
import { crmPushHandlers } from './calls/crm/push.ts'
import { crmTokens } from './connectors/token.ts'
import { openAccess } from './crm/access.ts'
import { crmTargets } from './crm/push-target.ts'
import { disclosuresHandlers } from './calls/disclosures.ts'
import { doNotCallHandlers } from './calls/do-not-call.ts'
import { customerHandlers } from './calls/customer.ts'
import { downloadsHandlers } from './calls/downloads.ts'
import { fileRoutes } from './routes/downloads.ts'
import { uploadsHandlers } from './calls/uploads.ts'
import { sourcePartRoutes } from './routes/source-parts.ts'
import { exchangeRoutes } from './routes/uploads.ts'
import { feedbackHandlers } from './calls/feedback.ts'
import { homeHandlers } from './calls/home/home.ts'
import { installationHandlers } from './calls/installation.ts'
import { listsHandlers } from './calls/lists.ts'
import { mapPointsHandlers } from './calls/map-points.ts'
import { memberHandlers } from './calls/members.ts'
import { openContacts, type Contacts } from './members/contacts.ts'
import { keepRoster } from './members/roster.ts'
import { plansHandlers } from './calls/plans.ts'
import { platformHandlers } from './calls/platform.ts'
import { privacyHandlers } from './calls/privacy.ts'
import { promptHandlers } from './calls/prompt.ts'
import { recordsHandlers } from './calls/records.ts'
import { searchHandlers } from './calls/search.ts'
import { searchesHandlers } from './calls/searches.ts'
import { signalsHandlers } from './calls/signals.ts'
import { agentsHandlers } from './calls/agents.ts'
import { notificationsHandlers } from './calls/notifications.ts'
import { pushHandlers } from './calls/push.ts'
import { registerChecksHandlers } from './calls/register-checks.ts'
import { sourcesHandlers } from './calls/sources.ts'
import { dataExportHandlers } from './calls/work/data-export.ts'
import { workHandlers } from './calls/work/work.ts'
import { syncHandlers } from './calls/sync.ts'
import { stripeWebhook } from './routes/stripe-webhook.ts'
import { countRequests, watchInstallation } from './routes/watching.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { reportsOf, servicesIn, type AppParts } from './app-parts.ts'
import { backgroundJobs, type Jobs } from './jobs.ts'
import { cacheApprovals } from './platform/http/cache-approvals.ts'
import { answerFailure, answerWithProblems } from './platform/http/answers.ts'
import { keepOnlyAddresses } from './platform/http/caller-address.ts'
import { proxyToClerk } from './platform/http/clerk-proxy.ts'
import type { Database } from './platform/db/db.ts'
import { securityHeaders, sendHeaders } from './platform/http/headers.ts'
import { bearerOf, TokenRefused, type Identity, type Verify } from './platform/http/identity.ts'
import { RequestLog } from './platform/process/log.ts'
import { openApi } from './platform/http/openapi.ts'
import { enqueue } from './platform/db/queue.ts'
import { notFound, ProblemError } from './platform/http/problem-error.ts'
import { refuseCalls } from './platform/http/maintenance.ts'
import { openLimiter } from './platform/http/limiter.ts'
import { limitAddresses, standardLimits } from './platform/http/rate-limits.ts'
import { serve, type Serving } from './platform/http/serve.ts'
import {
  endHalfSent,
  endPipelines,
  serverLimits,
  standardTimeLimits,
} from './platform/http/time-limits.ts'
import { serveWeb } from './platform/http/web.ts'

/** As many as a busy machine delivers within a minute for three organisations. */
const maxOpenRequests: Record<Database['kind'], number> = { pglite: 50, postgres: 500 }

/** What happens to a leaver's work, in this order. */
const onMemberRemoved: readonly OnMemberRemoved[] = [
  transferSavedWork,
  transferUploads,
  deleteDevicesOf,
  endAgents,
]

/** Does not listen, so that tests call it in process. */
export const buildApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const { origin } = parts
  const timeLimits = parts.timeLimits ?? standardTimeLimits
  const headers = securityHeaders({
    clerkOrigin: parts.clerkOrigin,
    clerkHosted: parts.clerkHosted,
    reports: reportsOf(parts.web?.boot),
    workspaceTours: parts.extras.productFruitsWorkspace !== null,
    chat: parts.extras.chat,
    stripe: parts.web?.boot.stripe ?? null,
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
    // While shutting down, requests on open connections are still answered before these close.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_000 },
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...headers(), 'x-request-id': request.id })
      void answerFailure(error, request, reply, origin)
    },
  })
  const { metrics } = parts.installation
  countRequests(app, metrics)
  endPipelines(app)
  keepOnlyAddresses(app, parts.trustsProxy ?? (() => false))
  endHalfSent(app, timeLimits)
  answerWithProblems(app, () => origin)
  sendHeaders(app, headers)
  const maintenance = await followMaintenance({
    db: parts.db,
    setting: parts.maintenance ?? null,
    log: parts.log,
  })
  refuseCalls(app, maintenance.current)
  app.decorate('maintenance', maintenance)
  app.addHook('onListen', maintenance.start)
  app.addHook('onClose', maintenance.stop)
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] })
  const limits = parts.limits ?? standardLimits
  const limiter = await openLimiter(parts)
  app.addHook('onListen', limiter.start)
  app.addHook('onClose', limiter.stop)
  limitAddresses(app, limiter, limits)
  if (parts.answersCalls === false) refuseCallers(app)
  refuseOutdated(app, parts.supports)

  if (parts.clerkProxy !== null) await proxyToClerk(app, parts.clerkProxy, origin)

  const { db, now, log } = parts
  const onRemoved = [...onMemberRemoved, ...(parts.onMemberRemoved ?? [])]
  const contacts = openContacts({ db, now, log })
  const onTouched = contacts.forget
  const roster = keepRoster({ db, clerk: parts.clerk, now, onRemoved, onTouched, log })
  const syncing = parts.payments && {
    db,
    payments: parts.payments,
    now,
    listeners: billingListeners,
    onDifference: () => metrics.billingDifferences.inc(),
    log,
  }
  const billing = {
    db,
    payments: parts.payments,
    now,
    origin,
    sync: (orgId: string) =>
      syncing === null ? db.asOrg(orgId, subscriptionOf) : syncCustomer(syncing, orgId),
  }
  const details = keepDetails({ ...billing, log })
  let remade: Promise<void> = Promise.resolve()
  const settled = async (): Promise<void> => {
    await Promise.all([contacts.settled(), roster.settled(), details.settled(), remade])
  }
  app.decorate('settled', settled)
  app.addHook('onClose', settled)
  const secrets = parts.webhookSecrets ?? []
  await app.register(webhookRoutes({ db, secrets, now, onRemoved, onTouched, metrics }))

  const resolver = createQueryResolver(parts.search, now)
  const crm = { db, crms: parts.crms, seal: parts.crmSeal, now, log, wait: parts.crmWait }
  const pushing = { ...crm, access: openAccess(crm) }
  const tokens = crmTokens(parts.crmKey, now)
  const targets: Targets = {
    DOWNLOAD: fileTarget(parts.files),
    [visitsType]: visitsTarget(parts.files),
    ...crmTargets(pushing),
    ...parts.targets,
  }
  const resolving = { search: parts.search, resolver, uploaded: uploadedIds }
  const sources = { ...marketSources(resolving), upload: rowsOfUpload }
  // The embedded database has one connection, for which further jobs would only wait.
  const atOnce = db.kind === 'pglite' ? 2 : 4
  const { files, push, post, clerk } = parts
  const jobs = backgroundJobs({
    db,
    files,
    targets,
    push,
    resolver,
    post,
    clerk,
    feedbackTo: parts.contacts?.feedback,
    billing: syncing,
    crm: pushing,
    sources: parts.sources,
    now,
    log,
    atOnce,
    metrics,
  })
  app.decorate('jobs', jobs)
  app.decorate('billing', syncing)
  app.addHook('onClose', jobs.stop)
  await app.register(
    stripeWebhook({ db, payments: parts.payments, onEnqueued: jobs.wake, now, metrics }),
  )
  await app.register(fileRoutes({ db, files: parts.files, linkKey: parts.linkKey, now }))

  const { installation, search } = parts
  const { sinceBeat } = jobs
  const watched = { installation, db, search, sinceBeat, now, billing: syncing, log }
  const serving: Serving = {
    db: parts.db,
    limiter,
    limits,
    identify: (request) => identifyCaller(request, parts.verify, contacts),
    subscribed: cacheApprovals(
      async (orgId) => opensApp(await parts.db.asOrg(orgId, subscriptionOf), parts.now()),
      parts.now,
    ),
    handlers: {
      ...platformHandlers(db, parts.extras, parts.crms.kinds),
      ...privacyHandlers({
        services: () => servicesIn(parts, headers()),
        contact: parts.contacts?.privacy ?? null,
      }),
      ...feedbackHandlers({ now, emails: post !== null && parts.contacts?.feedback !== undefined }),
      ...homeHandlers(parts.search, resolver, now),
      ...customerHandlers({ now, ...roster, handOverDetails: details.handOver }),
      ...memberHandlers(),
      ...plansHandlers({ ...billing, refresh: roster.refresh }),
      ...billingHandlers(billing),
      ...searchHandlers(parts.search, resolver),
      ...promptHandlers(createPromptParser(), resolver),
      ...recordsHandlers(parts.search, resolver, parts.now),
      ...mapPointsHandlers(parts.search, resolver),
      ...searchesHandlers(resolver),
      ...listsHandlers(resolver),
      ...activitiesHandlers(),
      ...disclosuresHandlers(),
      ...followUpsHandlers(),
      ...cadencesHandlers(),
      ...dayPlansHandlers(),
      ...workHandlers(),
      ...dataExportHandlers(),
      ...syncHandlers(resolver),
      ...accountIntelligenceHandlers(parts.search, resolver),
      ...creditsHandlers({ ...resolving, now }),
      ...downloadsHandlers({
        sources,
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
      ...uploadsHandlers({ db, resolver, wake: jobs.wake }),
      ...crmConnectionHandlers({ ...crm, tokens, origin }),
      ...crmPushHandlers({ ...pushing, tokens, sources }),
      ...signalsHandlers({ search: parts.search, resolver, now }),
      ...agentsHandlers({
        now,
        email: post !== null,
        resolver,
        crms: parts.crms,
        onEnqueued: jobs.wake,
      }),
      ...notificationsHandlers(now),
      ...pushHandlers(push),
      ...registerChecksHandlers({ registers: parts.registers, now, log }),
      ...sourcesHandlers({
        files,
        linkKey: parts.linkKey,
        now,
        hasBucket: parts.sources.getFromBucket !== null,
        wake: jobs.wake,
      }),
      ...installationHandlers(await watchInstallation(app, watched)),
    },
  }
  serve(app, serving)
  await app.register(exchangeRoutes(serving, timeLimits.part))
  await app.register(sourcePartRoutes({ serving, files, partMs: timeLimits.part, wake: jobs.wake }))

  let description: string | undefined
  app.get('/api/openapi.json', (_, reply) => {
    description ??= JSON.stringify(openApi())
    return reply.type('application/json').send(description)
  })
  await parts.more?.(app)
  if (parts.web) await serveWeb(app, { ...parts.web, headers })
  return app
}

const identifyCaller = async (
  request: FastifyRequest,
  verify: Verify,
  contacts: Contacts,
): Promise<Identity> => {
  const token = bearerOf(request.headers.authorization)
  if (token === null) throw new ProblemError('unauthenticated', 'Sign in to continue.')
  const identity = await verifyToken(token, verify)
  if (await contacts.admits(identity)) return identity
  throw new ProblemError(
    'unauthenticated',
    'You’re no longer a member of this organisation. Sign in again.',
  )
}

const verifyToken = async (token: string, verify: Verify): Promise<Identity> => {
  try {
    return await verify(token)
  } catch (error) {
    if (error instanceof TokenRefused && error.reason === 'unavailable')
      throw new ProblemError(
        'unavailable',
        'We can’t check your sign-in right now. Try again in five seconds.',
        {
          retryAfterSeconds: 5,
        },
      )
    throw new ProblemError('unauthenticated', 'Your session has ended. Sign in again.')
  }
}

/** Of a process without the role `web`. */
const refuseCallers = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ url }) => {
    if (!/^\/(?:health|ready|metrics|_control\/)/.test(url)) throw notFound()
  })
}

const refuseOutdated = (app: FastifyInstance, supports: AppParts['supports']): void => {
  if (supports === null) return
  app.addHook('onRequest', async (request) => {
    const deployment = request.headers['deployment-id']
    if (typeof deployment !== 'string' || !request.url.startsWith('/api/')) return
    if (!(await supports(deployment)))
      throw new ProblemError(
        'client-outdated',
        'A newer version of Fieldbook is available. Update to keep going.',
      )
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null without card payment. */
    billing: SyncParts | null
    settled(): Promise<void>
    maintenance: MaintenanceState
    /** The server's owner starts them, and closing the app stops them. */
    jobs: Jobs
  }
}
