import { hour, isOlderThan } from '../offline/age.ts'
import type { LastKnown } from './last-known.ts'

/**
 * live: the sign-in service confirms the person, a token can be had. degraded: it cannot be asked; the person last known is
 * shown and what they do is kept. read-only: not confirmed for too long. signed-out: it says nobody is signed in.
 * sign-out-pending: this device signed out and the service is yet to be told. loading: nothing is known.
 */
export type Mode = 'live' | 'degraded' | 'read-only' | 'signed-out' | 'sign-out-pending' | 'loading'

/** 'ready' only where the service itself has spoken; what clerk-js makes up from cookies is 'degraded'. */
export type ClerkStatus = 'loading' | 'ready' | 'degraded' | 'error'

export type ModeQuestion = {
  /** The record of this device, unless Clerk names another person. */
  lastKnown: Pick<LastKnown, 'verifiedAt' | 'expireAt'> | null
  clerkStatus: ClerkStatus
  /** Null while Clerk has said nothing. */
  clerkSaysSignedIn: boolean | null
  cookieSpeaksOfSession: boolean
  /** The browser has a network and the service answered when last asked. */
  online: boolean
  signOutPending: boolean
  /** Hours that a person is shown in full without being confirmed, as their organisation chose. */
  graceHours: number
  /** In ms since 1970. */
  now: number
}

/** Which mode the page is in. 'Signed out' is believed only of a service that was reached and has spoken. */
export function modeOf(question: ModeQuestion): Mode {
  const { lastKnown, clerkStatus, clerkSaysSignedIn, cookieSpeaksOfSession, online } = question
  if (question.signOutPending) return 'sign-out-pending'
  if (clerkStatus === 'ready' && online && clerkSaysSignedIn !== null)
    return clerkSaysSignedIn ? 'live' : 'signed-out'
  if (lastKnown === null) {
    // Cookies name someone of whom this device keeps nothing; or nobody was ever here.
    if (clerkSaysSignedIn === true) return 'degraded'
    return clerkSaysSignedIn === false && !cookieSpeaksOfSession ? 'signed-out' : 'loading'
  }
  // Without a session's cookie 'signed out' is likely: its word, due in a moment, decides what is shown.
  if (!cookieSpeaksOfSession && clerkStatus === 'loading' && online) return 'loading'
  const { now, graceHours } = question
  const hasEnded = now >= lastKnown.expireAt
  return hasEnded || isOlderThan(graceHours * hour, lastKnown.verifiedAt, now)
    ? 'read-only'
    : 'degraded'
}

/** Whether the browser's cookies speak of a session: then 'nobody is signed in', said by a service that was not reached, is no answer. */
export function mayHaveSession(cookies: string): boolean {
  return /(?:^|;\s*)__client_uat(?:_[\w-]+)?=[1-9]/.test(cookies)
}
