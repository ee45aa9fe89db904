import { Link } from 'wouter'
import { links } from '../../contract/links.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Logo } from '../ui/logo.tsx'
import { Bell } from './bell.tsx'
import { CountrySwitch } from './country-switch.tsx'
import { CreditsMeter } from './credits-meter.tsx'
import { QuickSearchSlot } from './quick-search-slot.tsx'
import { SyncState } from './sync-state.tsx'
import { UserMenu } from './user-menu.tsx'

const TrialEnd = lazyComponent(() => import('./trial.tsx').then((m) => m.TrialEnd))

/** Quick search, country, credits, bell, sync state and account (product 2.1); a phone shows the rest under 'More'. */
export const TopBar = ({
  title,
  layout,
  widgets,
  after,
}: {
  title: string
  layout: 'phone' | 'tablet' | 'desk'
  widgets: boolean
  /** The first screen is shown. */
  after: boolean
}) => (
  <header className="safe-top safe-x sticky top-0 z-20 border-b border-line bg-paper">
    <div className="flex h-topbar items-center gap-1 pr-2 pl-3 sm:gap-2 sm:pr-4 sm:pl-4">
      {layout === 'phone' && (
        <Link
          href={links.home()}
          aria-label="Fieldbook, home"
          className="grid size-control place-items-center rounded-sm max-[22.5rem]:hidden"
        >
          <Logo size={28} />
        </Link>
      )}
      {layout === 'phone' && (
        <span
          aria-hidden
          className="line-clamp-2 min-w-0 flex-1 pl-1 text-16 leading-5 font-semibold"
        >
          {title}
        </span>
      )}
      {widgets && <QuickSearchSlot layout={layout} />}
      {layout !== 'phone' && <span className="flex-1" />}
      {widgets && layout !== 'phone' && (
        <>
          <CountrySwitch />
          <CreditsMeter />
          {after && <TrialEnd />}
        </>
      )}
      <SyncState />
      {widgets && <Bell />}
      <UserMenu />
    </div>
  </header>
)
