import type { BrowserClerk } from '@clerk/clerk-react'
import {
  Component,
  useCallback,
  useEffect,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import { askAgain } from './ask-again.ts'
import type { Boot } from './boot.ts'
import { loadClerkJs } from './clerk-js.ts'
import type { ClerkIsland, Navigate } from './clerk-island.tsx'
import { earlyIsTold, earlyPerson } from './early.ts'
import { createFollower, UNREACHABLE, type Device, type Follower } from './follow.ts'
import { session } from './session.ts'
import { untilDone } from './until-done.ts'

type Props = {
  /** Null where the page has none; then nobody is ever signed in and `trouble` says why. */
  boot: Boot | null
  trouble?: string
  /** The app's router, for Clerk's screens to move within it. */
  navigate: Navigate
  /** What becomes of what the device keeps. */
  device: Device
  /** Where somebody is known Clerk waits for this: it only confirms who they are. */
  keptIsDrawn?: () => Promise<void>
  children: ReactNode
}

type Loaded = { Island: ComponentType<ComponentProps<typeof ClerkIsland>>; clerk: BrowserClerk }

const RETRY_MS = 5_000
const LOOK_MS = 60_000

/** Draws the app at once, as the last known person, and loads Clerk beside it; the app learns from `useIdentity` who is signed in. */
export function IdentityProvider({
  boot,
  trouble,
  navigate,
  device,
  keptIsDrawn,
  children,
}: Props) {
  const [follower] = useState(() => beginning(device, trouble))
  useSurroundings(follower)
  useEffect(() => void earlyPerson().then((person) => person && follower.meet(person)), [follower])
  const { loaded, onDead } = useClerkLoader(boot, follower, keptIsDrawn)

  return (
    <>
      {children}
      {boot && loaded ? (
        <Fence follower={follower} key={loaded.attempt}>
          <loaded.Island
            boot={boot}
            clerk={loaded.clerk}
            navigate={navigate}
            follower={follower}
            onDead={onDead}
            settle={device.settle}
          />
        </Fence>
      ) : null}
    </>
  )
}

/** The first paint asks who is here: what this device knows has to be said before it. */
function beginning(device: Device, trouble: string | undefined): Follower {
  const follower = createFollower({ session, device })
  follower.begin()
  if (trouble !== undefined)
    follower.hear({ status: 'error', signedIn: null, person: null, trouble })
  return follower
}

/** What changes who is shown without Clerk saying anything: the network, time, a sign-out. */
function useSurroundings({ look }: Follower): void {
  useEffect(() => {
    const check = () => {
      look()
      // The tab was away: what happened to the person meanwhile is asked for.
      if (document.visibilityState === 'visible') void askAgain()
    }
    const timer = setInterval(look, LOOK_MS)
    window.addEventListener('online', check)
    window.addEventListener('offline', look)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', check)
      window.removeEventListener('offline', look)
      document.removeEventListener('visibilitychange', check)
    }
  }, [look])
}

function useClerkLoader(boot: Boot | null, follower: Follower, keptIsDrawn?: () => Promise<void>) {
  const [loaded, setLoaded] = useState<(Loaded & { attempt: number }) | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!boot) return undefined
    const gone = new AbortController()
    const load = async () => {
      if (session.current().identity.state === 'signed-in') await keptIsDrawn?.()
      else await earlyIsTold()
      if (gone.signal.aborted) return
      const [island, clerk] = await Promise.all([
        import('./clerk-island.tsx'),
        loadClerkJs(boot, { anew: attempt > 0 }),
      ])
      if (!gone.signal.aborted) setLoaded({ Island: island.ClerkIsland, clerk, attempt })
    }
    const onFailure = () =>
      follower.hear({ status: 'error', signedIn: null, person: null, trouble: UNREACHABLE })
    void untilDone(load, { pauseMs: RETRY_MS, signal: gone.signal, onFailure })
    return () => gone.abort()
  }, [boot, attempt, follower, keptIsDrawn])

  const onDead = useCallback(() => setAttempt((last) => last + 1), [])
  return { loaded, onDead }
}

const BROKEN = 'Something went wrong with your login. Reload the page.'

/** Keeps a failure inside Clerk's screens from taking the app down with it. */
class Fence extends Component<{ follower: Follower; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    session.update({ service: null })
    this.props.follower.hear({ status: 'error', signedIn: null, person: null, trouble: BROKEN })
  }

  override render() {
    return this.state.broken ? null : this.props.children
  }
}
