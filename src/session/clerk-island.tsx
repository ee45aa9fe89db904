import { ClerkProvider, type BrowserClerk } from '@clerk/clerk-react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { links } from '../../contract/links.ts'
import { appearance } from './appearance.ts'
import type { Boot } from './boot.ts'
import { ClerkBridge } from './clerk-bridge.tsx'
import { clerkScreens } from './clerk-screens.tsx'
import type { Follower } from './follow.ts'
import { labels } from './labels.ts'
import { slots } from './slots.ts'
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
  const { service } = useSession()
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
      localization={labels}
      telemetry={false}
      experimental={EXPERIMENTAL}
    >
      <ClerkBridge {...bridge} />
      {/* Before every sign-out is settled Clerk's screens would take whom it still knows for signed in. */}
      {service &&
        places.map(({ screen, fallback, node, id }) =>
          createPortal(clerkScreens[screen](fallback), node, id),
        )}
    </ClerkProvider>
  )
}

// Without it a page that starts offline is shown as signed out, and its session cookie removed.
const EXPERIMENTAL = { rethrowOfflineNetworkErrors: true }
