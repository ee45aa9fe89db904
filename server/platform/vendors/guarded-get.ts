import { request, type IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import { lookupPublic, PrivateAddress, type Resolve } from './guarded-post.ts'
import { isPublicAddress } from './public-address.ts'

export type Got = {
  status: number
  headers: Readonly<Record<string, string>>
  body: AsyncIterable<Uint8Array>
  /** Ends the connection without reading the rest. */
  drop(): void
}

/** Rejects when the connection fails or is silent for a minute. */
export type Get = (headers: Record<string, string>, signal: AbortSignal) => Promise<Got>

export class Insecure extends Error {
  constructor(address: string) {
    super(`${address} isn’t an https address.`)
  }
}

const maxRedirects = 5
const silentMs = 60_000

/**
 * Only https at public addresses, each checked when it connects (docs/decisions/034-outgoing-connections.md), and so is each redirect.
 * `ownOrigins` are set by the operator and may be private.
 */
export const guardedGet =
  (resolve: Resolve, ownOrigins: readonly string[]) =>
  (address: string): Get =>
  async (headers, signal) => {
    let url = new URL(address)
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await open(url, { headers, signal, resolve, ownOrigins })
      const { statusCode: status = 0, headers: answered } = response
      const next = redirects.has(status) ? answered.location : undefined
      if (next === undefined)
        return {
          status,
          headers: flat(response),
          body: response,
          drop: () => void response.destroy(),
        }
      response.destroy()
      url = new URL(next, url)
    }
    throw new Error(`${url.host} redirects more than ${maxRedirects} times.`)
  }

const redirects = new Set([301, 302, 303, 307, 308])

const open = async (
  url: URL,
  {
    headers,
    signal,
    resolve,
    ownOrigins,
  }: {
    headers: Record<string, string>
    signal: AbortSignal
    resolve: Resolve
    ownOrigins: readonly string[]
  },
): Promise<IncomingMessage> => {
  const own = ownOrigins.includes(url.origin)
  if (!own && (url.protocol !== 'https:' || url.username !== '' || url.password !== ''))
    throw new Insecure(`${url.protocol}//${url.host}`)
  // A literal IP address is never resolved.
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!own && isIP(literal) !== 0 && !isPublicAddress(literal)) throw new PrivateAddress(literal)
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
  const call = (url.protocol === 'https:' ? tlsRequest : request)(url, {
    headers: { 'accept-encoding': 'identity', 'user-agent': 'Fieldbook', ...headers },
    agent: false,
    ...(own ? {} : { lookup: lookupPublic(resolve) }),
    signal,
    timeout: silentMs,
  })
  call.once('timeout', () => call.destroy(new Error(`${url.host} was silent for a minute.`)))
  call.once('response', answered)
  call.once('error', reject)
  call.end()
  return promise
}

const flat = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
