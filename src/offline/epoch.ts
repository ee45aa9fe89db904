import { atMost } from './at-most.ts'
import type { Browser, Channel } from './browser.ts'
import { emptyKeys } from './keys.ts'
import { leavingMessage, type Gone, type LeavingMessage } from './leaving-message.ts'
import { enterEpoch, epochIn, tellsOfLeaving } from './pending.ts'

/** This page's part in leaving. */
export type Tab = {
  /**
   * Registers what must end before anything is deleted: close databases (`close({ disableAutoOpen: true })`), clear timers, drop
   * what is held in memory. Runs in every tab and has 300 ms. Returns how to take it back.
   */
  onStop: (stop: (gone: Gone) => void | Promise<void>) => () => void
  /** Whether somebody signed out on this device since this page was opened, in whichever tab. */
  hasLeft: () => boolean
  /** A fetch that sends nothing, and drops the replies still on their way, once somebody has left. */
  withinEpoch: (send: typeof fetch) => typeof fetch
  /** Stops this page and has the other tabs and the worker stop; resolves when all have answered, at the latest after 300 ms. */
  stopAll: (gone: Gone) => Promise<void>
  /** From now on stops with the other tabs, and does not come back from the browser's memory after a sign-out. */
  watch: (page: EventTarget) => void
}

const stopMs = 300
const stopped: LeavingMessage = { type: 'stopped' }

/** A tab that belongs to the present epoch of the device: the time between two sign-outs. */
export const createTab = (browser: Browser): Tab => {
  const opened = epochIn(browser.local)
  // No other tab can empty this one's session storage, and the browser brings it back with the tab.
  if (enterEpoch(browser.session, opened)) emptyKeys(browser.session, 'session storage')
  const stops = new Set<(gone: Gone) => void | Promise<void>>()
  const leaving = new AbortController()
  let channel: Channel | null = null
  let onAnswer = (): void => undefined

  const stop = async (gone: Gone): Promise<void> => {
    if (gone === 'everything') {
      leaving.abort(left())
      browser.seal()
      emptyKeys(browser.session, 'session storage')
    }
    await atMost(stopMs, () => Promise.all([...stops].map(async (each) => each(gone))))
  }
  const leaveToo = async (): Promise<void> => {
    if (leaving.signal.aborted) return
    await stop('everything')
    channel?.say(stopped)
    browser.go()
  }
  const hear = async (message: LeavingMessage | undefined): Promise<void> => {
    if (message?.type === 'stopped') return onAnswer()
    if (message?.gone === 'everything') return leaveToo()
    if (message === undefined) return
    await stop(message.gone)
    channel?.say(stopped)
  }
  const listen = (): void => {
    if (channel !== null) return
    channel = browser.channel()
    channel?.hear((message) => void hear(leavingMessage(message)))
  }
  const hasLeft = (): boolean => leaving.signal.aborted || epochIn(browser.local) !== opened

  return {
    onStop: (each) => {
      stops.add(each)
      return () => void stops.delete(each)
    },
    hasLeft,
    withinEpoch: (send) => async (input, init) => {
      if (hasLeft()) throw left()
      const signals = [leaving.signal, ...(init?.signal ? [init.signal] : [])]
      const reply = await send(input, { ...init, signal: AbortSignal.any(signals) })
      if (!hasLeft()) return reply
      // A page that slept through the sign-out learns of it here.
      void leaveToo()
      throw left()
    },
    stopAll: async (gone) => {
      const own = stop(gone)
      const others = atMost(stopMs, () => {
        listen()
        channel?.say({ type: 'stop', gone })
        return answersOf(browser, gone, (count) => (onAnswer = count))
      })
      await Promise.all([own, others])
    },
    watch: (page) => {
      listen()
      // Where there is no channel the note of the wipe, which every tab sees being written, says the same.
      page.addEventListener('storage', (event) => {
        if (tellsOfLeaving(event)) void leaveToo()
      })
      page.addEventListener('pageshow', () => {
        if (hasLeft()) browser.go()
      })
    },
  }
}

/** Resolves once every other window has answered; only the worker knows how many there are, so without one it never does. */
const answersOf = async (
  browser: Browser,
  gone: Gone,
  onAnswer: (count: () => void) => void,
): Promise<void> => {
  let answers = 0
  let expected = Number.POSITIVE_INFINITY
  const all = Promise.withResolvers<void>()
  const look = (): void => {
    if (answers >= expected) all.resolve()
  }
  onAnswer(() => {
    answers += 1
    look()
  })
  expected = ((await stopWorker(browser, gone)) ?? Number.POSITIVE_INFINITY) - 1
  look()
  return all.promise
}

/** Has the service worker stop; resolves with the number of windows it knows. Never resolves where none answers. */
const stopWorker = async (browser: Browser, gone: Gone): Promise<number | undefined> => {
  const worker = (await browser.worker())?.active
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => {
      const message = leavingMessage(data)
      resolve(message?.type === 'stopped' ? message.windows : undefined)
      port1.close()
    })
    port1.start()
    worker.postMessage({ type: 'stop', gone } satisfies LeavingMessage, [port2])
  })
}

const left = (): DOMException => new DOMException('Somebody signed out', 'AbortError')
