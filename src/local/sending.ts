import type { Problem } from '../../contract/problem.ts'
import type { Tables } from './database.ts'
import { applied, newer, same, versionOf } from './effects.ts'
import { editTables, entriesOf, recompute, type Local } from './outbox.ts'
import type { Outcome, Verdict } from './outcome.ts'
import { schema, type Conflict, type Entry, type Fields, type Request } from './rows.ts'

/** A field the server decided against one side: the other value is kept and shown. */
export type Overruled = {
  field: string
  yours: unknown
  theirs: unknown
  by: string | null
  at: number
}

/** What an answer says about the item; `known` left out says nothing about it. */
export type Told = { known?: Fields | null; overruled?: readonly Overruled[] }

/** How edits of one kind are sent, and what their answers mean. */
export type Kind = {
  request: (entry: Entry) => Request
  told: (output: unknown, entry: Entry) => Told
}
export type Kinds = Readonly<Record<string, Kind>>

/** After so many ms the page that was sending an edit is taken to be gone; its requests end after 15 s. */
const abandonedAfter = 20_000

/**
 * The next edit to send, marked as being sent, with its request fixed before it goes out: a repeated attempt after a crash says
 * the same under the same key. Null where nothing is due; then `at` is when something will be (Infinity: never).
 */
export const claim = (
  local: Local,
  kinds: Kinds,
): Promise<{ entry: Entry & { request: Request } } | { entry: null; at: number }> =>
  local.device.write(['outbox'], async ({ outbox }) => {
    const now = local.now()
    let at = Infinity
    const held = new Set<string>()
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
        const due = entry.state === 'sending' ? entry.since + abandonedAfter : entry.nextAt
        if (due > now) {
          at = Math.min(at, due)
          continue
        }
        const kind = kinds[entry.kind]
        // Of a kind this version does not know: the version that made it will send it.
        if (!kind) continue
        const claimed = {
          ...entry,
          state: 'sending' as const,
          since: now,
          attempts: entry.attempts + 1,
          request: entry.request ?? kind.request(entry),
        }
        await outbox.put(claimed)
        return { entry: claimed }
      }
      if (batch.length < 50) return { entry: null, at }
    }
  })

/**
 * Makes edits due again: those whose page went away while sending (`alone`: under the lock, where nobody else is sending), and, when
 * there is reason to hope, those that wait because the server failed at them.
 */
export const renew = (local: Local, { alone, hope }: { alone: boolean; hope: boolean }) =>
  local.device.write(['outbox'], async ({ outbox }) => {
    await outbox
      .filter(
        ({ state, nextAt }) =>
          (alone && state === 'sending') || (hope && state === 'waiting' && nextAt > 0),
      )
      .modify((entry) => {
        entry.state = 'waiting'
        entry.nextAt = 0
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
  return local.device.write(editTables, async (tables) => {
    const entry = await tables.outbox.get(sent.seq)
    if (!entry || entry.id !== sent.id) return
    if (verdict.do === 'drop') {
      const output = outcome.kind === 'done' ? outcome.output : null
      await arrived(local, tables, entry, kinds[entry.kind]?.told(output, entry) ?? {})
      return
    }
    if (verdict.do === 'park') return park(tables, entry, verdict.problem)
    if (verdict.do === 'gone') {
      if (entry.table === null || entry.effect.do === 'create')
        return park(tables, entry, problemOf(outcome))
      return vanish(local, tables, entry)
    }
    if (verdict.do === 'rebase') {
      await rebase(local, tables, entry, outcome, nextId)
      return
    }
    await tables.outbox.put({
      ...entry,
      state: 'waiting',
      nextAt,
      failures: entry.failures + (verdict.do === 'again' ? 1 : 0),
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
 * Edits made after one that has just arrived were made on top of it, not of the version before. Where the server's value of a field
 * is not the one the person saw, someone else was there in between: their value will be overwritten, so it is kept.
 */
const standOn = async (
  local: Local,
  tables: Tables,
  entry: Entry,
  known: Fields | null,
): Promise<void> => {
  if (entry.table === null || known === null) return
  for (const next of await entriesOf(tables, entry.table, entry.item, entry.entity)) {
    if (next.attempts > 0 && next.state !== 'parked') continue
    if (next.effect.do === 'change')
      for (const [field, seen] of Object.entries(next.effect.before))
        if (
          field in known &&
          !same(seen, known[field]) &&
          !same(next.effect.fields[field], known[field])
        )
          await tables.conflicts.put(
            conflictOn(local, next, {
              kind: 'field',
              field,
              yours: next.effect.fields[field],
              theirs: known[field],
              by: null,
              at: local.now(),
              mine: null,
            }),
          )
    await tables.outbox.put({ ...next, base: versionOf(known) ?? next.base })
  }
}

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

/** What you edited is not there any more: your version is kept in one conflict, to be restored as new or let go. */
const vanish = async (local: Local, tables: Tables, entry: Entry): Promise<void> => {
  const left = await tables.outbox.where('entity').equals(entry.entity).toArray()
  const shown = entry.table === null ? undefined : await tables[entry.table].get(entry.item)
  const list = entry.entity.startsWith('list:')
  const table = list ? 'lists' : (entry.table ?? 'searches')
  const members = list ? await tables.members.get(entry.item) : undefined
  const value = list
    ? ((await tables.lists.get(entry.item))?.value ?? null)
    : (shown?.value ?? null)
  const mine = value === null ? null : { ...value, ...members?.value }
  await tables.outbox.bulkDelete(left.map(({ seq }) => seq))
  for (const one of left) await recompute(tables, one, { known: null })
  if (list) {
    await tables.lists.delete(entry.item)
    await tables.members.delete(entry.item)
  }
  if (mine === null) return
  await tables.conflicts.put({
    ...conflictOn(local, entry, {
      kind: 'gone',
      field: null,
      yours: mine,
      theirs: null,
      by: null,
      at: local.now(),
      mine,
    }),
    table,
  })
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
