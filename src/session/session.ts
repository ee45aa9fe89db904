import { nobody, type Identity } from './identity.ts'

/** What the rest of the app may ask of a running sign-in service. */
export type Service = {
  /** Null where nobody is signed in. `fresh` skips the one kept from the last minute. */
  token: (fresh: boolean) => Promise<string | null>
  activate: (orgId: string) => Promise<void>
  signOut: () => Promise<void>
  /** Asks the service again who is here and where they belong, as after an answer that speaks against it. Rejects when it is not reached. */
  check: () => Promise<void>
  /** No token came in time. */
  unanswered: () => void
}

export type Snapshot = {
  identity: Identity
  /** The organisations the person belongs to, the first one first. */
  memberships: readonly { orgId: string; name: string }[]
  service: Service | null
}

/** One place that knows who uses the page; screens subscribe, the sign-in service writes. */
export type Session = {
  current: () => Snapshot
  subscribe: (listener: () => void) => () => void
  update: (change: Partial<Snapshot>) => void
}

/** A session about which nothing is known yet. */
export function createSession(): Session {
  let snapshot: Snapshot = { identity: nobody('loading'), memberships: [], service: null }
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

/** The session of this page. */
export const session = createSession()
