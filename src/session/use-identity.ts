import { useEffect, useSyncExternalStore } from 'react'
import type { Identity } from './identity.ts'
import { session as pageSession, type Session, type Snapshot } from './session.ts'
import { untilDone } from './until-done.ts'

/** Who uses the page, kept up to date. */
export function useIdentity(session: Session = pageSession): Identity {
  return useSession(session).identity
}

/** Everything the session knows, kept up to date. */
export function useSession(session: Session = pageSession): Snapshot {
  return useSyncExternalStore(session.subscribe, session.current)
}

const RETRY_MS = 3_000

/**
 * Spec 4: with memberships but no active organisation, the first membership is activated.
 * 'none' means the person belongs to no organisation; until 'settled' nothing of an organisation can be shown.
 */
export function useFirstOrganisation(
  session: Session = pageSession,
): 'settled' | 'activating' | 'none' {
  const { identity, memberships, service } = useSession(session)
  const missing = identity.state === 'signed-in' && identity.orgId === null
  const first = missing ? memberships[0]?.orgId : undefined
  const live = identity.mode === 'live'

  useEffect(() => {
    if (first === undefined || !service || !live) return undefined
    const gone = new AbortController()
    const activate = async () => {
      await service.activate(first)
      // What Clerk activates by itself after a sign-in may be answered last, and names no organisation: then once more.
      if (session.current().identity.orgId === null) throw new Error('None is active yet')
    }
    void untilDone(activate, { pauseMs: RETRY_MS, signal: gone.signal })
    return () => gone.abort()
  }, [first, service, live, session])

  if (!missing) return 'settled'
  return first === undefined ? 'none' : 'activating'
}
