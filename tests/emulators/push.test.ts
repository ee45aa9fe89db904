import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { startPushService, type PushEmulator } from '../../emulators/push/emulator.ts'
import { remotePushService } from '../../emulators/push/remote.ts'
import { pushKeysOf } from '../../server/platform/vendors/push-keys.ts'
import { pushService } from '../../server/platform/vendors/push-post.ts'
import { noNames } from '../kit/connects.ts'

const keys = pushKeysOf(new Uint8Array(32).fill(9), 'mailto:alerts@fieldbook.example')
const otherKeys = pushKeysOf(new Uint8Array(32).fill(3), 'mailto:alerts@fieldbook.example')

let emulator: PushEmulator
let clock: number
beforeEach(async () => {
  clock = Date.now()
  emulator = await startPushService({ env: {}, now: () => clock })
})
afterEach(() => emulator.close())

const service = (own = keys) =>
  pushService({ keys: own, emulator: emulator.url, resolve: noNames, now: () => clock })
const subscribed = () => {
  const { endpoint, keys: given } = emulator.mint(keys.publicKey)
  return { endpoint, ...given }
}
const options = { topic: 'a'.repeat(32), ttlSeconds: 60 }

describe('the push emulator', () => {
  it('decrypts what the real library encrypts', async () => {
    const to = subscribed()
    const answer = await service().post(to, 'Twelve new – ō 🎉', options)
    expect(answer).toEqual({ status: 201, retryAfterMs: null })
    expect(emulator.arrived).toMatchObject([
      { endpoint: to.endpoint, text: 'Twelve new – ō 🎉', ttl: 60, urgency: 'normal' },
    ])
    expect(emulator.refused).toEqual([])
  })

  it('cannot decrypt a message for another subscriber', async () => {
    const { endpoint } = subscribed()
    const { p256dh, auth } = subscribed()
    expect(await service().post({ endpoint, p256dh, auth }, 'x', options)).toMatchObject({
      status: 400,
    })
    expect(emulator.arrived).toEqual([])
  })

  it("refuses a server with another key than the subscription's", async () => {
    expect(await service(otherKeys).post(subscribed(), 'x', options)).toMatchObject({ status: 403 })
    expect(emulator.refused).toEqual(['another key than the device subscribed with'])
  })

  it('refuses forged, expired, overlong and foreign VAPID tokens', async () => {
    const { endpoint, p256dh, auth } = subscribed()
    const send = async (audience: string, expiresIn: number, spoil: boolean) => {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        'x',
        { TTL: 1 },
      )
      const exp = Math.floor(clock / 1000) + expiresIn
      const proof = webPush.getVapidHeaders(
        audience,
        keys.subject,
        keys.publicKey,
        keys.privateKey,
        'aes128gcm',
        expiresIn > 86_400 || expiresIn < 0 ? undefined : exp,
      )
      if (expiresIn > 86_400 || expiresIn < 0)
        clock += expiresIn < 0 ? 13 * 3_600_000 : -13 * 3_600_000
      const authorization = spoil
        ? proof.Authorization.replace(/\.([\w-]{4})[\w-]*, /, '.$1AAAA, ')
        : proof.Authorization
      return fetch(endpoint, {
        method: 'POST',
        headers: {
          authorization,
          ttl: String(headers['TTL']),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
        },
        body: new Uint8Array(body ?? []),
      })
    }
    expect((await send(emulator.url, 3_600, false)).status).toBe(201)
    expect((await send(emulator.url, 3_600, true)).status).toBe(403)
    expect((await send('https://fcm.googleapis.com', 3_600, false)).status).toBe(403)
    expect((await send(emulator.url, -1, false)).status).toBe(403)
    expect(emulator.refused).toEqual([
      'a wrong signature',
      'meant for another push service',
      'expired',
    ])
  })

  it('keeps the newest message of a topic for a device that is away', async () => {
    const to = subscribed()
    for (const text of ['first', 'second']) await service().post(to, text, options)
    await service().post(to, 'other', { ...options, topic: 'b' })
    expect(emulator.arrived.map(({ text }) => text)).toEqual(['second', 'other'])
  })

  it('answers with a configured status and Retry-After, in seconds or as a date', async () => {
    const to = subscribed()
    const answers = [
      { status: 404 },
      { status: 410 },
      { status: 413 },
      { status: 429, retryAfter: '120' },
      { status: 429, retryAfter: new Date(clock + 60_000).toUTCString() },
      { status: 503 },
    ]
    const replies = []
    for (const fault of answers) {
      emulator.fail(fault, to.endpoint)
      replies.push(await service().post(to, 'x', options))
    }
    expect(replies.map(({ status }) => status)).toEqual([404, 410, 413, 429, 429, 503])
    expect(replies[3]?.retryAfterMs).toBe(120_000)
    expect(replies[4]?.retryAfterMs).toBeGreaterThan(58_000)
    expect(replies[4]?.retryAfterMs).toBeLessThanOrEqual(60_000)
    emulator.fail(null, to.endpoint)
    expect(await service().post(to, 'x', options)).toMatchObject({ status: 201 })
    expect(emulator.tried(to.endpoint)).toBe(7)
  })

  it('returns 404 for unknown endpoints and 410 for ended ones', async () => {
    const to = subscribed()
    const stranger = { ...to, endpoint: `${emulator.url}/push/nobody` }
    expect(await service().post(stranger, 'x', options)).toMatchObject({ status: 404 })
    emulator.end(to.endpoint)
    expect(await service().post(to, 'x', options)).toMatchObject({ status: 410 })
  })

  it('returns 413 for a message over the limit', async () => {
    const to = subscribed()
    expect(await service().post(to, 'x'.repeat(4_200), options)).toMatchObject({ status: 413 })
  })

  it('shows delivered and refused messages without running their content', async () => {
    await service().post(subscribed(), '<script>alert(1)</script>', options)
    const page = await (await fetch(emulator.url)).text()
    expect(page).toContain('&lt;script&gt;alert(1)')
    expect(page).toContain('1 arrived')
  })

  it('runs the commands of a test in another process', async () => {
    const remote = remotePushService(emulator.url)
    const { endpoint, keys: given } = await remote.mint(keys.publicKey)
    const to = { endpoint, ...given }
    await service().post(to, 'Twelve', options)
    await service().post(subscribed(), 'of another', options)
    expect(await remote.arrivedAt(endpoint)).toMatchObject([{ text: 'Twelve', ttl: 60 }])
    await remote.fail(endpoint, { status: 503 })
    expect(await service().post(to, 'x', options)).toMatchObject({ status: 503 })
    await remote.fail(endpoint, null)
    await remote.end(endpoint)
    expect(await service().post(to, 'x', options)).toMatchObject({ status: 410 })
  })

  it('refuses to start in production', async () => {
    await expect(startPushService({ env: { NODE_ENV: 'production' } })).rejects.toThrow(
      'does not start with NODE_ENV=production',
    )
  })
})

describe('the server’s push sender', () => {
  it('times out when no answer comes', async () => {
    const to = subscribed()
    const cut = service()
    await emulator.close()
    expect(await cut.post(to, 'x', options)).toMatchObject({
      status: null,
      error: expect.any(Error),
    })
  })

  it('posts to known push services only and follows no redirect', async () => {
    const to = subscribed()
    const without = pushService({ keys, emulator: null, resolve: noNames, now: Date.now })
    await expect(without.post(to, 'x', options)).rejects.toThrow('no known push service')
    emulator.fail({ status: 307 }, to.endpoint)
    expect(await service().post(to, 'x', options)).toMatchObject({ status: 307 })
    expect(emulator.tried(to.endpoint)).toBe(1)
  })
})
