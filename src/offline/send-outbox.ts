import type { Problem } from '../../contract/core/problem.ts'
import type { Tables } from './database.ts'
import {
  applyEffect,
  changedParts,
  idsOf,
  mergeField,
  newerOf,
  partOf,
  isEqual,
  versionOf,
} from './effects.ts'
import { entityIn } from './entities/entities.ts'
import type { ParsedResponse } from './entities/entity.ts'
import { countAnswer } from './apply-page.ts'
import { saveRequest } from './history.ts'
import { editTables, entriesOf, recompute, type Local } from './outbox.ts'
import { saveSent } from './sent.ts'
import type { Outcome, NextStep } from './outcome.ts'
import {
  schema,
  type Conflict,
  type Effect,
  type Entry,
  type Fields,
  type Request,
} from './rows.ts'

export type Kind = {
  request: (entry: Entry) => Request
  /** `known` is the server's value before. */
  parseResponse: (output: unknown, entry: Entry, known: Fields | null) => ParsedResponse
}
export type Kinds = Readonly<Record<string, Kind>>

/** After this many ms the sending page counts as closed; its requests time out after 15 s. */
const abandonedAfterMs = 20_000

/**
 * Stores the request, so that a retry after a crash is identical. Null where nothing is due; `at` is then the next due time
 * (Infinity: never). A creation waits for an earlier removal of its kind, whose name or plan limit it may need.
 */
export const claim = (
  local: Local,
  kinds: Kinds,
): Promise<{ entry: Entry & { request: Request } } | { entry: null; at: number }> =>
  local.device.write(['outbox'], async ({ outbox }) => {
    const now = local.now()
    let at = Infinity
    const blocked = new Set<string>()
    const removing = new Set<string>()
    for (let after = 0; ;) {
      const batch = await outbox.where('seq').above(after).limit(50).toArray()
      for (const entry of batch) {
        after = entry.seq
        if (blocked.has(entry.entity)) continue
        if (entry.state === 'parked') {
          // Edits of an item that could not be created wait for it; all others go on.
          if (entry.effect.do === 'create') blocked.add(entry.entity)
          continue
        }
        blocked.add(entry.entity)
        if (entry.effect.do === 'create' && removing.has(entry.kind)) continue
        const due = entry.state === 'sending' ? entry.since + abandonedAfterMs : entry.nextAt
        if (entry.effect.do === 'remove' && entry.state === 'sending') removing.add(entry.kind)
        if (due > now) {
          at = Math.min(at, due)
          continue
        }
        const kind = kinds[entry.kind]
        // A newer version of the app made this entry and will send it.
        if (!kind) continue
        const request = entry.request ?? buildRequest(kind, entry)
        if (request === null) {
          await outbox.put({ ...entry, state: 'parked', problem: unreadableProblem })
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

/** Null for a damaged edit, which must not block the others. */
const buildRequest = (kind: Kind, entry: Entry): Request | null => {
  try {
    return kind.request(entry)
  } catch {
    return null
  }
}

const unreadableProblem: Problem = {
  type: 'about:blank',
  title: 'We can’t read this change',
  status: 422,
  detail: '',
  instance: '',
  code: 'damaged',
  requestId: '',
}

/** `alone`: under the lock. Without it an edit may be sent twice, which its key makes harmless. */
export const requeue = (
  local: Local,
  { alone, retryFailed }: { alone: boolean; retryFailed: boolean },
) =>
  local.device.write(['outbox'], async ({ outbox }) => {
    await outbox
      .filter(
        ({ state, failures }) =>
          ((alone || retryFailed) && state === 'sending') ||
          (retryFailed && state === 'waiting' && failures > 0),
      )
      .modify((entry) => {
        entry.state = 'waiting'
        entry.nextAt = 0
        if (retryFailed) entry.failures = 0
      })
  })

/** Stores an answer in one transaction; nothing where the edit was already answered. */
export const completeEntry = (
  local: Local,
  kinds: Kinds,
  sent: Entry,
  outcome: Outcome,
  nextStep: NextStep,
  nextAt: number,
): Promise<void> => {
  const nextId = local.newId()
  return local.device.write([...editTables, 'history', 'sent', 'meta'], async (tables) => {
    const entry = await tables.outbox.get(sent.seq)
    if (!entry || entry.id !== sent.id) return
    if (nextStep.do === 'acknowledge' || nextStep.do === 'deleted') await countAnswer(tables)
    if (nextStep.do === 'acknowledge') {
      const output = outcome.kind === 'done' ? outcome.output : null
      const known = entry.table && (await tables[entry.table].get(entry.item))?.known
      const parsed = kinds[entry.kind]?.parseResponse(output, entry, known ?? null) ?? {}
      return acknowledge(local, tables, entry, parsed)
    }
    if (nextStep.do === 'reject') return reject(tables, entry, nextStep.problem)
    if (nextStep.do === 'deleted') {
      if (entry.table === null || entry.effect.do === 'create')
        return reject(tables, entry, problemOf(outcome))
      return moveToConflict(local, tables, entry, problemOf(outcome))
    }
    if (nextStep.do === 'rebase') {
      await rebase(local, tables, entry, outcome, nextId)
      return
    }
    const stayed = outcome.kind === 'unreachable' && outcome.stayed === true
    const attempts = entry.attempts - (stayed ? 1 : 0)
    await tables.outbox.put({
      ...entry,
      state: 'waiting',
      nextAt,
      failures: entry.failures + (nextStep.do === 'retry' ? 1 : 0),
      attempts,
      // An edit that never left may still be changed or undone.
      request: attempts === 0 ? null : entry.request,
    })
  })
}

const reject = async (tables: Tables, entry: Entry, problem: Problem | null): Promise<void> => {
  await tables.outbox.put({ ...entry, state: 'parked', problem })
}

const problemOf = (outcome: Outcome): Problem | null =>
  outcome.kind === 'problem' ? outcome.problem : null

const acknowledge = async (
  local: Local,
  tables: Tables,
  entry: Entry,
  parsed: ParsedResponse,
): Promise<void> => {
  await tables.outbox.delete(entry.seq)
  if (parsed.request) await saveRequest(tables, parsed.request, local.now())
  await saveSent(tables, entry, await itemOf(tables, entry), local.now())
  if (entry.table === null) return
  if (entry.table === 'lists' && entry.effect.do === 'remove')
    await tables.members.delete(entry.item)
  const row = await tables[entry.table].get(entry.item)
  const before = row?.known ?? null
  const known =
    parsed.known === undefined ? applyEffect(before, entry.effect) : newerOf(before, parsed.known)
  for (const each of parsed.overruled ?? [])
    await tables.conflicts.put(createConflict(local, entry, { ...each, kind: 'field', mine: null }))
  await rebaseFollowing(local, tables, entry, known)
  await recompute(tables, entry, { known })
}

/** The item of an edit, also of a deleted one; of a list's members, the list. */
const itemOf = async (tables: Tables, { table, item, effect }: Entry): Promise<Fields> => {
  const row = table && (await tables[table === 'members' ? 'lists' : table].get(item))
  return row?.value ?? row?.known ?? (effect.do === 'create' ? effect.value : {})
}

/** Where the server's value is neither what the user saw nor theirs, another user changed it in between: that value becomes a conflict. */
const rebaseFollowing = async (
  local: Local,
  tables: Tables,
  entry: Entry,
  known: Fields | null,
): Promise<void> => {
  if (entry.table === null || known === null) return
  if (entityIn(entry.table).isMerged === false) return
  for (const next of await entriesOf(tables, entry.table, entry.item, entry.entity)) {
    if (next.request !== null && next.state !== 'parked') continue
    const base = versionOf(known) ?? next.base
    if (next.effect.do !== 'change') {
      await tables.outbox.put({ ...next, base })
      continue
    }
    const { fields, before } = next.effect
    for (const lost of findOverwritten(before, fields, known))
      await tables.conflicts.put(
        createConflict(local, next, {
          ...lost,
          kind: 'field',
          by: null,
          at: local.now(),
          mine: null,
        }),
      )
    const effect: Effect = { do: 'change', fields: { ...fields }, before: { ...before } }
    for (const field of Object.keys(fields)) {
      effect.fields[field] = mergeField(before[field], fields[field], known[field])
      effect.before[field] = known[field]
    }
    await tables.outbox.put({ ...next, effect, base })
  }
}

/** The values that a change overwrites and its author never saw. */
const findOverwritten = (
  before: Fields,
  yours: Fields,
  known: Fields,
): { field: string; yours: unknown; theirs: unknown }[] =>
  Object.keys(yours).flatMap((field) =>
    changedParts(before[field], yours[field]).flatMap((part) => {
      const [seen, mine, theirs] = [before, yours, known].map((all) => partOf(all[field], part))
      if (isEqual(seen, theirs) || isEqual(mine, theirs)) return []
      return [{ field: part === '' ? field : `${field}/${part}`, yours: mine, theirs }]
    }),
  )

/** The server refused to merge: sends the edit again, based on the version in the answer. */
const rebase = async (
  local: Local,
  tables: Tables,
  entry: Entry,
  outcome: Outcome,
  id: string,
): Promise<void> => {
  const current = problemOf(outcome)?.current
  if (entry.table === null || typeof current !== 'object' || current === null)
    return reject(tables, entry, problemOf(outcome))
  // The members of a problem come from JSON, so an object has unknown values.
  const known = newerOf(
    (await tables[entry.table].get(entry.item))?.known ?? null,
    current as Fields,
  )
  await tables.outbox.put({
    ...entry,
    id,
    base: versionOf(known),
    state: 'waiting',
    attempts: 0,
    nextAt: 0,
    request: null,
  })
  await rebaseFollowing(local, tables, entry, known)
  await recompute(tables, entry, { known })
}

/** One conflict stores the user's version, to be restored as new or discarded. Edits that were made meanwhile are added to it. */
const moveToConflict = async (
  local: Local,
  tables: Tables,
  entry: Entry,
  problem: Problem | null,
): Promise<void> => {
  const left = await tables.outbox.where('entity').equals(entry.entity).toArray()
  const mine = await mineOf(tables, entry)
  const existing = (await tables.conflicts.where('entity').equals(entry.entity).toArray()).find(
    ({ kind }) => kind === 'gone',
  )
  const table = entry.table === 'members' ? 'lists' : (entry.table ?? 'searches')
  await tables.outbox.bulkDelete(left.map(({ seq }) => seq))
  for (const each of left) await recompute(tables, each, { known: null })
  if (table === 'lists') {
    await tables.lists.delete(entry.item)
    await tables.members.delete(entry.item)
  }
  const ids = [...new Set([...idsOf(existing?.mine ?? null), ...idsOf(mine)])]
  const whole = { ...existing?.mine, ...mine, ...(table === 'lists' ? { ids } : {}) }
  const lost = {
    kind: 'gone',
    field: null,
    theirs: null,
    ...readDeletion(problem, local.now()),
  } as const
  const conflict = createConflict(local, entry, { ...lost, yours: whole, mine: whole })
  await tables.conflicts.put({ ...conflict, table, id: existing?.id ?? conflict.id })
}

/** Who deleted it and when; unknown and now where the server does not say. */
const readDeletion = (problem: Problem | null, now: number): Pick<Conflict, 'by' | 'at'> => {
  const deletedBy = problem?.deletedBy
  const deletedAt = problem?.deletedAt
  const at = typeof deletedAt === 'string' ? Date.parse(deletedAt) : Number.NaN
  return { by: typeof deletedBy === 'string' ? deletedBy : null, at: Number.isNaN(at) ? now : at }
}

const mineOf = async (tables: Tables, { table, item }: Entry): Promise<Fields> => {
  if (table === null) return {}
  if (table !== 'lists' && table !== 'members') return (await tables[table].get(item))?.value ?? {}
  const [list, members] = [await tables.lists.get(item), await tables.members.get(item)]
  return { ...list?.value, ...members?.value }
}

const createConflict = (
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
