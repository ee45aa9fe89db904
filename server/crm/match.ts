import type { ConflictDecisions } from '../../contract/money/crm.ts'
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
  /** Of a member, by our record's id. */
  decisions: ConflictDecisions
}

/** `id` is null for a record that another of ours is linked to. */
export type ConflictMatch = { id: string | null; name: string; url: string }

export type Match =
  | { is: 'existing'; object: ObjectKind; id: string; isLinked: boolean; url: string | null }
  /** `beside` are ids of records that match, which a member does not want it to be. */
  | { is: 'new'; wasDeleted: boolean; beside: readonly string[] }
  | { is: 'conflict'; reason: string; matches: readonly ConflictMatch[] }
  | { is: 'skipped'; reason: string }

/**
 * The ladder of product 2.9: link, own id, email or domain, ABN or NZBN, LinkedIn. The first rung with exactly one live record wins; two
 * on a rung, or rungs that disagree, are a conflict, as are records of ours that share a record of the CRM or a key. What a member decided
 * replaces all rungs after the own id.
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
  const decided =
    own.length === 0 ? decidedMatch(recordId, distinct(rungs.flat()), known, label) : undefined
  if (decided) return decided
  const first = rungs.find((rung) => rung.length > 0)
  if (first === undefined) return { is: 'new', wasDeleted: link !== undefined, beside: [] }
  const [only, ...others] = first
  if (only === undefined || others.length > 0)
    return conflict(`${first.length} records in ${label} match.`, first, known)
  const disagreeing =
    first === own
      ? undefined
      : rungs.find((rung) => rung.length > 0 && !rung.some(({ id }) => id === only.id))
  return disagreeing
    ? conflict(`Its details match different records in ${label}.`, [only, ...disagreeing], known)
    : { is: 'existing', object: only.object, id: only.id, isLinked: false, url: only.url }
}

/** Undefined without a decision. Only a record that matches now is linked. */
const decidedMatch = (
  recordId: string,
  candidates: readonly FoundRecord[],
  known: Known,
  label: string,
): Match | undefined => {
  const decision = known.decisions[recordId]
  switch (decision?.act) {
    case 'skip':
      return { is: 'skipped', reason: 'You chose to skip this one.' }
    case 'create':
      return { is: 'new', wasDeleted: false, beside: candidates.map(({ id }) => id) }
    case 'link': {
      const { id } = decision
      const chosen = candidates.find((each) => each.id === id)
      if (chosen)
        return { is: 'existing', object: chosen.object, id, isLinked: false, url: chosen.url }
      const reason = `The record you chose in ${label} no longer matches. Choose again.`
      return conflict(reason, candidates, known)
    }
    default:
      return undefined
  }
}

const distinct = (records: readonly FoundRecord[]): FoundRecord[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
]

/** A contact wins over leads. */
const candidatesOf = (rung: readonly MatchKey[], { found }: Known): FoundRecord[] => {
  const all = distinct(rung.flatMap((key) => found.get(keyText(key)) ?? []))
  const contacts = all.filter(({ object }) => object !== 'lead')
  return contacts.length > 0 ? contacts : all
}

/** Of records that match the same record of the CRM, the one that a member chose for it, or with its name or ABN, is updated. */
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
    const chosen = group.filter(({ recordId }) => known.decisions[recordId]?.act === 'link')
    const fitting = group.filter((subject) => record && fitsRecord(subject, record))
    const winner = linked ?? (group.length === 1 ? group : [...chosen, ...fitting])[0]?.recordId
    for (const { recordId } of group)
      if (recordId !== winner)
        matches.set(
          recordId,
          conflict(
            `Another record of yours matches the same record in ${label}.`,
            record ? [record] : [],
            known,
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
const foldNew = (subjects: readonly Subject[], matches: Map<string, Match>, known: Known): void => {
  const claims = new Map(known.claimed)
  const names = new Map<string, string>()
  for (const { recordId, name, keys } of subjects) {
    if (matches.get(recordId)?.is !== 'new') continue
    const hashes = keys.map(keyHash)
    const other =
      known.decisions[recordId]?.act === 'create'
        ? undefined
        : hashes.map((hash) => claims.get(hash)).find((id) => id && id !== recordId)
    if (other !== undefined)
      matches.set(
        recordId,
        conflict(
          `${names.get(other) ?? 'Another record'}, which you pushed as well, has the same details.`,
          [],
          known,
        ),
      )
    else {
      names.set(recordId, name)
      for (const hash of hashes) claims.set(hash, recordId)
    }
  }
}

/** Of a record without a link. */
const conflict = (reason: string, records: readonly FoundRecord[], { linkedTo }: Known): Match => ({
  is: 'conflict',
  reason,
  matches: records.map(({ id, name, url }) => ({ id: linkedTo.has(id) ? null : id, name, url })),
})
