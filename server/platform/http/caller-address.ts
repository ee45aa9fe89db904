import { BlockList, isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Hop 0 is the other end of the connection. */
export type TrustsProxy = (address: string, hop: number) => boolean

/** Trusts one proxy on this machine, and no proxy behind it. */
export const trustsLoopback: TrustsProxy = (address, hop) =>
  hop === 0 && includes(loopback, address)

export const trustsNetworks = (networks: readonly string[]): TrustsProxy => {
  const trusted = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    trusted.addSubnet(address, Number(bits ?? widthOf(address)), familyOf(address))
  }
  return (address) => includes(trusted, address)
}

export const networksIn = (text: string): string[] =>
  text === 'none' ? [] : text.split(',').map((network) => network.trim())
export const networksHint =
  'must be addresses or ranges with commas between, for example 10.0.0.0/8, or none'

/** Such as 10.0.0.0/8. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  if (!isAddress(address) || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widthOf(address))
}

/**
 * Removes from X-Forwarded-For what is not an address, and everything to its left. `request.ip` goes into the audit log and keys
 * the limits, so it must never be a text of the caller's. Warns once if the header is ignored.
 */
export const keepOnlyAddresses = (app: FastifyInstance, trusts: TrustsProxy): void => {
  let isWarned = false
  app.decorateRequest('address', null)
  app.addHook('onRequest', async (request) => {
    cutForwarded(request.raw)
    request.address = request.ip
    const peer = request.raw.socket.remoteAddress ?? ''
    if (isWarned || request.headers['x-forwarded-for'] === undefined || trusts(peer, 0)) return
    isWarned = true
    request.log.warn(
      { peer },
      'X-Forwarded-For is ignored, because TRUSTED_PROXIES does not name its sender: all callers behind that proxy share one address',
    )
  })
}

const cutForwarded = ({ headers }: IncomingMessage): void => {
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined) return
  const entries = String(forwarded)
    .split(',')
    .map((entry) => entry.trim())
  const right = entries.slice(entries.findLastIndex((entry) => !isAddress(entry)) + 1)
  if (right.length === 0) delete headers['x-forwarded-for']
  else headers['x-forwarded-for'] = right.join(', ')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** `ip` at the request's arrival: `ip` throws once the connection is closed. Null before any hook has run. */
    address: string | null
  }
}

/** Refuses the zone of a link-local address, which may be any text of any length. */
const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%')

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
const widthOf = (address: string): number => (isIP(address) === 6 ? 128 : 32)
const includes = (list: BlockList, address: string): boolean =>
  isAddress(address) && list.check(address, familyOf(address))

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')
