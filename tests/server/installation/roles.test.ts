import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueue } from '../../../server/platform/db/queue.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'

describe('a process', () => {
  let web: TestApp
  let worker: TestApp
  beforeAll(async () => {
    web = await startTestApp({ companies: 0 })
    const db = { ...web.db, close: () => Promise.resolve() }
    worker = await startTestApp({ companies: 0, db, parts: { answersCalls: false } })
  }, 120_000)
  afterAll(async () => {
    await worker.close()
    await web.close()
  })

  const addJob = () =>
    web.db.asOrg(harbour.id, (trx) =>
      enqueue(trx, { orgId: harbour.id, kind: 'nothing', id: crypto.randomUUID() }),
    )
  const claims = async (): Promise<number[]> =>
    (await web.db.owner.selectFrom('job').select('claims').execute()).map((job) => job.claims)

  it('without the role web answers only about its health', async () => {
    expect((await worker.app.inject('/health')).statusCode).toBe(200)
    expect((await worker.app.inject('/ready')).statusCode).toBe(200)
    expect((await worker.ask('GET', '/credits')).status).toBe(404)
    expect((await worker.app.inject('/dashboard')).statusCode).toBe(404)
    expect((await web.ask('GET', '/credits')).status).toBe(200)
  })

  it('with the role web only claims no job, and one with jobs does', async () => {
    await addJob()
    await web.app.jobs.start(['web'])
    web.app.jobs.wake()
    web.app.jobs.signalsAdded()
    await web.app.jobs.stop()
    expect(await claims()).toEqual([0])
    await worker.app.jobs.start(['jobs'])
    await expect.poll(claims, { timeout: 20_000, interval: 50 }).toEqual([1])
    await worker.app.jobs.stop()
  })
})
