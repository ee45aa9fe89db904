import { useAuth, useClerk, useUser } from '@clerk/clerk-react'
import { useEffect } from 'react'
import { endSession, recheck, recover } from './clerk-recovery.ts'
import { isReal, toAuthSignal } from './clerk-snapshot.ts'
import { memberService } from './members.ts'
import type { SessionController } from './session-controller.ts'
import { session, type Service } from './session.ts'
import { retryForever } from '../lib/retry.ts'
import { useIdentity } from './use-identity.ts'

const RETRY_MS = 10_000

type Props = {
  controller: SessionController
  onDead: () => void
  /** Does nothing without a pending sign-out. */
  completeSignOut: (revoke: () => Promise<void>) => Promise<void>
}

/** Retries until Clerk's server confirms the reported state. */
export function ClerkBridge(props: Props) {
  // Read again with every change of identity, such as a completed sign-out.
  const signOutPending = props.controller.hasPendingSignOut()
  usePendingSignOut(props, signOutPending)
  useService(props, signOutPending)
  useAuthSignal(props)
  useRecovery(props, signOutPending)
  return null
}

function usePendingSignOut(
  { controller, completeSignOut, onDead }: Props,
  signOutPending: boolean,
) {
  const clerk = useClerk()
  const { isLoaded } = useAuth()

  useEffect(() => {
    if (!signOutPending || !isLoaded) return undefined
    const abortController = new AbortController()
    const finishSignOut = async () => {
      await completeSignOut(() => endSession(clerk))
      if (clerk.status === 'degraded') onDead()
      controller.reevaluate()
    }
    void retryForever(finishSignOut, { maxMs: RETRY_MS, signal: abortController.signal })
    return () => abortController.abort()
  }, [clerk, isLoaded, signOutPending, controller, completeSignOut, onDead])
}

/** Not while a sign-out is pending or Clerk started degraded without a session. */
function useService({ controller }: Props, signOutPending: boolean) {
  const clerk = useClerk()
  const { isSignedIn } = useAuth()
  const empty = clerk.status === 'degraded' && isSignedIn === false
  const due = !signOutPending && !empty

  useEffect(() => {
    if (!due) return undefined
    const service: Service = {
      token: async (fresh) => {
        const token = (await clerk.session?.getToken({ skipCache: fresh })) ?? null
        if (token !== null) controller.markConfirmed()
        return token
      },
      activate: (organization) => clerk.setActive({ organization }),
      signOut: () => endSession(clerk),
      revalidate: () => recheck(clerk),
      markUnreachable: controller.markUnreachable,
      members: memberService(clerk),
    }
    session.update({ service })
    return () => session.update({ service: null })
  }, [clerk, due, controller])
}

function useAuthSignal({ controller, onDead }: Props) {
  const clerk = useClerk()
  const { isLoaded, isSignedIn, orgRole } = useAuth()
  const { user } = useUser()
  const { status, session } = clerk
  const sessions = clerk.client?.signedInSessions.length ?? null

  useEffect(() => {
    controller.receiveSignal(
      toAuthSignal({ status, sessions, isLoaded, isSignedIn, orgRole, user, session }),
    )
  }, [controller, status, sessions, isLoaded, isSignedIn, orgRole, user, session])

  useEffect(() => {
    if (status !== 'error') return undefined
    const timer = setTimeout(onDead, RETRY_MS)
    return () => clearTimeout(timer)
  }, [status, onDead])

  useEffect(() => {
    // clerk-js renews tokens itself, and reports a failed renewal by this status.
    const onStatus = (next: typeof status) => {
      if (next === 'degraded' && clerk.user && isReal({ status: next, user: clerk.user }))
        controller.markUnreachable()
    }
    clerk.on('status', onStatus)
    return () => clerk.off('status', onStatus)
  }, [clerk, controller])
}

function useRecovery({ controller, onDead }: Props, signOutPending: boolean) {
  const clerk = useClerk()
  const { isLoaded } = useAuth()
  const { state, mode, trouble } = useIdentity()
  const silent = state === 'signed-out' && trouble !== null
  const doubtful = mode === 'degraded' || mode === 'read-only' || state === 'loading' || silent
  const unsure = isLoaded && doubtful && !signOutPending

  useEffect(() => {
    if (!unsure) return undefined
    const abortController = new AbortController()
    const recoverSession = async () => {
      if (await recover(clerk)) return controller.markConfirmed()
      // After a degraded start Clerk's screens never load their data: restart Clerk.
      if (clerk.status === 'degraded') return onDead()
      controller.receiveSignal({ status: 'ready', signedIn: false, person: null })
    }
    void retryForever(recoverSession, {
      maxMs: RETRY_MS,
      signal: abortController.signal,
    })
    return () => abortController.abort()
  }, [clerk, unsure, controller, onDead])
}
