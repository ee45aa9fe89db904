import type { Role } from '../../contract/core/endpoint.ts'

export type SignedIn = {
  state: 'signed-in'
  /**
   * live: tokens are available. degraded: shown from the device; edits are stored and sent later. read-only: unconfirmed for
   * longer than the organisation's grace period (72 h by default), or the session has expired.
   */
  mode: 'live' | 'degraded' | 'read-only'
  userId: string
  sessionId: string
  /** Null while no organisation is active. */
  orgId: string | null
  role: Role | 'other' | null
  orgName: string | null
  name: string
  email: string | null
  imageUrl: string | null
  trouble: string | null
}

export type NotSignedIn = {
  /** Also 'loading' while the sign-in service is unreachable: unreachable does not mean signed out. */
  state: 'loading' | 'signed-out'
  mode: null
  userId: null
  sessionId: null
  orgId: null
  role: null
  orgName: null
  name: null
  email: null
  imageUrl: null
  /** A sentence for the user if loading or signing out makes no progress. */
  trouble: string | null
}

export type Identity = SignedIn | NotSignedIn

export function createNotSignedIn(
  state: NotSignedIn['state'],
  trouble: string | null = null,
): NotSignedIn {
  return {
    state,
    mode: null,
    userId: null,
    sessionId: null,
    orgId: null,
    role: null,
    orgName: null,
    name: null,
    email: null,
    imageUrl: null,
    trouble,
  }
}
