import { hour, isOlderThan } from '../offline/age.ts'
import type { LastKnown } from './last-known.ts'

/**
 * live: Clerk confirms the user and tokens are available. degraded: Clerk is unreachable; the
 * last known user is shown and edits are saved. read-only: unconfirmed for too long. signed-out:
 * Clerk says that no user is signed in. sign-out-pending: signed out here, not yet at Clerk.
 */
export type Mode = 'live' | 'degraded' | 'read-only' | 'signed-out' | 'sign-out-pending' | 'loading'

/** 'ready' only after the service's answer; what clerk-js guesses from cookies is 'degraded'. */
export type ClerkStatus = 'loading' | 'ready' | 'degraded' | 'error'

export type ModeQuestion = {
  /** Null if Clerk names another user. */
  lastKnown: Pick<LastKnown, 'verifiedAt' | 'expireAt'> | null
  clerkStatus: ClerkStatus
  /** Null before Clerk's first answer. */
  clerkSaysSignedIn: boolean | null
  cookieSpeaksOfSession: boolean
  /** The browser has a network, and the service answered the last request. */
  online: boolean
  signOutPending: boolean
  /** As the organisation chose; then the page is read-only. */
  graceHours: number
  /** In ms since 1970. */
  now: number
}

/** Trusts 'signed out' only from a service that was reached and answered. */
export function modeOf(question: ModeQuestion): Mode {
  const { lastKnown, clerkStatus, clerkSaysSignedIn, cookieSpeaksOfSession, online } = question
  if (question.signOutPending) return 'sign-out-pending'
  if (clerkStatus === 'ready' && online && clerkSaysSignedIn !== null)
    return clerkSaysSignedIn ? 'live' : 'signed-out'
  if (lastKnown === null) {
    // Cookies name a user unknown to this device; or no user was ever known.
    if (clerkSaysSignedIn === true) return 'degraded'
    return clerkSaysSignedIn === false && !cookieSpeaksOfSession ? 'signed-out' : 'loading'
  }
  // Without a session cookie the user is probably signed out: wait for the service, which answers soon.
  if (!cookieSpeaksOfSession && clerkStatus === 'loading' && online) return 'loading'
  const { now, graceHours } = question
  const hasEnded = now >= lastKnown.expireAt
  return hasEnded || isOlderThan(graceHours * hour, lastKnown.verifiedAt, now)
    ? 'read-only'
    : 'degraded'
}

/** Then 'signed out' from an unreachable service is no answer. */
export function mayHaveSession(cookies: string): boolean {
  return /(?:^|;\s*)__client_uat(?:_[\w-]+)?=[1-9]/.test(cookies)
}
