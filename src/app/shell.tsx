import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useIdentity } from '../session/use-identity.ts'
import { useAfterFirstScreen } from '../lib/defer.ts'
import { useLayout } from '../lib/use-media.ts'
import { BottomBar } from './bottom-bar.tsx'
import { PushingRecords, RequestingDownloads, UnlockingRecords } from './overlays.tsx'
import { Rail } from './rail.tsx'
import { useSaveLastRoute } from './last-route.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useLastScreen } from './use-last-screen.ts'
import { usePrefetchShellData } from './prefetch-shell-data.ts'
import { StorageTroubleBanner } from './storage-trouble.tsx'
import { focusRow, rowsOf } from './rows.ts'
import { TopBar } from './top-bar.tsx'

const PlanBanner = lazyComponent(() => import('./plan-banner.tsx').then((m) => m.PlanBanner))
const Extras = lazyComponent(() => import('./extras.tsx').then((m) => m.Extras))
const AfterFirstScreen = lazyComponent(() =>
  import('./after-first-screen.tsx').then((m) => m.AfterFirstScreen),
)

/** The frame of the app (product 2.1): rail from 640 px, bottom bar below, top bar, and the screen in `main`. */
export const Shell = ({
  title,
  hasRows = false,
  children,
}: {
  title: string
  hasRows?: boolean | undefined
  children: ReactNode
}) => {
  usePrefetchShellData()
  useSaveLastRoute()
  useLastScreen()
  const layout = useLayout()
  const { role } = useIdentity()
  // Spec 6.
  const widgets = role === 'admin' || role === 'standard'
  const after = useAfterFirstScreen()
  const main = useArrival()
  return (
    <div className="flex min-h-dvh flex-col sm:flex-row">
      <a
        href="#main"
        onClick={skip}
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-sm bg-accent px-4 py-2.5 font-medium text-accent-ink focus:translate-y-0"
      >
        {hasRows ? 'Skip to results' : 'Skip to content'}
      </a>
      {layout !== 'phone' && <Rail wide={layout === 'desk'} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar title={title} layout={layout} widgets={widgets} after={after} />
        <StorageTroubleBanner />
        {widgets && after && <PlanBanner />}
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-col outline-none max-sm:pb-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))]"
        >
          <p role="status" className="sr-only">
            {title}
          </p>
          {children}
        </main>
      </div>
      {layout === 'phone' && <BottomBar widgets={widgets} />}
      {widgets && <UnlockingRecords />}
      {widgets && <RequestingDownloads />}
      {widgets && <PushingRecords />}
      {widgets && after && <Extras />}
      {after && <AfterFirstScreen />}
    </div>
  )
}

/** To the first row of the screen, where it has rows; otherwise to its beginning. */
const skip = (event: MouseEvent): void => {
  const [first] = rowsOf()
  if (first === undefined) return
  event.preventDefault()
  focusRow(first)
}

/** After moving to another screen, reading and the keyboard start at its beginning. */
const useArrival = () => {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    main.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [path])
  return main
}
