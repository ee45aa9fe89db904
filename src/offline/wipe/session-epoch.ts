import { runWithin } from '../run-within.ts'
import type { Browser, Channel } from '../browser.ts'
import { clearKeys } from './clear-keys.ts'
import { parseSignOutMessage, type WipeScope, type SignOutMessage } from '../sign-out-message.ts'
import { enterEpoch, readEpoch, isSignOutEvent } from './pending-signout.ts'

export type Tab = {
  /** Registers what must end before the wipe, such as databases and timers. Runs in every tab, for at most 300 ms. Returns how to unregister. */
  onStop: (stop: (scope: WipeScope) => void | Promise<void>) => () => void
  /** Whether any tab signed out on this device since this page was opened. */
  hasLeft: () => boolean
  /** A fetch that sends nothing and drops pending answers after a sign-out. */
  withinEpoch: (send: typeof fetch) => typeof fetch
  /** Stops this page, the other tabs and the worker; resolves when all have answered, at the latest after 300 ms. */
  stopAll: (scope: WipeScope) => Promise<void>
  /** Stops this page together with the others, and blocks its return from the back/forward cache after a sign-out. */
  watch: (page: EventTarget) => void
}

const stopMs = 300
const stoppedMessage: SignOutMessage = { type: 'stopped' }

export const createTab = (browser: Browser): Tab => {
  const opened = readEpoch(browser.local)
  // No other tab can clear this session storage, and the browser restores it with the tab.
  if (enterEpoch(browser.session, opened)) clearKeys(browser.session, 'session storage')
  const stops = new Set<(scope: WipeScope) => void | Promise<void>>()
  const leaving = new AbortController()
  let channel: Channel | null = null
  let onAnswer = (): void => undefined

  const stop = async (scope: WipeScope): Promise<void> => {
    if (scope === 'everything') {
      leaving.abort(signedOutError())
      browser.seal()
      clearKeys(browser.session, 'session storage')
    }
    await runWithin(stopMs, () => Promise.all([...stops].map(async (each) => each(scope))))
  }
  const followSignOut = async (): Promise<void> => {
    if (leaving.signal.aborted) return
    await stop('everything')
    channel?.say(stoppedMessage)
    browser.showSignedOut()
  }
  const onMessage = async (message: SignOutMessage | undefined): Promise<void> => {
    if (message?.type === 'stopped') return onAnswer()
    if (message?.scope === 'everything') return followSignOut()
    if (message === undefined) return
    await stop(message.scope)
    channel?.say(stoppedMessage)
  }
  const listen = (): void => {
    if (channel !== null) return
    channel = browser.channel()
    channel?.hear((message) => void onMessage(parseSignOutMessage(message)))
  }
  const hasLeft = (): boolean => leaving.signal.aborted || readEpoch(browser.local) !== opened

  return {
    onStop: (each) => {
      stops.add(each)
      return () => void stops.delete(each)
    },
    hasLeft,
    withinEpoch: (send) => async (input, init) => {
      if (hasLeft()) throw signedOutError()
      const signals = [leaving.signal, ...(init?.signal ? [init.signal] : [])]
      const reply = await send(input, { ...init, signal: AbortSignal.any(signals) })
      if (!hasLeft()) return reply
      // A page that was frozen during the sign-out learns of it here.
      void followSignOut()
      throw signedOutError()
    },
    stopAll: async (scope) => {
      const own = stop(scope)
      const others = runWithin(stopMs, () => {
        listen()
        channel?.say({ type: 'stop', scope })
        return waitForAnswers(browser, scope, (count) => (onAnswer = count))
      })
      await Promise.all([own, others])
    },
    watch: (page) => {
      listen()
      // Without a channel every tab sees the note of the wipe as a storage event.
      page.addEventListener('storage', (event) => {
        if (isSignOutEvent(event)) void followSignOut()
      })
      page.addEventListener('pageshow', () => {
        if (hasLeft()) browser.showSignedOut()
      })
    },
  }
}

/** Resolves once every other window has answered. Only the worker knows how many exist, so without one it never resolves. */
const waitForAnswers = async (
  browser: Browser,
  scope: WipeScope,
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
  expected = ((await stopWorker(browser, scope)) ?? Number.POSITIVE_INFINITY) - 1
  look()
  return all.promise
}

/** Stops the service worker; resolves with the number of windows it knows, never where none answers. */
const stopWorker = async (browser: Browser, scope: WipeScope): Promise<number | undefined> => {
  const worker = (await browser.worker())?.active
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => {
      const message = parseSignOutMessage(data)
      resolve(message?.type === 'stopped' ? message.windows : undefined)
      port1.close()
    })
    port1.start()
    worker.postMessage({ type: 'stop', scope } satisfies SignOutMessage, [port2])
  })
}

const signedOutError = (): DOMException => new DOMException('A user signed out', 'AbortError')
