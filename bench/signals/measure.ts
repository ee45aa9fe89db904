import { sql } from 'kysely'
import { signalMeets } from '../../contract/signals/signal-filters.ts'
import { createAgentIndex, listKey, type Arrived } from '../../server/agents/agent-index.ts'
import { createSignalMatcher } from '../../server/agents/match-signals.ts'
import { createQueryResolver } from '../../server/saved-work/resolve-query.ts'
import { openBitmaps } from '../../server/search/bitmap-engine.ts'
import { askSignals } from '../../server/signals/question.ts'
import { seedDemoCustomers } from '../../demo/customers.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { roundFigure } from '../support/timing.ts'
import type { BenchAgent, World } from './world.ts'
import { dayOf } from '../../contract/core/days.ts'

export type InMemory = {
  agents: number
  us_per_signal: number
  found_per_signal: number
  index_mb: number
  build_ms: number
}

const inLearning = 2_000

export const measureIndex = (
  world: World,
  agents: number,
  today: string,
  clean: () => void,
): InMemory => {
  const chosen = world.agents.slice(0, agents)
  const arrived = arrivals(world, new Set(chosen.flatMap(({ fields }) => fields.listIds)))
  clean()
  const before = process.memoryUsage().heapUsed
  const index = createAgentIndex()
  const build = cpuMsOf(() => {
    index.learn(arrived.slice(0, inLearning))
    for (const agent of chosen) index.put({ ...agent, born: 0 }, () => true)
  })
  clean()
  const heapBytes = process.memoryUsage().heapUsed - before
  for (const signal of arrived.slice(0, inLearning)) index.match(signal, today)
  let found = 0
  const took = cpuMsOf(() => {
    for (const signal of arrived) found += index.match(signal, today).length
  })
  return {
    agents: index.size(),
    us_per_signal: roundFigure((took * 1_000) / arrived.length),
    found_per_signal: roundFigure(found / arrived.length),
    index_mb: roundFigure(heapBytes / 1_000_000),
    build_ms: roundFigure(build),
  }
}

/** The peer: the contract's evaluator, in µs per signal over a sample. */
export const measureEvery = (world: World, agents: number, sample: number, today: string) => {
  const chosen = world.agents.slice(0, agents)
  const membersByList = new Map(world.lists.map(({ id, records }) => [id, new Set(records)]))
  const meets = ({ fields }: BenchAgent, { facts }: World['signals'][number]): boolean =>
    fields.category === facts.category &&
    facts.confidence >= fields.minConfidence &&
    (fields.types.length === 0 || fields.types.includes(facts.slug)) &&
    (fields.listIds.length === 0 ||
      fields.listIds.some((id) => membersByList.get(id)?.has(facts.company?.id ?? '') === true)) &&
    signalMeets(fields.filters, facts, today)
  let found = 0
  const took = cpuMsOf(() => {
    for (const signal of world.signals.slice(0, sample))
      for (const agent of chosen) if (meets(agent, signal)) found++
  })
  return {
    us_per_signal: roundFigure((took * 1_000) / sample),
    found_per_signal: roundFigure(found / sample),
  }
}

/** Includes flags, snoozes, suppression and lists, as the server does. The peer re-runs the agents' queries. */
export const measureStored = async (
  db: Database,
  world: World,
  options: { signals: number; rerun: number; now: Date },
) => {
  const { now } = options
  await store(db, world, now)
  const search = await openBitmaps({ db, folder: null, workers: 0, today: () => dayOf(now) })
  try {
    const asking = createQueryResolver(search, () => now.getTime())
    const matching = createSignalMatcher({ db, resolver: asking, now: () => now.getTime() })
    // A first signal loads the agents and builds the index.
    await addSignals(db, world.signals.slice(0, 1))
    const first = await cpuMsOfAsync(() => matching.matchNew())
    await addSignals(db, world.signals.slice(1, options.signals))
    const took = await cpuMsOfAsync(() => matching.matchNew())
    const rerun = world.agents.slice(0, options.rerun)
    const rerunMs = await cpuMsOfAsync(async () => {
      for (const { orgId, ownerId, fields } of rerun)
        await db.asOrg(orgId, (trx) =>
          askSignals(trx, { orgId, userId: ownerId }, { ...fields, now }, { from: 0, size: 100 }),
        )
    })
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from agent_signal`.execute(db.owner)
    return {
      signals: options.signals,
      us_per_signal: roundFigure((took * 1_000) / (options.signals - 1)),
      found: rows[0]?.found ?? 0,
      first_ms: roundFigure(first),
      rerun_ms_per_agent: roundFigure(rerunMs / rerun.length),
    }
  } finally {
    await search.close()
  }
}

const arrivals = (world: World, watched: ReadonlySet<string>): Arrived[] => {
  const holding = new Map<string, string[]>()
  for (const { orgId, id, records } of world.lists)
    if (watched.has(id))
      for (const record of records) {
        const lists = holding.get(record) ?? []
        lists.push(listKey(orgId, id))
        holding.set(record, lists)
      }
  return world.signals.map((signal) => ({
    ...signal,
    tick: 1,
    lists: holding.get(signal.facts.company?.id ?? '') ?? [],
  }))
}

const store = async (db: Database, world: World, now: Date): Promise<void> => {
  await seedDemoCustomers(
    db,
    world.organisations.map((id) => ({
      id,
      name: id,
      country: 'AU',
      website: 'https://bench.example',
      // This plan allows all of its agents.
      bucket: 'bkt_growth',
    })),
    now.getTime(),
  )
  const flags = { 'signal-targeting': { enabled: true }, 'signal-intent': { enabled: true } }
  for (const orgId of world.organisations)
    await db.asOrg(orgId, async (trx) => {
      await trx
        .updateTable('customer')
        .set({ features: JSON.stringify(flags) })
        .execute()
      const agents = world.agents.filter((agent) => agent.orgId === orgId)
      await trx
        .insertInto('signal_agent')
        .values(
          agents.map(({ id, ownerId, fields }) => ({
            org_id: orgId,
            id,
            owner_id: ownerId,
            fields: JSON.stringify(fields),
            category: fields.category,
            cadence: fields.cadence,
            paused: false,
            seq: 1,
          })),
        )
        .execute()
      for (const { id, records } of world.lists.filter((list) => list.orgId === orgId)) {
        await sql`
          insert into saved_item (org_id, id, kind, category, name, name_key, owner_id, shared, content, seq)
          values (${orgId}, ${id}::uuid, 'static', 'company', ${id}, ${id}, 'user_0', true, '{}', 1)`.execute(
          trx,
        )
        await sql`
          insert into list_member (org_id, list_id, record_id, seq, added_seq, added_by)
          select ${orgId}, ${id}::uuid, record, 1, 1, 'user_0' from unnest(${[...records]}::uuid[]) as record`.execute(
          trx,
        )
      }
    })
}

const chunk = 2_000

/** Without counting signals at companies that do not exist. */
const addSignals = async (db: Database, signals: World['signals']): Promise<void> => {
  for (let from = 0; from < signals.length; from += chunk) {
    const rows = signals.slice(from, from + chunk).map(({ facts, facets, texts }) => ({
      ...facts,
      company_id: facts.company?.id ?? null,
      person_id: facts.person?.id ?? null,
      facets,
      texts,
      doc: facts,
    }))
    await db.owner.transaction().execute(async (trx) => {
      const { tick } = await trx
        .updateTable('signal_clock')
        .set({ tick: sql`tick + 1` })
        .returning('tick')
        .executeTakeFirstOrThrow()
      await sql`
        insert into signal (id, tick, category, slug, key, company_id, person_id, event_date, detected_at,
          confidence, surge_rating, facets, texts, doc)
        select r.id, ${tick}::bigint, r.category, r.slug, r.id::text, r.company_id, r.person_id, r.event_date,
          r.detected_at, r.confidence, r.surge_rating, r.facets, r.texts, r.doc
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, category text, slug text,
          company_id uuid, person_id uuid, event_date date, detected_at timestamptz, confidence real,
          surge_rating smallint, facets text[], texts jsonb, doc jsonb)`.execute(trx)
    })
  }
}

/** Of all threads: elapsed time says little on a busy machine. */
const cpuMsOfAsync = async (work: () => Promise<unknown>): Promise<number> => {
  const from = process.cpuUsage()
  await work()
  return spent(from)
}

const cpuMsOf = (work: () => void): number => {
  const from = process.cpuUsage()
  work()
  return spent(from)
}

const spent = (from: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1_000
}
