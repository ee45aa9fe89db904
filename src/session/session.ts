import { createNotSignedIn, type Identity } from './identity.ts'

/** The operations that Clerk offers to the app while it runs. */
export type Service = {
  /** Null if no user is signed in. `fresh` skips the token cached in the last minute. */
  token: (fresh: boolean) => Promise<string | null>
  activate: (orgId: string) => Promise<void>
  signOut: () => Promise<void>
  /** Reloads the session and memberships, as after a refused request. Rejects if the service is unreachable. */
  revalidate: () => Promise<void>
  /** No token arrived in time. */
  markUnreachable: () => void
}

export type Snapshot = {
  identity: Identity
  /** The user's organisations, in the service's order. */
  memberships: readonly { orgId: string; name: string }[]
  service: Service | null
}

/** Holds who is signed in: screens subscribe, `src/session` writes. */
export type Session = {
  current: () => Snapshot
  subscribe: (listener: () => void) => () => void
  update: (change: Partial<Snapshot>) => void
}

/** A session in which no user is known yet. */
export function createSession(): Session {
  let snapshot: Snapshot = {
    identity: createNotSignedIn('loading'),
    memberships: [],
    service: null,
  }
  const listeners = new Set<() => void>()
  return {
    current: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    update: (change) => {
      snapshot = { ...snapshot, ...change }
      for (const listener of listeners) listener()
    },
  }
}

export const session = createSession()
