import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { cx } from '../ui/cx.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useOpenedOnce } from '../ui/opened-once.ts'
import {
  isAt,
  mainDestinations,
  moreDestinations,
  useDestination,
  type Destination,
} from './navigation.ts'
import type { MoreSheetProps } from './more-sheet.tsx'

const MoreSheet = lazyComponent<MoreSheetProps>(() =>
  import('./more-sheet.tsx').then((m) => m.MoreSheet),
)

/** Product 2.1. */
export const BottomBar = ({ widgets }: { widgets: boolean }) => {
  const [path] = useLocation()
  const [open, setOpen] = useState(false)
  const behindMore = moreDestinations.some((destination) => isAt(path, destination.to))
  return (
    <>
      <nav
        aria-label="Main"
        className="safe-bottom safe-x fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card"
      >
        <ul className="grid h-bottombar grid-cols-5">
          {mainDestinations.map((destination) => (
            <li key={destination.to} className="contents">
              <Tab {...destination} />
            </li>
          ))}
          <li className="contents">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(true)}
              className={tabClass(behindMore)}
            >
              <TabContent icon="more" label="More" isCurrent={behindMore} />
            </button>
          </li>
        </ul>
      </nav>
      {useOpenedOnce(open) && <MoreSheet open={open} onOpenChange={setOpen} widgets={widgets} />}
    </>
  )
}

const Tab = ({ to, ...content }: Destination) => {
  const { isCurrent, link } = useDestination(to)
  return (
    <Link {...link} className={tabClass(isCurrent)}>
      <TabContent {...content} isCurrent={isCurrent} />
    </Link>
  )
}

const tabClass = (isCurrent: boolean): string =>
  cx(
    'flex min-w-0 flex-col items-center justify-center gap-0.5 text-12 font-medium -outline-offset-2',
    isCurrent ? 'text-accent-strong' : 'text-ink-faint',
  )

const TabContent = ({
  icon,
  label,
  isCurrent,
}: {
  icon: IconName
  label: string
  isCurrent: boolean
}) => (
  <>
    <span
      className={cx(
        'grid h-7 w-14 place-items-center rounded-full transition-colors',
        isCurrent && 'bg-accent-soft',
      )}
    >
      <Icon name={icon} size={22} />
    </span>
    {label}
  </>
)
