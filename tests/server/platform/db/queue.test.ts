import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../../server/platform/db/db.ts'
import {
  createQueue,
  enqueue,
  completeJob,
  type ClaimedJob,
  type Worker,
} from '../../../../server/platform/db/queue.ts'
import { freshDatabase } from '../../../kit/database.ts'

describe('the job queue', () => {
  let db: Database
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())
  beforeEach(() =>
    db.owner
      .deleteFrom('job')
      .execute()
      .then(() => undefined),
  )
  afterEach(() =>
    db.owner
      .deleteFrom('job')
      .execute()
      .then(() => undefined),
  )

  let done: string[] = []
  const worker = (parts: Partial<Worker> = {}): Worker => ({
    run: (job) => {
      done.push(`${job.orgId} ${job.id.slice(-2)}`)
      return Promise.resolve()
    },
    giveUp: () => Promise.resolve(),
    ...parts,
  })
  const queueOf = (work: Worker, atOnce = 1) => createQueue({ db, atOnce, workers: { mail: work } })
  const idOf = (n: number) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
  const add = (orgId: string, n: number) =>
    db.asOrg(orgId, (trx) => enqueue(trx, { orgId, kind: 'mail', id: idOf(n) }))
  const left = async () =>
    (await db.owner.selectFrom('job').select('id').execute()).map(({ id }) => id.slice(-2)).sort()
  const due = () =>
    db.owner
      .updateTable('job')
      .set({ run_at: sql<Date>`now()` })
      .execute()
  beforeEach(() => {
    done = []
  })

  it('holds a job only after the commit of its transaction', async () => {
    await expect(
      db.asOrg('org_a', async (trx) => {
        await enqueue(trx, { orgId: 'org_a', kind: 'mail', id: idOf(1) })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await queueOf(worker()).runDue()).toBe(0)
    await add('org_a', 1)
    await add('org_a', 1)
    expect(await queueOf(worker()).runDue()).toBe(1)
    expect(await left()).toEqual([])
  })

  it('hides jobs from other organisations, which cannot claim or create them', async () => {
    await add('org_a', 1)
    const seen = await db.asOrg('org_b', (trx) => trx.selectFrom('job').selectAll().execute())
    expect(seen).toEqual([])
    await db.asOrg('org_b', (trx) =>
      completeJob(trx, { orgId: 'org_a', kind: 'mail', id: idOf(1) }),
    )
    expect(await left()).toEqual(['01'])
    await expect(
      db.asOrg('org_b', (trx) => enqueue(trx, { orgId: 'org_a', kind: 'mail', id: idOf(2) })),
    ).rejects.toThrow(/row-level security/)
  })

  it('serves organisations in turn, so that a thousand jobs do not delay another’s first', async () => {
    for (let n = 1; n <= 9; n++) await add('org_a', n)
    await add('org_b', 1)
    await add('org_c', 1)
    await queueOf(worker()).runDue()
    expect(
      done
        .slice(0, 3)
        .map((each) => each.slice(0, 5))
        .sort(),
    ).toEqual(['org_a', 'org_b', 'org_c'])
    expect(done).toHaveLength(11)
  })

  it('counts jobs in progress as an organisation’s turn', async () => {
    for (let n = 1; n <= 4; n++) await add('org_a', n)
    await add('org_b', 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    let most = 0
    const under = new Map<string, number>()
    const queue = queueOf(
      worker({
        run: async ({ orgId }) => {
          under.set(orgId, (under.get(orgId) ?? 0) + 1)
          most = Math.max(most, under.get('org_b') ?? 0)
          if (under.size === 2) resolve()
          await promise
        },
      }),
      2,
    )
    await queue.runDue()
    expect(most).toBe(1)
  })

  it('tries a failed job three times and then gives up once', async () => {
    await add('org_a', 1)
    let runs = 0
    const given: unknown[] = []
    const queue = queueOf(
      worker({
        run: () => {
          runs += 1
          return Promise.reject(new Error(`failure ${runs}`))
        },
        giveUp: async (job, error) => {
          given.push(error instanceof Error ? error.message : error)
          await db.asOrg(job.orgId, (trx) => completeJob(trx, job))
        },
      }),
    )
    for (let n = 0; n < 5; n++) {
      await queue.runDue()
      await due()
    }
    expect(runs).toBe(3)
    expect(given).toEqual(['failure 3'])
    expect(await left()).toEqual([])
  })

  it('backs off after each failure', async () => {
    await add('org_a', 1)
    const queue = queueOf(worker({ run: () => Promise.reject(new Error('no')) }))
    const pauses: number[] = []
    for (let n = 0; n < 2; n++) {
      await queue.runDue()
      const { rows } = await sql<{ s: number }>`
        select extract(epoch from run_at - now())::float8 as s from job`.execute(db.owner)
      pauses.push(rows[0]?.s ?? 0)
      await due()
    }
    const [first = 0, second = 0] = pauses
    expect(first).toBeGreaterThan(1)
    expect(second).toBeGreaterThan(first * 2)
  })

  it('lets another worker claim a job without a heartbeat, and the first cannot end it', async () => {
    await add('org_a', 1)
    const { promise: late, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: started, resolve: begin } = Promise.withResolvers<void>()
    const claimedJobs: ClaimedJob[] = []
    const run = async (job: ClaimedJob): Promise<void> => {
      claimedJobs.push(job)
      if (claimedJobs.length > 1) return
      begin()
      await late
      throw new Error('too late')
    }
    const [firstQueue, secondQueue] = [queueOf(worker({ run })), queueOf(worker({ run }))]
    const first = firstQueue.runDue()
    await started
    expect(await secondQueue.runDue()).toBe(0)
    await db.owner
      .updateTable('job')
      .set({ lease_until: sql<Date>`now() - interval '1 second'` })
      .execute()
    expect(await secondQueue.runDue()).toBe(1)
    expect(await left()).toEqual([])
    await add('org_a', 1)
    goOn()
    await first
    // The late failure does not affect a newer job with the same id.
    expect(claimedJobs[0]?.holder).not.toBe(claimedJobs[1]?.holder)
    expect(claimedJobs[2]).toMatchObject({ claims: 1, failures: 0 })
    expect(await left()).toEqual([])
  })

  it('gives up a job that crashes its processes', async () => {
    await add('org_a', 1)
    await db.owner.updateTable('job').set({ claims: 20 }).execute()
    let ended = false
    await queueOf(
      worker({
        run: () => Promise.reject(new Error('must not run')),
        giveUp: async (job, error) => {
          ended = String(error).includes('too often')
          await db.asOrg(job.orgId, (trx) => completeJob(trx, job))
        },
      }),
    ).runDue()
    expect(ended).toBe(true)
  })

  it('finishes jobs in progress before it stops, and claims no more', async () => {
    for (let n = 1; n <= 3; n++) await add('org_a', n)
    const { promise, resolve } = Promise.withResolvers<void>()
    const { promise: started, resolve: begin } = Promise.withResolvers<void>()
    const queue = queueOf(
      worker({
        run: async ({ id }) => {
          begin()
          await promise
          done.push(id)
        },
      }),
    )
    await queue.start()
    await started
    const stopping = queue.stop()
    resolve()
    await stopping
    expect(done).toHaveLength(1)
    expect(await left()).toHaveLength(2)
  })
})
