import {
  ClerkProvider,
  CreateOrganization,
  OrganizationSwitcher,
  SignIn,
  SignUp,
  UserButton,
  UserProfile,
  type BrowserClerk,
} from '@clerk/clerk-react'
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { links } from '../../contract/links.ts'
import { appearance } from './appearance.ts'
import type { Boot } from './boot.ts'
import { ClerkBridge } from './clerk-bridge.tsx'
import type { Follower } from './follow.ts'
import { labelsFor } from './labels.ts'
import { slots, type ScreenName } from './slots.ts'
import { useSession } from './use-identity.ts'

export type Navigate = (to: string, options?: { replace?: boolean }) => void

type Props = {
  boot: Boot
  clerk: BrowserClerk
  navigate: Navigate
  follower: Follower
  onDead: () => void
  settle: (revoke: () => Promise<void>) => Promise<void>
}

/** All of Clerk in one place beside the app: it tells the session who is signed in and draws Clerk's screens into their places. */
export function ClerkIsland({ boot, clerk, navigate, ...bridge }: Props) {
  const { identity, service } = useSession()
  const { orgName } = identity
  const localization = useMemo(() => labelsFor(orgName), [orgName])
  const places = useSyncExternalStore(slots.subscribe, slots.current)
  return (
    <ClerkProvider
      Clerk={clerk}
      publishableKey={boot.clerkPublishableKey}
      {...(boot.clerkProxyUrl ? { proxyUrl: boot.clerkProxyUrl } : {})}
      routerPush={(to) => navigate(to)}
      routerReplace={(to) => navigate(to, { replace: true })}
      signInUrl={links.signIn()}
      signUpUrl={links.signUp()}
      signInFallbackRedirectUrl={links.home()}
      signUpFallbackRedirectUrl={links.home()}
      afterSignOutUrl={links.signedOut()}
      appearance={appearance}
      localization={localization}
      telemetry={false}
      experimental={EXPERIMENTAL}
    >
      <ClerkBridge {...bridge} />
      {/* Before every sign-out is settled Clerk's screens would take whom it still knows for signed in. */}
      {service &&
        places.map(({ screen, fallback, node, id }) =>
          createPortal(SCREENS[screen](fallback), node, id),
        )}
    </ClerkProvider>
  )
}

// Without it a page that starts offline is shown as signed out, and its session cookie removed.
const EXPERIMENTAL = { rethrowOfflineNetworkErrors: true }

// The two menus are mounted because someone pressed for them.
const SCREENS: Record<ScreenName, (fallback: ReactNode) => ReactNode> = {
  'sign-in': (fallback) => <SignIn routing="path" path={links.signIn()} fallback={fallback} />,
  'sign-up': (fallback) => <SignUp routing="path" path={links.signUp()} fallback={fallback} />,
  'create-company': (fallback) => (
    <CreateOrganization
      routing="hash"
      afterCreateOrganizationUrl={links.home()}
      skipInvitationScreen
      fallback={fallback}
    />
  ),
  'organisation-menu': (fallback) => (
    <OrganizationSwitcher
      defaultOpen
      hidePersonal
      createOrganizationMode="navigation"
      createOrganizationUrl={links.createCompany()}
      afterSelectOrganizationUrl={links.home()}
      afterLeaveOrganizationUrl={links.home()}
      fallback={fallback}
    />
  ),
  'user-menu': (fallback) => <UserButton defaultOpen fallback={fallback} />,
  profile: (fallback) => <UserProfile routing="hash" fallback={fallback} />,
}
