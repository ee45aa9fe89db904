import { useAuth, useClerk, useUser } from '@clerk/clerk-react'
import { useEffect } from 'react'
import { endSession, recheck, recover } from './clerk-recovery.ts'
import { isReal, wordOf } from './clerk-word.ts'
import type { Follower } from './follow.ts'
import { session, type Service } from './session.ts'
import { untilDone } from './until-done.ts'
import { useIdentity } from './use-identity.ts'

const RETRY_MS = 10_000

type Props = {
  follower: Follower
  /** Clerk has given up and has to be started anew. */
  onDead: () => void
  /** Tells Clerk of a sign-out that it has not been told of; nothing to do where none is owed. */
  settle: (revoke: () => Promise<void>) => Promise<void>
}

/** Tells the follower what Clerk says, each time it changes, and keeps asking while that is not its own word. */
export function ClerkBridge(props: Props) {
  // Read anew with every change of who is here, and settling is one.
  const owed = props.follower.owesSignOut()
  useSettling(props, owed)
  useService(props, owed)
  useWords(props)
  useRecovery(props, owed)
  return null
}

function useSettling({ follower, settle, onDead }: Props, owed: boolean) {
  const clerk = useClerk()
  const { isLoaded } = useAuth()

  useEffect(() => {
    if (!owed || !isLoaded) return undefined
    const gone = new AbortController()
    const tell = async () => {
      await settle(() => endSession(clerk))
      if (clerk.status === 'degraded') onDead()
      follower.look()
    }
    void untilDone(tell, { pauseMs: RETRY_MS, signal: gone.signal })
    return () => gone.abort()
  }, [clerk, isLoaded, owed, follower, settle, onDead])
}

/** Offers Clerk to the page, unless it still has a session that was signed out of, or started without learning anything. */
function useService({ follower }: Props, owed: boolean) {
  const clerk = useClerk()
  const { isSignedIn } = useAuth()
  const empty = clerk.status === 'degraded' && isSignedIn === false
  const due = !owed && !empty

  useEffect(() => {
    if (!due) return undefined
    const service: Service = {
      token: async (fresh) => {
        const token = (await clerk.session?.getToken({ skipCache: fresh })) ?? null
        if (token !== null) follower.confirmed()
        return token
      },
      activate: (organization) => clerk.setActive({ organization }),
      signOut: () => endSession(clerk),
      check: () => recheck(clerk),
      unanswered: follower.unanswered,
    }
    session.update({ service })
    return () => session.update({ service: null })
  }, [clerk, due, follower])
}

function useWords({ follower, onDead }: Props) {
  const clerk = useClerk()
  const { isLoaded, isSignedIn, orgRole } = useAuth()
  const { user } = useUser()
  const { status, session } = clerk
  const sessions = clerk.client?.signedInSessions.length ?? null

  useEffect(() => {
    follower.hear(wordOf({ status, sessions, isLoaded, isSignedIn, orgRole, user, session }))
  }, [follower, status, sessions, isLoaded, isSignedIn, orgRole, user, session])

  useEffect(() => {
    if (status !== 'error') return undefined
    const timer = setTimeout(onDead, RETRY_MS)
    return () => clearTimeout(timer)
  }, [status, onDead])

  useEffect(() => {
    // clerk-js renews tokens by itself and says so when it cannot.
    const onStatus = (next: typeof status) => {
      if (next === 'degraded' && clerk.user && isReal({ status: next, user: clerk.user }))
        follower.unanswered()
    }
    clerk.on('status', onStatus)
    return () => clerk.off('status', onStatus)
  }, [clerk, follower])
}

function useRecovery({ follower, onDead }: Props, owed: boolean) {
  const clerk = useClerk()
  const { isLoaded } = useAuth()
  const { state, mode, trouble } = useIdentity()
  const silent = state === 'signed-out' && trouble !== null
  const doubtful = mode === 'degraded' || mode === 'read-only' || state === 'loading' || silent
  const unsure = isLoaded && doubtful && !owed

  useEffect(() => {
    if (!unsure) return undefined
    const gone = new AbortController()
    const ask = async () => {
      if (await recover(clerk)) return follower.confirmed()
      // What it was to show at its start never came; its screens would stay as they are.
      if (clerk.status === 'degraded') return onDead()
      follower.hear({ status: 'ready', signedIn: false, person: null })
    }
    void untilDone(ask, { pauseMs: RETRY_MS, signal: gone.signal })
    return () => gone.abort()
  }, [clerk, unsure, follower, onDead])
}
