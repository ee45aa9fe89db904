import { sql } from 'kysely'
import type { SignalFacts } from '../../contract/signals/signal-filters.ts'
import type { SignalCategory } from '../../contract/signals/signals.ts'
import type { Database } from '../platform/db/db.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { categoriesSeen } from '../signals/access.ts'
import { marketDay } from '../signals/market-day.ts'
import { agentsResting } from './check-agent.ts'
import { createAgentIndex, listKey, type Arrived, type Entry } from './agent-index.ts'
import {
  createSearchEvaluator,
  findMemberships,
  searchesAmong,
  snoozedBy,
  type ListMembership,
} from './match-context.ts'

export type SignalMatcherParts = {
  db: Database
  resolver: QueryResolver
  now: () => number
}

export type SignalMatcher = {
  /** Until none is left or `isStopped`; resolves to how many were found. Calls must not overlap. */
  matchNew(isStopped?: () => boolean): Promise<number>
}

const atOnce = 500
const sample = 2_000
const trustedMs = 10_000

/**
 * In the order of ticks. Finds are stored with the position, so that a crash repeats nothing. Several processes may run it: the
 * slower one stores nothing.
 */
export const createSignalMatcher = ({
  db,
  resolver: asking,
  now,
}: SignalMatcherParts): SignalMatcher => {
  const index = createAgentIndex()
  const searches = new Set<string>()
  const plans = new Map<string, { at: number; opens: Opens }>()
  let known = '0'
  let position = { tick: '0', id: '' }
  let learnt = false

  /** Agents committed since the last call, and those that were in progress then. */
  const refresh = async (): Promise<void> => {
    const { rows } = await sql<ChangedAgent>`
      with present as (select pg_snapshot_xmin(pg_current_snapshot()) as upto)
      select present.upto::text, a.org_id, a.id, a.owner_id, a.fields, a.born, a.paused,
        a.deleted_at is not null as ended
      from present left join signal_agent a on a.changed_by >= ${known}::xid8`.execute(db.owner)
    known = rows[0]?.upto ?? known
    const changed = rows.filter((row) => row.id !== null)
    if (changed.length === 0) return
    if (!learnt) index.learn((await someSignals(db)).map(arrivedOf))
    learnt = true
    const named = changed.flatMap(({ fields }) => [
      ...fields.listIds,
      ...(fields.filters['lists'] ?? []),
    ])
    for (const key of await searchesAmong(db.owner, [...new Set(named)])) searches.add(key)
    for (const { org_id: orgId, id, owner_id: ownerId, fields, born, paused, ended } of changed)
      if (paused || ended) index.remove(orgId, id)
      else
        index.put(
          { orgId, id, ownerId, born: Number(born), fields },
          (listId) => !searches.has(listKey(orgId, listId)),
        )
  }

  const opensFor = async (orgId: string): Promise<Opens> => {
    const cached = plans.get(orgId)
    if (cached && now() - cached.at < trustedMs) return cached.opens
    const opens = await db.asOrg(orgId, async (trx) => ({
      categories: await categoriesSeen(trx),
      resting: await agentsResting(trx),
    }))
    plans.set(orgId, { at: now(), opens })
    return opens
  }
  const mayWatch = async ({ orgId, id, fields }: Entry['watcher']): Promise<boolean> => {
    const { categories, resting } = await opensFor(orgId)
    return categories.includes(fields.category) && !resting.has(id)
  }

  const match = async (signals: readonly SignalRow[]): Promise<Found[]> => {
    const moment = new Date(now())
    const today = marketDay(moment)
    const memberships = await findMemberships(
      db.owner,
      idsOf(signals, 'company'),
      idsOf(signals, 'person'),
    )
    const snoozed = await snoozedBy(
      db.owner,
      [...new Set(signals.map(({ doc }) => doc.slug))],
      moment,
    )
    const pairs: Pair[] = []
    for (const row of signals) {
      const records = recordsOf(row.doc)
      const by = records.flatMap((id) => memberships.lists.get(id) ?? [])
      const lists = by.map(({ orgId, listId }) => listKey(orgId, listId))
      const employer = memberships.employers.get(row.doc.person?.id ?? '')
      const named = employer === undefined ? records : [...records, employer]
      for (const entry of index.match({ ...arrivedOf(row), lists }, today)) {
        const { orgId, ownerId } = entry.watcher
        if (snoozed.has(`${orgId} ${ownerId} ${row.doc.slug}`)) continue
        if (memberships.isSuppressed(orgId, named)) continue
        pairs.push({ entry, signal: row, pendingGroups: unmet(entry, by) })
      }
    }
    // Most agents have no saved search among their lists, so nothing is queried.
    const ask = createSearchEvaluator(db, asking, today)
    const records = [
      ...new Set(
        pairs.flatMap(({ pendingGroups, signal }) =>
          pendingGroups.length > 0 ? recordsOf(signal.doc) : [],
        ),
      ),
    ]
    const found: Found[] = []
    for (const { entry, signal, pendingGroups } of pairs) {
      const { watcher } = entry
      if (!(await mayWatch(watcher))) continue
      const about = recordsOf(signal.doc)
      const isIn = async (listId: string): Promise<boolean> => {
        if (!searches.has(listKey(watcher.orgId, listId))) return false
        const finds = await ask(watcher, listId, records)
        return about.some((id) => finds.has(id))
      }
      if (await every(pendingGroups, (group) => some(group, isIn)))
        found.push({ orgId: watcher.orgId, agentId: watcher.id, signalId: signal.doc.id })
    }
    return found
  }

  const next = async (): Promise<number | null> => {
    const clock = await db.owner
      .selectFrom('signal_clock')
      .select(['tick', 'matched'])
      .executeTakeFirstOrThrow()
    if (BigInt(clock.matched) >= BigInt(clock.tick)) return null
    // Read after the clock, so that the index has every agent that existed when a signal arrived.
    await refresh()
    if (index.size() === 0) {
      await store(db, [], clock.matched, clock.tick, new Date(now()))
      return 0
    }
    if (BigInt(position.tick) <= BigInt(clock.matched))
      position = { tick: clock.matched, id: lastId }
    const { rows } = await sql<SignalRow>`
      select id, tick, doc, facets, texts from signal
      where (tick, id) > (${position.tick}::bigint, ${position.id}::uuid) and tick <= ${clock.tick}::bigint
      order by tick, id limit ${atOnce}`.execute(db.owner)
    const last = rows.at(-1)
    const found = rows.length === 0 ? [] : await match(rows)
    const whole = rows.length < atOnce || !last
    // A tick with many signals is matched in parts; it counts as matched with the last part.
    const upto = whole ? clock.tick : String(BigInt(last.tick) - 1n)
    await store(db, found, clock.matched, upto, new Date(now()))
    position = whole ? { tick: clock.tick, id: lastId } : { tick: last.tick, id: last.id }
    return found.length
  }

  return {
    matchNew: async (isStopped = () => false) => {
      let total = 0
      while (!isStopped()) {
        const found = await next()
        if (found === null) break
        total += found
      }
      return total
    },
  }
}

type Opens = { categories: readonly SignalCategory[]; resting: ReadonlySet<string> }

type ChangedAgent = {
  upto: string
  org_id: string
  id: string
  owner_id: string
  fields: Entry['watcher']['fields']
  born: string
  paused: boolean
  ended: boolean
}

type SignalRow = {
  id: string
  tick: string
  doc: SignalFacts
  facets: string[]
  texts: Record<string, string>
}

type Found = { orgId: string; agentId: string; signalId: string }

/** It matches if one list of each group in `pendingGroups` holds the subject. */
type Pair = { entry: Entry; signal: SignalRow; pendingGroups: readonly (readonly string[])[] }

/** Sorts after every id of a tick. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Stores nothing if another process is further. */
const store = (
  db: Database,
  found: readonly Found[],
  from: string,
  upto: string,
  now: Date,
): Promise<void> =>
  db.owner.transaction().execute(async (trx) => {
    if (found.length > 0) {
      const rows = JSON.stringify(
        found.map((each) => ({ o: each.orgId, a: each.agentId, s: each.signalId })),
      )
      const { rows: added } = await sql<{ org_id: string; agent_id: string }>`
        insert into agent_signal (org_id, agent_id, signal_id, found_at)
        select g.org_id, g.id, f.s, ${now} from jsonb_to_recordset(${rows}::jsonb) as f (o text, a uuid, s uuid)
        join signal_agent g on g.org_id = f.o and g.id = f.a and g.deleted_at is null
        on conflict do nothing returning org_id, agent_id`.execute(trx)
      const agents = JSON.stringify(added.map((each) => ({ o: each.org_id, a: each.agent_id })))
      const among = sql`(g.org_id, g.id) in (
        select o, a from jsonb_to_recordset(${agents}::jsonb) as f (o text, a uuid))`
      // Locks the agents first: one that is running now does not see these finds and must run again.
      await sql`select from signal_agent g where ${among} order by g.org_id, g.id for update`.execute(
        trx,
      )
      await sql`update signal_agent g set due_at = ${now}, claimed_until = null
        where ${among} and g.due_at is null and not g.paused`.execute(trx)
    }
    if (BigInt(upto) > BigInt(from))
      await trx
        .updateTable('signal_clock')
        .set({ matched: upto })
        .where('matched', '=', from)
        .execute()
  })

const someSignals = async (db: Database): Promise<SignalRow[]> => {
  const { rows } = await sql<SignalRow>`
    select id, tick, doc, facets, texts from signal order by tick desc, id desc limit ${sample}`.execute(
    db.owner,
  )
  return rows
}

const arrivedOf = ({ doc, facets, texts, tick }: SignalRow): Arrived => ({
  facts: doc,
  facets,
  texts,
  tick: Number(tick),
  lists: [],
})

const recordsOf = ({ company, person }: SignalFacts): string[] =>
  [company?.id, person?.id].filter((id) => id !== undefined)

const idsOf = (signals: readonly SignalRow[], of: 'company' | 'person'): string[] => [
  ...new Set(signals.flatMap(({ doc }) => doc[of]?.id ?? [])),
]

const unmet = ({ lists, watcher }: Entry, by: readonly ListMembership[]): (readonly string[])[] =>
  lists.filter(
    (group) =>
      !by.some(
        ({ orgId, listId, ownerId, shared }) =>
          orgId === watcher.orgId &&
          (shared || ownerId === watcher.ownerId) &&
          group.includes(listId),
      ),
  )

const every = async <T>(
  all: readonly T[],
  holds: (item: T) => Promise<boolean>,
): Promise<boolean> => {
  for (const item of all) if (!(await holds(item))) return false
  return true
}

const some = async <T>(all: readonly T[], holds: (item: T) => Promise<boolean>): Promise<boolean> =>
  !(await every(all, async (item) => !(await holds(item))))
