import { followUps } from '../offline/follow-ups.ts'
import { watch } from '../offline/live.ts'
import type { Local } from '../offline/outbox.ts'

/**
 * Closes the notification of a reminder once none of its follow-ups is open: they were done here or, as the sync says, on another
 * device. A push message that only closes one would have to show another. Returns how to stop.
 */
export const startPageReminders = (
  { device }: Pick<Local, 'device'>,
  page: Pick<Window, 'navigator'> = window,
): (() => void) => {
  // Undefined on a page without HTTPS.
  const worker: ServiceWorkerContainer | undefined = page.navigator.serviceWorker
  if (worker === undefined) return () => {}
  let over: ReadonlySet<string> = new Set()
  const closeOver = async (): Promise<void> => {
    if (over.size === 0) return
    const registration = await worker.getRegistration()
    for (const notification of (await registration?.getNotifications()) ?? [])
      if (isOver(notification.data, over)) notification.close()
  }
  // A browser that can't list its notifications keeps them until they are pressed.
  const look = (): void => void closeOver().catch(() => {})
  const ending = new AbortController()
  worker.addEventListener('message', look, { signal: ending.signal })
  const stop = watch(device, followUps, {
    next: (all) => {
      over = new Set(all.filter(({ value }) => value.state !== 'open').map(({ id }) => id))
      look()
    },
    error: () => {},
  })
  return () => {
    ending.abort()
    stop()
  }
}

const isOver = (data: unknown, over: ReadonlySet<string>): boolean => {
  if (typeof data !== 'object' || data === null || !('followUps' in data)) return false
  const ids: unknown = data.followUps
  return Array.isArray(ids) && ids.length > 0 && ids.every((id) => over.has(id))
}
