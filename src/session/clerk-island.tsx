import { ClerkProvider, type BrowserClerk } from '@clerk/clerk-react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { links } from '../../contract/links.ts'
import { appearance } from './appearance.ts'
import type { Boot } from './boot.ts'
import { ClerkBridge } from './clerk-bridge.tsx'
import { clerkScreens } from './clerk-screens.tsx'
import type { SessionController } from './session-controller.ts'
import { labels } from './labels.ts'
import { slots } from './slots.ts'
import { useSession } from './use-identity.ts'

export type Navigate = (to: string, options?: { replace?: boolean }) => void

type Props = {
  boot: Boot
  clerk: BrowserClerk
  navigate: Navigate
  controller: SessionController
  onDead: () => void
  completeSignOut: (revoke: () => Promise<void>) => Promise<void>
}

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
      {/* Until every pending sign-out is complete, Clerk's screens would treat its last user as signed in. */}
      {service &&
        places.map(({ screen, fallback, node, id }) =>
          createPortal(clerkScreens[screen](fallback), node, id),
        )}
    </ClerkProvider>
  )
}

// Without this option, clerk-js treats an offline start as signed out and removes the session cookie.
const EXPERIMENTAL = { rethrowOfflineNetworkErrors: true }
