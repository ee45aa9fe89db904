import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { refuseProduction } from './guard.ts'
import { decrypted, type SubscriberKeys } from './decrypt.ts'
import { inspectorPage, type ArrivedPush } from './inspector.ts'
import { vapidFault } from './vapid.ts'

/** What a browser gets for a subscription; `endpoint` and `keys` are what it gives to the server. */
export type MintedSubscription = {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** What an endpoint answers instead of 201: a status, with Retry-After if need be, or nothing ever. */
export type PushFault = { status: number; retryAfter?: string } | 'never'

export type PushEmulator = {
  url: string
  /** A subscription with real keys, to the public key of a server. */
  mint(publicKey: string): MintedSubscription
  /** What arrived, the oldest first; of one topic only the newest that waits, as push services keep it. */
  arrived: readonly ArrivedPush[]
  /** Requests refused, and why. */
  refused: readonly string[]
  /** How often a message was tried to be handed over, whatever was answered. */
  tried(endpoint: string): number
  /** Answers so from now on; null: as it should be. All endpoints where none is named. */
  fail(fault: PushFault | null, endpoint?: string): void
  /** The browser gave up its subscription: 410 from now on. */
  end(endpoint: string): void
  close(): Promise<void>
}

type Kept = SubscriberKeys & { publicKey: string; tried: number; ended: boolean }

/**
 * A push service on this machine (RFC 8030): mints subscriptions for browsers under test, checks the server's proof (RFC 8292), reads
 * messages with the subscriber's keys (RFC 8291) and keeps them until a test hands them to the browser.
 */
export const startPushService = async ({
  env = process.env,
  port = 0,
  now = Date.now,
}: {
  env?: Record<string, string | undefined>
  port?: number
  now?: () => number
} = {}): Promise<PushEmulator> => {
  refuseProduction(env)
  const subscriptions = new Map<string, Kept>()
  const arrived: ArrivedPush[] = []
  const refused: string[] = []
  const faults = new Map<string | null, PushFault>()

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? '/'
    if (request.method === 'GET' && path === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(inspectorPage(arrived, refused))
      return
    }
    if (request.method === 'GET' && path === '/arrived.json') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(arrived))
      return
    }
    if (request.method === 'PUT') {
      const answer = ordered(path, JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
      return
    }
    const kept = subscriptions.get(path)
    if (kept) kept.tried += 1
    const fault = faults.get(path) ?? faults.get(null)
    if (fault === 'never') return
    if (fault !== undefined) {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
      response.writeHead(fault.status, headers).end()
      return
    }
    const [status, why] = accepted(request, Buffer.concat(chunks), path, kept)
    if (why !== null) refused.push(why)
    response.writeHead(status).end(why ?? '')
  }

  /** What a test in another process asks for (remote.ts). */
  const ordered = (path: string, order: Order): unknown => {
    if (path === '/mint') return emulator.mint(order.publicKey ?? '')
    if (path === '/fail') emulator.fail(order.fault ?? null, order.endpoint)
    if (path === '/end') emulator.end(order.endpoint ?? '')
    return {}
  }

  /** The status of an answer, and what is wrong. */
  const accepted = (
    request: IncomingMessage,
    body: Buffer,
    path: string,
    kept: Kept | undefined,
  ): [number, string | null] => {
    const header = (name: string): string => String(request.headers[name] ?? '')
    if (kept === undefined || request.method !== 'POST') return [404, 'no such subscription']
    if (kept.ended) return [410, 'the subscription has ended']
    const asked = { audience: url, publicKey: kept.publicKey, now: now() }
    const fault = vapidFault(header('authorization'), asked)
    if (fault !== null) return [403, fault]
    if (!/^\d+$/.test(header('ttl'))) return [400, 'no TTL']
    if (header('content-encoding') !== 'aes128gcm') return [400, 'not aes128gcm']
    if (body.length > mostBytes) return [413, 'more than 4096 bytes']
    const topic = request.headers['topic'] === undefined ? null : header('topic')
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return [400, 'a topic that is none']
    let text: string
    try {
      text = decrypted(body, kept).toString('utf8')
    } catch {
      return [400, 'not encrypted for this subscriber']
    }
    const endpoint = `${url}${path}`
    const older = arrived.findIndex(
      (one) => topic !== null && one.topic === topic && one.endpoint === endpoint,
    )
    if (older >= 0) arrived.splice(older, 1)
    const urgency = request.headers['urgency'] === undefined ? null : header('urgency')
    arrived.push({ endpoint, text, topic, ttl: Number(header('ttl')), urgency, at: now() })
    return [201, null]
  }

  const server = createServer((request, response) => void take(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const pathOf = (endpoint: string): string => new URL(endpoint).pathname

  const emulator: PushEmulator = {
    url,
    arrived,
    refused,
    mint: (publicKey) => {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(16).toString('base64url')}`
      const privateKey = pair.getPrivateKey()
      subscriptions.set(path, { privateKey, auth, publicKey, tried: 0, ended: false })
      return { endpoint: `${url}${path}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    tried: (endpoint) => subscriptions.get(pathOf(endpoint))?.tried ?? 0,
    fail: (fault, endpoint) => {
      const path = endpoint === undefined ? null : pathOf(endpoint)
      if (fault === null) faults.delete(path)
      else faults.set(path, fault)
    },
    end: (endpoint) => {
      const kept = subscriptions.get(pathOf(endpoint))
      if (kept) kept.ended = true
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return emulator
}

type Order = { publicKey?: string; endpoint?: string; fault?: PushFault | null }

/** What push services take at least, and most of them at most. */
const mostBytes = 4096
