import { expect, it } from 'vitest'
import { copyStateOf, type CopyState } from '../../../src/offline/copy-state.ts'
import type { Pin } from '../../../src/offline/rows.ts'

const now = 1_800_000_000_000
const minute = 60_000
const day = 24 * 60 * minute

type Row = {
  copy: Partial<Pick<Pin, 'state' | 'done' | 'total' | 'fetchedAt'>> | null
  offline?: boolean
  refusal?: string
  state: CopyState
}

const complete = (age: number) =>
  ({ state: 'ready', fetchedAt: now - age, done: 9, total: 9 }) as const

it.each<[string, Row]>([
  ['that does not exist', { copy: null, state: { is: 'none' } }],
  ['that was requested', { copy: {}, state: { is: 'downloading', share: null, isPaused: false } }],
  [
    'that was requested offline',
    { copy: {}, offline: true, state: { is: 'downloading', share: null, isPaused: true } },
  ],
  [
    'whose download has begun',
    {
      copy: { state: 'fetching', done: 250, total: 1_000 },
      state: { is: 'downloading', share: 0.25, isPaused: false },
    },
  ],
  [
    'of more records than a copy has',
    {
      copy: { state: 'fetching', done: 2_500, total: 40_000 },
      state: { is: 'downloading', share: 0.5, isPaused: false },
    },
  ],
  [
    'whose download was interrupted',
    {
      copy: { state: 'cut', done: 250, total: 1_000 },
      offline: true,
      state: { is: 'downloading', share: 0.25, isPaused: true },
    },
  ],
  [
    'that is downloaded again from the beginning',
    {
      copy: { state: 'fetching', done: 1, total: 4, fetchedAt: now - minute },
      state: { is: 'downloading', share: 0.25, isPaused: false },
    },
  ],
  [
    'that was refused before it was complete',
    { copy: {}, refusal: 'No space.', state: { is: 'failed', problem: 'No space.' } },
  ],
  [
    'that is complete',
    {
      copy: complete(3 * minute),
      state: { is: 'ready', at: now - 3 * minute, isAgeing: false, problem: null },
    },
  ],
  [
    'from a clock that was set back',
    {
      copy: complete(-day),
      state: { is: 'ready', at: now + day, isAgeing: false, problem: null },
    },
  ],
  [
    'of yesterday',
    {
      copy: complete(day),
      state: { is: 'ready', at: now - day, isAgeing: true, problem: null },
    },
  ],
  [
    'that is complete and refused now',
    {
      copy: complete(minute),
      refusal: 'No space.',
      state: { is: 'ready', at: now - minute, isAgeing: false, problem: 'No space.' },
    },
  ],
  [
    'of a minute less than a day',
    {
      copy: complete(day - minute),
      state: { is: 'ready', at: now - day + minute, isAgeing: false, problem: null },
    },
  ],
  [
    'of a minute less than a week',
    {
      copy: complete(7 * day - minute),
      state: { is: 'ready', at: now - 7 * day + minute, isAgeing: true, problem: null },
    },
  ],
  ['of a week', { copy: complete(7 * day), state: { is: 'old', days: 7, problem: null } }],
  ['of last week', { copy: complete(8 * day), state: { is: 'old', days: 8, problem: null } }],
])('the state of an offline copy %s', (_, { copy, offline = false, refusal = null, state }) => {
  const requested = { state: 'cut', done: 0, total: 0, fetchedAt: 0 } as const
  const pin = copy && { ...requested, ...copy }
  expect(copyStateOf(pin, { refusal, offline, now })).toEqual(state)
})
