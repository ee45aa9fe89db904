import { useQuery } from '@tanstack/react-query'
import { use, useDeferredValue, useEffect, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { revalidateSession } from '../session/revalidate-session.ts'
import type { Identity } from '../session/identity.ts'
import { useFirstOrganisation, useIdentity } from '../session/use-identity.ts'
import { useOffline } from '../lib/connectivity.ts'
import { firstScreen } from '../lib/defer.ts'
import { useApi } from '../lib/use-api.ts'
import { subscriptionQuery } from '../shared/queries.ts'
import { graceHoursOf } from '../offline/offline-grace.ts'
import { LoadingLogo } from '../ui/loading-logo.tsx'
import { gateFor, knownOf, type Known } from './gate.ts'
import { OtherRole } from './other-role.tsx'
import { PlanGateBanner } from './plan-gate-banner.tsx'
import { PlanGateTrouble } from './plan-gate-trouble.tsx'
import type { Screen } from './routes.tsx'
import { WasSignedIn } from './was-signed-in.ts'

/** Spec 2. */
export const PlanGate = ({ screen, children }: { screen: Screen | null; children: ReactNode }) => {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const identity = useIdentity()
  const organisation = useFirstOrganisation()
  const { known, error, retry } = useSubscription(identity, organisation)
  const gate = gateFor({
    path: screen?.path ?? null,
    address: search === '' ? path : `${path}?${search}`,
    ungated: screen?.ungated === true,
    signedIn: identity.state === 'loading' ? 'loading' : identity.state === 'signed-in',
    unconfirmed: identity.mode === 'read-only',
    wasSignedIn: use(WasSignedIn),
    ...known,
  })
  const redirect = 'redirect' in gate ? gate.redirect : null
  const pause = identity.state === 'signed-out' ? settlingMs : 0
  useEffect(() => {
    if (redirect === null) return undefined
    const timer = setTimeout(() => navigate(redirect, { replace: true }), pause)
    return () => clearTimeout(timer)
  }, [redirect, pause, navigate])
  const offline = useOffline()
  const shown = redirect === null && 'show' in gate && gate.show !== 'loading'
  useEffect(() => {
    if (shown) firstScreen.shown = true
  }, [shown])
  // Drawn in slices: the whole app at once would block a slow phone.
  const drawn = useDeferredValue(shown)
  if (identity.role === 'other' && screen?.ungated !== true)
    return screen?.anyRole === true ? children : <OtherRole />
  if ('redirect' in gate) return <LoadingLogo />
  if (gate.show === 'loading' || !drawn)
    return <LoadingLogo note={identity.trouble ?? (offline ? offlineNote : null)} />
  if (gate.show === 'trouble') return <PlanGateTrouble error={error} onRetry={retry} />
  if (screen?.ungated === true) return children
  const readOnly = gate.readOnly ?? null
  return (
    <>
      {/* Not while a request is pending: its answer may make the banner unnecessary. */}
      <PlanGateBanner
        readOnly={known.asking && readOnly === 'plan' ? null : readOnly}
        onRetry={retry}
      />
      {children}
    </>
  )
}

/** Signing in navigates a moment before it says who signed in: only a user who stays signed out is sent to sign in. */
const settlingMs = 50
const offlineNote = 'You’re offline. Fieldbook opens when you reconnect.'

const now = (): number => Date.now()

/** An answer to this page stays valid while it is fetched again, so that a refusal does not close the screen. */
const isFromBefore = ({ dataUpdatedAt }: { dataUpdatedAt: number }): boolean =>
  dataUpdatedAt < performance.timeOrigin

const useSubscription = (
  { userId, orgId }: Pick<Identity, 'userId' | 'orgId'>,
  organisation: 'settled' | 'activating' | 'none',
): { known: Known; error: Error | null; retry: () => void } => {
  const query = useQuery({ ...subscriptionQuery(useApi(), orgId ?? ''), enabled: orgId !== null })
  const { error, refetch } = query
  const retry = (): void => {
    void revalidateSession()
    void refetch()
  }
  // A user without a company has no subscription.
  const none = organisation === 'none' ? 'invalid' : 'loading'
  const known: Known =
    orgId === null
      ? { subscription: none, standing: 'confirmed', asking: false }
      : knownOf(
          { ...query, isStale: query.isStale && isFromBefore(query) },
          now(),
          graceHoursOf({ userId, orgId }),
        )
  return { known, error, retry }
}
