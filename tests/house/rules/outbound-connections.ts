import type { ServiceKey } from '../../../contract/core/privacy.ts'
import { importsOf, type Rule } from '../project.ts'

/** `installation`: parts of its own, or files that it reads; a service gets something of a user, so the privacy page names it. */
type Reached = ServiceKey | 'alerts' | 'installation'

/** Files of the server, what they reach, and who names their target. Users name only the first. */
const outboundFiles = new Map<string, [readonly Reached[], string]>([
  [
    'server/platform/vendors/guarded-post.ts',
    [['alerts'], 'push services: a device names its endpoint'],
  ],
  [
    'server/platform/vendors/guarded-get.ts',
    [['installation'], 'sources: an admin of the operator names an address'],
  ],
  [
    'server/platform/vendors/bucket-get.ts',
    [['installation'], 'sources in object storage: the operator'],
  ],
  [
    'server/connectors/guarded-http.ts',
    [['crm', 'register'], 'CRMs and registers: their hosts only, an admin names an account'],
  ],
  [
    'server/platform/vendors/push-post.ts',
    [['alerts'], 'sends through guarded-post.ts; its library encrypts'],
  ],
  [
    'server/platform/http/clerk-proxy.ts',
    [['clerk'], "passes /__clerk on to Clerk's Frontend API: the operator"],
  ],
  ['server/main.ts', [['clerk', 'hubspot-chat'], 'hands fetch to clerk-backend.ts: the operator']],
  ['server/platform/http/identity.ts', [['clerk'], "Clerk's published keys: the operator"]],
  ['server/platform/vendors/files-s3.ts', [['storage'], 'object storage: the operator']],
  ['server/platform/vendors/error-reports.ts', [['sentry'], 'Sentry: the operator']],
  ['server/platform/vendors/hubspot-chat.ts', [['hubspot-chat'], 'a chat: the operator']],
  ['server/platform/vendors/mail.ts', [['mail'], 'a mail server: the operator']],
  ['server/platform/db/db.ts', [['installation'], 'PostgreSQL: the operator']],
  ['server/platform/db/set-aside.ts', [['installation'], 'PostgreSQL: the operator']],
  ['server/platform/db/leadership.ts', [['installation'], 'PostgreSQL: the operator']],
  ['server/platform/db/postgres-connections.ts', [['installation'], 'PostgreSQL: the operator']],
  ['server/platform/db/postgres-pool.ts', [['installation'], 'PostgreSQL: the operator']],
  ['server/platform/db/postgres-watch.ts', [['installation'], 'PostgreSQL: the operator']],
  ['server/search/cluster/nodes.ts', [['installation'], 'a search cluster: the operator']],
  [
    'server/search/cluster/open-search.ts',
    [['installation'], 'hands fetch to nodes.ts: the operator'],
  ],
])

/** What the server itself reaches. */
export const reached: ReadonlySet<Reached> = new Set(
  [...outboundFiles.values()].flatMap(([services]) => services),
)

export const outboundFilesAreListed: Rule = (files) =>
  [...files].flatMap(([path, source]) =>
    /^(?:server|demo)\/.*\.ts$/.test(path) && !outboundFiles.has(path) && connects(path, source)
      ? [
          `${path}: send through guarded-post.ts, or say in ${own} what it reaches and who names the address`,
        ]
      : [],
  )

export const outboundFilesExist: Rule = (files) =>
  [...outboundFiles.keys()].flatMap((path) =>
    connects(path, files.get(path) ?? '')
      ? []
      : [`${own} lists ${path}, which connects to nothing`],
  )

const own = 'tests/house/rules/outbound-connections.ts'
const modules =
  /^(?:node:(?:http|https|http2|tls|dgram)|undici|nodemailer|aws4fetch|@fastify\/http-proxy|web-push|pg|@clerk\/backend)$/
const calls =
  /(?:[=({,:]|\bawait|\breturn|\bglobalThis\.)\s*fetch\b|\bcreateRemoteJWKSet\b|\bnew (?:WebSocket|EventSource)\b|(?<!import type )\{[^}]*\b(?:connect|createConnection|Socket)\b[^}]*\} from 'node:net'/

const connects = (path: string, source: string): boolean =>
  calls.test(source.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')) ||
  importsOf(path, source).some(({ specifier, typeOnly }) => !typeOnly && modules.test(specifier))
