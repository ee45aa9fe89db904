import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Rate } from '../../../contract/core/endpoint.ts'
import type { Identity } from './identity.ts'
import type { Budget, Limiter } from './limiter.ts'

/** What is limited for each address: answers that refused a caller without a session, public calls and file links, webhooks. */
type AddressRate = 'failures' | 'open' | 'webhooks'

/** Calls a minute: of a user, and of an address where no user is known. `copies` counts records. */
export type Limits = Record<Rate | AddressRate, number>

/**
 * A user's rates are product 2.3; `copies` is as many records as 60 pages of a search hold. An office shares one address: only
 * failures are few, five a second, because a good session makes none.
 */
export const standardLimits: Limits = {
  records: 60,
  options: 120,
  requests: 10,
  copies: 6_000,
  other: 300,
  failures: 300,
  open: 1_200,
  webhooks: 3_000,
}

/** The same number for all of them, for tests and benches. */
export const everyLimit = (perMinute: number): Limits => ({
  records: perMinute,
  options: perMinute,
  requests: perMinute,
  copies: perMinute,
  other: perMinute,
  failures: perMinute,
  open: perMinute,
  webhooks: perMinute,
})

/** An organisation may do what ten of its members may, but only ten seconds of it at once: its neighbours wait behind that. */
const membersAtTheLimit = 10
const organisationBurstSeconds = 10

/** What a call of a signed-in caller is taken out of: the user's budget, then the organisation's. */
export const callerBudgets = (
  { userId, orgId }: Pick<Identity, 'userId' | 'orgId'>,
  rate: Rate,
  limits: Limits,
): Budget[] => {
  const perMinute = limits[rate]
  const user = { key: `user:${userId}:${rate}`, perMinute, burst: perMinute }
  if (orgId === null) return [user]
  const together = perMinute * membersAtTheLimit
  const burst = Math.ceil((together * organisationBurstSeconds) / 60)
  return [user, { key: `organisation:${orgId}:${rate}`, perMinute: together, burst }]
}

/** What a call without a session is taken out of. */
export const addressBudget = (ip: string, rate: AddressRate, limits: Limits): Budget => ({
  key: `address:${networkOf(ip)}:${rate}`,
  perMinute: limits[rate],
  burst: limits[rate],
})

/**
 * Limits each address before anything of a request is looked at: callers that keep failing without a good session, file links, and
 * webhooks. Public calls of the contract are counted where they are served.
 */
export const limitAddresses = (app: FastifyInstance, limiter: Limiter, limits: Limits): void => {
  const budgetOf = (request: FastifyRequest, rate: AddressRate): Budget[] => [
    addressBudget(request.address ?? '', rate, limits),
  ]
  app.addHook('onRequest', async (request) => {
    const kind = kindOf(request)
    if (kind === 'webhook') limiter.spend(budgetOf(request, 'webhooks'))
    if (kind === 'file' || kind === 'call') limiter.admit(budgetOf(request, 'failures'))
    if (kind === 'file') limiter.spend(budgetOf(request, 'open'))
  })
  app.addHook('onSend', async (request, reply) => {
    const kind = kindOf(request)
    if ((kind === 'file' || kind === 'call') && isFailure(request, reply.statusCode))
      limiter.take(budgetOf(request, 'failures'))
  })
}

type Kind = 'webhook' | 'file' | 'call'

/** By the route, which an address may spell in many ways; by the address where no route but that of the built app takes it. */
const kindOf = ({ routeOptions, url }: FastifyRequest): Kind | null =>
  kindOfPath(routeOptions.url ?? '') ?? kindOfPath(url)

const kindOfPath = (path: string): Kind | null => {
  if (path.startsWith('/api/webhooks/')) return 'webhook'
  if (path.startsWith('/files/')) return 'file'
  return path.startsWith('/api/') ? 'call' : null
}

const isFailure = ({ identity }: FastifyRequest, status: number): boolean =>
  status === 401 || (status === 404 && identity === undefined)

/** An IPv4 address, or the /64 of an IPv6 one: that is what one subscriber has. */
const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip.replace(/[^\d.]/g, '').slice(0, 15)
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after)
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail?.split(':') ?? [])]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
