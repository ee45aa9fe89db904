import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PushMessage } from '../../../contract/signals/push.ts'
import { startPushService, type PushEmulator } from '../../../emulators/push/emulator.ts'
import { maxDevices } from '../../../server/push/devices.ts'
import { createSender, type Sender } from '../../../server/push/sender.ts'
import { pushService } from '../../../server/platform/vendors/push-post.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { noNames } from '../../kit/connects.ts'
import { pushKeys, register, subscription, enqueueMessage, pushContent } from '../../kit/push.ts'

let test: TestApp
let emulator: PushEmulator
let sender: Sender
beforeAll(async () => {
  emulator = await startPushService({ env: {} })
  const push = pushService({
    keys: pushKeys,
    emulator: emulator.url,
    resolve: noNames,
    now: Date.now,
  })
  test = await startTestApp({ companies: 0, parts: { push } })
  sender = createSender({ db: test.db, service: push, atOnce: 8, random: () => 0 })
})
afterAll(async () => {
  await test.close()
  await emulator.close()
})
beforeEach(async () => {
  await test.db.owner.deleteFrom('push_device').execute()
})

const browser = async () => {
  const minted = emulator.mint(pushKeys.publicKey)
  const { status, body } = await register(test, { ...subscription('x'), ...minted })
  expect(status).toBe(200)
  return { ...minted, id: String(body.id) }
}
const run = async () => {
  const what = pushContent()
  await enqueueMessage(test, 'user_alex', what)
  return what
}
const waiting = () =>
  test.db.owner
    .selectFrom('push_outbox')
    .select(['device_id', 'failures', 'lease_until'])
    .select(sql<number>`extract(epoch from run_at - now())::float8`.as('pause'))
    .execute()
const devices = async (): Promise<{ id: string; lastSentAt: string | null }[]> =>
  (await test.ask('GET', '/push/devices')).body.devices
const arrivedAt = (endpoint: string) =>
  emulator.arrived.filter((message) => message.endpoint === endpoint).map(({ text }) => text)

describe('the push sender', () => {
  it('posts each device its message, with the run as topic and a day to arrive', async () => {
    const [first, second] = [await browser(), await browser()]
    const what = await run()
    expect(await sender.runDue()).toBe(2)
    for (const { endpoint, id } of [first, second]) {
      const [text = ''] = arrivedAt(endpoint)
      expect(PushMessage.parse(JSON.parse(text))).toMatchObject({
        forDevice: id,
        runId: what.runId,
        title: what.title,
      })
      const arrived = emulator.arrived.find((message) => message.endpoint === endpoint)
      expect(arrived?.topic).toBe(what.runId.replaceAll('-', ''))
      expect(arrived?.ttl).toBeGreaterThan(86_390)
      expect(arrived?.ttl).toBeLessThanOrEqual(86_400)
    }
    expect(await waiting()).toEqual([])
    expect((await devices()).every(({ lastSentAt }) => lastSentAt !== null)).toBe(true)
    expect(await sender.runDue()).toBe(0)
  })

  it('sends every other message while a push service keeps a request open', async () => {
    const devices = maxDevices
    for (let n = 0; n < devices; n += 1) await browser()
    await run()
    const { promise: answer, resolve: release } = Promise.withResolvers<{
      status: number
      retryAfterMs: null
    }>()
    let posts = 0
    const slow = createSender({
      db: test.db,
      atOnce: 8,
      random: () => 0,
      service: {
        post: () => {
          posts += 1
          return posts === 1 ? answer : Promise.resolve({ status: 201, retryAfterMs: null })
        },
      },
    })
    slow.wake()
    const patient = { timeout: 20_000, interval: 50 }
    await expect.poll(async () => (await waiting()).length, patient).toBe(1)
    expect(posts).toBe(devices)
    release({ status: 201, retryAfterMs: null })
    await slow.stop()
    expect(await waiting()).toEqual([])
  })

  it.each([404, 410])('removes a device at once after %i', async (status) => {
    const { endpoint } = await browser()
    const stays = await browser()
    emulator.fail({ status }, endpoint)
    await run()
    await run()
    await sender.runDue()
    expect((await devices()).map(({ id }) => id)).toEqual([stays.id])
    expect(arrivedAt(stays.endpoint)).toHaveLength(2)
    expect(await waiting()).toEqual([])
    const tried = emulator.tried(endpoint)
    await run()
    await sender.runDue()
    expect(emulator.tried(endpoint)).toBe(tried)
  })

  it('keeps a device whose push service refuses our keys, and retries', async () => {
    const { endpoint, id } = await browser()
    emulator.fail({ status: 403 }, endpoint)
    await run()
    await sender.runDue()
    expect(await devices()).toMatchObject([{ id, lastSentAt: null }])
    expect(await waiting()).toMatchObject([{ failures: 1, lease_until: null }])
  })

  it('gives up only a message that is too large', async () => {
    const { endpoint, id } = await browser()
    emulator.fail({ status: 413 }, endpoint)
    await run()
    await sender.runDue()
    expect(await waiting()).toEqual([])
    expect(await devices()).toMatchObject([{ id }])
  })

  it('waits for Retry-After, in seconds or as a date', async () => {
    const { endpoint } = await browser()
    emulator.fail({ status: 429, retryAfter: '900' }, endpoint)
    await run()
    await sender.runDue()
    const [first] = await waiting()
    expect(first?.pause).toBeGreaterThan(880)
    expect(first?.pause).toBeLessThanOrEqual(900)
    expect(await sender.runDue()).toBe(0)
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    emulator.fail({ status: 503, retryAfter: date }, endpoint)
    await test.db.owner
      .updateTable('push_outbox')
      .set({ run_at: sql`now()` })
      .execute()
    await sender.runDue()
    const [second] = await waiting()
    expect(second?.pause).toBeGreaterThan(3_500)
    expect(second?.failures).toBe(2)
  })

  it('backs off up to an hour and gives up after a day', async () => {
    const { endpoint } = await browser()
    emulator.fail({ status: 500 }, endpoint)
    await run()
    const pauses: number[] = []
    for (let n = 0; n < 8; n += 1) {
      await test.db.owner
        .updateTable('push_outbox')
        .set({ run_at: sql`now()` })
        .execute()
      await sender.runDue()
      pauses.push(Math.ceil((await waiting())[0]?.pause ?? 0))
    }
    expect(pauses).toEqual([2, 8, 32, 128, 512, 2_048, 3_600, 3_600])
    await test.db.owner
      .updateTable('push_outbox')
      .set({ run_at: sql`now()`, created_at: sql`now() - interval '25 hours'` })
      .execute()
    const tried = emulator.tried(endpoint)
    await sender.runDue()
    expect(await waiting()).toEqual([])
    expect(emulator.tried(endpoint)).toBe(tried)
    expect(await devices()).toHaveLength(1)
  })

  it('sends nothing after sign-out or removal', async () => {
    const [left, removed] = [await browser(), await browser()]
    await run()
    const revoked = await test.ask('DELETE', `/push/devices/${left.id}`, undefined, {
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(revoked.status).toBe(204)
    await test.db.owner.deleteFrom('push_device').where('id', '=', removed.id).execute()
    expect(await sender.runDue()).toBe(0)
    expect(emulator.tried(left.endpoint) + emulator.tried(removed.endpoint)).toBe(0)
  })

  it('claims messages of a crashed process after their lease', async () => {
    const { endpoint } = await browser()
    await run()
    const until = (interval: string) =>
      test.db.owner
        .updateTable('push_outbox')
        .set({ lease_until: sql<Date>`now() + ${interval}::interval` })
        .execute()
    await until('30 seconds')
    expect(await sender.runDue()).toBe(0)
    await until('-1 seconds')
    expect(await sender.runDue()).toBe(1)
    expect(arrivedAt(endpoint)).toHaveLength(1)
  })

  it('writes no message for another organisation or user', async () => {
    await browser()
    await enqueueMessage(test, 'user_sam', pushContent(), harbour.id)
    expect(await waiting()).toEqual([])
  })
})
