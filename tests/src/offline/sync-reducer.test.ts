import { describe, expect, it } from 'vitest'
import { decideNextStep, type NextStep } from '../../../src/offline/outcome.ts'
import {
  initialSync,
  reduceSync,
  type Occasion,
  type SyncEvent,
  type SyncMachine,
} from '../../../src/offline/sync-reducer.ts'

const now = 1_000_000
const at = (fields: Partial<SyncMachine> = {}): SyncMachine => ({ ...initialSync, ...fields })
const occasion = (name: Occasion): SyncEvent => ({ is: 'occasion', occasion: name, now })
const answered = (nextStep: NextStep): SyncEvent => ({
  is: 'answered',
  nextStep,
  now,
  random: () => 1,
})
const ended = (nextDueAt = Infinity): SyncEvent => ({ is: 'turn-ended', nextDueAt, now })
const backoff = (retryAfter?: number): NextStep => ({
  do: 'backoff',
  why: retryAfter === undefined ? 'unreachable' : 'busy',
  retryAfter,
})

const sendTurn = { do: 'start-turn', scope: 'send' }
const fullTurn = { do: 'start-turn', scope: 'all' }
const addSender = { do: 'add-sender' }
const timer = (ms: number) => ({ do: 'set-timer', ms })
const working: Partial<SyncMachine> = { isRunning: true, shown: { is: 'working' } }

type Row = [
  title: string,
  from: SyncMachine,
  event: SyncEvent,
  to: Partial<SyncMachine>,
  effects: object[],
]

const rows: Row[] = [
  ['an edit starts a turn that only sends', at(), occasion('edit'), working, [sendTurn]],
  ['the start starts a turn that also pulls', at(), occasion('start'), working, [fullTurn]],
  [
    'an edit during a turn adds a sender and requests another turn',
    at(working),
    occasion('edit'),
    { ...working, requested: 'send' },
    [addSender],
  ],
  [
    'an edit does not narrow a requested pull',
    at({ ...working, requested: 'all' }),
    occasion('edit'),
    { requested: 'all' },
    [addSender],
  ],
  [
    'a turn that ends starts the requested one',
    at({ ...working, requested: 'all' }),
    ended(),
    { ...working, requested: null },
    [fullTurn],
  ],
  [
    'a turn that ends with nothing requested sets the timer of the next pull',
    at({ ...working, contactRetries: 3 }),
    ended(),
    { shown: { is: 'idle' }, isRunning: false, contactRetries: 0 },
    [timer(60_000)],
  ],
  [
    'the timer is set to an entry that is due before the next pull',
    at(working),
    ended(now + 5_000),
    { shown: { is: 'idle' } },
    [timer(5_000)],
  ],
  [
    'the first unreachable answer backs off for a second at most',
    at(working),
    answered(backoff()),
    { failures: 1, retryAt: now + 1_000, retryAfterAt: now },
    [],
  ],
  [
    'the backoff ends at 30 s',
    at({ ...working, failures: 9 }),
    answered(backoff()),
    { failures: 10, retryAt: now + 30_000 },
    [],
  ],
  [
    'Retry-After is a deadline',
    at(working),
    answered(backoff(40)),
    { retryAt: now + 40_000, retryAfterAt: now + 40_000 },
    [],
  ],
  [
    'an accepted entry ends the backoff',
    at({ ...working, failures: 4 }),
    answered({ do: 'acknowledge' }),
    { failures: 0 },
    [],
  ],
  [
    'a turn that ends in a backoff waits until the backoff is over and drops what was requested',
    at({ ...working, retryAt: now + 7_000, requested: 'send' }),
    ended(),
    {
      shown: { is: 'resting', why: 'unreachable', at: now + 7_000 },
      requested: null,
      isRunning: false,
    },
    [timer(7_000)],
  ],
  [
    'an edit does not end a backoff',
    at({ retryAt: now + 7_000 }),
    occasion('edit'),
    { isRunning: false, retryAt: now + 7_000 },
    [timer(7_000)],
  ],
  [
    'the browser’s online event ends a backoff and retries failed entries',
    at({ retryAt: now + 7_000, failures: 5 }),
    occasion('online'),
    { ...working, retryAt: 0, failures: 0, retryFailed: true },
    [fullTurn],
  ],
  [
    'the browser’s online event does not end a Retry-After',
    at({ retryAt: now + 40_000, retryAfterAt: now + 40_000 }),
    occasion('online'),
    { isRunning: false, retryAt: now + 40_000 },
    [timer(40_000)],
  ],
  [
    'an explicit request ends a Retry-After',
    at({ retryAt: now + 40_000, retryAfterAt: now + 40_000 }),
    occasion('requested'),
    { ...working, retryAt: 0, retryAfterAt: 0 },
    [fullTurn],
  ],
  [
    'a second contact within a second is ignored',
    at({ contactRetries: 1, lastContactAt: now - 900 }),
    occasion('contact'),
    { isRunning: false, contactRetries: 1 },
    [],
  ],
  [
    'a second contact after a second syncs',
    at({ contactRetries: 1, lastContactAt: now - 1_000 }),
    occasion('contact'),
    { ...working, contactRetries: 2, lastContactAt: now },
    [fullTurn],
  ],
  [
    'a missing session pauses',
    at(working),
    answered({ do: 'pause', why: 'signed-out' }),
    { pausedFor: 'signed-out' },
    [],
  ],
  [
    'a turn that found the server down shows that it is busy',
    at({ ...working, retryAt: now + 7_000, why: 'busy' }),
    ended(),
    { shown: { is: 'resting', why: 'busy', at: now + 7_000 } },
    [timer(7_000)],
  ],
  [
    'a paused turn shows why when it ends',
    at({ ...working, pausedFor: 'signed-out' }),
    ended(),
    { shown: { is: 'signed-out' }, isRunning: false },
    [timer(60_000)],
  ],
  [
    'an edit is ignored while signed out',
    at({ pausedFor: 'signed-out' }),
    occasion('edit'),
    { pausedFor: 'signed-out', isRunning: false },
    [],
  ],
  [
    'a focus ends the pause of a missing session',
    at({ pausedFor: 'signed-out' }),
    occasion('focus'),
    { ...working, pausedFor: null },
    [fullTurn],
  ],
  [
    'an outdated app ignores every occasion',
    at({ pausedFor: 'outdated' }),
    occasion('requested'),
    { pausedFor: 'outdated', isRunning: false },
    [],
  ],
  [
    'a failure of the device’s storage is shown',
    at({ ...working, requested: 'all' }),
    { is: 'turn-failed', isStorage: true },
    { shown: { is: 'storage' }, requested: null, isRunning: false },
    [timer(60_000)],
  ],
  [
    'failed entries are requeued once',
    at({ ...working, retryFailed: true }),
    { is: 'requeued' },
    { retryFailed: false },
    [],
  ],
]

describe('the reducer of the sync', () => {
  it.each(rows)('%s', (_title, from, event, to, effects) => {
    const step = reduceSync(from, event)
    expect(step.machine).toMatchObject(to)
    expect(step.effects).toEqual(effects)
  })
})

it('an edit waits through maintenance and through a short 503, each under its own name', () => {
  const refused = (code: 'maintenance' | 'unavailable') =>
    decideNextStep(
      {
        kind: 'problem',
        problem: {
          type: 'about:blank',
          title: 'Away',
          status: 503,
          detail: '',
          instance: '/',
          code,
          requestId: 'r1',
        },
        retryAfter: 30,
      },
      false,
    )
  expect(refused('maintenance')).toEqual({ do: 'backoff', why: 'maintenance', retryAfter: 30 })
  expect(refused('unavailable')).toEqual({ do: 'backoff', why: 'busy', retryAfter: 30 })
})
