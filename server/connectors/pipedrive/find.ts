import * as z from 'zod/mini'
import type { Api, Candidate, Current, MatchKey, ObjectKind } from '../port.ts'
import { recordUrl } from './account.ts'
import type { Calls } from './calls.ts'
import { candidateOf, comparable, keyCodes, keyColumn } from './candidates.ts'
import { eachPage } from './pages.ts'
import { columnOf, type Schema, type Schemas } from './schema.ts'
import { CrmRecord, parseData, pathOf } from './shapes.ts'
import { valuesOf } from './values.ts'

type Found = readonly { key: MatchKey; candidates: readonly Candidate[] }[]

/**
 * Live records by key. A few keys are searched for, in an index that lags behind. Many keys, and domains, which no search covers, take a
 * pass over the whole list: 10 tokens each 500 records, against 20 a search.
 */
export const findByKeys = async (
  calls: Calls,
  schemas: Schemas,
  api: Api,
  object: ObjectKind,
  keys: readonly MatchKey[],
): Promise<Found> => {
  if (keys.length === 0) return []
  const schema = await schemas.read(api, object)
  const usable = keys.filter(
    ({ kind }) => (kind === 'email' && object !== 'company') || keyColumn(schema, object, kind),
  )
  if (usable.length === 0) return []
  const wanted = new Set(usable.map(nameOf))
  const candidates: Candidate[] = []
  const collect = (records: readonly CrmRecord[]): void => {
    for (const record of records) {
      if (record.is_deleted) continue
      const candidate = candidateOf(api.grant, object, schema, record)
      if (candidate.keys.some((key) => wanted.has(nameOf(key)))) candidates.push(candidate)
    }
  }
  const searches = searchesFor(schema, object, usable)
  const custom_fields = keyCodes(schema, object).join(',') || null
  const path = `v2/${pathOf(object)}`
  if (searches === null) await eachPage(calls, api, path, { custom_fields }, CrmRecord, collect)
  else {
    const ids = new Set<number>()
    for (const search of searches) for (const id of await search(calls, api)) ids.add(id)
    for (const part of inParts([...ids], maxIds))
      await eachPage(calls, api, path, { ids: part.join(','), custom_fields }, CrmRecord, collect)
  }
  return keys
    .map((key) => ({
      key,
      candidates: candidates.filter((each) => each.keys.some((own) => nameOf(own) === nameOf(key))),
    }))
    .filter((each) => each.candidates.length > 0)
}

/** Pipedrive leaves out what it does not have, and does not say into what a record was merged. */
export const readRecords = async (
  calls: Calls,
  schemas: Schemas,
  api: Api,
  object: ObjectKind,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, Current>> => {
  const schema = fields.length === 0 ? [] : await schemas.read(api, object, fields)
  const codes = fields.flatMap((name) => {
    const column = columnOf(schema, name)
    return column?.isOwn ? [column.code] : []
  })
  // Without the parameter all own fields are answered.
  const custom_fields = codes.length > 0 && codes.length <= maxCodes ? codes.join(',') : null
  const current = new Map<string, Current>(ids.map((id) => [id, { is: 'deleted' }]))
  for (const part of inParts(ids, maxIds))
    await eachPage(
      calls,
      api,
      `v2/${pathOf(object)}`,
      { ids: part.join(','), custom_fields },
      CrmRecord,
      (records) => {
        for (const record of records) {
          const id = String(record.id)
          if (record.is_deleted || !current.has(id)) continue
          const url = recordUrl(api.grant, object, id)
          current.set(id, { is: 'live', url, values: valuesOf(schema, record, fields) })
        }
      },
    )
  return current
}

const maxIds = 100
const maxCodes = 15
/** Of ten in two seconds; and many searches cost more than the list. */
const maxSearches = 5

type Search = (calls: Calls, api: Api) => Promise<readonly number[]>

const nameOf = (key: MatchKey): string => `${key.kind}:${comparable(key)}`

const inParts = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** Null: only the list finds all keys, or costs less. */
const searchesFor = (
  schema: Schema,
  object: ObjectKind,
  keys: readonly MatchKey[],
): readonly Search[] | null => {
  const searches: Search[] = []
  for (const { kind, value } of keys) {
    if (kind === 'email') searches.push(byEmail(value))
    else {
      const column = keyColumn(schema, object, kind)
      // A website or page may be spelled in many ways.
      if (!column?.isOwn || kind === 'domain' || kind === 'linkedin') return null
      for (const spelling of spellingsOf({ kind, value }))
        searches.push(byField(object, column.code, spelling))
    }
    if (searches.length > maxSearches) return null
  }
  return searches
}

/** The search by a field compares whole values. */
const spellingsOf = ({ kind, value }: MatchKey): readonly string[] => {
  if (kind !== 'abn') return [value]
  const digits = value.replace(/\D/g, '')
  return [digits, digits.replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')]
}

const SearchResult = z.object({
  items: z.nullish(z.array(z.object({ item: z.object({ id: z.number() }) }))),
})

const byEmail =
  (value: string): Search =>
  async (calls, api) => {
    const query = { term: value, fields: 'email', exact_match: true, limit: maxIds }
    const answer = await calls.get(api, 'v2/persons/search', query)
    const { items } = answer === null ? { items: [] } : parseData(SearchResult, answer)
    return (items ?? []).map(({ item }) => item.id)
  }

const FieldResult = z.nullable(z.array(z.looseObject({ id: z.nullish(z.number()) })))
const FieldItems = z.object({ items: z.nullish(z.array(z.unknown())) })

const byField =
  (object: ObjectKind, field: string, term: string): Search =>
  async (calls, api) => {
    const entity_type = object === 'company' ? 'organization' : 'person'
    const query = { entity_type, field, term, match: 'exact', limit: maxIds }
    const answer = await calls.get(api, 'v2/itemSearch/field', query)
    return answer === null ? [] : idsOf(answer)
  }

/** Its items are described in two shapes: bare, or as those of the other searches. */
const idsOf = (answer: unknown): readonly number[] => {
  const data = parseData(z.union([FieldItems, FieldResult]), answer)
  const items: readonly unknown[] = Array.isArray(data) ? data : (data?.items ?? [])
  return items.flatMap((each) => {
    const bare = z.object({ id: z.number() }).safeParse(each)
    if (bare.success) return [bare.data.id]
    const wrapped = z.object({ item: z.object({ id: z.number() }) }).safeParse(each)
    return wrapped.success ? [wrapped.data.item.id] : []
  })
}
