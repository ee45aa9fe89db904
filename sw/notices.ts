import { links, signalsLink } from '../contract/links.ts'
import type { PushMessage } from '../contract/signals/push.ts'
import { keepPushed, pushMessageIn, registeredAs } from '../src/offline/pushed.ts'

type Worker = {
  caches: Pick<CacheStorage, 'open' | 'has'>
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'pushManager'>
  clients: Pick<Clients, 'matchAll' | 'openWindow'>
  navigator: Partial<Pick<WorkerNavigator, 'setAppBadge'>>
}

/**
 * Shows every push message as a notice, whatever it holds and whether or not somebody looks at the app: a browser that is told
 * something and shows nothing loses its subscription (Apple's after three times). What cannot be read, is of another version or is
 * for somebody else is told neutrally. A press opens what the notice tells of, in a window that is open if there is one.
 */
export const tellNotices = (
  worker: Worker & Pick<ServiceWorkerGlobalScope, 'addEventListener'>,
): void => {
  worker.addEventListener('push', (event) => event.waitUntil(tell(worker, event.data)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, linkOf(event.notification.data)))
  })
  worker.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(subscribeAgain(worker, event)),
  )
}

const readMs = 1_000
const answerMs = 1_000

const tell = async (worker: Worker, data: PushMessageData | null): Promise<void> => {
  const told = await inTime(ownMessage(worker, data))
  await show(worker, told).catch(() => show(worker, null))
  await Promise.allSettled([
    told === null ? undefined : keepPushed(worker.caches, told),
    told === null ? undefined : worker.navigator.setAppBadge?.(told.unread),
    sayToAll(worker, { type: 'PUSHED' }),
  ])
}

/** The message, if it can be read and is for the one who is signed in on this device. */
const ownMessage = async (
  { caches }: Worker,
  data: PushMessageData | null,
): Promise<PushMessage | null> => {
  const message = pushMessageIn(data?.json())
  if (message === null) return null
  return (await registeredAs(caches))?.deviceId === message.forDevice ? message : null
}

/** A store that is stuck must not keep the notice back. */
const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([
    work.catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), readMs)),
  ])

const show = ({ registration }: Worker, message: PushMessage | null): Promise<void> => {
  const looks = { icon: '/icons/icon-192.png', badge: '/icons/badge-monochrome-96.png' }
  if (message === null)
    return registration.showNotification('You have new signals', {
      ...looks,
      body: 'Open Fieldbook to see them.',
      tag: 'news',
      data: { link: links.signals() },
    })
  return registration.showNotification(message.title, {
    ...looks,
    body: bodyOf(message),
    tag: message.runId,
    data: { link: signalsLink(message.opens), noticeId: message.noticeId, ...message.opens },
  })
}

const bodyOf = ({ names = [], opens: { signalCount } }: PushMessage): string => {
  const more = signalCount - names.length
  if (names.length === 0) return 'Open to see why now.'
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

const linkOf = (data: unknown): string => {
  const link = typeof data === 'object' && data !== null && 'link' in data ? data.link : undefined
  // Only ever a screen of our own.
  return typeof link === 'string' && /^\/dashboard\b/.test(link) ? link : links.signals()
}

/** Goes there before it asks for the focus, which a browser may refuse. */
const open = async ({ clients }: Worker, link: string): Promise<void> => {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const best = windows.find(({ focused }) => focused) ?? windows[0]
  if (best === undefined) {
    await clients.openWindow(link).catch(() => null)
    return
  }
  const going = goes(best, link)
  await best.focus().catch(() => null)
  if (await going) return
  // A page that is not loaded yet, or of an older version.
  await best.navigate(link).catch(() => clients.openWindow(link).catch(() => null))
}

/** Whether the page itself goes there, which costs it no reload. */
const goes = (page: WindowClient, link: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const answer = (went: boolean): void => {
      clearTimeout(timer)
      port1.close()
      resolve(went)
    }
    const timer = setTimeout(() => answer(false), answerMs)
    port1.addEventListener('message', () => answer(true))
    port1.start()
    page.postMessage({ type: 'OPEN', link }, [port2])
  })

/** The push service has ended a subscription: a new one, which an open page registers at once and any other at its start. */
const subscribeAgain = async (
  worker: Worker,
  event: PushSubscriptionChangeEvent,
): Promise<void> => {
  const options = event.oldSubscription?.options
  if (options !== undefined && (await registeredAs(worker.caches)) !== null)
    await worker.registration.pushManager.subscribe(options).catch(() => null)
  await sayToAll(worker, { type: 'PUSH_CHANGED' })
}

const sayToAll = async ({ clients }: Worker, message: { type: string }): Promise<void> => {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of windows) page.postMessage(message)
}
