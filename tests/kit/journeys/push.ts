import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import type { ArrivedPush } from '../../../emulators/push/inspector.ts'
import { remotePushService } from '../../../emulators/push/remote.ts'

type Subscribed = { endpoint: string; keys: { p256dh: string; auth: string }; publicKey: string }

/** The push service between the server and a browser under test: only its transport to the browser is replaced. */
export type PushLine = {
  /** What the browser subscribed with; null while it has not. */
  subscribed: () => Subscribed | null
  /** Messages that arrived for this browser and were not handed to it yet. */
  waiting: () => Promise<ArrivedPush[]>
  /** Hands the browser everything that waits, as its push service would; answers how many messages. */
  deliver: () => Promise<number>
  /** Hands the browser anything. */
  push: (data: string) => Promise<void>
}

/**
 * Has the pages of a browser subscribe at the emulator of a push service, by the browser's own rules (permission, `userVisibleOnly`,
 * `applicationServerKey`), and hands what arrives there to the worker. The browser's own line to a real push service is not covered:
 * a browser without one never answers `subscribe`. `page` is any page of the product.
 */
export const usePushService = async (context: BrowserContext, page: Page): Promise<PushLine> => {
  const service = remotePushService(process.env['PUSH_EMULATOR'] ?? '')
  let held: Subscribed | null = null
  const delivered = new Set<string>()
  await context.exposeFunction('pushHeld', () => held)
  await context.exposeFunction('pushMint', async (publicKey: string) => {
    held = { ...(await service.mint(publicKey)), publicKey }
    return held
  })
  await context.exposeFunction('pushEnd', async () => {
    if (held !== null) await service.end(held.endpoint)
    held = null
  })
  await context.addInitScript(replacePushManager)
  const waiting = async (): Promise<ArrivedPush[]> => {
    if (held === null) return []
    const arrived = await service.arrivedAt(held.endpoint)
    return arrived.filter((one) => !delivered.has(keyOf(one)))
  }
  let session: CDPSession | undefined
  let registrationId = ''
  const push = async (data: string): Promise<void> => {
    if (session === undefined) {
      session = await context.newCDPSession(page)
      const { origin } = new URL(page.url())
      const found = new Promise<string>((resolve) => {
        session?.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const own = registrations.find(
            ({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin),
          )
          if (own) resolve(own.registrationId)
        })
      })
      await session.send('ServiceWorker.enable')
      registrationId = await found
    }
    const { origin } = new URL(page.url())
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
  return {
    subscribed: () => held,
    waiting,
    push,
    deliver: async () => {
      const messages = await waiting()
      for (const message of messages) {
        delivered.add(keyOf(message))
        await push(message.text)
      }
      return messages.length
    },
  }
}

/** A press on the newest notice of a run, or on any: the browser's own surface cannot be pressed, so the worker is told as it would be. */
export const pressNotice = async (context: BrowserContext, tag?: string): Promise<void> => {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async (tag) => {
    // In the worker, whose types the tests do not know.
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      dispatchEvent: (event: Event) => boolean
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    const notices = await scope.registration.getNotifications(tag === undefined ? {} : { tag })
    const notification = notices.at(-1)
    if (notification === undefined) throw new Error('There is no notice to press.')
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  }, tag)
}

/** The notices that the browser shows. */
export const noticesShown = (
  page: Page,
): Promise<{ title: string; body: string; tag: string; data: unknown }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      data: data as unknown,
    }))
  })

const keyOf = ({ text, at }: ArrivedPush): string => `${at} ${text}`

/** In the page. */
const replacePushManager = (): void => {
  type Held = { endpoint: string; keys: { p256dh: string; auth: string }; publicKey: string }
  const bindings = window as unknown as {
    pushHeld: () => Promise<Held | null>
    pushMint: (publicKey: string) => Promise<Held>
    pushEnd: () => Promise<void>
  }
  if (!('PushManager' in window)) return
  const base64Url = (bytes: Uint8Array): string =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    )
  const asSubscription = ({ endpoint, keys, publicKey }: Held): PushSubscription => ({
    endpoint,
    expirationTime: null,
    options: { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey).buffer },
    getKey: (name) => bytesOf(keys[name]).buffer,
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => {
      await bindings.pushEnd()
      return true
    },
  })
  PushManager.prototype.getSubscription = async () => {
    const held = await bindings.pushHeld()
    return held === null ? null : asSubscription(held)
  }
  PushManager.prototype.subscribe = async (options) => {
    if (Notification.permission !== 'granted' || options?.userVisibleOnly !== true)
      throw new DOMException('Registration failed - permission denied', 'NotAllowedError')
    const key = options.applicationServerKey
    if (!(key instanceof Uint8Array) || key.length !== 65)
      throw new DOMException('applicationServerKey is not valid', 'InvalidAccessError')
    const held = await bindings.pushHeld()
    if (held !== null && held.publicKey !== base64Url(key))
      throw new DOMException('There is one with another key', 'InvalidStateError')
    return asSubscription(held ?? (await bindings.pushMint(base64Url(key))))
  }
}
