import { backoffMs } from './backoff.ts'
import type { BackoffReason, NextStep } from './outcome.ts'

/** Why to sync now. 'edit' only sends; the others also pull. */
export type Occasion =
  | 'start'
  | 'online'
  | 'focus'
  | 'visible'
  | 'timer'
  | 'edit'
  | 'requested'
  | 'contact'

/** What screens show. 'resting' retries at `at`; 'signed-out' and 'outdated' wait for the user. */
export type SyncState =
  | { is: 'idle' }
  | { is: 'working' }
  | { is: 'resting'; why: BackoffReason; at: number }
  | { is: 'signed-out' }
  | { is: 'outdated' }
  | { is: 'storage' }

export type Scope = 'send' | 'all'

/** Everything that decides when to sync. Times are in ms. */
export type SyncMachine = {
  shown: SyncState
  isRunning: boolean
  requested: Scope | null
  retryAt: number
  /** Retry-After deadline. Only an explicit request ignores it. */
  retryAfterAt: number
  failures: number
  /** Why the last request failed; while `retryAt` is ahead. */
  why: BackoffReason
  /** Whether the next turn also sends entries whose own backoff is not over. */
  retryFailed: boolean
  lastContactAt: number
  contactRetries: number
  pausedFor: 'signed-out' | 'outdated' | null
}

export type SyncEvent =
  | { is: 'occasion'; occasion: Occasion; now: number }
  | { is: 'requeued' }
  | { is: 'answered'; nextStep: NextStep; now: number; random: () => number }
  | { is: 'turn-ended'; nextDueAt: number; now: number }
  | { is: 'turn-failed'; isStorage: boolean }

export type SyncEffect =
  | { do: 'start-turn'; scope: Scope }
  /** Let a running turn look at the outbox again. */
  | { do: 'add-sender' }
  | { do: 'set-timer'; ms: number }

type Step = { machine: SyncMachine; effects: SyncEffect[] }

export const initialSync: SyncMachine = {
  shown: { is: 'idle' },
  isRunning: false,
  requested: null,
  retryAt: 0,
  retryAfterAt: 0,
  failures: 0,
  why: 'unreachable',
  retryFailed: false,
  lastContactAt: -Infinity,
  contactRetries: 0,
  pausedFor: null,
}

const pullEveryMs = 60_000
const maxContactBackoffMs = 4_000

/** Whether edits may be sent now. */
export const canSend = ({ pausedFor, retryAt }: SyncMachine, now: number): boolean =>
  pausedFor === null && retryAt <= now

export const reduceSync = (machine: SyncMachine, event: SyncEvent): Step => {
  switch (event.is) {
    case 'occasion':
      return onOccasion(machine, event.occasion, event.now)
    case 'requeued':
      return { machine: { ...machine, retryFailed: false }, effects: [] }
    case 'answered':
      return { machine: onAnswer(machine, event), effects: [] }
    case 'turn-ended': {
      const timerMs = Math.min(pullEveryMs, Math.max(0, event.nextDueAt - event.now))
      return continueOrEnd(machine, event.now, timerMs)
    }
    case 'turn-failed':
      return end(machine, { is: event.isStorage ? 'storage' : 'idle' }, pullEveryMs)
  }
}

const onOccasion = (machine: SyncMachine, occasion: Occasion, now: number): Step => {
  const { pausedFor } = machine
  // While signed out an edit can't be sent, but coming back to the page, a new network and time passing may help.
  const isIgnored =
    pausedFor === 'outdated' ||
    (pausedFor === 'signed-out' && occasion === 'edit') ||
    (occasion === 'contact' && isContactTooSoon(machine, now))
  if (isIgnored) return { machine, effects: [] }
  const next: SyncMachine = {
    ...machine,
    pausedFor: null,
    requested: occasion === 'edit' ? (machine.requested ?? 'send') : 'all',
    ...(occasion === 'contact' && {
      lastContactAt: now,
      contactRetries: machine.contactRetries + 1,
    }),
  }
  if (occasion !== 'edit' && occasion !== 'timer') {
    if (occasion === 'requested') next.retryAfterAt = 0
    next.retryAt = next.retryAfterAt
    next.failures = 0
    next.retryFailed = true
  }
  if (next.isRunning) return { machine: next, effects: [{ do: 'add-sender' }] }
  return continueOrEnd(next, now, pullEveryMs)
}

/** If one request keeps failing while others succeed, the device flips between offline and online forever: back off. */
const isContactTooSoon = (machine: SyncMachine, now: number): boolean => {
  const { contactRetries, pausedFor, lastContactAt } = machine
  if (contactRetries === 0 || pausedFor !== null) return false
  const wait = backoffMs(contactRetries, { minMs: 500, maxMs: maxContactBackoffMs })
  return now - lastContactAt < wait
}

/** An answer to one request decides for all others. */
const onAnswer = (
  machine: SyncMachine,
  { nextStep, now, random }: Extract<SyncEvent, { is: 'answered' }>,
): SyncMachine => {
  if (nextStep.do === 'pause') return { ...machine, pausedFor: nextStep.why }
  if (nextStep.do !== 'backoff') return { ...machine, failures: 0 }
  const requestedMs = (nextStep.retryAfter ?? 0) * 1000
  const wait = backoffMs(machine.failures, { minMs: 1_000, maxMs: 30_000, random })
  return {
    ...machine,
    failures: machine.failures + 1,
    why: nextStep.why,
    retryAt: Math.max(machine.retryAt, now + Math.max(requestedMs, wait)),
    retryAfterAt: Math.max(machine.retryAfterAt, now + requestedMs),
  }
}

const continueOrEnd = (machine: SyncMachine, now: number, timerMs: number): Step => {
  const { requested, pausedFor, retryAt } = machine
  if (requested !== null && canSend(machine, now))
    return {
      machine: { ...machine, requested: null, isRunning: true, shown: { is: 'working' } },
      effects: [{ do: 'start-turn', scope: requested }],
    }
  if (pausedFor !== null) return end(machine, { is: pausedFor }, timerMs)
  if (retryAt > now)
    return end(machine, { is: 'resting', why: machine.why, at: retryAt }, retryAt - now)
  return end({ ...machine, contactRetries: 0 }, { is: 'idle' }, timerMs)
}

const end = (machine: SyncMachine, shown: SyncState, timerMs: number): Step => ({
  machine: { ...machine, shown, requested: null, isRunning: false },
  effects: [{ do: 'set-timer', ms: timerMs }],
})
