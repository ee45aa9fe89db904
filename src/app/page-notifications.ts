import { connectivity, onReconnect } from '../lib/connectivity.ts'
import { log } from '../lib/log.ts'
import { unreadStore } from '../shared/notifications/unread-store.ts'
import { registerSync } from '../shared/offline/sync-store.ts'
import { onNetworkIdle } from '../lib/defer.ts'
import type { Send } from '../offline/calls.ts'
import { watch } from '../offline/live.ts'
import { deviceDatabase } from '../offline/names.ts'
import { addPushed, saveNotifications, readNotifications } from '../offline/notifications.ts'
import type { Local } from '../offline/outbox.ts'
import { readPushMessages, readRegistration } from '../offline/push-messages.ts'
import { StorageError } from '../offline/storage-error.ts'
import { onFocus, startPageLoop, type Later } from './page-loop.ts'

const everyMs = 60_000

/**
 * When the page is idle, every minute while it is visible, at focus and at a push. Returns how to stop; nothing is requested or
 * stored afterwards.
 */
export const startPageNotifications = (
  local: Local,
  send: Send,
  later: Later,
  page: Window = window,
): (() => Promise<void>) => {
  const ending = new AbortController()
  const report = (error: unknown): void => log.error('Notifications were not saved', error)
  const loop = startPageLoop({
    work: async (signal) => {
      const outcome = await send('notices', {}, { signal })
      if (outcome.kind === 'done' && !signal.aborted)
        await saveNotifications(local, outcome.output.notices)
    },
    on: [
      onReconnect,
      onFocus(page),
      // 'Sync now' also fetches notifications.
      registerSync,
      (request) => onNetworkIdle(request, { latestMs: 6_000 }),
    ],
    everyMs: () => everyMs,
    canRun: () => connectivity.online && page.document.visibilityState !== 'hidden',
    later,
    report,
  })
  const savePushed = (): void => {
    if (!('caches' in page) || ending.signal.aborted) return
    savePushMessages(local, page.caches).catch((error: unknown) => {
      if (!(error instanceof StorageError) && !ending.signal.aborted) report(error)
    })
  }
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data !== 'object' || data === null || !('type' in data)) return
    if (data.type !== 'PUSHED') return
    savePushed()
    loop.request()
  }
  // Undefined on a page without HTTPS.
  const worker: ServiceWorkerContainer | undefined = page.navigator.serviceWorker
  worker?.addEventListener('message', onMessage, { signal: ending.signal })
  savePushed()
  const stopCount = watch(local.device, readNotifications, {
    next: (notifications) =>
      showUnread(notifications.filter(({ readAt }) => readAt === null).length, page),
    error: () => {},
  })
  return async () => {
    ending.abort()
    stopCount()
    showUnread(0, page)
    await loop.stop()
  }
}

const savePushMessages = async (local: Local, caches: CacheStorage): Promise<void> => {
  const as = await readRegistration(caches)
  if (as === null || deviceDatabase(as.userId, as.orgId) !== local.device.name) return
  await addPushed(local, await readPushMessages(caches))
}

const showUnread = (unread: number, page: Window): void => {
  unreadStore.unread = unread
  const { navigator } = page
  if (!('setAppBadge' in navigator)) return
  const shown = unread === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(unread)
  // An app that is not installed has no icon to write on.
  shown.catch(() => {})
}
