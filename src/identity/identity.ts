import type { Role } from '../../contract/call.ts'

export type SignedIn = {
  state: 'signed-in'
  userId: string
  sessionId: string
  /** Null while no organisation is active. */
  orgId: string | null
  role: Role | 'other' | null
  orgName: string | null
  name: string
  email: string | null
  imageUrl: string | null
  trouble: null
}

export type NotSignedIn = {
  /** 'loading' also while the sign-in service cannot be reached: not reached is not signed out. */
  state: 'loading' | 'signed-out'
  userId: null
  sessionId: null
  orgId: null
  role: null
  orgName: null
  name: null
  email: null
  imageUrl: null
  /** A sentence for the person when loading does not get on. */
  trouble: string | null
}

/** Who uses this page. */
export type Identity = SignedIn | NotSignedIn

/** Nobody known yet, or nobody signed in. */
export function nobody(state: NotSignedIn['state'], trouble: string | null = null): NotSignedIn {
  return {
    state,
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
