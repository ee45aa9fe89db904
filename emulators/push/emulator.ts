import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { refuseProduction } from './guard.ts'
import { decrypt, type SubscriberKeys } from './decrypt.ts'
import { inspectorPage, type ArrivedPush } from './inspector.ts'
import { vapidFault } from './vapid.ts'

export type MintedSubscription = {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Instead of 201: a status, with an optional Retry-After, or no answer at all. */
export type PushFault = { status: number; retryAfter?: string } | 'never'

export type PushEmulator = {
  url: string
  /** With real keys, for a server's public key. */
  mint(publicKey: string): MintedSubscription
  /** Oldest first; of each topic only the newest, as push services do. */
  arrived: readonly ArrivedPush[]
  refused: readonly string[]
  tried(endpoint: string): number
  /** An endpoint, or all; null restores the usual answer. */
  fail(fault: PushFault | null, endpoint?: string): void
  /** Answers 410 from now on. */
  end(endpoint: string): void
  close(): Promise<void>
}

type Subscription = SubscriberKeys & { publicKey: string; tried: number; ended: boolean }

/**
 * A push service on this machine (RFC 8030): checks the VAPID header (RFC 8292), decrypts messages (RFC 8291) and stores them
 * until a test delivers them.
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
  const subscriptions = new Map<string, Subscription>()
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
      const answer = runCommand(path, JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
      return
    }
    const subscription = subscriptions.get(path)
    if (subscription) subscription.tried += 1
    const fault = faults.get(path) ?? faults.get(null)
    if (fault === 'never') return
    if (fault !== undefined) {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
      response.writeHead(fault.status, headers).end()
      return
    }
    const [status, why] = acceptPush(request, Buffer.concat(chunks), path, subscription)
    if (why !== null) refused.push(why)
    response.writeHead(status).end(why ?? '')
  }

  const runCommand = (path: string, command: Command): unknown => {
    if (path === '/mint') return emulator.mint(command.publicKey ?? '')
    if (path === '/fail') emulator.fail(command.fault ?? null, command.endpoint)
    if (path === '/end') emulator.end(command.endpoint ?? '')
    return {}
  }

  const acceptPush = (
    request: IncomingMessage,
    body: Buffer,
    path: string,
    subscription: Subscription | undefined,
  ): [number, string | null] => {
    const header = (name: string): string => String(request.headers[name] ?? '')
    if (subscription === undefined || request.method !== 'POST')
      return [404, 'no such subscription']
    if (subscription.ended) return [410, 'the subscription has ended']
    const expected = { audience: url, publicKey: subscription.publicKey, now: now() }
    const fault = vapidFault(header('authorization'), expected)
    if (fault !== null) return [403, fault]
    if (!/^\d+$/.test(header('ttl'))) return [400, 'no TTL']
    if (header('content-encoding') !== 'aes128gcm') return [400, 'not aes128gcm']
    if (body.length > maxBytes) return [413, 'more than 4096 bytes']
    const topic = request.headers['topic'] === undefined ? null : header('topic')
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return [400, 'a topic that is none']
    let text: string
    try {
      text = decrypt(body, subscription).toString('utf8')
    } catch {
      return [400, 'not encrypted for this subscriber']
    }
    const endpoint = `${url}${path}`
    const older = arrived.findIndex(
      (push) => topic !== null && push.topic === topic && push.endpoint === endpoint,
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
      const subscription = subscriptions.get(pathOf(endpoint))
      if (subscription) subscription.ended = true
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return emulator
}

type Command = { publicKey?: string; endpoint?: string; fault?: PushFault | null }

/** The limit of most push services, and the least that each must accept. */
const maxBytes = 4096
