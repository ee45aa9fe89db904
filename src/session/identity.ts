import type { Role } from '../../contract/core/endpoint.ts'

export type SignedIn = {
  state: 'signed-in'
  /**
   * live: a token can be had. degraded: drawn from what this device knows; what one does is kept and sent later.
   * read-only: unconfirmed for longer than the organisation's grace (72 h unless it chose another), or the session has ended meanwhile.
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
  /** A sentence for the person when the sign-in service does not answer; always null when live. */
  trouble: string | null
}

export type NotSignedIn = {
  /** 'loading' also while the sign-in service cannot be reached: not reached is not signed out. */
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
  /** A sentence for the person when loading, or ending a session, does not get on. */
  trouble: string | null
}

/** Who uses this page. */
export type Identity = SignedIn | NotSignedIn

/** Nobody known yet, or nobody signed in. */
export function nobody(state: NotSignedIn['state'], trouble: string | null = null): NotSignedIn {
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
