import webPush from 'web-push'
import { guardedPost, type Resolve } from './guarded-post.ts'
import type { PushKeys } from './push-keys.ts'

/** Where a device is reached, and what only it can read. */
export type Subscription = { endpoint: string; p256dh: string; auth: string }

export type PushOptions = {
  /** A later message of the same topic takes the place of one that still waits; at most 32 characters of base64url. */
  topic: string
  /** How long the push service tries. */
  ttlSeconds: number
}

/** What a push service answered; status null where no answer came. */
export type PushAnswer = { status: number | null; retryAfterMs: number | null }

/** The way out to push services: the browsers' makers', which are known by name, and nobody else. */
export type PushService = {
  publicKey: string
  /** Whether an endpoint belongs to a known push service: browsers hand them in, and the server posts to them. */
  knows(endpoint: string): boolean
  /** Encrypts for one device and hands the message to its push service. Throws where the device's keys are no keys. */
  post(to: Subscription, message: string, options: PushOptions): Promise<PushAnswer>
}

export type PushServiceParts = {
  keys: PushKeys
  /** The origin of the emulator on this machine; null in production. */
  emulator: string | null
  /** What names mean; a push service whose name means a private address is not posted to. */
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
      if (!knows(to.endpoint)) throw new Error('The endpoint is of no known push service.')
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
      }).catch(() => null)
      if (answer === null) return { status: null, retryAfterMs: null }
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

/** Seconds or a date, as a pause from now. */
const retryAfter = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
