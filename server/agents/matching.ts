import { sql } from 'kysely'
import type { SignalFacts } from '../../contract/signals/signal-filters.ts'
import type { SignalCategory } from '../../contract/signals/signals.ts'
import type { Database } from '../platform/db/db.ts'
import type { Asking } from '../saved-work/resolve-query.ts'
import { categoriesSeen } from '../signals/access.ts'
import { marketDay } from '../signals/market-day.ts'
import { agentsResting } from './checking.ts'
import { createAgentIndex, listKey, type Arrived, type Entry } from './agent-index.ts'
import { askSearches, heldBy, searchesAmong, snoozedBy, type HeldBy } from './surroundings.ts'

export type MatchingParts = {
  db: Database
  asking: Asking
  /** ms since 1970. */
  now: () => number
}

export type Matching = {
  /** Gives new signals to the agents that watch for them, until there are none or it `isStopped`; resolves to how much was found. Not to be called again before it is done. */
  matchNew(isStopped?: () => boolean): Promise<number>
}

/** Signals of so many are asked about together. */
const atOnce = 500
/** What is rare is learnt from so many. */
const sample = 2_000
/** What the plan of an organisation opens is asked for again after so long. */
const trustedMs = 10_000

/**
 * Matches new signals against all agents of all organisations. Signals are read in the order of their ticks; what was found is stored in
 * the transaction that says how far matching has come, so that after a crash it goes on from there and finds the same things once. Several
 * processes may do it: the one that comes second stores nothing new.
 */
export const createMatching = ({ db, asking, now }: MatchingParts): Matching => {
  const index = createAgentIndex()
  const searches = new Set<string>()
  const plans = new Map<string, { at: number; opens: Opens }>()
  let known = '0'
  let place = { tick: '0', id: '' }
  let learnt = false

  /** Takes what has changed of agents into the index: what was committed since the last time, and what was under way then. */
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
    const held = plans.get(orgId)
    if (held && now() - held.at < trustedMs) return held.opens
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
    const held = await heldBy(db.owner, idsOf(signals, 'company'), idsOf(signals, 'person'))
    const snoozed = await snoozedBy(
      db.owner,
      [...new Set(signals.map(({ doc }) => doc.slug))],
      moment,
    )
    const pairs: Pair[] = []
    for (const row of signals) {
      const records = recordsOf(row.doc)
      const by = records.flatMap((id) => held.lists.get(id) ?? [])
      const lists = by.map(({ orgId, listId }) => listKey(orgId, listId))
      const employer = held.employers.get(row.doc.person?.id ?? '')
      const named = employer === undefined ? records : [...records, employer]
      for (const entry of index.meeting({ ...arrivedOf(row), lists }, today)) {
        const { orgId, ownerId } = entry.watcher
        if (snoozed.has(`${orgId} ${ownerId} ${row.doc.slug}`)) continue
        if (held.isSuppressed(orgId, named)) continue
        pairs.push({ entry, signal: row, asked: unmet(entry, by) })
      }
    }
    // Most agents have no saved search among their lists, and nothing is left to ask.
    const ask = askSearches(db, asking, today)
    const records = [
      ...new Set(
        pairs.flatMap(({ asked, signal }) => (asked.length > 0 ? recordsOf(signal.doc) : [])),
      ),
    ]
    const found: Found[] = []
    for (const { entry, signal, asked } of pairs) {
      const { watcher } = entry
      if (!(await mayWatch(watcher))) continue
      const about = recordsOf(signal.doc)
      const isIn = async (listId: string): Promise<boolean> => {
        if (!searches.has(listKey(watcher.orgId, listId))) return false
        const finds = await ask(watcher, listId, records)
        return about.some((id) => finds.has(id))
      }
      if (await every(asked, (group) => some(group, isIn)))
        found.push({ orgId: watcher.orgId, agentId: watcher.id, signalId: signal.doc.id })
    }
    return found
  }

  /** One batch; null when there is none. */
  const next = async (): Promise<number | null> => {
    const clock = await db.owner
      .selectFrom('signal_clock')
      .select(['tick', 'matched'])
      .executeTakeFirstOrThrow()
    if (BigInt(clock.matched) >= BigInt(clock.tick)) return null
    // After the clock: an agent that was there when a signal came is in the index when it is matched.
    await refresh()
    if (index.size() === 0) {
      await store(db, [], clock.matched, clock.tick, new Date(now()))
      return 0
    }
    if (BigInt(place.tick) <= BigInt(clock.matched)) place = { tick: clock.matched, id: lastId }
    const { rows } = await sql<SignalRow>`
      select id, tick, doc, facets, texts from signal
      where (tick, id) > (${place.tick}::bigint, ${place.id}::uuid) and tick <= ${clock.tick}::bigint
      order by tick, id limit ${atOnce}`.execute(db.owner)
    const last = rows.at(-1)
    const found = rows.length === 0 ? [] : await match(rows)
    const whole = rows.length < atOnce || !last
    // A tick of many signals is matched in parts, and counts as matched with the last of them.
    const upto = whole ? clock.tick : String(BigInt(last.tick) - 1n)
    await store(db, found, clock.matched, upto, new Date(now()))
    place = whole ? { tick: clock.tick, id: lastId } : { tick: last.tick, id: last.id }
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

/** What the plan of an organisation lets its agents do. */
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

/** A signal that is one for an agent if one list of each group in `asked` holds whom it is about. */
type Pair = { entry: Entry; signal: SignalRow; asked: readonly (readonly string[])[] }

/** Behind every id of a tick. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Stores what was found, makes its agents due, and says how far matching has come unless another process has got further. */
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
      // Locked first, whatever they wait for: one that is telling now does not see these, and must be looked at once more after it.
      await sql`select from signal_agent g where ${among} order by g.org_id, g.id for update`.execute(
        trx,
      )
      await sql`update signal_agent g set due_at = ${now}
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

/** The groups of lists of which none that holds the record may be seen by the agent's owner. */
const unmet = ({ lists, watcher }: Entry, by: readonly HeldBy[]): (readonly string[])[] =>
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
  holds: (one: T) => Promise<boolean>,
): Promise<boolean> => {
  for (const one of all) if (!(await holds(one))) return false
  return true
}

const some = async <T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<boolean> =>
  !(await every(all, async (one) => !(await holds(one))))
