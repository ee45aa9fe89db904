import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Deployments } from './installation/deployments.ts'
import type { OnMemberRemoved } from './members/member-removal.ts'
import type { Targets } from './downloads/ports.ts'
import type { SearchEngine } from './search/engine.ts'
import type { Registers } from './registers/registers.ts'
import type { SourceAccess } from './sources/run-source.ts'
import type { Crms } from './crm/crms.ts'
import type { Seal } from './crm/seal.ts'
import type { Extras } from './calls/platform.ts'
import type { TrustsProxy } from './platform/http/caller-address.ts'
import type { ClerkBackend } from './platform/vendors/clerk-backend.ts'
import type { Database } from './platform/db/db.ts'
import type { BaseMap } from './platform/http/base-map.ts'
import type { BuiltApp } from './platform/http/built-app.ts'
import type { FileStore } from './platform/vendors/files.ts'
import type { Payments } from './platform/vendors/payments.ts'
import type { Verify } from './platform/http/identity.ts'
import type { Post } from './platform/vendors/mail.ts'
import type { PushService } from './platform/vendors/push-post.ts'
import type { Limits } from './platform/http/rate-limits.ts'
import type { ContactEnv } from './platform/process/contact-env.ts'
import { servicesOf, type ServerServices } from './platform/http/services.ts'
import type { Maintenance } from './platform/http/maintenance.ts'
import type { TimeLimits } from './platform/http/time-limits.ts'
import type { Boot } from './platform/http/web.ts'
import type { InstallationParts } from './routes/watching.ts'

export type AppParts = {
  db: Database
  search: SearchEngine
  verify: Verify
  clerk: ClerkBackend
  /** Null: no card payment. */
  payments: Payments | null
  /** Several during a rotation; without any, webhooks are refused. */
  webhookSecrets?: readonly string[]
  onMemberRemoved?: readonly OnMemberRemoved[]
  now: () => number
  /** Never taken from a request, because the caller chooses its Host header. */
  origin: string
  trustsProxy?: TrustsProxy
  extras: Extras
  /** Signs the tokens of `GET /crm/org`. */
  crmKey: Uint8Array
  crms: Crms
  /** Of the CRMs' tokens. */
  crmSeal: Seal
  /** While a CRM asks to; tests let the clock run instead. */
  crmWait?: (ms: number) => Promise<void>
  files: FileStore
  sources: SourceAccess
  registers: Registers
  linkKey: Uint8Array
  push: PushService
  post: Post | null
  targets?: Targets
  /** Null supports all. */
  supports: ((deploymentId: string) => boolean | Promise<boolean>) | null
  /** Null if browsers call Clerk directly at `clerkOrigin`. */
  clerkProxy: { target: string; secretKey: string } | null
  clerkOrigin: string | null
  /** Its screens load bot protection and pictures from other origins. */
  clerkHosted: boolean
  web: {
    dist: string
    built: () => BuiltApp
    boot: Omit<Boot, 'deploymentId'>
    baseMap?: BaseMap | undefined
    fileOf?: Deployments['fileOf']
  } | null
  /** False: only /health, /ready and commands from this machine. */
  answersCalls?: boolean
  log?: FastifyBaseLogger
  limits?: Limits
  maxOpenRequests?: number
  timeLimits?: TimeLimits
  maintenance?: Maintenance | null
  /** Undefined: no address on the privacy page, and feedback is emailed to none. */
  contacts?: ContactEnv
  /** What the privacy page says besides what browsers reach. */
  reached?: Pick<ServerServices, 'storage' | 'registers' | 'errorReports'>
  installation: InstallationParts
  more?: (app: FastifyInstance) => Promise<void> | void
}

/** Where browsers send analytics and error reports. */
export const reportsOf = (boot: Pick<Boot, 'posthogHost' | 'sentryDsn'> | undefined): string[] =>
  [boot?.posthogHost, boot?.sentryDsn].filter((address) => typeof address === 'string')

/** For the privacy page: what this installation reaches, by its settings and its policy. */
export const servicesIn = (parts: AppParts, headers: Readonly<Record<string, string>>) =>
  servicesOf(
    headers['content-security-policy'] ?? '',
    {
      clerk: parts.clerkOrigin,
      posthog: parts.web?.boot.posthogHost ?? null,
      sentry: parts.web?.boot.sentryDsn ?? null,
      stripe: parts.web?.boot.stripe?.scriptUrl ?? null,
      chat: parts.extras.chat?.script ?? null,
    },
    {
      clerkHosted: parts.clerkHosted,
      mail: parts.post !== null,
      crms: parts.crms.kinds
        .filter(({ key }) => parts.crms.find(key) !== undefined)
        .map(({ label }) => label),
      errorReports: parts.reached?.errorReports ?? false,
      storage: parts.reached?.storage ?? false,
      registers: parts.reached?.registers ?? [],
    },
  )
