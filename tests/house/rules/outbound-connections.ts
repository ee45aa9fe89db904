import { importsOf, type Rule } from '../project.ts'

/** Files of the server, and who names their target. Users name only the first. */
const outboundFiles = new Map([
  ['server/platform/vendors/guarded-post.ts', 'push services: a device names its endpoint'],
  ['server/platform/vendors/guarded-get.ts', 'sources: an admin of the operator names an address'],
  ['server/platform/vendors/bucket-get.ts', 'sources in object storage: the operator'],
  ['server/connectors/guarded-http.ts', 'CRMs: their hosts only, an admin names an account'],
  ['server/platform/vendors/push-post.ts', 'sends through guarded-post.ts; its library encrypts'],
  [
    'server/platform/http/clerk-proxy.ts',
    "passes /__clerk on to Clerk's Frontend API: the operator",
  ],
  ['server/main.ts', 'hands fetch to clerk-backend.ts: the operator'],
  ['server/platform/http/identity.ts', "Clerk's published keys: the operator"],
  ['server/platform/vendors/files-s3.ts', 'object storage: the operator'],
  ['server/platform/vendors/error-reports.ts', 'Sentry: the operator'],
  ['server/platform/vendors/hubspot-chat.ts', 'a chat: the operator'],
  ['server/platform/vendors/mail.ts', 'a mail server: the operator'],
  ['server/platform/db/db.ts', 'PostgreSQL: the operator'],
  ['server/platform/db/postgres-pool.ts', 'PostgreSQL: the operator'],
  ['server/platform/db/postgres-watch.ts', 'PostgreSQL: the operator'],
])

export const outboundFilesAreListed: Rule = (files) =>
  [...files].flatMap(([path, source]) =>
    /^(?:server|demo)\/.*\.ts$/.test(path) && !outboundFiles.has(path) && connects(path, source)
      ? [`${path}: send through guarded-post.ts, or say in ${own} who names the address`]
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
