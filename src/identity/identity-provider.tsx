import type { BrowserClerk } from '@clerk/clerk-react'
import {
  Component,
  useEffect,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import type { Boot } from './boot.ts'
import { loadClerkJs } from './clerk-js.ts'
import type { ClerkIsland, Navigate } from './clerk-island.tsx'
import { nobody } from './identity.ts'
import { session } from './session.ts'
import { untilDone } from './until-done.ts'

type Props = {
  /** Null where the page has none; then nobody is ever signed in and `trouble` says why. */
  boot: Boot | null
  trouble?: string
  /** The app's router, for Clerk's screens to move within it. */
  navigate: Navigate
  children: ReactNode
}

type Loaded = { Island: ComponentType<ComponentProps<typeof ClerkIsland>>; clerk: BrowserClerk }

const RETRY_MS = 5_000

/** Draws the app at once and loads Clerk beside it; the app learns from `useIdentity` who is signed in. */
export function IdentityProvider({ boot, trouble, navigate, children }: Props) {
  const loaded = useClerkLoader(boot)

  useEffect(() => {
    if (trouble !== undefined) session.update({ identity: nobody('loading', trouble) })
  }, [trouble])

  return (
    <>
      {children}
      {boot && loaded ? (
        <Fence>
          <loaded.Island boot={boot} clerk={loaded.clerk} navigate={navigate} />
        </Fence>
      ) : null}
    </>
  )
}

function useClerkLoader(boot: Boot | null): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)

  useEffect(() => {
    if (!boot) return undefined
    const gone = new AbortController()
    const load = async () => {
      const [island, clerk] = await Promise.all([import('./clerk-island.tsx'), loadClerkJs(boot)])
      if (!gone.signal.aborted) setLoaded({ Island: island.ClerkIsland, clerk })
    }
    const onFailure = () => session.update({ identity: nobody('loading', UNREACHABLE) })
    void untilDone(load, { pauseMs: RETRY_MS, signal: gone.signal, onFailure })
    return () => gone.abort()
  }, [boot])

  return loaded
}

const UNREACHABLE = 'The sign-in service cannot be reached. Trying again.'

/** Keeps a failure inside Clerk's screens from taking the app down with it. */
class Fence extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    session.update({
      identity: nobody('loading', 'Signing in failed unexpectedly. Reload the page.'),
      service: null,
    })
  }

  override render() {
    return this.state.broken ? null : this.props.children
  }
}
