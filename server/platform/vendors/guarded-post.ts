import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPublicAddress } from './public-address.ts'

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

export type Posted = { status: number; headers: IncomingHttpHeaders }

/** Follows no redirects, and rejects after a timeout. */
export type Post = (
  url: string,
  message: { headers: OutgoingHttpHeaders; body: Uint8Array; withinMs: number },
) => Promise<Posted>

export const resolveName: Resolve = (host) => lookup(host, { all: true })

/**
 * Only public addresses, checked when it connects, because a name checked earlier may resolve differently later (DNS rebinding).
 * `ownOrigin` is set by the operator and may be private.
 */
export const guardedPost = (resolve: Resolve, ownOrigin: string | null): Post => {
  const agents = {
    'http:': new Agent({ keepAlive: true, timeout: idleMs }),
    'https:': new TlsAgent({ keepAlive: true, timeout: idleMs }),
  }
  const anywhere = lookupOf(resolve, () => true)
  const publicOnly = lookupPublic(resolve)
  return async (url, { headers, body, withinMs }) => {
    const { promise, resolve: answered, reject } = Promise.withResolvers<Posted>()
    const target = new URL(url)
    const own = target.origin === ownOrigin
    // A literal IP address is never resolved.
    const literal = target.hostname.replace(/^\[(.*)\]$/, '$1')
    if (!own && isIP(literal) !== 0 && !isPublicAddress(literal)) throw new PrivateAddress(literal)
    const secure = target.protocol === 'https:'
    const call = (secure ? tlsRequest : request)(target, {
      method: 'POST',
      headers,
      agent: agents[secure ? 'https:' : 'http:'],
      lookup: own ? anywhere : publicOnly,
      signal: AbortSignal.timeout(withinMs),
    })
    call.once('response', (response) => {
      response.resume()
      answered({ status: response.statusCode ?? 0, headers: response.headers })
    })
    call.on('error', reject)
    call.end(body)
    return promise
  }
}

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} has no public address.`)
  }
}

/** Firewalls silently drop idle connections. */
const idleMs = 4_000

/** For sockets: connects to public addresses only. */
export const lookupPublic = (resolve: Resolve): LookupFunction => lookupOf(resolve, isPublicAddress)

const lookupOf = (resolve: Resolve, admits: (address: string) => boolean): LookupFunction => {
  const admitted = callbackify(async (host: string) => {
    const [first, ...more] = (await resolve(host)).filter(({ address }) => admits(address))
    if (first === undefined) throw new PrivateAddress(host)
    return { first, more }
  })
  return (host, { all }, done) =>
    admitted(host, (error, found) => {
      if (error) done(error, [])
      else if (all === true) done(null, [found.first, ...found.more])
      else done(null, found.first.address, found.first.family)
    })
}
