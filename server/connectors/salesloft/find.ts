import { Unreadable } from '../errors.ts'
import type { Api, Candidate, KeyKind, MatchKey, ObjectKind } from '../port.ts'
import { hostKey } from '../web-keys.ts'
import type { Calls, Query } from './calls.ts'
import { candidateOf, comparable } from './candidates.ts'
import { readOwnFields } from './fields.ts'
import { CrmRecord, parsePage, pathOf } from './shapes.ts'

type Found = readonly { key: MatchKey; candidates: readonly Candidate[] }[]

/**
 * Live records by key. Salesloft compares domains and websites as they were typed: an account whose domain is an address with a path is
 * found only by a full pass of `changes`. It has no filter by LinkedIn.
 */
export const findByKeys = async (
  calls: Calls,
  api: Api,
  app: string,
  object: ObjectKind,
  keys: readonly MatchKey[],
): Promise<Found> => {
  const candidates = new Map<string, Candidate>()
  const list = async (query: Query): Promise<void> => {
    const answer = await calls.get(api, pathOf(object), [...query, ['per_page', '100']])
    for (const record of parsePage(CrmRecord, answer).items)
      if (!record.archived_at) candidates.set(String(record.id), candidateOf(record, object, app))
  }
  const of = (kind: KeyKind): readonly MatchKey[] => keys.filter((key) => key.kind === kind)
  if (object === 'company') {
    for (const query of domainQueries(of('domain'))) await list(query)
    for (const query of await ownFieldQueries(calls, api, [...of('abn'), ...of('nzbn')]))
      await list(query)
  } else {
    const emails = of('email').map(({ value }) => ['email_addresses[]', value] as const)
    if (emails.length) await list(emails)
  }
  const found = keys
    .map((key) => ({ key, candidates: [...candidates.values()].filter((each) => has(each, key)) }))
    .filter((each) => each.candidates.length > 0)
  refuseIgnoredFilter(candidates, found)
  return found
}

const domainQueries = (keys: readonly MatchKey[]): readonly Query[] => {
  if (!keys.length) return []
  const hosts = keys.map(({ value }) => hostKey(value))
  const addresses = hosts.flatMap((host) => [
    host,
    `www.${host}`,
    `https://${host}`,
    `https://www.${host}`,
    `http://${host}`,
    `http://www.${host}`,
  ])
  return [
    ...hosts.map((host): Query => [['domain', host]]),
    addresses.map((address) => ['website[]', address] as const),
  ]
}

const ownFieldQueries = async (
  calls: Calls,
  api: Api,
  keys: readonly MatchKey[],
): Promise<readonly Query[]> => {
  if (!keys.length) return []
  const own = await readOwnFields(calls, api, 'company')
  return keys.flatMap(({ kind, value }) =>
    own
      .filter(({ name }) => name.trim().toLowerCase() === kind)
      .map(({ name }): Query => [[`custom_fields[${name}]`, value]]),
  )
}

const has = (candidate: Candidate, key: MatchKey): boolean =>
  candidate.keys.some(({ kind, value }) => kind === key.kind && value === comparable(key))

/** Salesloft ignores a filter that it does not know and answers with everything. */
const refuseIgnoredFilter = (candidates: ReadonlyMap<string, Candidate>, found: Found): void => {
  const fitting = new Set(found.flatMap((each) => each.candidates.map(({ id }) => id)))
  if ([...candidates.keys()].some((id) => !fitting.has(id)))
    throw new Unreadable('Salesloft answered with records that do not meet the filter.')
}
