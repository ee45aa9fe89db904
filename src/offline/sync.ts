import { liveQuery } from 'dexie'
import type { Local } from './outbox.ts'
import { verdictOn, type Outcome, type Send, type Verdict } from './outcome.ts'
import { applyPage, cursorOf, type Page } from './pulling.ts'
import { claim, renew, settle, type Kinds } from './sending.ts'
import type { Entry } from './rows.ts'
import { StorageTrouble } from './trouble.ts'

/** Why to try now. 'edit' only sends; the others also ask what is new. */
export type Occasion =
  | 'start'
  | 'online'
  | 'focus'
  | 'visible'
  | 'timer'
  | 'edit'
  | 'asked'
  | 'contact'

/** What a screen shows of the whole. 'resting': tried again at `at`; 'signed-out' and 'outdated' wait for the person. */
export type SyncState =
  | { is: 'idle' }
  | { is: 'working' }
  | { is: 'resting'; why: 'unreachable' | 'busy'; at: number }
  | { is: 'signed-out' }
  | { is: 'outdated' }
  | { is: 'storage' }

/** Everything the machinery needs from above. */
export type SyncSettings = Local & {
  kinds: Kinds
  send: Send
  /** Asks for what changed since the cursor; null: from the beginning. `feedFrom(send)`. */
  pull: (since: string | null, signal: AbortSignal) => Promise<Outcome<Page>>
  /** One sender per device. Null where there are no Web Locks: then several send, and the keys keep it right. */
  locks: Pick<LockManager, 'request'> | null
  random: () => number
  /** Calls back once after ms; answers how to stop. */
  later: (ms: number, run: () => void) => () => void
  /** Hears of errors that are nobody's fault but ours; the edit they came with stays. */
  report: (error: unknown) => void
}

export type Sync = {
  /** Something happened that may let edits through. */
  poke(occasion: Occasion): void
  state(): SyncState
  /** Hears of every change of state. Returns how to stop. */
  onState(hear: (state: SyncState) => void): () => void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** Ends what is under way; nothing is sent or stored afterwards. */
  stop(): Promise<void>
}

/** What the senders of one turn have in common. */
type Turn = { due: number; failed: unknown; senders: Set<Promise<void>> }

/** How many edits of different items are on their way at once. */
const senders = 4
const pullEvery = 60_000
/** Contact with the server is a reason to try at once, but not more often than this (ms) while trying keeps failing. */
const longestShyness = 4_000
/** A lock held by a tab that is frozen must not keep edits here for ever. */
const lockWait = 20_000

/** Sends what is in the outbox and reads what is new, whenever there is an occasion (reliability, 'Sync client'). */
export const startSync = (settings: SyncSettings): Sync => {
  const { device, now } = settings
  const ending = new AbortController()
  const hearers = new Set<(state: SyncState) => void>()
  let state: SyncState = { is: 'idle' }
  let running: Promise<void> | null = null
  let again: 'send' | 'all' | null = null
  let restUntil = 0
  /** Until when the server asked to be left alone: of the occasions only a person's own wish comes before that. */
  let busyUntil = 0
  let failures = 0
  let hope = false
  let metAt = -Infinity
  let met = 0
  let paused: 'signed-out' | 'outdated' | null = null
  let cancelTimer = (): void => {}
  let engage = (): void => {}

  const become = (next: SyncState): void => {
    state = next
    for (const hear of hearers) hear(next)
  }

  const poke = (occasion: Occasion): void => {
    if (ending.signal.aborted) return
    // A signed-out page hears of no edit; coming back to it, a network that came back and time passing are worth a try.
    if (paused === 'outdated' || (paused === 'signed-out' && occasion === 'edit')) return
    // With one call that never gets through and others that do, the server is lost and met again without end.
    if (occasion === 'contact') {
      const shy = Math.min(longestShyness, 500 * 2 ** met)
      if (met > 0 && paused === null && now() - metAt < shy) return
      metAt = now()
      met += 1
    }
    if (occasion !== 'edit' && occasion !== 'timer') {
      if (occasion === 'asked') busyUntil = 0
      restUntil = busyUntil
      failures = 0
      hope = true
    }
    paused = null
    again = occasion === 'edit' ? (again ?? 'send') : 'all'
    engage()
    running ??= run().finally(() => {
      running = null
      if (again !== null && !ending.signal.aborted) poke(again === 'send' ? 'edit' : 'timer')
    })
  }

  const run = async (): Promise<void> => {
    cancelTimer()
    let wake = pullEvery
    try {
      while (again !== null && !ending.signal.aborted && paused === null && restUntil <= now()) {
        const what = again
        again = null
        become({ is: 'working' })
        const next = await underLock(settings, ending.signal, (alone) => turn(what, alone))
        wake = Math.min(pullEvery, Math.max(0, next - now()))
      }
      if (paused !== null) become({ is: paused })
      else if (restUntil > now()) {
        wake = restUntil - now()
        become({ is: 'resting', why: 'unreachable', at: restUntil })
      } else {
        met = 0
        become({ is: 'idle' })
      }
    } catch (error) {
      if (!(error instanceof StorageTrouble)) settings.report(error)
      become({ is: error instanceof StorageTrouble ? 'storage' : 'idle' })
    }
    again = null
    if (!ending.signal.aborted) cancelTimer = settings.later(wake, () => poke('timer'))
  }

  /** Sends all that is due, reads what is new, and sends what is added meanwhile; answers when something will be due. */
  const turn = async (what: 'send' | 'all', alone: boolean): Promise<number> => {
    if (alone || hope) await renew(settings, { alone, hope })
    hope = false
    const work: Turn = { due: Infinity, failed: null, senders: new Set() }
    engage = () => {
      if (work.senders.size >= senders) return
      const sender = sendAll()
        .then((due) => {
          work.due = Math.min(work.due, due)
        })
        .catch((error: unknown) => {
          work.failed = error
        })
        .finally(() => work.senders.delete(sender))
      work.senders.add(sender)
    }
    try {
      engage()
      while (work.senders.size > 0) await Promise.all(work.senders)
      if (what === 'all' && paused === null && restUntil <= now()) await pullAll()
      while (work.senders.size > 0) await Promise.all(work.senders)
    } finally {
      engage = () => {}
    }
    if (work.failed !== null) throw work.failed
    return work.due
  }

  /** One of a few at work: each that finds something calls another. */
  const sendAll = async (): Promise<number> => {
    while (!ending.signal.aborted && paused === null && restUntil <= now()) {
      const claimed = await claim(settings, settings.kinds)
      if (claimed.entry === null) return claimed.at
      engage()
      const { entry } = claimed
      const { outcome, verdict } = await sendOne(entry)
      if (ending.signal.aborted) return Infinity
      heed(verdict)
      const nextAt =
        verdict.do === 'again' ? now() + wait(entry.failures, verdict.retryAfter, 300_000) : 0
      await settle(settings, settings.kinds, entry, outcome, verdict, nextAt)
    }
    return Infinity
  }

  const sendOne = async (
    entry: Entry & { request: NonNullable<Entry['request']> },
  ): Promise<{ outcome: Outcome; verdict: Verdict }> => {
    const { call, input } = entry.request
    const outcome = await orUnreachable(
      settings.send(call, input, { idempotencyKey: entry.id, signal: ending.signal }),
      ending.signal,
    )
    return { outcome, verdict: verdictOn(outcome, entry.effect.do === 'remove') }
  }

  const pullAll = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const since = await cursorOf(settings)
      const outcome = await orUnreachable(settings.pull(since, ending.signal), ending.signal)
      if (ending.signal.aborted) return
      if (outcome.kind !== 'done') {
        heed(verdictOn(outcome, false))
        return
      }
      heed({ do: 'drop' })
      const taken = await applyPage(settings, since, outcome.output)
      if (taken && !outcome.output.more) return
    }
  }

  /** What an answer means for all the others. */
  const heed = (verdict: Verdict): void => {
    if (verdict.do === 'pause') paused = verdict.why
    if (verdict.do === 'rest') {
      const after = wait(failures, verdict.retryAfter, 30_000)
      failures += 1
      restUntil = Math.max(restUntil, now() + after)
      busyUntil = Math.max(busyUntil, now() + (verdict.retryAfter ?? 0) * 1000)
    } else if (verdict.do !== 'pause') failures = 0
  }

  /** Doubling from one second, half of it by chance so that a fleet does not come back at once; never before the server said. */
  const wait = (attempts: number, retryAfter: number | undefined, most: number): number =>
    Math.max(
      (retryAfter ?? 0) * 1000,
      Math.min(most, 1000 * 2 ** Math.min(attempts, 12)) * (0.5 + settings.random() / 2),
    )

  // Another tab's edit is this tab's to send as well: whoever has the lock.
  const watching = liveQuery(() => device.tables.outbox.toCollection().lastKey()).subscribe({
    next: () => poke('edit'),
    error: () => {},
  })

  poke('start')
  return {
    poke,
    state: () => state,
    onState: (hear) => {
      hearers.add(hear)
      hear(state)
      return () => hearers.delete(hear)
    },
    settled: async () => {
      while (running !== null) await running
    },
    stop: async () => {
      ending.abort(new DOMException('The device is being left', 'AbortError'))
      watching.unsubscribe()
      cancelTimer()
      await running?.catch(() => {})
    },
  }
}

/** A call that never rejects, and ends with the signal even where the network does not care for it. */
const orUnreachable = <T>(call: Promise<Outcome<T>>, signal: AbortSignal): Promise<Outcome<T>> =>
  new Promise((resolve) => {
    const away = (): void => resolve({ kind: 'unreachable' })
    signal.addEventListener('abort', away, { once: true })
    call.then(resolve, away).finally(() => signal.removeEventListener('abort', away))
  })

const underLock = async <T>(
  { locks, device }: SyncSettings,
  ending: AbortSignal,
  work: (alone: boolean) => Promise<T>,
): Promise<T> => {
  if (locks === null) return work(false)
  let begun: Promise<T> | null = null
  try {
    await locks.request(
      `${device.name}.send`,
      { signal: AbortSignal.any([ending, AbortSignal.timeout(lockWait)]) },
      () => (begun = work(true)),
    )
  } catch (error) {
    // Waited long enough, or locks are refused here: the keys keep it right without.
    if (begun === null && !ending.aborted) begun = work(false)
    else if (begun === null) throw error
  }
  return begun ?? work(false)
}
