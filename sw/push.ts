import { links, signalsLink } from '../contract/links.ts'
import type { PushMessage, ReminderMessage } from '../contract/signals/push.ts'
import {
  savePushMessage,
  parsePushMessage,
  parseReminder,
  readRegistration,
} from '../src/offline/push-messages.ts'

type Worker = {
  caches: Pick<CacheStorage, 'open' | 'has'>
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'pushManager'>
  clients: Pick<Clients, 'matchAll' | 'openWindow'>
  navigator: Partial<Pick<WorkerNavigator, 'setAppBadge'>>
}

/**
 * Shows every push message, even an unreadable one: a browser revokes subscriptions whose messages show nothing (Apple's after
 * three).
 */
export const handlePush = (
  worker: Worker & Pick<ServiceWorkerGlobalScope, 'addEventListener'>,
): void => {
  worker.addEventListener('push', (event) => event.waitUntil(onPush(worker, event.data)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openLink(worker, linkOf(event.notification.data)))
  })
  worker.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(subscribeAgain(worker, event)),
  )
}

type Message = PushMessage | ReminderMessage

const readMs = 1_000
const answerMs = 1_000

const onPush = async (worker: Worker, data: PushMessageData | null): Promise<void> => {
  const message = await inTime(ownMessage(worker, data))
  await show(worker, message).catch(() => show(worker, null))
  const signals = message === null || 'kind' in message ? null : message
  await Promise.allSettled([
    signals && savePushMessage(worker.caches, signals),
    signals && worker.navigator.setAppBadge?.(signals.unread),
    broadcast(worker, { type: 'PUSHED' }),
  ])
}

const ownMessage = async (
  { caches }: Worker,
  data: PushMessageData | null,
): Promise<Message | null> => {
  const sent: unknown = data?.json()
  const message = parsePushMessage(sent) ?? parseReminder(sent)
  if (message === null) return null
  return (await readRegistration(caches))?.deviceId === message.forDevice ? message : null
}

/** A stuck store must not delay the notification. */
const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([
    work.catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), readMs)),
  ])

const show = ({ registration }: Worker, message: Message | null): Promise<void> => {
  const looks = { icon: '/icons/icon-192.png', badge: '/icons/badge-monochrome-96.png' }
  if (message === null)
    return registration.showNotification('You have new signals', {
      ...looks,
      body: 'Open Fieldbook to see them.',
      tag: 'news',
      data: { link: links.signals() },
    })
  if ('kind' in message)
    return registration.showNotification(reminderTitle(message), {
      ...looks,
      body: reminderBody(message),
      tag: message.runId,
      data: { link: links.home(), followUps: message.followUps },
    })
  const { names, opens } = message
  return registration.showNotification(message.title, {
    ...looks,
    body: namesLine(names, opens.signalCount) ?? 'Open to see why now.',
    tag: message.noticeId,
    data: { link: signalsLink(message.opens), noticeId: message.noticeId, ...message.opens },
  })
}

const reminderTitle = ({
  count,
  names: [name] = [],
  text = 'Follow up',
}: ReminderMessage): string => {
  if (count > 1) return `${count} follow-ups are due`
  return name === undefined ? 'A follow-up is due' : `${text}: ${name}`
}

const reminderBody = ({ count, names }: ReminderMessage): string =>
  (count > 1 ? namesLine(names, count) : null) ?? 'Open Fieldbook to see what is next.'

/** 'Harbour, Southern and 10 more'; null without names. */
const namesLine = (names: readonly string[] | undefined, count: number): string | null => {
  if (names === undefined || names.length === 0) return null
  const more = count - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

const linkOf = (data: unknown): string => {
  const link = typeof data === 'object' && data !== null && 'link' in data ? data.link : undefined
  // Opens only our own screens.
  return typeof link === 'string' && /^\/dashboard\b/.test(link) ? link : links.signals()
}

/** Navigates before it requests the focus, which a browser may refuse. */
const openLink = async ({ clients }: Worker, link: string): Promise<void> => {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const best = windows.find(({ focused }) => focused) ?? windows[0]
  if (best === undefined) {
    await clients.openWindow(link).catch(() => null)
    return
  }
  const going = navigateInPage(best, link)
  await best.focus().catch(() => null)
  if (await going) return
  // The page has not loaded yet, or is of an older version.
  await best.navigate(link).catch(() => clients.openWindow(link).catch(() => null))
}

const navigateInPage = (page: WindowClient, link: string): Promise<boolean> =>
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

/** An open page registers the new subscription at once, others when they start. */
const subscribeAgain = async (
  worker: Worker,
  event: PushSubscriptionChangeEvent,
): Promise<void> => {
  const options = event.oldSubscription?.options
  if (options !== undefined && (await readRegistration(worker.caches)) !== null)
    await worker.registration.pushManager.subscribe(options).catch(() => null)
  await broadcast(worker, { type: 'PUSH_CHANGED' })
}

const broadcast = async ({ clients }: Worker, message: { type: string }): Promise<void> => {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of windows) page.postMessage(message)
}
