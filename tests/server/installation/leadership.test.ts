import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAgentScheduler } from '../../../server/agents/scheduler.ts'
import type { Leadership } from '../../../server/platform/db/leadership.ts'
import { createQueryResolver } from '../../../server/saved-work/resolve-query.ts'
import { openBitmaps } from '../../../server/search/bitmap-engine.ts'
import { today, type TestApp } from '../../kit/app.ts'
import { add, makeAgent, memberOf, noon, startAgentsApp } from '../../kit/agents.ts'
import { draft } from '../../kit/signals.ts'

const patient = { timeout: 30_000, interval: 50 }

describe('the leader of several processes', () => {
  let test: TestApp
  let seeking: Leadership[] = []
  beforeAll(async () => {
    ;({ test } = await startAgentsApp())
  }, 120_000)
  afterEach(async () => {
    for (const each of seeking) await each.stop()
    seeking = []
  })
  afterAll(() => test.close())

  const seek = (onLead: () => void = () => undefined): Leadership => {
    const leadership = test.db.seekLeadership(onLead)
    seeking.push(leadership)
    return leadership
  }
  const leaders = (): number => seeking.filter((each) => each.leads()).length

  it('is one of them, and another after it stops', async (context) => {
    if (test.db.kind === 'pglite') context.skip('the embedded database belongs to one process')
    seek()
    seek()
    await expect.poll(leaders, patient).toBe(1)
    const leader = seeking.find((each) => each.leads())
    await leader?.stop()
    expect(leader?.leads()).toBe(false)
    await expect.poll(leaders, patient).toBe(1)
  })

  it('is one again after the database cuts its connection', async (context) => {
    if (test.db.kind === 'pglite') context.skip('the embedded database belongs to one process')
    let times = 0
    seek(() => (times += 1))
    await expect.poll(leaders, patient).toBe(1)
    await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      test.db.owner,
    )
    await expect.poll(() => times, patient).toBe(2)
    expect(leaders()).toBe(1)
  })

  it('matches signals; the others only run agents', async () => {
    const search = await openBitmaps({ db: test.db, folder: null, workers: 0, today: () => today })
    await makeAgent(memberOf(test, { userId: 'user_alex' }))
    await add(test, [draft('found', { id: crypto.randomUUID(), name: 'Perth Builders' })])
    const isMatched = async (): Promise<boolean> => {
      const clock = await test.db.owner
        .selectFrom('signal_clock')
        .select(['tick', 'matched'])
        .executeTakeFirstOrThrow()
      return clock.tick === clock.matched
    }
    const schedule = async (isLeader: boolean): Promise<void> => {
      const { promise: lookedTwice, resolve } = Promise.withResolvers<void>()
      let looks = 0
      const scheduler = createAgentScheduler({
        db: test.db,
        resolver: createQueryResolver(search, () => noon),
        now: () => noon,
        email: false,
        leads: () => {
          looks += 1
          if (looks === 2) resolve()
          else setImmediate(() => scheduler.wake())
          return isLeader
        },
        onEnqueued: () => undefined,
      })
      scheduler.start()
      await lookedTwice
      await scheduler.stop()
    }
    await schedule(false)
    expect(await isMatched()).toBe(false)
    await schedule(true)
    expect(await isMatched()).toBe(true)
    await search.close()
  })
})
