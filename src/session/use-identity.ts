import { useEffect, useSyncExternalStore } from 'react'
import type { Identity } from './identity.ts'
import { session as pageSession, type Session, type Snapshot } from './session.ts'
import { retryForever } from '../lib/retry.ts'

export function useIdentity(session: Session = pageSession): Identity {
  return useSession(session).identity
}

export function useSession(session: Session = pageSession): Snapshot {
  return useSyncExternalStore(session.subscribe, session.current)
}

const RETRY_MS = 3_000

/** Activates the first membership if none is active (spec 4). 'none': the user belongs to no organisation. */
export function useFirstOrganisation(
  session: Session = pageSession,
): 'settled' | 'activating' | 'none' {
  const { identity, memberships, service } = useSession(session)
  const missing = identity.state === 'signed-in' && identity.orgId === null
  const first = missing ? memberships[0]?.orgId : undefined
  const live = identity.mode === 'live'

  useEffect(() => {
    if (first === undefined || !service || !live) return undefined
    const abortController = new AbortController()
    const activate = async () => {
      await service.activate(first)
      // Clerk's own activation after a sign-in may be answered last and name no organisation: retry.
      if (session.current().identity.orgId === null) throw new Error('None is active yet')
    }
    void retryForever(activate, { maxMs: RETRY_MS, signal: abortController.signal })
    return () => abortController.abort()
  }, [first, service, live, session])

  if (!missing) return 'settled'
  return first === undefined ? 'none' : 'activating'
}
