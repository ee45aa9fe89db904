import type { Candidate, KeyKind, MatchKey, ObjectKind } from '../port.ts'
import { hostKey, pageKey } from '../web-keys.ts'
import type { Row } from './calls.ts'
import type { KeyFields } from './fields.ts'
import { recordUrl } from './objects.ts'

/** The fields of a query whose rows become candidates. */
export const candidateFields = (object: ObjectKind, keyFields: KeyFields): readonly string[] => [
  'Id',
  'Name',
  object === 'company' ? 'Website' : 'Email',
  ...Object.values(keyFields),
]

/** A record with all keys by which it is found. */
export const candidateOf = (
  row: Row,
  object: ObjectKind,
  keyFields: KeyFields,
  baseUrl: string,
): Candidate => {
  const id = textOf(row['Id'])
  const name = textOf(row['Name'])
  return {
    id,
    name: name === '' ? id : name,
    url: recordUrl(baseUrl, object, id),
    keys: keysOf(row, object, keyFields),
  }
}

/** Spellings of a key that are the same compare equal. */
export const comparable = ({ kind, value }: MatchKey): string => {
  if (kind === 'domain') return hostKey(value)
  if (kind === 'abn' || kind === 'nzbn') return value.replaceAll(/\D/g, '')
  if (kind === 'linkedin') return pageKey(value)
  return kind === 'own' ? value.trim() : value.trim().toLowerCase()
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const keysOf = (row: Row, object: ObjectKind, keyFields: KeyFields): readonly MatchKey[] => {
  const fields: readonly (readonly [KeyKind, string | undefined])[] = [
    ['own', keyFields.own],
    object === 'company' ? ['domain', 'Website'] : ['email', 'Email'],
    ['abn', keyFields.abn],
    ['nzbn', keyFields.nzbn],
    ['linkedin', keyFields.linkedin],
  ]
  return fields.flatMap(([kind, field]) => {
    const value = comparable({ kind, value: field === undefined ? '' : textOf(row[field]) })
    return value === '' ? [] : [{ kind, value }]
  })
}
