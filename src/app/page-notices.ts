import { subscribe } from 'valtio'
import { contact } from '../lib/contact.ts'
import { log } from '../lib/log.ts'
import { noticesTold } from '../shared/notifications/unread-store.ts'
import { runsSync } from '../shared/offline/syncing.ts'
import { whenQuiet } from '../lib/when-quiet.ts'
import type { OutputOf } from '../offline/calls.ts'
import { watch } from '../offline/live.ts'
import { deviceDatabase } from '../offline/names.ts'
import { addPushed, keepNotices, noticesOf } from '../offline/notices.ts'
import type { Local } from '../offline/outbox.ts'
import { keptPushed, registeredAs } from '../offline/pushed.ts'
import type { Send } from '../offline/outcome.ts'
import { StorageTrouble } from '../offline/trouble.ts'

/** Calls back once after ms; answers how to stop. */
type Later = (ms: number, run: () => void) => () => void

const everyMs = 60_000

/**
 * Keeps notices on the device: once the page is quiet, every minute while it is looked at, when it is looked at again and when a
 * push came. Bell and badge of the app count those that are unread. Returns how to stop; nothing is asked or stored afterwards.
 */
export const startPageNotices = (
  local: Local,
  send: Send,
  later: Later,
  page: Window = window,
): (() => Promise<void>) => {
  const ending = new AbortController()
  const { signal } = ending
  let callOff = (): void => {}
  let asking: Promise<void> | null = null
  let again = false

  const read = async (): Promise<void> => {
    const outcome = await send('notices', {}, { signal })
    if (outcome.kind !== 'done' || signal.aborted) return
    // The client answers with what the contract promises for the call.
    const { notices } = outcome.output as OutputOf<'notices'>
    await keepNotices(local, notices)
  }
  const kept = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      if (!(error instanceof StorageTrouble) && !signal.aborted)
        log.error('Notices could not be kept', error)
    })
  const ask = (): void => {
    if (signal.aborted) return
    callOff()
    callOff = later(everyMs, ask)
    if (!contact.reached || page.document.visibilityState === 'hidden') return
    if (asking !== null) {
      // What is on its way may have been answered before what one heard of.
      again = true
      return
    }
    asking = kept(read()).finally(() => {
      asking = null
      if (!again) return
      again = false
      ask()
    })
  }
  const stops = [
    watch(local.device, noticesOf, {
      next: (notices) => count(notices.filter(({ readAt }) => readAt === null).length, page),
      trouble: () => {},
    }),
    subscribe(contact, () => {
      if (contact.reached) ask()
    }),
    // 'Tell me now' and the Sync centre ask for everything new.
    runsSync(ask),
    whenQuiet(ask, { quietMs: 1_000, latestMs: 6_000 }),
  ]
  const pushed = async (): Promise<void> => {
    if ('caches' in page && !signal.aborted) await takePushed(local, page.caches)
  }
  const hear = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data !== 'object' || data === null || !('type' in data)) return
    if (data.type !== 'PUSHED') return
    void kept(pushed())
    ask()
  }
  // There are none in a page without the browser's protection.
  const worker: ServiceWorkerContainer | undefined = page.navigator.serviceWorker
  worker?.addEventListener('message', hear, { signal })
  void kept(pushed())
  page.addEventListener('focus', ask, { signal })
  page.document.addEventListener('visibilitychange', ask, { signal })
  return async () => {
    ending.abort()
    callOff()
    for (const stop of stops) stop()
    count(0, page)
    await asking
  }
}

/** What this browser was pushed for this person in this organisation. */
const takePushed = async (local: Local, caches: CacheStorage): Promise<void> => {
  const as = await registeredAs(caches)
  if (as === null || deviceDatabase(as.userId, as.orgId) !== local.device.name) return
  await addPushed(local, await keptPushed(caches))
}

/** On the bell and, where the app is installed, on its icon. */
const count = (unread: number, page: Window): void => {
  noticesTold.unread = unread
  const { navigator } = page
  if (!('setAppBadge' in navigator)) return
  const shown = unread === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(unread)
  // An app that is not installed has no icon to write on.
  shown.catch(() => {})
}
