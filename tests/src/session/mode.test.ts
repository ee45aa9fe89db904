import { describe, expect, it } from 'vitest'
import {
  modeOf,
  type ClerkStatus,
  type Mode,
  type ModeQuestion,
} from '../../../src/session/mode.ts'

const hour = 3_600_000
const now = Date.parse('2026-03-02T10:00:00Z')
const weekAhead = now + 7 * 24 * hour

const records = {
  none: null,
  fresh: { verifiedAt: now - hour, expireAt: weekAhead },
  'just within 72 h': { verifiedAt: now - 72 * hour, expireAt: weekAhead },
  'older than 72 h': { verifiedAt: now - 72 * hour - 1, expireAt: weekAhead },
  'of an ended session': { verifiedAt: now - hour, expireAt: now },
  'from the future': { verifiedAt: now + 73 * hour, expireAt: weekAhead },
} satisfies Record<string, ModeQuestion['lastKnown']>
type RecordName = keyof typeof records

const statuses: ClerkStatus[] = ['loading', 'ready', 'degraded', 'error']
const answers = [null, true, false]
const either = [true, false]

const shownFrom: Record<RecordName, Mode | null> = {
  none: null,
  fresh: 'degraded',
  'just within 72 h': 'degraded',
  'older than 72 h': 'read-only',
  'of an ended session': 'read-only',
  'from the future': 'read-only',
}

type Row = Omit<ModeQuestion, 'lastKnown' | 'graceHours' | 'now'> & { record: RecordName }

/** Independent of the code. */
const expected = (row: Row): Mode => {
  const spoken = row.clerkStatus === 'ready' && row.online
  if (row.signOutPending) return 'sign-out-pending'
  if (spoken && row.clerkSaysSignedIn === true) return 'live'
  if (spoken && row.clerkSaysSignedIn === false) return 'signed-out'
  const shown = shownFrom[row.record]
  if (shown === null && row.clerkSaysSignedIn === true) return 'degraded'
  if (shown === null && row.clerkSaysSignedIn === false && !row.cookieSpeaksOfSession)
    return 'signed-out'
  if (shown === null) return 'loading'
  const soonKnown = row.clerkStatus === 'loading' && row.online
  return soonKnown && !row.cookieSpeaksOfSession ? 'loading' : shown
}

const rows: Row[] = []
for (const record of Object.keys(records) as RecordName[])
  for (const clerkStatus of statuses)
    for (const clerkSaysSignedIn of answers)
      for (const cookieSpeaksOfSession of either)
        for (const online of either)
          for (const signOutPending of either)
            rows.push({
              record,
              clerkStatus,
              clerkSaysSignedIn,
              cookieSpeaksOfSession,
              online,
              signOutPending,
            })

const answer = ({ record, ...row }: Row): Mode =>
  modeOf({ ...row, lastKnown: records[record], graceHours: 72, now })

describe('the mode of the page', () => {
  it('is right in each of the 576 situations', () => {
    expect(rows).toHaveLength(576)
    for (const row of rows) expect([row, answer(row)]).toEqual([row, expected(row)])
  })

  // Invariants of the same table, which catch a wrong rule that was written twice.
  it('is signed-out only after an answer of a reachable service, or if no user was ever known', () => {
    for (const row of rows.filter((row) => answer(row) === 'signed-out')) {
      expect(row.clerkSaysSignedIn).toBe(false)
      if (row.record === 'none' && !row.cookieSpeaksOfSession) continue
      expect([row.clerkStatus, row.online]).toEqual(['ready', true])
    }
  })

  it('is live only with a network and a service that confirms the user', () => {
    for (const row of rows.filter((row) => answer(row) === 'live'))
      expect([row.clerkStatus, row.online, row.clerkSaysSignedIn]).toEqual(['ready', true, true])
  })

  it('shows no user while a sign-out is pending', () => {
    for (const row of rows.filter((row) => row.signOutPending))
      expect(answer(row)).toBe('sign-out-pending')
  })

  it.each<[string, Partial<Row>, Mode]>([
    ['is degraded at a start with a fresh record', {}, 'degraded'],
    ['is loading at a start without a record', { record: 'none' }, 'loading'],
    [
      'is degraded after a false "signed out" without a network',
      {
        online: false,
        clerkSaysSignedIn: false,
        clerkStatus: 'ready',
        cookieSpeaksOfSession: false,
      },
      'degraded',
    ],
    [
      'is degraded after a false "signed out" of a failing service',
      { clerkSaysSignedIn: false, clerkStatus: 'degraded', cookieSpeaksOfSession: false },
      'degraded',
    ],
    [
      'is signed-out after a true "signed out"',
      { clerkSaysSignedIn: false, clerkStatus: 'ready' },
      'signed-out',
    ],
    [
      'is read-only if clerk-js does not load after four days',
      { record: 'older than 72 h', clerkStatus: 'error' },
      'read-only',
    ],
    [
      'is degraded when the network is lost',
      { online: false, clerkSaysSignedIn: true, clerkStatus: 'ready' },
      'degraded',
    ],
    [
      'is read-only when the session ends while offline',
      {
        record: 'of an ended session',
        online: false,
        clerkSaysSignedIn: true,
        clerkStatus: 'ready',
      },
      'read-only',
    ],
  ])('%s', (_, change, mode) => {
    const start: Row = {
      record: 'fresh',
      clerkStatus: 'loading',
      clerkSaysSignedIn: null,
      cookieSpeaksOfSession: true,
      online: true,
      signOutPending: false,
    }
    expect(answer({ ...start, ...change })).toBe(mode)
  })
})
