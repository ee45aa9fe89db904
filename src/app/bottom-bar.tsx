import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { cx } from '../ui/cx.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { isAt, mainDestinations, moreDestinations } from './navigation.ts'
import { MoreSheet } from './more-sheet.tsx'

/** The bottom bar of a phone: Home, Search, Lists, Signals, More (product 2.1). */
export const BottomBar = ({ widgets }: { widgets: boolean }) => {
  const [path] = useLocation()
  const [open, setOpen] = useState(false)
  const behindMore = moreDestinations.some((place) => isAt(path, place.to))
  return (
    <>
      <nav
        aria-label="Main"
        className="safe-bottom safe-x fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card"
      >
        <ul className="grid h-bottombar grid-cols-5">
          {mainDestinations.map((place) => {
            const here = isAt(path, place.to)
            return (
              <li key={place.to} className="contents">
                <Link
                  href={place.to}
                  aria-current={here ? 'page' : undefined}
                  className={placeClass(here)}
                >
                  <Place icon={place.icon} label={place.label} here={here} />
                </Link>
              </li>
            )
          })}
          <li className="contents">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(true)}
              className={placeClass(behindMore)}
            >
              <Place icon="more" label="More" here={behindMore} />
            </button>
          </li>
        </ul>
      </nav>
      <MoreSheet open={open} onOpenChange={setOpen} widgets={widgets} />
    </>
  )
}

const placeClass = (here: boolean): string =>
  cx(
    'flex min-w-0 flex-col items-center justify-center gap-0.5 text-12 font-medium -outline-offset-2',
    here ? 'text-accent-strong' : 'text-ink-faint',
  )

const Place = ({ icon, label, here }: { icon: IconName; label: string; here: boolean }) => (
  <>
    <span
      className={cx(
        'grid h-7 w-14 place-items-center rounded-full transition-colors',
        here && 'bg-accent-soft',
      )}
    >
      <Icon name={icon} size={22} />
    </span>
    {label}
  </>
)
