import { useQuery } from '@tanstack/react-query'
import { use, useEffect, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { opensApp, type Subscription } from '../../contract/customer.ts'
import { useFirstOrganisation, useIdentity } from '../identity/use-identity.ts'
import { useOffline } from '../lib/contact.ts'
import { start } from '../lib/start.ts'
import { useApi } from '../lib/use-api.ts'
import { subscriptionQuery } from '../lib/queries.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadingLogo } from '../ui/loading-logo.tsx'
import { gateFor, type SubscriptionState } from './gate.ts'
import { logOut } from './log-out.ts'
import type { Screen } from './routes.tsx'
import { WasSignedIn } from './was-signed-in.ts'

/** Shows its screen, the loading logo, or sends elsewhere, as the plan gate decides (spec 2). */
export const PlanGate = ({ screen, children }: { screen: Screen | null; children: ReactNode }) => {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const identity = useIdentity()
  const organisation = useFirstOrganisation()
  const { state, retry } = useSubscriptionState(identity.orgId, organisation)
  const gate = gateFor({
    path: screen?.path ?? null,
    address: search === '' ? path : `${path}?${search}`,
    ungated: screen?.ungated === true,
    signedIn: identity.state === 'loading' ? 'loading' : identity.state === 'signed-in',
    wasSignedIn: use(WasSignedIn),
    subscription: state,
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
    if (shown) start.done = true
  }, [shown])
  if (redirect !== null) return <LoadingLogo />
  if ('show' in gate && gate.show === 'loading')
    return <LoadingLogo note={identity.trouble ?? (offline ? offlineNote : null)} />
  if ('show' in gate && gate.show === 'trouble') return <Trouble onRetry={retry} />
  return children
}

/** Signing in goes to the next page a moment before it says who signed in: only who stays signed out is sent to sign in. */
const settlingMs = 50
const offlineNote = 'You are offline. Fieldbook opens as soon as it can be reached.'

const useSubscriptionState = (
  orgId: string | null,
  organisation: 'settled' | 'activating' | 'none',
): { state: SubscriptionState; retry: () => void } => {
  const { data, isError, refetch } = useQuery({
    ...subscriptionQuery(useApi(), orgId ?? ''),
    enabled: orgId !== null,
  })
  const retry = (): void => void refetch()
  if (orgId === null) return { state: organisation === 'none' ? 'invalid' : 'loading', retry }
  if (data !== undefined) return { state: validity(data), retry }
  return { state: isError ? 'failed' : 'loading', retry }
}

const validity = (subscription: Subscription | null): SubscriptionState =>
  opensApp(subscription, Date.now()) ? 'valid' : 'invalid'

const Trouble = ({ onRetry }: { onRetry: () => void }) => (
  <main className="grid min-h-dvh place-items-center">
    <ErrorState
      heading="h1"
      title="Fieldbook cannot be reached"
      onRetry={onRetry}
      action={
        <Button variant="quiet" onClick={logOut}>
          Log out
        </Button>
      }
    >
      You are signed in, but your plan could not be checked. Nothing is lost; check your connection
      and try again.
    </ErrorState>
  </main>
)
