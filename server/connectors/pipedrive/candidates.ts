import type { Candidate, Grant, MatchKey, ObjectKind } from '../port.ts'
import { hostKey, pageKey } from '../web-keys.ts'
import { recordUrl } from './account.ts'
import { columnOf, ownField, type Column, type Schema } from './schema.ts'
import type { CrmRecord } from './shapes.ts'
import { rawValue } from './values.ts'

/** A record with all keys by which it is found. */
export const candidateOf = (
  grant: Grant,
  object: ObjectKind,
  schema: Schema,
  record: CrmRecord,
): Candidate => {
  const id = String(record.id)
  return {
    id,
    name: record.name || id,
    url: recordUrl(grant, object, id),
    keys: keysOf(object, schema, record),
  }
}

/** Spellings of a key that are the same compare equal. */
export const comparable = ({ kind, value }: MatchKey): string => {
  if (kind === 'domain') return hostKey(value)
  if (kind === 'abn' || kind === 'nzbn') return value.replace(/\D/g, '')
  if (kind === 'linkedin') return pageKey(value)
  return kind === 'own' ? value.trim() : value.trim().toLowerCase()
}

/** The column in which a key is; emails are in no column. */
export const keyColumn = (
  schema: Schema,
  object: ObjectKind,
  kind: MatchKey['kind'],
): Column | undefined => {
  const column = columnOf(schema, keyFields[kind] ?? '')
  return object === 'company' || (kind !== 'domain' && kind !== 'abn' && kind !== 'nzbn')
    ? column
    : undefined
}

/** The codes of own fields that hold keys, so that lists need not answer with all fields. */
export const keyCodes = (schema: Schema, object: ObjectKind): readonly string[] =>
  kinds.flatMap((kind) => {
    const column = keyColumn(schema, object, kind)
    return column?.isOwn ? [column.code] : []
  })

const keyFields: Readonly<Partial<Record<MatchKey['kind'], string>>> = {
  own: ownField,
  domain: 'website',
  abn: 'abn',
  nzbn: 'nzbn',
  linkedin: 'linkedin',
}

const kinds = ['own', 'domain', 'abn', 'nzbn', 'linkedin'] as const

const keysOf = (object: ObjectKind, schema: Schema, record: CrmRecord): readonly MatchKey[] => {
  const keys: MatchKey[] = []
  const add = (kind: MatchKey['kind'], value: unknown): void => {
    const key = typeof value === 'string' ? { kind, value: comparable({ kind, value }) } : undefined
    if (key && key.value !== '') keys.push(key)
  }
  for (const kind of kinds) {
    const column = keyColumn(schema, object, kind)
    if (column) add(kind, rawValue(column, record))
  }
  if (object !== 'company') for (const { value } of record.emails ?? []) add('email', value)
  return keys
}
