import { describe, expect, it, vi } from 'vitest'
import { listenToWorker } from '../../../../src/shared/notifications/push-alerts.ts'
import { labelOf, pushBrowser } from '../../../../src/shared/notifications/push-browser.ts'
import { alertsState, renew, turnOff, turnOn } from '../../../../src/shared/notifications/push.ts'
import { pushWorld } from '../../../kit/device/push.ts'

const turnedOn = async () => {
  const given = pushWorld()
  expect(await turnOn(given.of)).toEqual({ is: 'on', deviceId: 'device 1' })
  given.world.did.length = 0
  return given
}

describe('turning alerts on', () => {
  it('asks the user first, then subscribes and registers', async () => {
    const { world, of } = pushWorld()
    expect(await alertsState(of)).toEqual({ is: 'off' })
    expect(world.did).toEqual([])
    expect(await turnOn(of)).toEqual({ is: 'on', deviceId: 'device 1' })
    expect(world.did).toEqual(['ask', 'key', 'subscribe', 'register https://push.example/1'])
    expect(await alertsState(of)).toEqual({ is: 'on', deviceId: 'device 1' })
  })

  it.each([
    ['denied', 'blocked'],
    ['default', 'off'],
  ] as const)('stops if the answer is %s', async (answer, is) => {
    const { world, of } = pushWorld()
    world.answer = answer
    expect(await turnOn(of)).toEqual({ is })
    expect(world.did).toEqual(['ask'])
  })

  it('never asks where alerts cannot work', async () => {
    const { world, of } = pushWorld()
    world.needsHomeScreen = true
    expect(await turnOn(of)).toEqual({ is: 'needs-home-screen' })
    world.needsHomeScreen = false
    world.able = false
    expect(await turnOn(of)).toEqual({ is: 'unsupported' })
    world.able = true
    world.permission = 'denied'
    expect(await turnOn(of)).toEqual({ is: 'blocked' })
    expect(world.did).toEqual([])
  })

  it('gives up on a push service that never answers, and can be retried', async () => {
    const { world, of } = pushWorld()
    world.subscribes = 'never'
    expect(await turnOn(of)).toEqual({ is: 'trouble', why: 'slow' })
    world.subscribes = 'works'
    expect(await turnOn(of)).toMatchObject({ is: 'on' })
  })

  it('reports the cause: offline, refused by the browser, or refused by Fieldbook', async () => {
    const { world, of } = pushWorld()
    world.server = 'away'
    expect(await turnOn(of)).toEqual({ is: 'trouble', why: 'offline' })
    world.server = 'refuses'
    expect(await turnOn(of)).toEqual({ is: 'trouble', why: 'refused' })
    world.server = 'up'
    world.subscribes = 'refuses'
    expect(await turnOn(of)).toEqual({ is: 'trouble', why: 'refused' })
    expect(await alertsState(of)).toEqual({ is: 'off' })
  })
})

describe('turning alerts off', () => {
  it('ends the subscription and removes the device from the list', async () => {
    const { world, of } = await turnedOn()
    expect(await turnOff(of)).toEqual({ is: 'off' })
    expect(world.did).toEqual(['unsubscribe', 'forget device 1'])
    expect(world.devices.size).toBe(0)
    expect(await alertsState(of)).toEqual({ is: 'off' })
  })

  it('works offline, and the server learns of it from the push service', async () => {
    const { world, of } = await turnedOn()
    world.server = 'away'
    expect(await turnOff(of)).toEqual({ is: 'off' })
    expect(world.subscription).toBeNull()
  })
})

describe('the renewal of alerts at a start', () => {
  it('confirms a device with alerts, without asking the user', async () => {
    const { world, of } = await turnedOn()
    expect(await renew(of)).toEqual({ is: 'on', deviceId: 'device 1' })
    expect(world.did).toEqual(['key', 'renew https://push.example/1'])
  })

  it('uses neither browser nor server if alerts were never turned on', async () => {
    const { world, of } = pushWorld()
    expect(await renew(of)).toEqual({ is: 'off' })
    expect(world.did).toEqual([])
  })

  it('leaves alerts on if the user turns them on while it waits for the worker', async () => {
    const { world, of } = pushWorld()
    const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>()
    const worker = of.browser.worker
    const browser = { ...of.browser, worker: () => ready.then(worker) }
    const renewed = renew({ ...of, browser })
    const turned = turnOn(of)
    becomeReady()
    expect(await renewed).toEqual({ is: 'off' })
    expect(await turned).toEqual({ is: 'on', deviceId: 'device 1' })
    expect(world.subscription).not.toBeNull()
  })

  it('subscribes again if the browser ended the subscription silently', async () => {
    const { world, of } = await turnedOn()
    world.subscription = null
    expect(await renew(of)).toMatchObject({ is: 'on' })
    expect(world.did).toContain('register https://push.example/2')
    expect(world.did).not.toContain('ask')
  })

  it('subscribes again if the server has another key, with which the old subscription gets nothing', async () => {
    const { world, of } = await turnedOn()
    world.serverKey = 'BBBB'
    expect(await renew(of)).toMatchObject({ is: 'on' })
    expect(world.did).toEqual([
      'key',
      'unsubscribe',
      'subscribe',
      'register https://push.example/2',
    ])
  })

  it('ends the subscription of a device that was revoked', async () => {
    const { world, of } = await turnedOn()
    world.devices.clear()
    expect(await renew(of)).toEqual({ is: 'off' })
    expect(world.subscription).toBeNull()
    expect(await renew(of)).toEqual({ is: 'off' })
  })

  it('registers the device for another organisation of the same user', async () => {
    const { world, of } = await turnedOn()
    world.devices.clear()
    const there = { ...of, owner: { ...of.owner, orgId: 'org_southern' } }
    expect(await renew(there)).toEqual({ is: 'on', deviceId: 'device 2' })
  })

  it('ends a subscription that an earlier user left', async () => {
    const { world, of } = await turnedOn()
    world.cacheMap.clear()
    expect(await renew(of)).toEqual({ is: 'off' })
    expect(world.subscription).toBeNull()
  })

  it('keeps alerts on while the server is unreachable', async () => {
    const { world, of } = await turnedOn()
    world.server = 'away'
    expect(await renew(of)).toEqual({ is: 'trouble', why: 'offline' })
    expect(await alertsState(of)).toEqual({ is: 'on', deviceId: 'device 1' })
  })
})

describe('the browser of a page', () => {
  const apple =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
  const page = (userAgent: string, maxTouchPoints: number, standalone: boolean) =>
    ({
      navigator: { userAgent, maxTouchPoints, serviceWorker: {} },
      matchMedia: () => ({ matches: standalone }),
      Notification: { permission: 'default' },
      PushManager: Object,
      caches: {},
    }) as unknown as Window & typeof globalThis
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'

  it.each([
    ['an iPhone in a tab', apple, 5, false, true],
    ['an iPhone on the Home Screen', apple, 5, true, false],
    ['an iPad that says it is a Mac', mac, 5, false, true],
    ['a Mac', mac, 0, false, false],
  ])('is recognised: %s', (_what, userAgent, touch, standalone, needsHomeScreen) => {
    expect(pushBrowser(page(userAgent, touch, standalone))).toMatchObject({
      able: true,
      needsHomeScreen,
    })
  })

  it('has a name that users know', () => {
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari/537.36'
    expect(labelOf(chrome, false, 0)).toBe('Chrome on Windows')
    expect(labelOf(`${chrome} Edg/156.0`, false, 0)).toBe('Edge on Windows')
    expect(labelOf(apple, true, 5)).toBe('Safari on iPhone')
    expect(labelOf(mac, true, 5)).toBe('Safari on iPad')
    expect(labelOf('Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0', false, 5)).toBe(
      'Firefox on Android',
    )
    expect(labelOf('', false, 0)).toBe('Browser on another device')
  })
})

describe('a message of the worker', () => {
  const container = () => {
    const target = new EventTarget()
    return {
      container: target as unknown as ServiceWorkerContainer,
      say: (data: unknown, ports: { postMessage: (answer: unknown) => void }[] = []) => {
        const event = new MessageEvent('message', { data })
        Object.defineProperty(event, 'ports', { value: ports })
        target.dispatchEvent(event)
      },
    }
  }

  it('opens the link of a notification on the page, and is answered', () => {
    const { container: worker, say } = container()
    const navigate = vi.fn<(link: string) => void>()
    const answered = vi.fn<(answer: unknown) => void>()
    const stop = listenToWorker(() => undefined, worker, navigate)
    say({ type: 'OPEN', link: '/dashboard/signals?agentId=1' }, [{ postMessage: answered }])
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/dashboard/signals?agentId=1')
    expect(answered).toHaveBeenCalledOnce()
    for (const odd of [null, 'OPEN', {}, { type: 'OPEN' }, { type: 'OPEN', link: 7 }]) say(odd)
    stop()
    say({ type: 'OPEN', link: '/dashboard' })
    expect(navigate).toHaveBeenCalledOnce()
  })

  it('registers the device again after its subscription changed', () => {
    const { container: worker, say } = container()
    const changed = vi.fn<() => void>()
    listenToWorker(changed, worker)
    say({ type: 'PUSH_CHANGED' })
    expect(changed).toHaveBeenCalledOnce()
  })
})
