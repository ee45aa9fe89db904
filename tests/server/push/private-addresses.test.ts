import { once } from 'node:events'
import { createServer as createWebServer } from 'node:http'
import { connect, createServer, isIP, type AddressInfo, type Server } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chance } from '../../kit/chance.ts'
import { createSender } from '../../../server/push/sender.ts'
import {
  guardedPost,
  PrivateAddress,
  type Resolve,
} from '../../../server/platform/vendors/guarded-post.ts'
import { pushService } from '../../../server/platform/vendors/push-post.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { watchConnects } from '../../kit/connects.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { privateAddress, privateEndpoint } from '../../kit/private-endpoints.ts'
import { pushKeys, register, subscription, enqueueMessage, pushContent } from '../../kit/push.ts'

const seed = Number(process.env['ADDRESSES_SEED'] ?? 20261123)
const goal = 500
const report = (check: string, volume: number, figures: Record<string, number> = {}): void =>
  reportPromise({ promise: 'I21', check, volume, goal, seed, figures: { ...figures, connects: 0 } })

let connects: ReturnType<typeof watchConnects>
beforeEach(() => {
  connects = watchConnects()
})
afterEach(() => connects.stop())

const names = { mean: ['127.0.0.1'], lookups: 0 }
const resolve: Resolve = (_host) => {
  names.lookups += 1
  return Promise.resolve(names.mean.map((address) => ({ address, family: isIP(address) })))
}
beforeEach(() => {
  names.mean = ['127.0.0.1']
  names.lookups = 0
})

describe('requests to addresses from users', () => {
  let knocks = 0
  const listener = createServer((socket) => {
    knocks += 1
    socket.end('HTTP/1.1 201 Created\r\nConnection: close\r\n\r\n')
  })
  let port: number
  beforeAll(async () => {
    port = portOf(await listening(listener))
  })
  afterAll(() => void listener.close())
  beforeEach(() => {
    knocks = 0
  })
  const message = { headers: {}, body: new Uint8Array([1]), withinMs: 10_000 }

  it('do not reach this machine through a name, and reach the origin that the operator set', async () => {
    const origin = `http://rebound.example:${port}`
    await expect(guardedPost(resolve, null)(`${origin}/x`, message)).rejects.toThrow(
      'rebound.example has no public address',
    )
    expect(knocks).toBe(0)
    expect(connects.tried()).toEqual([])
    const named = guardedPost(resolve, origin)
    expect(await named(`${origin}/x`, message)).toMatchObject({ status: 201 })
    expect(knocks).toBe(1)
    expect(connects.tried()).toEqual([`127.0.0.1 ${port}`])
  })

  it('reach one origin of the operator: other hosts, schemes and ports stay closed', async () => {
    const named = guardedPost(resolve, `http://rebound.example:${port}`)
    for (const url of [
      `http://other.example:${port}/x`,
      `https://rebound.example:${port}/x`,
      `http://rebound.example:${port + 1}/x`,
      `http://127.0.0.1:${port}/x`,
    ])
      await expect(named(url, message)).rejects.toThrow('has no public address')
    expect(knocks).toBe(0)
    expect(connects.tried()).toEqual([])
  })

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '127.0.0.1.'])(
    'do not reach this machine as %s, without any lookup',
    async (host) => {
      const post = guardedPost(resolve, null)
      await expect(post(`http://${host}:${port}/x`, message)).rejects.toThrow('no public address')
      expect([knocks, names.lookups]).toEqual([0, 0])
      expect(connects.tried()).toEqual([])
    },
  )

  it('do not reach this machine through a name that changes after its first lookup', async () => {
    let lookups = 0
    const flips: Resolve = () => {
      lookups += 1
      const first = { address: '8.8.8.8', family: 4 }
      return Promise.resolve([lookups === 1 ? first : { address: '127.0.0.1', family: 4 }])
    }
    const post = guardedPost(flips, null)
    await expect(post(`http://rebound.example:${port}/x`, message)).rejects.toThrow(
      'not this machine',
    )
    expect([lookups, knocks]).toEqual([1, 0])
    expect(connects.tried()).toEqual([`8.8.8.8 ${port}`])
  })

  it.each([301, 302, 303, 307, 308])('do not follow a redirect with %i', async (status) => {
    const elsewhere = createWebServer((_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${port}/x` }).end()
    })
    const origin = `http://push.example:${portOf(await listening(elsewhere))}`
    expect(await guardedPost(resolve, origin)(`${origin}/x`, message)).toMatchObject({ status })
    expect(knocks).toBe(0)
    expect(connects.tried()).toEqual([`127.0.0.1 ${new URL(origin).port}`])
    elsewhere.closeAllConnections()
    elsewhere.close()
  })
})

describe(`private addresses from strangers (seed ${seed}: ADDRESSES_SEED=${seed} repeats them)`, () => {
  const service = pushService({ keys: pushKeys, emulator: null, resolve, now: Date.now })
  const upstream = createWebServer((request, response) => {
    passedOn.push(request.headers.host)
    response.end('{}')
  })
  const passedOn: (string | undefined)[] = []
  let test: TestApp
  beforeAll(async () => {
    const target = `http://127.0.0.1:${portOf(await listening(upstream))}`
    const clerkProxy = { target, secretKey: 'sk_test_x' }
    test = await startTestApp({ companies: 0, parts: { push: service, clerkProxy } })
  })
  afterAll(async () => {
    await test.close()
    upstream.closeAllConnections()
    upstream.close()
  })

  it('return 422 at /endpoint as device endpoints, without a lookup or connection', async () => {
    const random = chance(seed)
    for (let n = 0; n < goal; n += 1) {
      const endpoint = privateEndpoint(random)
      const { status, body } = await register(test, { ...subscription('x'), endpoint })
      expect([endpoint, status, body.errors?.[0]?.pointer]).toEqual([endpoint, 422, '/endpoint'])
    }
    expect(names.lookups).toBe(0)
    expect(connects.tried()).toEqual([])
    report('private addresses in every notation, registered as endpoints of devices', goal)
  })

  it('receive no message even if they are registered', async () => {
    const random = chance(seed + 1)
    const { keys } = subscription('x')
    const endpoints = new Set(Array.from({ length: goal * 2 }, () => privateEndpoint(random)))
    const stored = [...endpoints].slice(0, goal)
    await test.db.owner
      .insertInto('push_device')
      .values(
        stored.map((endpoint) => ({
          org_id: harbour.id,
          id: crypto.randomUUID(),
          user_id: 'user_alex',
          endpoint,
          ...keys,
          label: 'x',
        })),
      )
      .execute()
    await enqueueMessage(test, 'user_alex', pushContent())
    const sender = createSender({ db: test.db, service, atOnce: 8, random: () => 0 })
    expect(await Promise.race([sender.runDue(), connects.first])).toBe(goal)
    expect(await test.db.owner.selectFrom('push_outbox').selectAll().execute()).toEqual([])
    expect(names.lookups).toBe(0)
    expect(connects.tried()).toEqual([])
    report('private addresses in every notation, kept as endpoints and sent to', stored.length)
  })

  it('are not connected to when a push service’s name resolves to them', async () => {
    const random = chance(seed + 2)
    const { keys } = subscription('x')
    for (let n = 0; n < goal; n += 1) {
      const host = random.of([
        'fcm.googleapis.com',
        'updates.push.services.mozilla.com',
        'web.push.apple.com',
        'wns2.notify.windows.com',
      ])
      names.mean = Array.from({ length: 1 + random.whole(3) }, () => privateAddress(random))
      const to = { endpoint: `https://${host}/x`, ...keys }
      const posted = service.post(to, 'x', { topic: 'x', ttlSeconds: 60 })
      const answer = await Promise.race([posted, connects.first])
      expect([names.mean, answer]).toMatchObject([
        names.mean,
        { status: null, error: expect.any(PrivateAddress) },
      ])
    }
    expect(names.lookups).toBe(goal)
    expect(connects.tried()).toEqual([])
    report('names of push services that mean private addresses', goal)
  })

  it('are logged when a push service’s name resolves to them, and the message waits', async () => {
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    await test.db.owner.deleteFrom('push_device').execute()
    const { body } = await register(test, {
      ...subscription('x'),
      endpoint: 'https://fcm.googleapis.com/secret-of-the-device',
    })
    await enqueueMessage(test, 'user_alex', pushContent())
    const sender = createSender({ db: test.db, service, atOnce: 8, random: () => 0, log })
    expect(await Promise.race([sender.runDue(), connects.first])).toBe(1)
    expect(await test.db.owner.selectFrom('push_outbox').select('failures').execute()).toEqual([
      { failures: 1 },
    ])
    const entries = logged.map((line): unknown => JSON.parse(line))
    expect(entries).toMatchObject([
      {
        msg: 'a push service cannot be reached',
        device: body.id,
        err: { message: 'fcm.googleapis.com has no public address.' },
      },
    ])
    expect(logged.join('')).not.toContain('secret-of-the-device')
    await test.db.owner.deleteFrom('push_device').execute()
  })

  it('are not connected to when a path or header of a request to Clerk names them', async () => {
    const random = chance(seed + 3)
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    const own = portOf(test.app.server)
    for (let n = 0; n < goal; n += 1) {
      const target = random.of(clerkPaths)(privateEndpoint(random))
      const head = `GET ${target} HTTP/1.1\r\nHost: ${privateAddress(random)}\r\nConnection: close\r\n\r\n`
      expect([head, await answered(own, head)]).toEqual([
        head,
        expect.stringMatching(/^HTTP\/1.1 [234]\d\d /),
      ])
    }
    const clerk = portOf(upstream)
    expect(new Set(connects.tried())).toEqual(new Set([`127.0.0.1 ${own}`, `127.0.0.1 ${clerk}`]))
    expect(new Set(passedOn)).toEqual(new Set([`127.0.0.1:${clerk}`]))
    report('private addresses in requests that are passed on to Clerk', goal, {
      passedOn: passedOn.length,
    })
  })
})

const clerkPaths: readonly ((url: string) => string)[] = [
  (url) => `/__clerk/${url}`,
  (url) => `/__clerk/${url.slice(url.indexOf(':') + 1)}`,
  (url) => `/__clerk//${url.slice(url.indexOf(':') + 3)}`,
  (url) => `/__clerk/\\${url.slice(url.indexOf(':') + 3)}`,
  (url) => `/__clerk@${url.slice(url.indexOf(':') + 3)}`,
  (url) => `/__clerk/@${url.slice(url.indexOf(':') + 3)}`,
  (url) => `/__clerk/%2f%2f${url.slice(url.indexOf(':') + 3)}`,
  (url) => `/__clerk/%2e%2e//${url.slice(url.indexOf(':') + 3)}`,
  (url) => `/__clerk/v1/client?redirect_url=${url}`,
  (url) => `${url}/__clerk/v1/client`,
]

const portOf = (server: Server): number => (server.address() as AddressInfo).port // a TCP server has one

const listening = async <T extends Server>(server: T): Promise<T> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const answered = async (port: number, head: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.write(head)
  for await (const chunk of socket) return String(chunk)
  return ''
}
