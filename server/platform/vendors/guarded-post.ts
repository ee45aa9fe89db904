import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPublicAddress } from './public-address.ts'

/** The addresses that a host name has right now. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

export type Posted = { status: number; headers: IncomingHttpHeaders }

/** Posts to an address; follows no redirect, and rejects where no answer has come in time. */
export type Post = (
  url: string,
  message: { headers: OutgoingHttpHeaders; body: Uint8Array; withinMs: number },
) => Promise<Posted>

/** As the machine's own name service says. */
export const resolveName: Resolve = (host) => lookup(host, { all: true })

/**
 * The way out to addresses that a user names. It connects to public addresses only, and looks at the very ones that it connects to: a
 * name checked beforehand may mean another machine by then. `ownOrigin` is named by the operator and may be anywhere.
 */
export const guardedPost = (resolve: Resolve, ownOrigin: string | null): Post => {
  const agents = {
    'http:': new Agent({ keepAlive: true, timeout: idleMs }),
    'https:': new TlsAgent({ keepAlive: true, timeout: idleMs }),
  }
  const anywhere = lookupOf(resolve, () => true)
  const publicOnly = lookupOf(resolve, isPublicAddress)
  return async (url, { headers, body, withinMs }) => {
    const { promise, resolve: answered, reject } = Promise.withResolvers<Posted>()
    const target = new URL(url)
    const own = target.origin === ownOrigin
    // An address that is no name is never looked up.
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

/** A host that is, or has only, addresses which are not public. */
export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} has no public address.`)
  }
}

/** Firewalls forget a connection that is silent for long, and tell neither end. */
const idleMs = 4_000

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
