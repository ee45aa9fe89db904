import type { EndpointName } from '../../../contract/api.ts'
import type { Chance } from '../chance.ts'
import { kindOf, type OwnKind } from './kinds.ts'
import { isUuid } from '../../../contract/core/ids.ts'

export type Market = {
  company: ReadonlySet<string>
  people: ReadonlySet<string>
  signal: Set<string>
}
export type Kind = OwnKind | keyof Market | 'others'
export type Token = (typeof tokenKeys)[number]

export type Pool = {
  take(org: string, name: EndpointName, input: Record<string, unknown>, reply: unknown): Set<string>
  /** Mostly of `org`; undefined if there is none. */
  id(kind: Kind, org: string, random: Chance): string | undefined
  token(key: Token, random: Chance): string | undefined
  isForeign(id: string, org: string): boolean
  isOfMarket(id: string): boolean
}

const tokenKeys = ['cursor', 'asOf', 'checksum', 'change'] as const
export const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

export const createPool = (market: Market): Pool => {
  const ids = new Map<Kind, string[]>()
  const tokens = new Map<Token, string[]>()
  const owners = new Map<string, Set<string>>()
  const isOfMarket = (id: string): boolean =>
    market.company.has(id) || market.people.has(id) || market.signal.has(id)
  const add = <Key>(to: Map<Key, string[]>, key: Key, value: string): void => {
    const known = to.get(key) ?? []
    if (!known.includes(value)) known.push(value)
    to.set(key, known)
  }
  // Prefers recent ids: a walk is about items just created or deleted.
  const pick = (from: readonly string[] | undefined, random: Chance): string | undefined =>
    from && from.length > 0
      ? from[from.length - 1 - Math.floor(from.length * random.next() ** 2)]
      : undefined
  return {
    take: (org, name, input, reply) => {
      const found = new Set<string>()
      const look = (value: unknown, key: string, kind: Kind): void => {
        if (typeof value === 'string') {
          const token = tokenKeys.find((each) => each === key)
          if (token !== undefined) add(tokens, token, value)
          if (!isUuid(value.toLowerCase())) return
          found.add(value)
          add(ids, marketKind(market, value) ?? kindOfKey[key] ?? kind, value)
          const known = owners.get(value) ?? new Set()
          if (!isOfMarket(value)) owners.set(value, known.add(org))
        } else if (Array.isArray(value)) for (const each of value) look(each, key, kind)
        else if (typeof value === 'object' && value !== null) {
          const inside = kindOfChange[String('kind' in value ? value.kind : '')] ?? kind
          for (const [part, each] of Object.entries(value)) look(each, part, inside)
        }
      }
      const kind = kindOf(name, input) ?? 'others'
      look(reply, '', name === 'agentRuns' || name === 'runAgent' ? 'runs' : kind)
      return found
    },
    id: (kind, org, random) => {
      const all = ids.get(kind)
      const own = random.is(0.7) ? all?.filter((id) => owners.get(id)?.has(org)) : undefined
      return pick(own, random) ?? pick(all, random)
    },
    token: (key, random) => pick(tokens.get(key), random),
    isForeign: (id, org) => !isOfMarket(id) && owners.has(id) && owners.get(id)?.has(org) === false,
    isOfMarket,
  }
}

const marketKind = (market: Market, id: string): keyof Market | undefined =>
  (['company', 'people', 'signal'] as const).find((kind) => market[kind].has(id))

const kindOfKey: Readonly<Record<string, OwnKind>> = {
  rid: 'recents',
  listId: 'lists',
  listIds: 'lists',
  agentId: 'agents',
  incrementalRunIds: 'runs',
  requestId: 'requests',
  uploadId: 'uploads',
}
const kindOfChange: Readonly<Record<string, OwnKind>> = {
  search: 'searches',
  recent: 'recents',
  list: 'lists',
  members: 'lists',
  activity: 'activities',
  agent: 'agents',
}
