import { z } from 'zod'
import { isNetwork, networksHint, networksIn } from '../http/caller-address.ts'
import type { Bucket } from '../vendors/files-s3.ts'
import { publicKeyOf } from '../vendors/push-keys.ts'
import { backupOf, backupProblems, type BackupEnv } from './backup-env.ts'
import { clerkOf, clerkProblems, frontendApiOf, type ClerkEnv } from './clerk-env.ts'
import { chatOf, chatProblems, type ChatEnv } from './chat-env.ts'
import { contactProblems, contactsOf, type ContactEnv } from './contact-env.ts'
import { crmOf, crmProblems, sealKeysIn, type CrmEnv, type SealKey } from './crm-env.ts'
import { mailOf, mailProblems, type MailEnv } from './mail-env.ts'
import { filesOf, filesProblems } from './files-env.ts'
import { maintenanceOf, maintenanceProblems } from './maintenance-env.ts'
import { placeholderProblems } from './placeholders.ts'
import type { Maintenance } from '../http/maintenance.ts'
import { processOf, processProblems, type ProcessEnv } from './process-env.ts'
import { pushProblems, subjectOf, type PushEnv } from './push-env.ts'
import { sourceProblems, sourcesOf, type SourceEnv } from './source-env.ts'
import { stripeOf, stripeProblems, stripeVariables, type StripeEnv } from './stripe-env.ts'

/** README lists the same variables. */
export type Env = {
  port: number
  /** 127.0.0.1 by default, so that a demo on a laptop is not on the network. */
  host: string
  dataFolder: string
  /** Undefined: the embedded database in the data folder. */
  databaseUrl: string | undefined
  process: ProcessEnv
  /** By default off with the real Clerk, where real records belong. */
  demo: boolean
  demoLives: boolean
  /** Undefined: the emulator on this machine. */
  clerk: ClerkEnv | undefined
  /** Several during a rotation; without any, webhooks are refused. */
  clerkWebhookSecrets: readonly string[]
  /** Undefined: the emulator beside Clerk's, and no card payment with the real Clerk. */
  stripe: StripeEnv | undefined
  posthogKey: string | undefined
  /** PostHog's own cloud, or a proxy in front of it. */
  posthogHost: string
  /** Off: analytics calls are ignored (spec 8). */
  posthogPersonProfiles: boolean
  sentryDsn: string | undefined
  /** For errors of the server. */
  sentryServerDsn: string | undefined
  productFruitsWorkspaceCode: string | undefined
  chat: ChatEnv | undefined
  /** A web address or mailto:; undefined: the feedback form. */
  contactSupport: string | undefined
  /** For a new ticket (spec 2); undefined: no contact-sales link is shown. */
  contactSalesUrl: string | undefined
  /** Shared by all processes of an installation; undefined: a key in the data folder. */
  crmTokenKey: Uint8Array | undefined
  /** By the prefix of their settings. */
  crms: Readonly<Record<string, CrmEnv>>
  /** The first seals, all open; undefined: a key in the data folder. */
  crmSealKeys: readonly [SealKey, ...SealKey[]] | undefined
  files: Bucket | undefined
  sources: SourceEnv
  /** Undefined: the register is not asked. */
  registers: { abnGuid: string | undefined; nzbnKey: string | undefined }
  /** Shared by all processes of an installation; undefined: a key in the data folder. */
  filesLinkKey: Uint8Array | undefined
  push: PushEnv
  /** Undefined: agents notify in the app and by push only. */
  mail: MailEnv | undefined
  contacts: ContactEnv
  /** Undefined: the starting program decides. */
  logLevel: (typeof logLevels)[number] | undefined
  /** If it differs from HOST and PORT (behind a proxy); without a trailing slash. */
  publicOrigin: string | undefined
  /** Addresses and ranges; undefined: one hop on this machine if PUBLIC_ORIGIN is set. */
  trustedProxies: readonly string[] | undefined
  /** False removes the service worker from every device at its next visit. */
  worker: boolean
  minFreeBytes: number
  /** While it is set, every call is refused. */
  maintenance: Maintenance | null
  /** The operator's own map, as PMTiles; undefined: ours. */
  baseMapFile: string | undefined
  backup: BackupEnv
  /** Of /metrics; undefined: the address does not exist. */
  metricsToken: string | undefined
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Each problem is a sentence that names the variable. An empty variable counts as unset. */
export const readEnv = (
  variables: Record<string, string | undefined>,
  /** The prefixes of the CRMs' settings, as in ACME_CLIENT_ID. */
  crmPrefixes: readonly string[] = [],
): { env: Env } | { problems: string[] } => {
  const set = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = Variables.safeParse(set)
  const problems = [
    ...(parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`) ?? []),
    ...halves(set),
    ...pushProblems(set),
    ...mailProblems(set),
    ...stripeProblems(set),
    ...crmProblems(set, crmPrefixes),
    ...sourceProblems(set),
    ...chatProblems(set),
    ...maintenanceProblems(set),
    ...contactProblems(set),
    ...processProblems(set),
    ...backupProblems(set),
    ...placeholderProblems(set),
  ]
  if (!parsed.success || problems.length > 0) return { problems }
  const read = parsed.data
  const clerk = clerkOf(read)
  return {
    env: {
      port: read.PORT,
      host: read.HOST,
      dataFolder: read.FIELDBOOK_DATA,
      databaseUrl: read.DATABASE_URL ?? urlOfParts(set),
      process: processOf(set),
      demo: read.FIELDBOOK_DEMO === undefined ? clerk === undefined : read.FIELDBOOK_DEMO !== 'off',
      demoLives: read.FIELDBOOK_DEMO !== 'still',
      clerk,
      clerkWebhookSecrets: read.CLERK_WEBHOOK_SECRET,
      stripe: stripeOf(read),
      posthogKey: read.POSTHOG_KEY,
      posthogHost: read.POSTHOG_HOST,
      posthogPersonProfiles: read.POSTHOG_PERSON_PROFILES === 'on',
      sentryDsn: read.SENTRY_DSN,
      sentryServerDsn: read.SENTRY_SERVER_DSN,
      productFruitsWorkspaceCode: read.PRODUCT_FRUITS_WORKSPACE_CODE,
      chat: chatOf(set),
      contactSupport: set['CONTACT_SUPPORT'],
      contactSalesUrl: read.CONTACT_SALES_URL,
      crmTokenKey: read.CRM_TOKEN_SECRET,
      crms: crmOf(set, crmPrefixes),
      crmSealKeys: read.CRM_SEAL_KEYS,
      files: filesOf(set),
      sources: sourcesOf(set),
      registers: { abnGuid: read.ABN_LOOKUP_GUID, nzbnKey: read.NZBN_API_KEY },
      filesLinkKey: read.FILES_LINK_SECRET,
      mail: mailOf(set),
      contacts: contactsOf(set),
      push: {
        privateKey: read.VAPID_PRIVATE_KEY,
        subject: read.VAPID_SUBJECT ?? subjectOf(read.PUBLIC_ORIGIN),
        emulator: read.PUSH_EMULATOR,
      },
      logLevel: read.LOG_LEVEL,
      publicOrigin: read.PUBLIC_ORIGIN,
      trustedProxies: read.TRUSTED_PROXIES,
      worker: read.FIELDBOOK_WORKER === 'on',
      minFreeBytes: read.FIELDBOOK_MIN_FREE_MB * 1_000_000,
      maintenance: maintenanceOf(set),
      baseMapFile: set['BASE_MAP_FILE'],
      backup: backupOf(set),
      metricsToken: read.METRICS_TOKEN,
    },
  }
}

const webAddress = (message: string) =>
  z.string().refine((text) => isAddress(text, 'http'), message)

const sentryKey = () => webAddress("must be the web address from Sentry's client keys").optional()

const secretText = () =>
  z
    .string()
    .min(32, 'must have 32 characters or more')
    .transform((text) => new TextEncoder().encode(text))
    .optional()

const Variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535, for example 3000')
    .default('3000')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number from 0 to 65535, for example 3000'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or name of this machine, for example 0.0.0.0')
    .default('127.0.0.1'),
  FIELDBOOK_DATA: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => isAddress(text, 'postgres') && databaseOf(text) !== '',
      'must look like postgres://user:password@host:5432/database',
    )
    .optional(),
  FIELDBOOK_DEMO: z.enum(['on', 'still', 'off'], 'must be on or off, or still').optional(),
  FIELDBOOK_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
  FIELDBOOK_MIN_FREE_MB: z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number of megabytes')
    .default('200')
    .transform(Number),
  CLERK_PUBLISHABLE_KEY: z
    .string()
    .refine(
      (text) => frontendApiOf(text) !== undefined,
      "must be copied whole from Clerk's dashboard, where it starts with pk_test_ or pk_live_",
    )
    .optional(),
  CLERK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_\S+$/, "must start with sk_test_ or sk_live_, as in Clerk's dashboard")
    .optional(),
  CLERK_PROXY_TARGET: webAddress('must be a web address, starting with https://').optional(),
  CLERK_JWKS_URL: webAddress('must be a web address, starting with https://').optional(),
  CLERK_ISSUER: webAddress('must be a web address, starting with https://').optional(),
  CLERK_WEBHOOK_SECRET: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((secret) => secret.trim())
        .filter(Boolean),
    )
    .refine(
      (secrets) => secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{4,}={0,2}$/.test(secret)),
      "must be a signing secret of Clerk's dashboard, starting with whsec_, or several with commas between",
    ),
  ...stripeVariables,
  POSTHOG_KEY: z.string().optional(),
  POSTHOG_HOST: webAddress('must be a web address, for example https://eu.i.posthog.com').default(
    'https://us.i.posthog.com',
  ),
  POSTHOG_PERSON_PROFILES: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SENTRY_DSN: sentryKey(),
  SENTRY_SERVER_DSN: sentryKey(),
  PRODUCT_FRUITS_WORKSPACE_CODE: z.string().optional(),
  CONTACT_SALES_URL: z
    .string()
    .refine(
      (text) => isAddress(text, 'http') && text.startsWith('https://'),
      'must be a web address, starting with https://',
    )
    .optional(),
  CRM_TOKEN_SECRET: secretText(),
  CRM_SEAL_KEYS: z
    .string()
    .transform(sealKeysIn)
    .refine(
      (keys) => keys !== null,
      'must be an id and 32 bytes in base64, such as k1:…, or several with commas between, the newest first',
    )
    .transform((keys) => keys ?? undefined)
    .optional(),
  FILES_LINK_SECRET: secretText(),
  FILES_S3_ENDPOINT: webAddress('must be a web address, starting with https://').optional(),
  FILES_S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,63}$/, 'must be the name of a bucket')
    .optional(),
  ABN_LOOKUP_GUID: z.uuid('must be the GUID of your registration with ABN Lookup').optional(),
  NZBN_API_KEY: z.string().optional(),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64url')))
    .refine((key) => publicKeyOf(key) !== null, 'must be a private key of VAPID, in base64url')
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .refine(
      (text) => /^mailto:[^@\s]+@[^@\s]+$/.test(text) || /^https:\/\/[^\s]+$/.test(text),
      'must be a contact address, starting with mailto: or https://',
    )
    .optional(),
  PUSH_EMULATOR: z
    .string()
    .refine(
      (text) => /^http:\/\/(localhost|127\.0\.0\.1):\d{1,5}$/.test(text),
      'must be the address of a push service on this machine, for example http://127.0.0.1:4100',
    )
    .optional(),
  SMTP_URL: z
    .string()
    .refine(
      isMailServer,
      'must look like smtp://user:password@host:587, or smtps:// where it begins encrypted',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>@\r\n]*<[^\s<>@]+@[\w.-]+>$|^[^\s<>@]+@[\w.-]+$/,
      'must be an address, for example Fieldbook <alerts@fieldbook.example>',
    )
    .optional(),
  METRICS_TOKEN: z.string().min(32, 'must have 32 characters or more').optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
  PUBLIC_ORIGIN: webAddress('must be a web address, for example https://fieldbook.example')
    .refine((text) => onlyOrigin(text), 'must be scheme and host only, without a path')
    .transform((text) => new URL(text).origin)
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform(networksIn)
    .refine((networks) => networks.every(isNetwork), networksHint)
    .optional(),
})

const halves = (set: Record<string, string | undefined>): string[] => {
  const problems = [...clerkProblems(set), ...filesProblems(set)]
  const missing = neededParts.filter((name) => set[name] === undefined)
  if (
    set['DATABASE_URL'] === undefined &&
    parts.some((name) => set[name] !== undefined) &&
    missing.length > 0
  )
    problems.push(
      `${list(parts.filter((name) => set[name] !== undefined))} set and ${list(missing)} not: set DATABASE_URL or all of ${neededParts.join(', ')} for a PostgreSQL server, or none of them for the embedded database.`,
    )
  return problems
}

const neededParts = ['PGHOST', 'PGDATABASE', 'PGUSER']
const parts = [...neededParts, 'PGPASSWORD', 'PGPORT']
const list = (names: readonly string[]): string =>
  `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'}`

const urlOfParts = (set: Record<string, string | undefined>): string | undefined => {
  const [host, database, user] = neededParts.map((name) => set[name])
  if (host === undefined || database === undefined || user === undefined) return undefined
  const encode = encodeURIComponent
  const password = set['PGPASSWORD'] === undefined ? '' : `:${encode(set['PGPASSWORD'])}`
  const port = set['PGPORT'] ?? '5432'
  return host.startsWith('/')
    ? `postgres://${encode(user)}${password}@localhost:${port}/${encode(database)}?host=${encode(host)}`
    : `postgres://${encode(user)}${password}@${host}:${port}/${encode(database)}`
}

const isAddress = (text: string, scheme: 'http' | 'postgres'): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol } = new URL(text)
  return scheme === 'http'
    ? protocol === 'https:' || protocol === 'http:'
    : protocol === 'postgres:' || protocol === 'postgresql:'
}
/** Hoisted, because the variables above use it. */
function isMailServer(text: string): boolean {
  return URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text)
}
const databaseOf = (text: string): string => new URL(text).pathname.slice(1)
const onlyOrigin = (text: string): boolean => {
  const { pathname, search, hash } = new URL(text)
  return pathname === '/' && search === '' && hash === ''
}
