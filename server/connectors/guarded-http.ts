import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import { lookupPublic, type Resolve } from '../platform/vendors/guarded-post.ts'
import { Forbidden, Unavailable, Uncertain } from './errors.ts'
import type { Http, HttpCall } from './http.ts'

/**
 * Calls only https hosts of the connector, at public addresses that are checked while connecting. `ownOrigins` are set by the operator
 * (the emulator) and may be private. Addresses in answers of a CRM are input: each goes through here.
 */
export const guardedHttp = (parts: {
  resolve: Resolve
  /** Exact names, or `*.` before a domain. */
  hosts: readonly string[]
  ownOrigins: readonly string[]
}): Http => {
  const agents = { http: new Agent({ keepAlive: true }), https: new TlsAgent({ keepAlive: true }) }
  const publicOnly = lookupPublic(parts.resolve)
  return async (call) => {
    const url = new URL(call.url)
    const own = parts.ownOrigins.includes(url.origin)
    if (!own && !isAllowed(url, parts.hosts))
      throw new Forbidden(`${url.origin} is no address of this CRM.`)
    const secure = url.protocol === 'https:'
    const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
    const outgoing = (secure ? tlsRequest : request)(url, {
      method: call.method,
      headers: { 'accept-encoding': 'identity', ...call.headers },
      agent: agents[secure ? 'https' : 'http'],
      ...(own ? {} : { lookup: publicOnly }),
      signal: AbortSignal.timeout(call.withinMs ?? 60_000),
    })
    let connected = false
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) connected = true
      else socket.once(secure ? 'secureConnect' : 'connect', () => (connected = true))
    })
    outgoing.once('response', answered)
    outgoing.on('error', reject)
    outgoing.end(call.body)
    try {
      const response = await promise
      const text = await textOf(response)
      return { status: response.statusCode ?? 0, headers: flatHeaders(response), text }
    } catch (cause) {
      outgoing.destroy()
      throw failure(call, connected, url.host, cause)
    }
  }
}

/** No CRM answers more to what the connectors ask. */
const maxBytes = 32 << 20

const isAllowed = (url: URL, hosts: readonly string[]): boolean =>
  url.protocol === 'https:' &&
  url.port === '' &&
  url.username === '' &&
  url.password === '' &&
  isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0 &&
  hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  )

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    // Without an encoding a stream yields bytes.
    const part = Buffer.from(chunk as Uint8Array)
    bytes += part.length
    if (bytes > maxBytes) throw new Error('The answer is too large.')
    chunks.push(part)
  }
  if (!response.complete) throw new Error('The answer was cut.')
  return Buffer.concat(chunks).toString('utf8')
}

const flatHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

const failure = (call: HttpCall, connected: boolean, host: string, cause: unknown): Error => {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `${host}: ${reason}`
  return connected && call.method !== 'GET'
    ? new Uncertain(message, { cause })
    : new Unavailable(message, { cause })
}
