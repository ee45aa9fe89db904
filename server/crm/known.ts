import { isDeepStrictEqual } from 'node:util'
import type { ConflictDecisions } from '../../contract/money/crm.ts'
import type { Connector, Current, ObjectKind } from '../connectors/port.ts'
import { shorten } from '../connectors/shorten.ts'
import type { Database } from '../platform/db/db.ts'
import type { Call } from './describe.ts'
import { keyText, publicSubject, type Subject } from './facts.ts'
import { linkedRecords, linksOf } from './links.ts'
import { matchAll, type FoundRecord, type Known, type Link, type Match } from './match.ts'
import { fieldsToRead, type ObjectPlan } from './plan.ts'

type Live = Extract<Current, { is: 'live' }>

export type Lookup = {
  db: Database
  orgId: string
  connectionId: string
  connector: Connector
  call: Call
  label: string
  /** By the hash of a key. */
  claims: ReadonlyMap<string, string>
  /** What the CRM deleted is created again, because a member retries. */
  recreates: boolean
  decisions: ConflictDecisions
  links: 'all' | 'paid'
}

export type Looked = {
  matches: ReadonlyMap<string, Match>
  /** Of existing records, by our id. */
  current: ReadonlyMap<string, Live>
  links: ReadonlyMap<string, Link>
  /** Our records whose link leads to a deleted record of the CRM. */
  dead: readonly string[]
  /** Records that contact details matched, or matched otherwise. */
  paidMatches: ReadonlySet<string>
}

/** Reads only. Of subjects of one side; `plans` by the kinds of records that they may be in the CRM. */
export const lookUp = async (
  lookup: Lookup,
  plans: ReadonlyMap<ObjectKind, ObjectPlan>,
  subjects: readonly Subject[],
): Promise<Looked> => {
  const { db, orgId, connectionId, label, claims, recreates, decisions } = lookup
  const objects = [...plans.keys()]
  const ids = subjects.map(({ recordId }) => recordId)
  const links = await db.asOrg(orgId, (trx) =>
    linksOf(trx, connectionId, objects, ids, lookup.links),
  )
  const linked = await readAll(
    lookup,
    plans,
    [...links].flatMap(([recordId, link]) => (link.isDeleted ? [] : [{ recordId, ...link }])),
  )
  const dead: string[] = []
  for (const [recordId, link] of links) {
    if (link.isDeleted) continue
    const found = linked.get(recordId)
    if (!found) dead.push(recordId)
    links.set(recordId, found ? { ...link, id: found.id } : { ...link, isDeleted: true })
  }
  const searched = subjects.filter(({ recordId }) => links.get(recordId)?.isDeleted !== false)
  const found = await findAll(lookup, objects, searched)
  const foundIds = [...found.values()].flat().map(({ id }) => id)
  const linkedTo = await db.asOrg(orgId, (trx) =>
    linkedRecords(trx, connectionId, objects, foundIds),
  )
  const living = recreates ? new Map([...links].filter(([, link]) => !link.isDeleted)) : links
  const known = { links: living, found, linkedTo, claimed: claims, decisions }
  const matches = new Map(matchAll(subjects, known, label))
  const paidMatches = matchedByContact(subjects, matches, known, label)
  const rest = [...matches].flatMap(([recordId, match]) =>
    match.is === 'existing' && !match.isLinked ? [{ recordId, ...match }] : [],
  )
  const others = await readAll(lookup, plans, rest)
  for (const { recordId, ...match } of rest)
    matches.set(recordId, { ...match, id: others.get(recordId)?.id ?? match.id })
  const current = new Map(
    [...linked, ...others].map(([recordId, read]) => [recordId, read.current] as const),
  )
  return { matches, current, links, dead, paidMatches }
}

/** Records that would match nothing, or others, without contact details. */
export const matchedByContact = (
  subjects: readonly Subject[],
  matches: ReadonlyMap<string, Match>,
  known: Known,
  label: string,
): Set<string> => {
  const without = matchAll(subjects.map(publicSubject), known, label)
  return new Set(
    [...matches].flatMap(([recordId, match]) =>
      match.is !== 'new' && !isDeepStrictEqual(match, without.get(recordId)) ? [recordId] : [],
    ),
  )
}

type Wanted = { recordId: string; object: ObjectKind; id: string }

/** Follows merges; deleted records are absent. By our id. */
const readAll = async (
  lookup: Lookup,
  plans: ReadonlyMap<ObjectKind, ObjectPlan>,
  wanted: readonly Wanted[],
): Promise<Map<string, { id: string; current: Live }>> => {
  const found = new Map<string, { id: string; current: Live }>()
  let left = wanted
  for (let hop = 0; hop < maxHops && left.length > 0; hop++) {
    const merged: Wanted[] = []
    for (const [object, plan] of plans) {
      const group = left.filter((each) => each.object === object)
      const ids = [...new Set(group.map(({ id }) => id))]
      const records = await readIds(lookup, object, ids, fieldsToRead(plan))
      for (const each of group) {
        const current = records.get(each.id)
        if (current?.is === 'live') found.set(each.recordId, { id: each.id, current })
        else if (current?.into !== undefined) merged.push({ ...each, id: current.into })
      }
    }
    left = merged
  }
  return found
}

const maxHops = 4

const readIds = async (
  { call, connector }: Lookup,
  object: ObjectKind,
  ids: readonly string[],
  fields: readonly string[],
): Promise<Map<string, Current>> => {
  const records = new Map<string, Current>()
  for (const part of chunked(ids, connector.limits.read))
    for (const [id, current] of await call((api) => connector.read(api, object, part, fields)))
      records.set(id, current)
  return records
}

const findAll = async (
  { call, connector }: Lookup,
  objects: readonly ObjectKind[],
  subjects: readonly Subject[],
): Promise<Map<string, FoundRecord[]>> => {
  const keys = subjects.flatMap(({ recordId, keys: own }) => [
    { kind: 'own' as const, value: recordId },
    ...own,
  ])
  const byText = new Map(keys.map((key) => [keyText(key), key]))
  const found = new Map<string, FoundRecord[]>()
  for (const object of objects)
    for (const part of chunked([...byText.values()], connector.limits.find))
      for (const { key, candidates } of await call((api) => connector.find(api, object, part))) {
        const records = candidates.map((candidate) => ({
          ...candidate,
          object,
          name: shorten(candidate.name, maxName),
        }))
        found.set(keyText(key), [...(found.get(keyText(key)) ?? []), ...records])
      }
  return found
}

const maxName = 200

export const chunked = <Item>(items: readonly Item[], size: number): Item[][] => {
  const chunks: Item[][] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}
