import type { MatchKey, ObjectKind } from '../connectors/port.ts'
import { nameKey } from '../entity-matching/name-keys.ts'
import { keyHash, keyText, type Subject } from './facts.ts'

export type FoundRecord = {
  object: ObjectKind
  id: string
  name: string
  url: string
  keys: readonly MatchKey[]
}

export type Link = { object: ObjectKind; id: string; isDeleted: boolean }

/** What is known before a push decides; maps by `keyText` and by record id. */
export type Known = {
  links: ReadonlyMap<string, Link>
  found: ReadonlyMap<string, readonly FoundRecord[]>
  /** Our record that a record of the CRM is linked to, by the CRM's id. */
  linkedTo: ReadonlyMap<string, string>
  /** Our record, by the hash of a key, that was created so recently that the CRM's search may not show it. */
  claimed: ReadonlyMap<string, string>
}

export type Match =
  | { is: 'existing'; object: ObjectKind; id: string; isLinked: boolean; url: string | null }
  | { is: 'new'; wasDeleted: boolean }
  | { is: 'conflict'; reason: string; matches: readonly { name: string; url: string }[] }

/**
 * The ladder of product 2.9: link, own id, email or domain, ABN or NZBN, LinkedIn. The first rung with exactly one live record wins; two
 * on a rung, or rungs that disagree, are a conflict, as are records of ours that share a record of the CRM or a key.
 */
export const matchAll = (
  subjects: readonly Subject[],
  known: Known,
  label: string,
): ReadonlyMap<string, Match> => {
  const matches = new Map<string, Match>()
  for (const subject of subjects) matches.set(subject.recordId, matchOf(subject, known, label))
  settleShared(subjects, matches, known, label)
  foldNew(subjects, matches, known)
  return matches
}

const matchOf = ({ recordId, keys }: Subject, known: Known, label: string): Match => {
  const link = known.links.get(recordId)
  if (link && !link.isDeleted)
    return { is: 'existing', object: link.object, id: link.id, isLinked: true, url: null }
  const rungs = [
    [{ kind: 'own' as const, value: recordId }],
    keys.filter(({ kind }) => kind === 'email' || kind === 'domain'),
    keys.filter(({ kind }) => kind === 'abn' || kind === 'nzbn'),
    keys.filter(({ kind }) => kind === 'linkedin'),
  ].map((rung) => candidatesOf(rung, known))
  const [own = []] = rungs
  const first = rungs.find((rung) => rung.length > 0)
  if (first === undefined) return { is: 'new', wasDeleted: link !== undefined }
  const [only, ...others] = first
  if (only === undefined || others.length > 0)
    return conflict(`${first.length} records in ${label} match.`, first)
  const disagreeing =
    first === own
      ? undefined
      : rungs.find((rung) => rung.length > 0 && !rung.some(({ id }) => id === only.id))
  return disagreeing
    ? conflict(`Its details match different records in ${label}.`, [only, ...disagreeing])
    : { is: 'existing', object: only.object, id: only.id, isLinked: false, url: only.url }
}

/** A contact wins over leads. */
const candidatesOf = (rung: readonly MatchKey[], { found }: Known): FoundRecord[] => {
  const byId = new Map<string, FoundRecord>()
  for (const key of rung)
    for (const record of found.get(keyText(key)) ?? []) byId.set(record.id, record)
  const all = [...byId.values()]
  const contacts = all.filter(({ object }) => object !== 'lead')
  return contacts.length > 0 ? contacts : all
}

/** Of records that match the same record of the CRM, the one with its name or ABN is updated. */
const settleShared = (
  subjects: readonly Subject[],
  matches: Map<string, Match>,
  known: Known,
  label: string,
): void => {
  const sharing = new Map<string, Subject[]>()
  for (const subject of subjects) {
    const match = matches.get(subject.recordId)
    if (match?.is === 'existing' && !match.isLinked)
      sharing.set(match.id, [...(sharing.get(match.id) ?? []), subject])
  }
  for (const [id, group] of sharing) {
    const record = [...known.found.values()].flat().find((found) => found.id === id)
    const linked = known.linkedTo.get(id)
    const fitting = group.filter((subject) => record && fitsRecord(subject, record))
    const winner = linked ?? (group.length === 1 ? group : fitting)[0]?.recordId
    for (const { recordId } of group)
      if (recordId !== winner)
        matches.set(
          recordId,
          conflict(
            `Another record of yours matches the same record in ${label}.`,
            record ? [record] : [],
          ),
        )
  }
}

const fitsRecord = ({ name, keys }: Subject, record: FoundRecord): boolean =>
  nameKey(name) === nameKey(record.name) ||
  keys.some(
    (key) =>
      (key.kind === 'abn' || key.kind === 'nzbn') &&
      record.keys.some((other) => keyText(other) === keyText(key)),
  )

/** Only the first of several new records with a key is created. */
const foldNew = (
  subjects: readonly Subject[],
  matches: Map<string, Match>,
  { claimed }: Known,
): void => {
  const claims = new Map(claimed)
  const names = new Map<string, string>()
  for (const { recordId, name, keys } of subjects) {
    if (matches.get(recordId)?.is !== 'new') continue
    const hashes = keys.map(keyHash)
    const other = hashes.map((hash) => claims.get(hash)).find((id) => id && id !== recordId)
    if (other !== undefined)
      matches.set(
        recordId,
        conflict(
          `${names.get(other) ?? 'Another record'}, which you pushed as well, has the same details.`,
          [],
        ),
      )
    else {
      names.set(recordId, name)
      for (const hash of hashes) claims.set(hash, recordId)
    }
  }
}

const conflict = (reason: string, records: readonly { name: string; url: string }[]): Match => ({
  is: 'conflict',
  reason,
  matches: records.map(({ name, url }) => ({ name, url })),
})
