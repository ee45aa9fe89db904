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
  /** The script of the chat widget; `hosted` by HubSpot, or by the emulator. */
  chat: { script: string; hosted: boolean } | null
  /** Where its dialog loads the script from: Stripe’s own address, or that of the emulator. */
  stripe: { scriptUrl: string | null } | null
  https: boolean
  hashes: () => Hashes
}): (() => Record<string, string>) => {
  const clerk = options.clerkOrigin === null ? '' : ` ${options.clerkOrigin}`
  const avatars = options.clerkHosted ? ' https://img.clerk.com' : ''
  const bots = options.clerkHosted ? ' https://challenges.cloudflare.com' : ''
  const tours = options.workspaceTours ? ' https://*.productfruits.com' : ''
  const stripe = stripeSources(options.stripe)
  const chat = chatSources(options.chat)
  const frames = bots + stripe.frames + chat.frames
  const policyFor = (hashes: Hashes): string =>
    [
      "default-src 'none'",
      `script-src 'self'${quoted(hashes.scripts)}${clerk}${bots}${tours}${stripe.scripts}${chat.scripts}`,
      `connect-src 'self'${clerk}${options.reports.map((address) => ` ${new URL(address).origin}`).join('')}${tours}${stripe.connections}${chat.connections}`,
      `img-src 'self' data:${avatars}${tours}${stripe.images}${chat.images}`,
      `style-src 'self'${quoted([emptyStyle, codeFieldStyle, ...hashes.styles])}${tours}`,
      "font-src 'self'",
      "worker-src 'self' blob:",
      ...(frames === '' ? [] : [`frame-src${frames}`]),
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

/** https://docs.stripe.com/security/guide#content-security-policy */
const stripeSources = (stripe: { scriptUrl: string | null } | null) => {
  if (stripe === null) return { scripts: '', connections: '', frames: '', images: '' }
  if (stripe.scriptUrl !== null) {
    const origin = ` ${new URL(stripe.scriptUrl).origin}`
    return { scripts: origin, connections: origin, frames: origin, images: '' }
  }
  const scripts = ' https://js.stripe.com https://*.js.stripe.com'
  return {
    scripts,
    connections: ' https://api.stripe.com',
    frames: `${scripts} https://hooks.stripe.com`,
    images: ' https://*.stripe.com',
  }
}

/** The chat alone: the trackers that its script loads too stay blocked. */
const chatSources = (chat: { script: string; hosted: boolean } | null) => {
  if (chat === null) return { scripts: '', connections: '', frames: '', images: '' }
  const origin = ` ${new URL(chat.script).origin}`
  if (!chat.hosted) return { scripts: origin, connections: origin, frames: origin, images: origin }
  return {
    scripts: `${origin} https://*.usemessages.com`,
    connections: ' https://*.hubspot.com https://*.hubapi.com',
    frames: ' https://*.hubspot.com',
    images: ' https://*.hubspot.com',
  }
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
