import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseAway } from '../../../../server/platform/db/database-away.ts'
import type { Database } from '../../../../server/platform/db/db.ts'
import { createQueue, enqueue, type Queue } from '../../../../server/platform/db/queue.ts'
import { freshDatabase } from '../../../kit/database.ts'
import { reportPromise } from '../../../kit/reliability.ts'

/** ORPHANS=1000 is the full volume. */
const orphans = Number(process.env['ORPHANS'] ?? 100)

describe(`jobs of a crashed process (${orphans})`, () => {
  let db: Database
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.owner.deleteFrom('job').execute()
    await db.asOrg('org_a', async (trx) => {
      for (let n = 0; n < orphans; n++)
        await enqueue(trx, { orgId: 'org_a', kind: 'mail', id: crypto.randomUUID() })
    })
  })

  const queueOn = (on: Database, run: () => Promise<void>, atOnce: number): Queue =>
    createQueue({
      db: on,
      atOnce,
      workers: { mail: { run, giveUp: () => Promise.reject(new Error('must not give up')) } },
    })
  const left = async () => (await db.owner.selectFrom('job').select('id').execute()).length
  /** Like a process that is killed: without heartbeat or completion. */
  const orphaned = async (): Promise<void> => {
    let isDead = false
    const mortal = {
      ...db,
      get owner() {
        if (isDead) throw new Error('killed')
        return db.owner
      },
    }
    const { promise: started, resolve: begin } = Promise.withResolvers<void>()
    let running = 0
    const run = () => {
      running += 1
      if (running === orphans) begin()
      return new Promise<void>(() => {})
    }
    void queueOn(mortal, run, orphans).runDue()
    await started
    isDead = true
  }
  const pass = (seconds: number) =>
    db.owner
      .updateTable('job')
      .set({
        lease_until: sql<Date>`lease_until - make_interval(secs => ${seconds}::float8)`,
      })
      .execute()

  it('are claimed by another process within 60 seconds, and not while their holder may live', async () => {
    await orphaned()
    let claimed = 0
    const other = queueOn(db, () => Promise.resolve(void (claimed += 1)), 4)
    await pass(10)
    expect(await other.runDue()).toBe(0)
    await pass(50)
    expect(await other.runDue()).toBe(orphans)
    expect(claimed).toBe(orphans)
    expect(await left()).toBe(0)
    reportPromise({
      promise: 'I5',
      check: 'orphaned jobs claimed by another process within 60 s of the database clock',
      volume: orphans,
      goal: 1_000,
      figures: { lost: 0 },
    })
  }, 60_000)

  it('are claimed at the next start with the embedded database, without waiting for their lease', async () => {
    await orphaned()
    const alone = { ...db, kind: 'pglite' as const }
    const { promise: done, resolve: end } = Promise.withResolvers<number>()
    let claimed = 0
    const run = () => {
      claimed += 1
      if (claimed === 1) end(performance.now())
      return Promise.resolve()
    }
    const next = queueOn(alone, run, 4)
    expect(await next.runDue()).toBe(0)
    const began = performance.now()
    await next.start()
    const bootMs = Math.round((await done) - began)
    await next.stop()
    // The lease lasts 30 s, of which less than a third had passed.
    expect(bootMs).toBeLessThan(15_000)
    await next.runDue()
    expect(claimed).toBe(orphans)
    reportPromise({
      promise: 'I5',
      check: 'orphaned jobs claimed at boot on the embedded database (promised: 2,000 ms)',
      volume: orphans,
      goal: 1_000,
      figures: { firstClaimMs: bootMs },
    })
  }, 60_000)

  it('are retried without limit while the database is unavailable', async () => {
    await db.owner.deleteFrom('job').execute()
    await db.asOrg('org_a', (trx) =>
      enqueue(trx, { orgId: 'org_a', kind: 'mail', id: crypto.randomUUID() }),
    )
    let runs = 0
    const queue = queueOn(
      db,
      () => {
        runs += 1
        return runs <= 5 ? Promise.reject(new DatabaseAway()) : Promise.resolve()
      },
      1,
    )
    for (let n = 0; n < 6; n++) {
      await queue.runDue()
      await db.owner
        .updateTable('job')
        .set({ run_at: sql<Date>`now()` })
        .execute()
    }
    expect(runs).toBe(6)
    expect(await left()).toBe(0)
  }, 60_000)
})
