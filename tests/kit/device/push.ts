import type { PushDevice } from '../../../contract/signals/push.ts'
import { ApiProblem, Unreachable } from '../../../src/lib/api-errors.ts'
import type { AlertsOf } from '../../../src/shared/notifications/push.ts'
import { memoryCache } from './memory-cache.ts'

const unknownDevice = {
  type: '',
  title: 'Not found',
  status: 404,
  detail: 'We can’t find this device.',
  instance: '',
  code: 'not-found',
  requestId: 'r1',
} as const

export const pushWorld = () => {
  const cacheMap = new Map<string, Cache>()
  const world = {
    permission: 'default' as NotificationPermission,
    answer: 'granted' as NotificationPermission,
    able: true,
    needsHomeScreen: false,
    serverKey: 'BAAA',
    subscription: null as { endpoint: string; key: string } | null,
    subscribes: 'works' as 'works' | 'refuses' | 'never',
    server: 'up' as 'up' | 'away' | 'refuses',
    devices: new Map<string, string>(),
    did: [] as string[],
    cacheMap: cacheMap,
  }
  let minted = 0
  let ids = 0
  const reach = (what: string): void => {
    world.did.push(what)
    if (world.server === 'away') throw new Unreachable('network')
    if (world.server === 'refuses') throw new ApiProblem(422, null, null)
  }
  const asSubscription = ({ endpoint, key }: { endpoint: string; key: string }) =>
    ({
      endpoint,
      options: { applicationServerKey: bytes(key).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        world.did.push('unsubscribe')
        world.subscription = null
        return true
      },
    }) as unknown as PushSubscription
  const pushManager = {
    getSubscription: async () =>
      world.subscription === null ? null : asSubscription(world.subscription),
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      world.did.push('subscribe')
      if (options.userVisibleOnly !== true) throw new DOMException('', 'NotAllowedError')
      if (world.subscribes === 'refuses') throw new DOMException('', 'AbortError')
      if (world.subscribes === 'never') return new Promise<never>(() => undefined)
      minted += 1
      world.subscription = {
        endpoint: `https://push.example/${minted}`,
        key: base64(options.applicationServerKey as Uint8Array),
      }
      return asSubscription(world.subscription)
    },
  }
  const device = (id: string): PushDevice => ({
    id,
    label: 'Chrome on Windows',
    createdAt: '2026-03-03T01:00:00.000Z',
    lastSeenAt: '2026-03-03T01:00:00.000Z',
    lastSentAt: null,
  })
  const of: AlertsOf = {
    owner: { userId: 'user_alex', orgId: 'org_harbour' },
    api: {
      pushKey: async () => {
        reach('key')
        return { publicKey: world.serverKey }
      },
      subscribeDevice: async ({ endpoint, renews }) => {
        reach(`${renews === undefined ? 'register' : 'renew'} ${endpoint}`)
        if (renews !== undefined && !world.devices.has(renews))
          throw new ApiProblem(404, unknownDevice, null)
        const known = [...world.devices].find(
          ([, registeredEndpoint]) => registeredEndpoint === endpoint,
        )?.[0]
        const id = known ?? `device ${(ids += 1)}`
        world.devices.set(id, endpoint)
        return device(id)
      },
      forgetDevice: async ({ id }) => {
        reach(`forget ${id}`)
        world.devices.delete(id)
      },
    },
    browser: {
      get able() {
        return world.able
      },
      get needsHomeScreen() {
        return world.needsHomeScreen
      },
      label: 'Chrome on Windows',
      permission: () => world.permission,
      requestPermission: async () => {
        world.did.push('ask')
        world.permission = world.answer
        return world.answer
      },
      worker: async () => ({ pushManager }) as never,
      caches: {
        has: async (name) => cacheMap.has(name),
        open: async (name) => {
          const cache = cacheMap.get(name) ?? memoryCache()
          cacheMap.set(name, cache)
          return cache
        },
      },
      // Time passes only while a part never answers.
      wait: () => new Promise((resolve) => setTimeout(resolve, 20)),
    },
  }
  return { world, of }
}

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
const base64 = (key: Uint8Array): string => btoa(String.fromCharCode(...key))
