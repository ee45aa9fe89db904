import { proxy, subscribe, useSnapshot } from 'valtio'

/** Whether the server was reached last time. Replies decide; the browser's own opinion only until the next one. */
export const contact = proxy<{ reached: boolean; slow: boolean; outdated: boolean }>({
  reached: typeof navigator === 'undefined' || navigator.onLine,
  /** Nothing was heard for a few seconds although something was asked. */
  slow: false,
  outdated: false,
})

/** The same for what waits meanwhile, and hears at once that it changes. */
export const line = {
  reached: () => contact.reached,
  subscribe: (changed: () => void) => subscribe(contact, changed),
}

/** True while the server cannot be reached. */
export const useOffline = (): boolean => !useSnapshot(contact).reached

const firstPauseMs = 3_000
const longestPauseMs = 30_000

/** While the server cannot be reached, asks again with growing pauses, and at once when the browser says it is online or the page is looked at. Returns how to stop. */
export const watchContact = (
  probe: () => Promise<unknown>,
  page: Window = window,
): (() => void) => {
  let pause = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false
  const ask = async (): Promise<void> => {
    if (asking || page.document.visibilityState === 'hidden') return
    asking = true
    await probe().catch(() => undefined)
    asking = false
    later()
  }
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void tick(), pause)
  }
  const tick = async (): Promise<void> => {
    if (contact.reached && !contact.slow) pause = firstPauseMs
    else {
      pause = Math.min(pause * 2, longestPauseMs)
      await ask()
    }
    later()
  }
  const lost = (): void => {
    contact.reached = false
    pause = firstPauseMs
    later()
  }
  const hope = (): void => {
    if (!contact.reached) void ask()
  }
  page.addEventListener('offline', lost)
  page.addEventListener('online', hope)
  page.document.addEventListener('visibilitychange', hope)
  later()
  return () => {
    clearTimeout(timer)
    page.removeEventListener('offline', lost)
    page.removeEventListener('online', hope)
    page.document.removeEventListener('visibilitychange', hope)
  }
}
