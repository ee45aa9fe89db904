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
import { revalidateSession } from './revalidate-session.ts'
import type { Boot } from './boot.ts'
import { loadClerkJs } from './clerk-js.ts'
import type { ClerkIsland, Navigate } from './clerk-island.tsx'
import { waitForEarlyAnswers, earlyPerson } from './early.ts'
import {
  createSessionController,
  UNREACHABLE,
  type Device,
  type SessionController,
} from './session-controller.ts'
import { session } from './session.ts'
import { retryForever } from '../lib/retry.ts'

type Props = {
  /** Null if the page has none; then no user can sign in, and `trouble` says why. */
  boot: Boot | null
  trouble?: string
  navigate: Navigate
  device: Device
  /** Clerk waits for this if a user is known: it only confirms them. */
  afterDeviceReads?: () => Promise<void>
  children: ReactNode
}

type Loaded = { Island: ComponentType<ComponentProps<typeof ClerkIsland>>; clerk: BrowserClerk }

const RETRY_MS = 5_000
const LOOK_MS = 60_000

/** Renders with the last known user, and loads Clerk in parallel. */
export function IdentityProvider({
  boot,
  trouble,
  navigate,
  device,
  afterDeviceReads,
  children,
}: Props) {
  const [controller] = useState(() => startController(device, trouble))
  useSurroundings(controller)
  useEffect(
    () => void earlyPerson().then((person) => person && controller.acceptEarlyPerson(person)),
    [controller],
  )
  const { loaded, onDead } = useClerkLoader(boot, controller, afterDeviceReads)

  return (
    <>
      {children}
      {boot && loaded ? (
        <Fence controller={controller} key={loaded.attempt}>
          <loaded.Island
            boot={boot}
            clerk={loaded.clerk}
            navigate={navigate}
            controller={controller}
            onDead={onDead}
            completeSignOut={device.completeSignOut}
          />
        </Fence>
      ) : null}
    </>
  )
}

/** Runs before the first paint, which already shows the last known user. */
function startController(device: Device, trouble: string | undefined): SessionController {
  const controller = createSessionController({ session, device })
  controller.start()
  if (trouble !== undefined)
    controller.receiveSignal({ status: 'error', signedIn: null, person: null, trouble })
  return controller
}

/** Clerk does not report these: network, time, and sign-out in another tab. */
function useSurroundings({ reevaluate }: SessionController): void {
  useEffect(() => {
    const revalidate = () => {
      reevaluate()
      // The session or the memberships may have changed while the tab was hidden.
      if (document.visibilityState === 'visible') void revalidateSession()
    }
    const timer = setInterval(reevaluate, LOOK_MS)
    window.addEventListener('online', revalidate)
    window.addEventListener('offline', reevaluate)
    document.addEventListener('visibilitychange', revalidate)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', revalidate)
      window.removeEventListener('offline', reevaluate)
      document.removeEventListener('visibilitychange', revalidate)
    }
  }, [reevaluate])
}

function useClerkLoader(
  boot: Boot | null,
  follower: SessionController,
  afterDeviceReads?: () => Promise<void>,
) {
  const [loaded, setLoaded] = useState<(Loaded & { attempt: number }) | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!boot) return undefined
    const abortController = new AbortController()
    const load = async () => {
      if (session.current().identity.state === 'signed-in') await afterDeviceReads?.()
      else await waitForEarlyAnswers()
      if (abortController.signal.aborted) return
      const [island, clerk] = await Promise.all([
        import('./clerk-island.tsx'),
        loadClerkJs(boot, { replace: attempt > 0 }),
      ])
      if (!abortController.signal.aborted) setLoaded({ Island: island.ClerkIsland, clerk, attempt })
    }
    const onFailure = () =>
      follower.receiveSignal({
        status: 'error',
        signedIn: null,
        person: null,
        trouble: UNREACHABLE,
      })
    void retryForever(load, {
      maxMs: RETRY_MS,
      signal: abortController.signal,
      onFailure,
    })
    return () => abortController.abort()
  }, [boot, attempt, follower, afterDeviceReads])

  const onDead = useCallback(() => setAttempt((last) => last + 1), [])
  return { loaded, onDead }
}

const BROKEN = 'Something went wrong with your login. Reload the page.'

/** A failure in Clerk's screens must not break the app. */
class Fence extends Component<
  { controller: SessionController; children: ReactNode },
  { broken: boolean }
> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    session.update({ service: null })
    this.props.controller.receiveSignal({
      status: 'error',
      signedIn: null,
      person: null,
      trouble: BROKEN,
    })
  }

  override render() {
    return this.state.broken ? null : this.props.children
  }
}
