import type { HistoryRow } from '../../contract/money/downloads.ts'
import type { Problem } from '../../contract/core/problem.ts'
import type { Tables } from './database.ts'
import { applied, changedParts, idsOf, merged, newer, partOf, same, versionOf } from './effects.ts'
import { keepRequest } from './history.ts'
import { editTables, entriesOf, recompute, type Local } from './outbox.ts'
import type { Outcome, Verdict } from './outcome.ts'
import {
  schema,
  type Conflict,
  type Effect,
  type Entry,
  type Fields,
  type Request,
} from './rows.ts'

/** A field the server decided against one side: the other value is kept and shown. */
export type Overruled = {
  field: string
  yours: unknown
  theirs: unknown
  by: string | null
  at: number
}

/** What an answer says about the item; `known` left out says nothing about it. `request`: what was asked for, as it is under way now. */
export type Told = {
  known?: Fields | null
  overruled?: readonly Overruled[]
  request?: HistoryRow
}

/** How edits of one kind are sent, and what their answers mean. */
export type Kind = {
  request: (entry: Entry) => Request
  /** `known` is the item as the server had it before. */
  told: (output: unknown, entry: Entry, known: Fields | null) => Told
}
export type Kinds = Readonly<Record<string, Kind>>

/** After so many ms the page that was sending an edit is taken to be gone; its requests end after 15 s. */
const abandonedAfter = 20_000

/**
 * The next edit to send, marked as being sent, with its request fixed before it goes out: a repeated attempt after a crash says
 * the same under the same key. Null where nothing is due; then `at` is when something will be (Infinity: never).
 * A create waits while an earlier removal of its kind is on its way: it may need the name or the place in the plan that frees.
 */
export const claim = (
  local: Local,
  kinds: Kinds,
): Promise<{ entry: Entry & { request: Request } } | { entry: null; at: number }> =>
  local.device.write(['outbox'], async ({ outbox }) => {
    const now = local.now()
    let at = Infinity
    const held = new Set<string>()
    const removing = new Set<string>()
    for (let after = 0; ;) {
      const batch = await outbox.where('seq').above(after).limit(50).toArray()
      for (const entry of batch) {
        after = entry.seq
        if (held.has(entry.entity)) continue
        if (entry.state === 'parked') {
          // Edits of something that could not be made wait for it; of anything else they go on.
          if (entry.effect.do === 'create') held.add(entry.entity)
          continue
        }
        held.add(entry.entity)
        if (entry.effect.do === 'create' && removing.has(entry.kind)) continue
        const due = entry.state === 'sending' ? entry.since + abandonedAfter : entry.nextAt
        if (entry.effect.do === 'remove' && entry.state === 'sending') removing.add(entry.kind)
        if (due > now) {
          at = Math.min(at, due)
          continue
        }
        const kind = kinds[entry.kind]
        // Of a kind this version does not know: the version that made it will send it.
        if (!kind) continue
        const request = entry.request ?? said(kind, entry)
        if (request === null) {
          await outbox.put({ ...entry, state: 'parked', problem: unsayable })
          continue
        }
        const state = 'sending' as const
        const claimed = { ...entry, state, since: now, attempts: entry.attempts + 1, request }
        await outbox.put(claimed)
        return { entry: claimed }
      }
      if (batch.length < 50) return { entry: null, at }
    }
  })

/** One damaged edit must not hold up the others. */
const said = (kind: Kind, entry: Entry): Request | null => {
  try {
    return kind.request(entry)
  } catch {
    return null
  }
}

const unsayable: Problem = {
  type: 'about:blank',
  title: 'We can’t read this change',
  status: 422,
  detail: '',
  instance: '',
  code: 'damaged',
  requestId: '',
}

/**
 * Makes edits due again: those whose page went away while sending, and, when there is reason to hope, those that wait because the
 * server failed at them. `alone`: under the lock, where nobody else is sending; without it one that is still on its way may be sent
 * twice, which its key makes harmless.
 */
export const renew = (local: Local, { alone, hope }: { alone: boolean; hope: boolean }) =>
  local.device.write(['outbox'], async ({ outbox }) => {
    await outbox
      .filter(
        ({ state, failures }) =>
          ((alone || hope) && state === 'sending') || (hope && state === 'waiting' && failures > 0),
      )
      .modify((entry) => {
        entry.state = 'waiting'
        entry.nextAt = 0
        if (hope) entry.failures = 0
      })
  })

/** Puts an answer into the store, whole or not at all. Of an edit that is not there any more the answer came before: nothing to do. */
export const settle = (
  local: Local,
  kinds: Kinds,
  sent: Entry,
  outcome: Outcome,
  verdict: Verdict,
  nextAt: number,
): Promise<void> => {
  const nextId = local.newId()
  return local.device.write([...editTables, 'history'], async (tables) => {
    const entry = await tables.outbox.get(sent.seq)
    if (!entry || entry.id !== sent.id) return
    if (verdict.do === 'drop') {
      const output = outcome.kind === 'done' ? outcome.output : null
      const known = entry.table && (await tables[entry.table].get(entry.item))?.known
      const told = kinds[entry.kind]?.told(output, entry, known ?? null) ?? {}
      return arrived(local, tables, entry, told)
    }
    if (verdict.do === 'park') return park(tables, entry, verdict.problem)
    if (verdict.do === 'gone') {
      if (entry.table === null || entry.effect.do === 'create')
        return park(tables, entry, problemOf(outcome))
      return vanish(local, tables, entry, problemOf(outcome))
    }
    if (verdict.do === 'rebase') {
      await rebase(local, tables, entry, outcome, nextId)
      return
    }
    const stayed = outcome.kind === 'unreachable' && outcome.stayed === true
    const attempts = entry.attempts - (stayed ? 1 : 0)
    await tables.outbox.put({
      ...entry,
      state: 'waiting',
      nextAt,
      failures: entry.failures + (verdict.do === 'again' ? 1 : 0),
      attempts,
      // What never left may still be changed, or taken back.
      request: attempts === 0 ? null : entry.request,
    })
  })
}

const park = async (tables: Tables, entry: Entry, problem: Problem | null): Promise<void> => {
  await tables.outbox.put({ ...entry, state: 'parked', problem })
}

const problemOf = (outcome: Outcome): Problem | null =>
  outcome.kind === 'problem' ? outcome.problem : null

/** The edit is on the server: the item is what the answer says, and the edits after it stand on that. */
const arrived = async (local: Local, tables: Tables, entry: Entry, told: Told): Promise<void> => {
  await tables.outbox.delete(entry.seq)
  if (told.request) await keepRequest(tables, told.request, local.now())
  if (entry.table === null) return
  if (entry.table === 'lists' && entry.effect.do === 'remove')
    await tables.members.delete(entry.item)
  const row = await tables[entry.table].get(entry.item)
  const before = row?.known ?? null
  const known = told.known === undefined ? applied(before, entry.effect) : newer(before, told.known)
  for (const each of told.overruled ?? [])
    await tables.conflicts.put(conflictOn(local, entry, { ...each, kind: 'field', mine: null }))
  await standOn(local, tables, entry, known)
  await recompute(tables, entry, { known })
}

/**
 * Edits made after one that has just arrived were made on top of it, not of the version before, and their base moves up. Where the
 * server's value is neither the one the person saw nor theirs, someone else was there in between: that value is kept and shown.
 */
const standOn = async (
  local: Local,
  tables: Tables,
  entry: Entry,
  known: Fields | null,
): Promise<void> => {
  if (entry.table === null || known === null) return
  // Each edit of a recent search carries the whole of it, and only its owner makes any: there is nothing to merge.
  if (entry.table === 'recent') return
  for (const next of await entriesOf(tables, entry.table, entry.item, entry.entity)) {
    if (next.request !== null && next.state !== 'parked') continue
    const base = versionOf(known) ?? next.base
    if (next.effect.do !== 'change') {
      await tables.outbox.put({ ...next, base })
      continue
    }
    const { fields, before } = next.effect
    for (const lost of overwritten(before, fields, known))
      await tables.conflicts.put(
        conflictOn(local, next, { ...lost, kind: 'field', by: null, at: local.now(), mine: null }),
      )
    const effect: Effect = { do: 'change', fields: { ...fields }, before: { ...before } }
    for (const field of Object.keys(fields)) {
      effect.fields[field] = merged(before[field], fields[field], known[field])
      effect.before[field] = known[field]
    }
    await tables.outbox.put({ ...next, effect, base })
  }
}

/** The values a change takes the place of without its author having seen them. */
const overwritten = (
  before: Fields,
  yours: Fields,
  known: Fields,
): { field: string; yours: unknown; theirs: unknown }[] =>
  Object.keys(yours).flatMap((field) =>
    changedParts(before[field], yours[field]).flatMap((part) => {
      const [seen, mine, theirs] = [before, yours, known].map((all) => partOf(all[field], part))
      if (same(seen, theirs) || same(mine, theirs)) return []
      return [{ field: part === '' ? field : `${field}/${part}`, yours: mine, theirs }]
    }),
  )

/** Someone changed it in between and the server would not merge: the edit is made anew on the version the answer carries. */
const rebase = async (
  local: Local,
  tables: Tables,
  entry: Entry,
  outcome: Outcome,
  id: string,
): Promise<void> => {
  const current = problemOf(outcome)?.current
  if (entry.table === null || typeof current !== 'object' || current === null)
    return park(tables, entry, problemOf(outcome))
  // The members of a problem come from JSON; an object of them is a record of unknown values.
  const known = newer((await tables[entry.table].get(entry.item))?.known ?? null, current as Fields)
  await tables.outbox.put({
    ...entry,
    id,
    base: versionOf(known),
    state: 'waiting',
    attempts: 0,
    nextAt: 0,
    request: null,
  })
  await standOn(local, tables, entry, known)
  await recompute(tables, entry, { known })
}

/**
 * What you edited is not there any more: your version is kept in one conflict, to be restored as new or let go. Edits that were made
 * while the answer was on its way are added to it.
 */
const vanish = async (
  local: Local,
  tables: Tables,
  entry: Entry,
  problem: Problem | null,
): Promise<void> => {
  const left = await tables.outbox.where('entity').equals(entry.entity).toArray()
  const mine = await mineOf(tables, entry)
  const kept = (await tables.conflicts.where('entity').equals(entry.entity).toArray()).find(
    ({ kind }) => kind === 'gone',
  )
  const table = entry.table === 'members' ? 'lists' : (entry.table ?? 'searches')
  await tables.outbox.bulkDelete(left.map(({ seq }) => seq))
  for (const one of left) await recompute(tables, one, { known: null })
  if (table === 'lists') {
    await tables.lists.delete(entry.item)
    await tables.members.delete(entry.item)
  }
  const ids = [...new Set([...idsOf(kept?.mine ?? null), ...idsOf(mine)])]
  const whole = { ...kept?.mine, ...mine, ...(table === 'lists' ? { ids } : {}) }
  const lost = {
    kind: 'gone',
    field: null,
    theirs: null,
    ...deletion(problem, local.now()),
  } as const
  const conflict = conflictOn(local, entry, { ...lost, yours: whole, mine: whole })
  await tables.conflicts.put({ ...conflict, table, id: kept?.id ?? conflict.id })
}

/** Who deleted it and when, where the server says so; otherwise somebody, by now. */
const deletion = (problem: Problem | null, now: number): Pick<Conflict, 'by' | 'at'> => {
  const deletedBy = problem?.deletedBy
  const deletedAt = problem?.deletedAt
  const at = typeof deletedAt === 'string' ? Date.parse(deletedAt) : Number.NaN
  return { by: typeof deletedBy === 'string' ? deletedBy : null, at: Number.isNaN(at) ? now : at }
}

/** Your version of an item; a list's with its records. */
const mineOf = async (tables: Tables, { table, item }: Entry): Promise<Fields> => {
  if (table === null) return {}
  if (table !== 'lists' && table !== 'members') return (await tables[table].get(item))?.value ?? {}
  const [list, members] = [await tables.lists.get(item), await tables.members.get(item)]
  return { ...list?.value, ...members?.value }
}

const conflictOn = (
  local: Local,
  entry: Entry,
  rest: Pick<Conflict, 'kind' | 'field' | 'yours' | 'theirs' | 'by' | 'at' | 'mine'>,
): Conflict => ({
  id: local.newId(),
  entity: entry.entity,
  table: entry.table ?? 'searches',
  item: entry.item,
  ...rest,
  schema,
})
