import type { Api, Candidate, KeyKind, MatchKey, ObjectKind } from '../port.ts'
import type { Calls } from './calls.ts'
import { candidateOf, candidateSelect, comparable, keyFields, Page, Row } from './candidates.ts'
import { ownId } from './own-id.ts'
import type { Attributes, Schema } from './schema.ts'
import { tables } from './tables.ts'

type Found = readonly { key: MatchKey; candidates: readonly Candidate[] }[]

/** Consistent with writes. A website is free text, so it is looked up by a part and then compared. */
export const findByKeys = async (
  calls: Calls,
  schema: Schema,
  api: Api,
  object: ObjectKind,
  keys: readonly MatchKey[],
): Promise<Found> => {
  const attributes = await schema.attributes(api, object)
  const conditions = conditionsOf(attributes, object, keys)
  if (conditions.length === 0) return []
  const candidates: Candidate[] = []
  const select = candidateSelect(attributes, object).join(',')
  const filter = encodeURIComponent(conditions.join(' or '))
  let path: string | null | undefined = `/${tables[object].set}?$select=${select}&$filter=${filter}`
  while (path) {
    const page: Page = await calls.get(api, path, Page)
    for (const each of page.value) {
      const row = Row.parse(each)
      if (row.merged !== true) candidates.push(candidateOf(api.grant, attributes, object, row))
    }
    path = page['@odata.nextLink']
  }
  return keys
    .map((key) => ({ key, candidates: candidates.filter((each) => has(object, each, key)) }))
    .filter((each) => each.candidates.length > 0)
}

/** Dataverse compares text in any case. */
const conditionsOf = (
  attributes: Attributes,
  object: ObjectKind,
  keys: readonly MatchKey[],
): readonly string[] => {
  const { id, name } = tables[object]
  const fieldsOf = (kind: KeyKind): readonly string[] =>
    keyFields(attributes, object).flatMap(([each, field]) => (each === kind ? [field] : []))
  const conditions = keys.flatMap((key): string[] => {
    if (key.kind === 'own') return [`${id} eq ${ownId(name, key.value)}`]
    const value = comparable(key)
    if (value === '') return []
    if (key.kind === 'domain')
      return fieldsOf('domain').map((field) => `contains(${field},${quoted(value)})`)
    const spellings = spellingsOf(key, value)
    return fieldsOf(key.kind).flatMap((field) =>
      spellings.map((each) => `${field} eq ${quoted(each)}`),
    )
  })
  return [...new Set(conditions)]
}

/** Users write an ABN with spaces as the register does. */
const spellingsOf = ({ kind }: MatchKey, value: string): readonly string[] =>
  kind === 'abn' && value.length === 11
    ? [value, value.replace(/^(..)(...)(...)(...)$/, '$1 $2 $3 $4')]
    : [value]

const has = (object: ObjectKind, candidate: Candidate, key: MatchKey): boolean =>
  key.kind === 'own'
    ? candidate.id === ownId(tables[object].name, key.value)
    : candidate.keys.some(({ kind, value }) => kind === key.kind && value === comparable(key))

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`
