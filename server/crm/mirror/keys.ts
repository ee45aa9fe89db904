import { isUuid } from '../../../contract/core/ids.ts'
import type { MatchKey, ObjectKind } from '../../connectors/port.ts'
import { domainKey } from '../../entity-matching/domain-key.ts'
import { linkedinKey } from '../../entity-matching/name-keys.ts'
import { keyHash } from '../facts.ts'

export type StoredKey = { kind: MatchKey['kind']; value: string }

/** As our own records have them, without those that match nothing. Of people only emails, as hashes. */
export const storedKeys = (object: ObjectKind, keys: readonly MatchKey[]): StoredKey[] => {
  const stored = keys.flatMap(({ kind, value }) => {
    if (object !== 'company' && kind !== 'email') return []
    const own = spellings[kind](value.trim())
    return own === null || own === '' ? [] : [{ kind, value: own }]
  })
  return [...new Map(stored.map((key) => [`${key.kind}:${key.value}`, key])).values()]
}

const digits = (value: string): string => value.replace(/\D/g, '')

const spellings: Record<MatchKey['kind'], (value: string) => string | null> = {
  own: (value) => (isUuid(value.toLowerCase()) ? value.toLowerCase() : null),
  email: (value) =>
    value.includes('@') ? keyHash({ kind: 'email', value: value.toLowerCase() }) : null,
  domain: domainKey,
  abn: digits,
  nzbn: digits,
  linkedin: linkedinKey,
}
