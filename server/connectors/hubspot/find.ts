import type { Api, Candidate, Current, MatchKey, ObjectKind, Values } from '../port.ts'
import { hostKey } from '../web-keys.ts'
import { recordUrl } from './account.ts'
import type { Calls } from './calls.ts'
import { candidateOf, keyProperties, keysOf, spellingsOf } from './keys.ts'
import { HubspotRecord, objectOf, ownField, RecordPage, version } from './shapes.ts'

type Found = { key: MatchKey; candidates: readonly Candidate[] }

/** Reads by our own key or an email are consistent; a search by domain lags behind writes. Other kinds are in the mirror only. */
export const findByKeys = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  keys: readonly MatchKey[],
): Promise<readonly Found[]> => {
  const records: HubspotRecord[] = []
  for (const [kind, property] of [
    ['own', ownField],
    ['email', 'email'],
  ] as const) {
    const ids = keys.filter((key) => key.kind === kind).map(({ value }) => value)
    if (ids.length > 0 && (kind === 'own' || object !== 'company'))
      records.push(...(await readBy(calls, api, object, property, ids, keyProperties(object))))
  }
  const domains = keys.filter(({ kind }) => kind === 'domain').map(({ value }) => value)
  if (object === 'company') records.push(...(await searchDomains(calls, api, domains)))
  const byId = new Map(records.map((record) => [record.id, record]))
  return keys.flatMap((key) => {
    const candidates = [...byId.values()].filter((record) =>
      keysOf(record).some((each) => each.kind === key.kind && isSameKey(each, key)),
    )
    if (candidates.length === 0) return []
    return [{ key, candidates: candidates.map((each) => candidateOf(api.grant, object, each)) }]
  })
}

/** An id without a record, or whose answer has another id, is read alone: only so HubSpot names the survivor of a merge. */
export const readRecords = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, Current>> => {
  const current = new Map<string, Current>()
  if (ids.length === 0) return current
  const { path } = objectOf(object)
  for (const { id, properties } of await readBy(calls, api, object, null, ids, fields))
    if (ids.includes(id))
      current.set(id, {
        is: 'live',
        values: valuesOf(properties, fields),
        url: recordUrl(api.grant, object, id),
      })
  for (const id of ids) {
    if (current.has(id)) continue
    const single = { path: `/crm/objects/${version}/${path}/${encodeURIComponent(id)}` }
    const record = await calls.read(api, single, HubspotRecord, [404])
    current.set(
      id,
      record && record.id !== id ? { is: 'deleted', into: record.id } : { is: 'deleted' },
    )
  }
  return current
}

/** Consistent with writes. `property` is null for HubSpot's own ids. */
export const readBy = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  property: string | null,
  ids: readonly string[],
  properties: readonly string[],
): Promise<readonly HubspotRecord[]> => {
  const body = {
    ...(property !== null && { idProperty: property }),
    properties,
    propertiesWithHistory: [],
    inputs: [...new Set(ids)].map((id) => ({ id })),
  }
  const call = { path: `/crm/objects/${version}/${objectOf(object).path}/batch/read`, body }
  // An account without our own property has no record by it.
  const page = await calls.read(api, call, RecordPage, property === ownField ? [400] : [])
  return page?.results ?? []
}

const pageSize = 200
/** A search takes a body of 3,000 characters. */
const maxSpellingsLength = 2_600
/** HubSpot takes five searches a second: so many domains need at most four, if they are no longer than 40 characters. */
export const maxKeys = 24

const searchDomains = async (
  calls: Calls,
  api: Api,
  domains: readonly string[],
): Promise<readonly HubspotRecord[]> => {
  const records: HubspotRecord[] = []
  for (const values of packSpellings(domains)) {
    let after: string | undefined
    do {
      const page: RecordPage | null = await calls.read(
        api,
        {
          path: `/crm/objects/${version}/companies/search`,
          body: {
            filterGroups: [{ filters: [{ propertyName: 'domain', operator: 'IN', values }] }],
            properties: keyProperties('company'),
            limit: pageSize,
            ...(after !== undefined && { after }),
          },
        },
        RecordPage,
      )
      records.push(...(page?.results ?? []))
      after = page?.paging?.next?.after
    } while (after !== undefined)
  }
  return records
}

const packSpellings = (domains: readonly string[]): readonly (readonly string[])[] => {
  const packs: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const domain of new Set(domains.map(hostKey))) {
    const spellings = spellingsOf(domain)
    const size = spellings.join('","').length + 3
    if (length + size > maxSpellingsLength) {
      packs.push([])
      length = 0
    }
    packs.at(-1)?.push(...spellings)
    length += size
  }
  return packs
}

const isSameKey = (stored: MatchKey, wanted: MatchKey): boolean => {
  if (wanted.kind === 'domain') return stored.value === hostKey(wanted.value)
  if (wanted.kind === 'email') return stored.value === wanted.value.toLowerCase()
  return stored.value === wanted.value
}

const valuesOf = (
  properties: Readonly<Record<string, string | null>>,
  fields: readonly string[],
): Values => Object.fromEntries(fields.map((field) => [field, properties[field] ?? null]))
