import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Rate } from '../../../contract/core/endpoint.ts'
import type { Identity } from './identity.ts'
import type { Budget, Limiter } from './limiter.ts'

/** failures: refused requests without a session; open: public calls and file links. */
type AddressRate = 'failures' | 'open' | 'webhooks'

/** Per user, or per address without a user. `copies` counts records. */
export type Limits = Record<Rate | AddressRate, number>

/**
 * The rate limits. A user's are product 2.3; `copies` equals the records of 60 search pages. An office shares one address, so only
 * failures are few, five per second: a valid session makes none.
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

/** An organisation may call as often as ten members, but with a burst of only ten seconds, so that others do not wait. */
const membersAtTheLimit = 10
const organisationBurstSeconds = 10

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

export const addressBudget = (ip: string, rate: AddressRate, limits: Limits): Budget => ({
  key: `address:${networkOf(ip)}:${rate}`,
  perMinute: limits[rate],
  burst: limits[rate],
})

/** Before a request is processed; `serve` counts public calls. */
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

/** Uses the route, because one address has many spellings; the path only where no API route matches. */
const kindOf = ({ routeOptions, url }: FastifyRequest): Kind | null =>
  kindOfPath(routeOptions.url ?? '') ?? kindOfPath(url)

const kindOfPath = (path: string): Kind | null => {
  if (path.startsWith('/api/webhooks/')) return 'webhook'
  if (path.startsWith('/files/')) return 'file'
  return path.startsWith('/api/') ? 'call' : null
}

const isFailure = ({ identity }: FastifyRequest, status: number): boolean =>
  status === 401 || (status === 404 && identity === undefined)

/** The /64 of an IPv6 address is one subscriber. */
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
