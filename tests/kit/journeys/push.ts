import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import type { ArrivedPush } from '../../../emulators/push/inspector.ts'
import { remotePushService } from '../../../emulators/push/remote.ts'

type Subscribed = { endpoint: string; keys: { p256dh: string; auth: string }; publicKey: string }

/** Only the transport to the browser is replaced. */
export type PushLine = {
  subscribed: () => Subscribed | null
  waiting: () => Promise<ArrivedPush[]>
  deliver: () => Promise<number>
  push: (data: string) => Promise<void>
}

/**
 * By the browser's rules (permission, `userVisibleOnly`, `applicationServerKey`). The transport of a real push service is not
 * covered: a browser without one never answers `subscribe`. `page` is any page of the product.
 */
export const usePushService = async (context: BrowserContext, page: Page): Promise<PushLine> => {
  const service = remotePushService(process.env['PUSH_EMULATOR'] ?? '')
  let subscription: Subscribed | null = null
  const delivered = new Set<string>()
  await context.exposeFunction('pushSubscription', () => subscription)
  await context.exposeFunction('pushMint', async (publicKey: string) => {
    subscription = { ...(await service.mint(publicKey)), publicKey }
    return subscription
  })
  await context.exposeFunction('pushEnd', async () => {
    if (subscription !== null) await service.end(subscription.endpoint)
    subscription = null
  })
  await context.addInitScript(replacePushManager)
  const waiting = async (): Promise<ArrivedPush[]> => {
    if (subscription === null) return []
    const arrived = await service.arrivedAt(subscription.endpoint)
    return arrived.filter((message) => !delivered.has(keyOf(message)))
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
    const shown = await page.evaluateHandle(untilShown)
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    await shown.evaluate(({ done }) => done)
  }
  return {
    subscribed: () => subscription,
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

/**
 * In the page: ends with the worker's message after a notification, or after 10 s. Reads of the
 * notifications while one appeared left Chromium 156 with none, once in about 40 runs.
 */
const untilShown = () => ({
  done: new Promise<void>((resolve) => {
    setTimeout(resolve, 10_000)
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent) => {
      if ((data as { type?: unknown }).type === 'PUSHED') resolve()
    })
  }),
})

/** Tests cannot press the browser's own surface, so this dispatches the event in the worker. */
export const pressNotice = async (context: BrowserContext, tag?: string): Promise<void> => {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async (tag) => {
    // In the worker, whose types the tests do not have.
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

/** Runs in the page. */
const replacePushManager = (): void => {
  type PageSubscription = {
    endpoint: string
    keys: { p256dh: string; auth: string }
    publicKey: string
  }
  const bindings = window as unknown as {
    pushSubscription: () => Promise<PageSubscription | null>
    pushMint: (publicKey: string) => Promise<PageSubscription>
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
  const asSubscription = ({ endpoint, keys, publicKey }: PageSubscription): PushSubscription => ({
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
    const subscription = await bindings.pushSubscription()
    return subscription === null ? null : asSubscription(subscription)
  }
  PushManager.prototype.subscribe = async (options) => {
    if (Notification.permission !== 'granted' || options?.userVisibleOnly !== true)
      throw new DOMException('Registration failed - permission denied', 'NotAllowedError')
    const key = options.applicationServerKey
    if (!(key instanceof Uint8Array) || key.length !== 65)
      throw new DOMException('applicationServerKey is not valid', 'InvalidAccessError')
    const subscription = await bindings.pushSubscription()
    if (subscription !== null && subscription.publicKey !== base64Url(key))
      throw new DOMException('There is one with another key', 'InvalidStateError')
    return asSubscription(subscription ?? (await bindings.pushMint(base64Url(key))))
  }
}
