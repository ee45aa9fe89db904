import type { FastifyInstance } from 'fastify'

/**
 * Reliability, CSP. `clerkOrigin` is the Frontend API if browsers call it directly. Clerk's components need inline styles;
 * scripts stay strict.
 */
export const securityHeaders = (options: {
  clerkOrigin: string | null
  /** Its sign-up loads Cloudflare's bot protection, and it serves users' pictures. */
  clerkHosted: boolean
  reports: readonly string[]
  /** Of Product Fruits; their inline styles stay blocked. */
  workspaceTours: boolean
  https: boolean
  hashes: () => Hashes
}): (() => Record<string, string>) => {
  const clerk = options.clerkOrigin === null ? '' : ` ${options.clerkOrigin}`
  const avatars = options.clerkHosted ? ' https://img.clerk.com' : ''
  const bots = options.clerkHosted ? ' https://challenges.cloudflare.com' : ''
  const tours = options.workspaceTours ? ' https://*.productfruits.com' : ''
  const policyFor = (hashes: Hashes): string =>
    [
      "default-src 'none'",
      `script-src 'self'${quoted(hashes.scripts)}${clerk}${bots}${tours}`,
      `connect-src 'self'${clerk}${options.reports.map((address) => ` ${new URL(address).origin}`).join('')}${tours}`,
      `img-src 'self' data:${avatars}${tours}`,
      `style-src 'self'${quoted([emptyStyle, codeFieldStyle, ...hashes.styles])}${tours}`,
      "font-src 'self'",
      "worker-src 'self' blob:",
      ...(bots === '' ? [] : [`frame-src${bots}`]),
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ].join('; ')
  let known: { hashes: Hashes; policy: string } | undefined
  const policy = (): string => {
    const hashes = options.hashes()
    if (known?.hashes !== hashes) known = { hashes, policy: policyFor(hashes) }
    return known.policy
  }
  return () => ({
    'content-security-policy': policy(),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
    ...(options.https
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  })
}

type Hashes = { styles: readonly string[]; scripts: readonly string[] }

/** Also keeps the API's answers out of caches. */
export const sendHeaders = (
  app: FastifyInstance,
  headers: () => Readonly<Record<string, string>>,
): void => {
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(headers())) void reply.header(name, value)
    void reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store')
  })
}

const quoted = (hashes: readonly string[]): string => hashes.map((hash) => ` '${hash}'`).join('')

/** Of Clerk's code field for pages without JavaScript: the newcomer's journey fails when Clerk changes it. */
const codeFieldStyle = 'sha256-KQDhUccuEkZUQDnfbVDeY+ev2LZ+73AQR7ro4JppAY8='
const emptyStyle = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
