import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignalMatcher } from '../../../server/agents/match-signals.ts'
import { runDueAgents } from '../../../server/agents/run-agent.ts'
import { createQueryResolver } from '../../../server/saved-work/resolve-query.ts'
import { openBitmaps } from '../../../server/search/bitmap-engine.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { harbour, today, type TestApp } from '../../kit/app.ts'
import {
  add,
  givePlan,
  makeAgent,
  memberOf,
  noon,
  startAgentsApp,
  agentDraft,
} from '../../kit/agents.ts'
import { chance } from '../../kit/chance.ts'
import { draft } from '../../kit/signals.ts'
import { dayMs } from '../../../contract/core/days.ts'

const seed = Number(process.env.AGENTS_SEED ?? Date.now() % 1_000_000)

class Crash extends Error {}

const dying = (db: Database, random: () => number, share: number): Database => {
  const mayDie = async <Result>(
    transaction: (work: (done: Result) => Result) => Promise<Result>,
  ): Promise<Result> => {
    const fate = random() / share
    if (fate < 1 / 3) throw new Crash('before')
    const answer = await transaction((done) => {
      if (fate >= 1 / 3 && fate < 2 / 3) throw new Crash('within')
      return done
    })
    if (fate >= 2 / 3 && fate < 1) throw new Crash('after')
    return answer
  }
  return {
    ...db,
    asOrg: (orgId, work) => mayDie((end) => db.asOrg(orgId, async (trx) => end(await work(trx)))),
    owner: new Proxy(db.owner, {
      get: (owner, name) => {
        if (name !== 'transaction') {
          const value: unknown = Reflect.get(owner, name)
          return typeof value === 'function' ? value.bind(owner) : value
        }
        return () => ({
          execute: <Result>(work: (trx: never) => Promise<Result>) =>
            mayDie<Result>((end) =>
              owner.transaction().execute(async (trx) => end(await work(trx as never))),
            ),
        })
      },
    }),
  }
}

describe('agents in processes that crash', () => {
  let test: TestApp
  let search: Awaited<ReturnType<typeof openBitmaps>>
  beforeAll(async () => {
    ;({ test } = await startAgentsApp())
    await givePlan(test, harbour.id, 'bkt_growth')
    search = await openBitmaps({ db: test.db, folder: null, workers: 0, today: () => today })
  })
  afterAll(async () => {
    await test.close()
    await search.close()
  })

  const readOutcome = () =>
    test.db.asOrg(harbour.id, async (trx) => ({
      found: await trx.selectFrom('agent_signal').selectAll().execute(),
      runs: await trx.selectFrom('agent_run').selectAll().execute(),
      notices: await trx.selectFrom('notice').selectAll().execute(),
      messages: await trx.selectFrom('push_outbox').selectAll().execute(),
    }))

  it(`deliver everything they found exactly once (seed ${seed})`, async () => {
    const random = chance(seed).next
    const owners = ['user_alex', 'user_sam', 'user_kim']
    const agents: string[] = []
    for (const userId of owners) {
      const member = memberOf(test, { userId })
      agents.push((await makeAgent(member, { mostADay: 3 })).id)
      agents.push(
        (await makeAgent(member, { types: ['award'], quiet: { from: 0, until: 600 } })).id,
      )
      await test.db.asOrg(harbour.id, (trx) =>
        trx
          .insertInto('push_device')
          .values({
            org_id: harbour.id,
            id: crypto.randomUUID(),
            user_id: userId,
            endpoint: `https://push.example/${userId}`,
            p256dh: 'p',
            auth: 'a',
            label: 'Phone',
          })
          .execute(),
      )
    }
    let crashes = 0
    let at = noon
    let signals = 0
    let awards = 0
    const live = async (db: Database): Promise<void> => {
      const now = () => at
      const parts = { db, resolver: createQueryResolver(search, now), now, email: true }
      try {
        await createSignalMatcher(parts).matchNew()
        await runDueAgents(parts)
      } catch (error) {
        if (!(error instanceof Crash)) throw error
        crashes++
      }
    }
    for (let round = 0; round < 16; round++) {
      at += 40 * 60_000
      const drafts = Array.from({ length: Math.floor(random() * 5) }, () => {
        const slug = random() < 0.3 ? 'award' : 'hiring_surge'
        if (slug === 'award') awards++
        return draft(`crash ${signals++}`, { id: crypto.randomUUID(), name: 'A' }, { slug })
      })
      await add(test, drafts, at)
      for (let life = 0; life < 3; life++) await live(dying(test.db, random, 0.5))
    }
    // Noon on two later days, outside all quiet hours.
    for (const days of [3, 4]) {
      at = noon + days * dayMs
      await live(test.db)
    }

    const { found, runs, notices, messages } = await readOutcome()
    expect(crashes).toBeGreaterThan(15)
    expect(found.length).toBe(3 * signals + 3 * awards)
    expect(found.filter(({ run_id: run }) => run === null)).toEqual([])
    expect(new Set(found.map((match) => `${match.agent_id} ${match.signal_id}`)).size).toBe(
      found.length,
    )
    const inRuns = runs.map(({ id }) => found.filter(({ run_id: run }) => run === id).length)
    expect(runs.map((run) => run.signal_count)).toEqual(inRuns)
    expect(new Set(runs.map((run) => run.agent_id))).toEqual(new Set(agents))
    const runIds = runs.map(({ id }) => id).toSorted()
    const opened = notices.flatMap(({ opens }) => opens ?? [])
    expect(opened.flatMap((opens) => opens.incrementalRunIds).toSorted()).toEqual(runIds)
    expect(messages.map((message) => message.run_id).toSorted()).toEqual(runIds)
    for (const opens of opened) {
      const own = runs.filter(({ id }) => opens.incrementalRunIds.includes(id))
      expect(opens.signalCount).toBe(own.reduce((sum, run) => sum + run.signal_count, 0))
    }
    const jobs = await test.db.owner.selectFrom('job').selectAll().execute()
    expect(jobs).toEqual([])
  }, 60_000)

  it('find and deliver once with several processes', async () => {
    await test.db.owner.deleteFrom('signal_agent').execute()
    await test.db.owner.deleteFrom('agent_signal').execute()
    const alex = memberOf(test, { userId: 'user_alex' })
    const agent = await makeAgent(alex)
    const later = noon + 100 * 3_600_000
    const now = () => later
    const resolver = createQueryResolver(search, now)
    const processes = [1, 2, 3].map(() => ({ db: test.db, resolver, now, email: false }))
    let count = 0
    let busy = true
    const work = async (parts: (typeof processes)[number]): Promise<void> => {
      const matching = createSignalMatcher(parts)
      do {
        await matching.matchNew()
        await runDueAgents(parts)
      } while (busy)
    }
    const edits = async (): Promise<void> => {
      for (let edit = 0; edit < 12; edit++) {
        const drafts = [1, 2].map(() => draft(`at once ${count++}`, null, somebody()))
        await add(test, drafts, later)
        const fields = agentDraft({ name: `Edit ${edit}` })
        await alex.write('PUT', `/signals/agents/${agent.id}`, fields)
      }
      busy = false
    }
    await Promise.all([...processes.map(work), edits()])
    for (const parts of processes) await work(parts)
    const { found, runs } = await readOutcome()
    const own = found.filter((match) => match.agent_id === agent.id)
    expect(own.length).toBe(24)
    expect(own.filter(({ run_id: run }) => run === null)).toEqual([])
    const counts = runs.filter((run) => run.agent_id === agent.id).map((run) => run.signal_count)
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(24)
  }, 60_000)
})

const somebody = () => ({ company: { id: crypto.randomUUID(), name: 'A' } })
