import type { Api, Candidate, KeyKind, MatchKey, ObjectKind } from '../port.ts'
import { hostKey } from '../web-keys.ts'
import type { Calls } from './calls.ts'
import { candidateFields, candidateOf, comparable } from './candidates.ts'
import { readKeyFields, type KeyFields } from './fields.ts'
import { sObjectOf } from './objects.ts'
import { chunksOf, like, anyOf } from './soql.ts'

type Found = readonly { key: MatchKey; candidates: readonly Candidate[] }[]

/**
 * Live records by key, straight from the records and not from the search index, which lags. Converted leads are not live. ABN, NZBN and
 * LinkedIn are found where a field of the account bears that name; numbers also with spaces.
 */
export const findByKeys = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  keys: readonly MatchKey[],
): Promise<Found> => {
  const isStandard = keys.every(({ kind }) => kind === 'email' || kind === 'domain')
  const keyFields = isStandard ? {} : await readKeyFields(calls, api, object)
  const fields = candidateFields(object, keyFields).join(', ')
  const candidates = new Map<string, Candidate>()
  for (const condition of conditionsOf(object, keys, keyFields)) {
    const soql = `SELECT ${fields} FROM ${sObjectOf(object)} WHERE ${condition}`
    const onlyLive = object === 'lead' ? ' AND IsConverted = false' : ''
    for (const row of await calls.query(api, `${soql}${onlyLive}`)) {
      const candidate = candidateOf(row, object, keyFields, api.grant.baseUrl)
      candidates.set(candidate.id, candidate)
    }
  }
  return keys
    .map((key) => ({ key, candidates: [...candidates.values()].filter((each) => has(each, key)) }))
    .filter((each) => each.candidates.length > 0)
}

const conditionsOf = (
  object: ObjectKind,
  keys: readonly MatchKey[],
  keyFields: KeyFields,
): readonly string[] => {
  const valuesOf = (wanted: KeyKind): readonly string[] =>
    keys.flatMap(({ kind, value }) => (kind === wanted ? [value] : []))
  const equal = (field: string | undefined, values: readonly string[]): readonly string[] =>
    field === undefined ? [] : chunksOf(values).map((chunk) => anyOf(field, chunk))
  const contain = (field: string | undefined, values: readonly string[]): readonly string[] =>
    field === undefined
      ? []
      : chunksOf(values).map(
          (chunk) => `(${chunk.map((value) => `${field} LIKE ${like(value)}`).join(' OR ')})`,
        )
  return [
    ...equal(keyFields.own, valuesOf('own')),
    ...(object === 'company'
      ? contain('Website', valuesOf('domain').map(hostKey))
      : equal('Email', valuesOf('email'))),
    ...equal(keyFields.abn, valuesOf('abn').flatMap(spellingsOfAbn)),
    ...equal(keyFields.nzbn, valuesOf('nzbn')),
    ...contain(
      keyFields.linkedin,
      valuesOf('linkedin').map((value) => comparable({ kind: 'linkedin', value })),
    ),
  ]
}

/** 11 digits, as they are and as the register writes them: 51 824 753 556. */
const spellingsOfAbn = (value: string): readonly string[] => [
  value,
  value.replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4'),
]

const has = (candidate: Candidate, key: MatchKey): boolean =>
  candidate.keys.some(({ kind, value }) => kind === key.kind && value === comparable(key))
