import { liveQuery } from 'dexie'
import { backoffMs } from './backoff.ts'
import type { Local } from './outbox.ts'
import { sendStored, type Send } from './calls.ts'
import { decideNextStep, type Outcome, type NextStep } from './outcome.ts'
import { applyPage, readPullStart, type Page } from './apply-page.ts'
import { claim, requeue, completeEntry, type Kinds } from './send-outbox.ts'
import type { Entry } from './rows.ts'
import {
  canSend,
  initialSync,
  reduceSync,
  type Occasion,
  type Scope,
  type SyncEffect,
  type SyncEvent,
  type SyncState,
} from './sync-reducer.ts'
import { StorageError } from './storage-error.ts'

export type SyncSettings = Local & {
  kinds: Kinds
  send: Send
  /** Fetches changes since the cursor; null: from the beginning. `feedFrom(send)`. */
  pull: (since: string | null, signal: AbortSignal) => Promise<Outcome<Page>>
  /** One tab of a device sends. Null without Web Locks: then several send, and idempotency keys prevent duplicates. */
  locks: Pick<LockManager, 'request'> | null
  random: () => number
  /** Calls back once after ms. Returns how to cancel. */
  later: (ms: number, run: () => void) => () => void
  /** Receives unexpected errors; the edit stays in the outbox. */
  report: (error: unknown) => void
}

export type Sync = {
  /** Syncs now, unless a backoff or a pause forbids it. */
  poke(occasion: Occasion): void
  state(): SyncState
  /** Calls back with the state, now and at every change. Returns how to stop. */
  onState(listener: (state: SyncState) => void): () => void
  settled(): Promise<void>
  /** Ends the running turn; nothing is sent or stored afterwards. */
  stop(): Promise<void>
}

type Turn = { due: number; failed: unknown; senders: Set<Promise<void>> }

/** How many edits of different items are sent at once. */
const maxSenders = 4
/** In ms. A frozen tab that has the lock must not block this tab's edits forever. */
const lockWait = 20_000

/** Sends the outbox and pulls changes at every occasion (reliability, 'Sync client'). */
export const startSync = (settings: SyncSettings): Sync => {
  const { device, now } = settings
  const ending = new AbortController()
  const listeners = new Set<(state: SyncState) => void>()
  let machine = initialSync
  let running: Promise<void> | null = null
  let cancelTimer = (): void => {}
  let addSender = (): void => {}

  const dispatch = (event: SyncEvent): void => {
    if (ending.signal.aborted) return
    const { shown } = machine
    const step = reduceSync(machine, event)
    machine = step.machine
    if (machine.shown !== shown) for (const listener of listeners) listener(machine.shown)
    for (const effect of step.effects) perform(effect)
  }
  const perform = (effect: SyncEffect): void => {
    if (effect.do === 'add-sender') return addSender()
    cancelTimer()
    if (effect.do === 'set-timer') cancelTimer = settings.later(effect.ms, () => poke('timer'))
    else {
      const turn = runTurn(effect.scope).finally(() => {
        if (running === turn) running = null
      })
      running = turn
    }
  }
  const poke = (occasion: Occasion): void => dispatch({ is: 'occasion', occasion, now: now() })
  const isOpen = (): boolean => !ending.signal.aborted && canSend(machine, now())

  const runTurn = async (scope: Scope): Promise<void> =>
    dispatch(
      await underLock(settings, ending.signal, (alone) => turn(scope, alone)).then(
        (nextDueAt): SyncEvent => ({ is: 'turn-ended', nextDueAt, now: now() }),
        (error: unknown): SyncEvent => {
          const isStorage = error instanceof StorageError
          if (!isStorage) settings.report(error)
          return { is: 'turn-failed', isStorage }
        },
      ),
    )

  /** Sends what is due, pulls, and sends what was added meanwhile; resolves with the time of the next due entry. */
  const turn = async (scope: Scope, alone: boolean): Promise<number> => {
    const { retryFailed } = machine
    if (alone || retryFailed) await requeue(settings, { alone, retryFailed })
    dispatch({ is: 'requeued' })
    const work: Turn = { due: Infinity, failed: null, senders: new Set() }
    addSender = () => {
      if (work.senders.size >= maxSenders) return
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
      addSender()
      while (work.senders.size > 0) await Promise.all(work.senders)
      if (scope === 'all' && isOpen()) await pullAll()
      while (work.senders.size > 0) await Promise.all(work.senders)
    } finally {
      addSender = () => {}
    }
    if (work.failed !== null) throw work.failed
    return work.due
  }

  /** Sends due entries one after the other; every sender that finds an entry adds another sender. */
  const sendAll = async (): Promise<number> => {
    while (isOpen()) {
      const claimed = await claim(settings, settings.kinds)
      if (claimed.entry === null) return claimed.at
      addSender()
      const { entry } = claimed
      const { outcome, nextStep } = await sendEntry(entry)
      if (ending.signal.aborted) return Infinity
      applyToAll(nextStep)
      const nextAt =
        nextStep.do === 'retry' ? now() + entryBackoffMs(entry.failures, nextStep.retryAfter) : 0
      await completeEntry(settings, settings.kinds, entry, outcome, nextStep, nextAt)
    }
    return Infinity
  }

  const sendEntry = async (
    entry: Entry & { request: NonNullable<Entry['request']> },
  ): Promise<{ outcome: Outcome; nextStep: NextStep }> => {
    const outcome = await orUnreachable(
      sendStored(settings.send, entry.request, {
        idempotencyKey: entry.id,
        signal: ending.signal,
      }),
      ending.signal,
    )
    return { outcome, nextStep: decideNextStep(outcome, entry.effect.do === 'remove') }
  }

  const pullAll = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const start = await readPullStart(settings)
      const outcome = await orUnreachable(settings.pull(start.cursor, ending.signal), ending.signal)
      if (ending.signal.aborted) return
      if (outcome.kind !== 'done') {
        applyToAll(decideNextStep(outcome, false))
        return
      }
      applyToAll({ do: 'acknowledge' })
      const isApplied = await applyPage(settings, start, outcome.output)
      if (isApplied && !outcome.output.more) return
    }
  }

  const applyToAll = (nextStep: NextStep): void =>
    dispatch({ is: 'answered', nextStep, now: now(), random: settings.random })

  const entryBackoffMs = (failures: number, retryAfter: number | undefined): number => {
    const options = { minMs: 1_000, maxMs: 300_000, random: settings.random }
    return Math.max((retryAfter ?? 0) * 1000, backoffMs(failures, options))
  }

  // The tab with the lock also sends the edits of other tabs.
  const subscription = liveQuery(() => device.tables.outbox.toCollection().lastKey()).subscribe({
    next: () => poke('edit'),
    error: () => {},
  })

  poke('start')
  return {
    poke,
    state: () => machine.shown,
    onState: (listener) => {
      listeners.add(listener)
      listener(machine.shown)
      return () => listeners.delete(listener)
    },
    settled: async () => {
      while (running !== null) await running
    },
    stop: async () => {
      ending.abort(new DOMException('The device is being left', 'AbortError'))
      subscription.unsubscribe()
      cancelTimer()
      await running?.catch(() => {})
    },
  }
}

/** A request that never rejects and ends with the signal, also when the network ignores the signal. */
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
  let started: Promise<T> | null = null
  try {
    await locks.request(
      `${device.name}.send`,
      { signal: AbortSignal.any([ending, AbortSignal.timeout(lockWait)]) },
      () => (started = work(true)),
    )
  } catch (error) {
    // The wait was too long, or the browser refuses locks: idempotency keys prevent duplicates without it.
    if (started === null && !ending.aborted) started = work(false)
    else if (started === null) throw error
  }
  return started ?? work(false)
}
