import webPush from 'web-push'
import { guardedPost, type Resolve } from './guarded-post.ts'
import type { PushKeys } from './push-keys.ts'

export type Subscription = { endpoint: string; p256dh: string; auth: string }

export type PushOptions = {
  /** Replaces a queued message with the same topic; at most 32 characters of base64url. */
  topic: string
  ttlSeconds: number
}

/** Without a status, `error` says why no push service answered. */
export type PushAnswer =
  | { status: number; retryAfterMs: number | null }
  | { status: null; retryAfterMs: null; error: Error }

/** Posts to push services of browser makers only. */
export type PushService = {
  publicKey: string
  /** Browsers supply the endpoint, and the server posts to it. */
  knows(endpoint: string): boolean
  /** Throws for invalid device keys. */
  post(to: Subscription, message: string, options: PushOptions): Promise<PushAnswer>
}

export type PushServiceParts = {
  keys: PushKeys
  emulator: string | null
  /** A push service that resolves to a private address is refused. */
  resolve: Resolve
  now: () => number
}

/** Push messages by RFC 8030, 8188, 8291 and 8292. */
export const pushService = ({ keys, emulator, resolve, now }: PushServiceParts): PushService => {
  const send = guardedPost(resolve, emulator)
  const knows = (endpoint: string): boolean => isKnown(endpoint, emulator)
  return {
    publicKey: keys.publicKey,
    knows,
    post: async (to, message, { topic, ttlSeconds }) => {
      if (!knows(to.endpoint)) throw new Error('The endpoint belongs to no known push service.')
      const request = webPush.generateRequestDetails(
        { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
        message,
        { vapidDetails: keys, TTL: ttlSeconds, urgency: 'normal', topic },
      )
      const { headers, body } = request
      const answer = await send(request.endpoint, {
        headers,
        body: body ?? new Uint8Array(),
        withinMs: patienceMs,
      }).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
      if (answer instanceof Error) return { status: null, retryAfterMs: null, error: answer }
      const { status } = answer
      return { status, retryAfterMs: retryAfter(answer.headers['retry-after'], now()) }
    },
  }
}

const patienceMs = 10_000

const hosts = new Set([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
])

const isKnown = (endpoint: string, emulator: string | null): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (origin === emulator) return true
  if (protocol !== 'https:' || port !== '') return false
  return hosts.has(hostname) || /^[a-z0-9-]+(\.[a-z0-9-]+)*\.notify\.windows\.com$/.test(hostname)
}

/** Retry-After, in seconds or as a date, as a delay from now. */
const retryAfter = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
