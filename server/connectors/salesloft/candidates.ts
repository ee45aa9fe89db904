import type { Candidate, MatchKey, ObjectKind } from '../port.ts'
import { hostKey, pageKey } from '../web-keys.ts'
import { recordUrl } from './account.ts'
import type { CrmRecord } from './shapes.ts'

/** A record with all keys by which it is found. */
export const candidateOf = (record: CrmRecord, object: ObjectKind, app: string): Candidate => ({
  id: String(record.id),
  name: nameOf(record),
  url: recordUrl(app, object, String(record.id)),
  keys: keysOf(record, object),
})

/** Spellings of a key that are the same compare equal. */
export const comparable = ({ kind, value }: MatchKey): string => {
  if (kind === 'domain') return hostKey(value)
  if (kind === 'abn' || kind === 'nzbn') return value.replace(/\D/g, '')
  if (kind === 'linkedin') return pageKey(value)
  return value.trim().toLowerCase()
}

/** The team's own fields of a record, by name; only those with a value. */
export const ownValues = ({ custom_fields: own }: CrmRecord): Readonly<Record<string, unknown>> =>
  own !== null && typeof own === 'object' && !Array.isArray(own) ? { ...own } : {}

const nameOf = (record: CrmRecord): string =>
  record.name ??
  ([record.first_name, record.last_name].filter(Boolean).join(' ') ||
    (record.email_address ?? String(record.id)))

const keysOf = (record: CrmRecord, object: ObjectKind): readonly MatchKey[] => {
  const keys: MatchKey[] = []
  const add = (kind: MatchKey['kind'], value: unknown): void => {
    if (typeof value !== 'string' || value.trim() === '') return
    const key: MatchKey = { kind, value: comparable({ kind, value }) }
    if (key.value === '' || keys.some((other) => other.kind === kind && other.value === key.value))
      return
    keys.push(key)
  }
  if (object === 'company') {
    add('domain', record.domain)
    add('domain', record.website)
    for (const [name, value] of Object.entries(ownValues(record))) {
      const kind = name.trim().toLowerCase()
      if (kind === 'abn' || kind === 'nzbn') add(kind, value)
    }
  } else {
    add('email', record.email_address)
    add('email', record.secondary_email_address)
    add('email', record.personal_email_address)
  }
  add('linkedin', record.linkedin_url)
  return keys
}
