import { createNotSignedIn, type Identity } from './identity.ts'
import type { MemberService } from './members.ts'

export type Service = {
  /** `fresh` skips the token cached in the last minute. */
  token: (fresh: boolean) => Promise<string | null>
  activate: (orgId: string) => Promise<void>
  signOut: () => Promise<void>
  revalidate: () => Promise<void>
  markUnreachable: () => void
  members: MemberService
}

export type Snapshot = {
  identity: Identity
  /** In the service's order. */
  memberships: readonly { orgId: string; name: string }[]
  service: Service | null
}

/** Screens subscribe, `src/session` writes. */
export type Session = {
  current: () => Snapshot
  subscribe: (listener: () => void) => () => void
  update: (change: Partial<Snapshot>) => void
}

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
