import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PushMessage } from '../../../contract/signals/push.ts'
import { deleteDevicesOf } from '../../../server/push/devices.ts'
import { forgetNameIn } from '../../../server/push/outbox.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { pushKeys, register, subscription, enqueueMessage, pushContent } from '../../kit/push.ts'

const alex = { userId: 'user_alex' }
const sam = { userId: 'user_sam', role: 'basic_member' }
const kiri = { userId: 'user_kiri', orgId: southern.id }

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ companies: 0 })
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.owner.deleteFrom('push_device').execute()
  await test.db.owner.deleteFrom('push_setting').execute()
})

const key = () => ({ 'idempotency-key': uuidv7() })
const devices = async (as: object) =>
  (await test.ask('GET', '/push/devices', undefined, { as })).body
const waiting = () => test.db.owner.selectFrom('push_outbox').selectAll().execute()

describe('devices for push messages', () => {
  it('get the public key to subscribe with', async () => {
    const { status, body } = await test.ask('GET', '/push/key')
    expect(status).toBe(200)
    expect(body.publicKey).toBe(pushKeys.publicKey)
    expect(Buffer.from(body.publicKey, 'base64url')).toHaveLength(65)
  })

  it('are registered once, with a stable id', async () => {
    const browser = subscription('a')
    const first = await register(test, browser, alex)
    const again = await register(test, { ...browser, label: 'Edge on Windows' }, alex)
    expect(first.status).toBe(200)
    expect(again.body.id).toBe(first.body.id)
    const { devices: own, showNames } = await devices(alex)
    expect(own).toHaveLength(1)
    expect(own[0]).toMatchObject({ label: 'Edge on Windows', lastSentAt: null })
    expect(showNames).toBe(false)
  })

  it('are only confirmed by a renewal, so that a revoked device stays revoked', async () => {
    const browser = subscription('a')
    const { id } = (await register(test, browser, alex)).body
    expect((await register(test, { ...browser, renews: id }, alex)).body.id).toBe(id)
    await test.ask('DELETE', `/push/devices/${id}`, undefined, { as: alex, headers: key() })
    expect((await register(test, { ...browser, renews: id }, alex)).status).toBe(404)
    expect((await devices(alex)).devices).toEqual([])
  })

  it('move to the next user who signs in, under a new id and without pending messages', async () => {
    const browser = subscription('a')
    const first = await register(test, browser, alex)
    await enqueueMessage(test, alex.userId, pushContent())
    const second = await register(test, browser, sam)
    expect(second.body.id).not.toBe(first.body.id)
    expect((await devices(alex)).devices).toEqual([])
    expect((await devices(sam)).devices).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('belong to one user in one organisation: an endpoint is unique in the database', async () => {
    const browser = subscription('a')
    await register(test, browser, alex)
    expect((await register(test, browser, kiri)).status).toBe(200)
    expect((await devices(alex)).devices).toEqual([])
    expect((await devices(kiri)).devices).toHaveLength(1)
    const rows = await test.db.owner.selectFrom('push_device').select('org_id').execute()
    expect(rows).toEqual([{ org_id: southern.id }])
  })

  it('are refused unless their endpoint belongs to a known push service', async () => {
    const good = [
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://wns2-by3p.notify.windows.com/w/?token=abc',
      'https://web.push.apple.com/abc',
    ]
    const bad = [
      'http://fcm.googleapis.com/fcm/send/a',
      'https://fcm.googleapis.com:8443/a',
      'https://fcm.googleapis.com.evil.example/a',
      'https://evil.example/fcm.googleapis.com',
      'https://fcm.googleapis.com@evil.example/a',
      'https://me:you@fcm.googleapis.com/a',
      'https://notify.windows.com.evil.example/a',
      'https://evilnotify.windows.com/a',
      'https://a.notify.windows.com./a',
      'http://127.0.0.1:4100/push/a',
      'http://169.254.169.254/latest',
      'https://[::1]/a',
      'file:///etc/passwd',
    ]
    for (const endpoint of good)
      expect((await register(test, { ...subscription('x'), endpoint })).status).toBe(200)
    for (const endpoint of bad) {
      const { status, body } = await register(test, { ...subscription('x'), endpoint })
      expect([endpoint, status]).toEqual([endpoint, 422])
      expect(body.errors[0].pointer).toBe('/endpoint')
    }
  })

  it('are refused with invalid encryption keys', async () => {
    const browser = subscription('a')
    const point = { ...browser.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }
    const secret = { ...browser.keys, auth: 'abcd' }
    for (const [keys, pointer] of [
      [point, '/keys/p256dh'],
      [secret, '/keys/auth'],
    ] as const) {
      const { status, body } = await register(test, { ...browser, keys })
      expect(status).toBe(422)
      expect(body.errors[0].pointer).toBe(pointer)
    }
  })

  it('are limited to twenty: the least recently seen one is dropped', async () => {
    const first = await register(test, subscription('0'), alex)
    for (let n = 1; n <= 20; n += 1) await register(test, subscription(String(n)), alex)
    const { devices: own } = await devices(alex)
    expect(own).toHaveLength(20)
    expect(own.map(({ id }: { id: string }) => id)).not.toContain(first.body.id)
  })

  it('are removed only by their own user, and are invisible to others', async () => {
    const { body } = await register(test, subscription('a'), alex)
    const forget = (as: object, id: string) =>
      test.ask('DELETE', `/push/devices/${id}`, undefined, { as, headers: key() })
    expect((await forget(sam, body.id)).status).toBe(404)
    expect((await forget(kiri, body.id)).status).toBe(404)
    expect((await forget(alex, uuidv7())).status).toBe(404)
    expect((await forget(alex, body.id)).status).toBe(204)
    expect((await devices(alex)).devices).toEqual([])
  })

  it('are deleted with their member, including pending messages', async () => {
    await register(test, subscription('a'), alex)
    await register(test, subscription('b'), sam)
    await enqueueMessage(test, alex.userId, pushContent())
    await enqueueMessage(test, sam.userId, pushContent())
    await test.db.asOrg(harbour.id, (trx) => deleteDevicesOf(harbour.id, alex.userId, trx))
    expect((await devices(alex)).devices).toEqual([])
    expect((await devices(sam)).devices).toHaveLength(1)
    expect(await waiting()).toHaveLength(1)
  })
})

describe('push messages', () => {
  it('are written once per device and run, with ids and counts', async () => {
    const first = await register(test, subscription('a'), alex)
    const second = await register(test, subscription('b'), alex)
    await register(test, subscription('c'), sam)
    const run = pushContent({ names: ['Harbour Advisory'] })
    await enqueueMessage(test, alex.userId, run)
    await enqueueMessage(test, alex.userId, run)
    const messages = (await waiting()).map(({ message }) => PushMessage.parse(message))
    expect(messages.map(({ forDevice }) => forDevice).toSorted()).toEqual(
      [first.body.id, second.body.id].toSorted(),
    )
    for (const message of messages) {
      expect(message).toMatchObject({ v: 1, runId: run.runId, title: run.title, unread: 0 })
      expect(JSON.stringify(message)).not.toContain('Harbour')
    }
  })

  it('include names only if the user shows them on the lock screen', async () => {
    await register(test, subscription('a'), alex)
    const { status } = await test.ask(
      'PUT',
      '/push/settings',
      { showNames: true },
      { as: alex, headers: key() },
    )
    expect(status).toBe(204)
    expect((await devices(alex)).showNames).toBe(true)
    await enqueueMessage(test, alex.userId, pushContent({ names: ['A', 'B', 'C', 'D'] }))
    expect((await waiting())[0]?.message).toMatchObject({ names: ['A', 'B', 'C'] })
  })

  it('lose the name of a removed person while they are pending, and no other', async () => {
    await register(test, subscription('a'), alex)
    const on = { showNames: true }
    await test.ask('PUT', '/push/settings', on, { as: alex, headers: key() })
    await enqueueMessage(test, alex.userId, pushContent({ names: ['Jo Removed', 'Other Company'] }))
    await enqueueMessage(test, alex.userId, pushContent({ names: ['Other Company'] }))
    await test.db.owner.transaction().execute((trx) => forgetNameIn(trx, 'Jo Removed'))
    const left = (await waiting()).map(({ message }) => message.names)
    expect(left).toHaveLength(2)
    expect(left).toEqual(expect.arrayContaining([undefined, ['Other Company']]))
  })

  it('count unread notifications', async () => {
    await register(test, subscription('a'), alex)
    const run = pushContent()
    await test.db.asOrg(harbour.id, async (trx) => {
      await trx
        .insertInto('notice')
        .values({
          org_id: harbour.id,
          id: run.noticeId,
          user_id: alex.userId,
          run_id: run.runId,
          agent_id: run.opens.agentId,
          at: new Date(),
          title: run.title,
          agent_name: 'Surges',
          opens: JSON.stringify(run.opens),
        })
        .execute()
    })
    await enqueueMessage(test, alex.userId, run)
    expect((await waiting())[0]?.message).toMatchObject({ unread: 1 })
  })

  it('fit into 4 KB with the longest texts', async () => {
    const ids = Array.from({ length: 20 }, () => uuidv7())
    const name = 'ō'.repeat(120)
    await register(test, subscription('a'), alex)
    const opens = { ...pushContent().opens, listIds: ids }
    await enqueueMessage(
      test,
      alex.userId,
      pushContent({ title: name, opens, names: [name, name, name] }),
    )
    const bytes = Buffer.byteLength(JSON.stringify((await waiting())[0]?.message))
    expect(bytes).toBeLessThan(3_900)
  })
})
