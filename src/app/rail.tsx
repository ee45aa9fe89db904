import { Link } from 'wouter'
import { links } from '../../contract/links.ts'
import { cx } from '../ui/cx.ts'
import { Logo } from '../ui/logo.tsx'
import { RailLink } from './nav-link.tsx'
import { mainDestinations, moreDestinations } from './navigation.ts'
import { OrganisationMenu } from './organisation-menu.tsx'

/** With labels from 1024 px, icons alone on a tablet. */
export const Rail = ({ wide }: { wide: boolean }) => (
  <nav
    aria-label="Main"
    className={cx(
      'safe-top sticky top-0 flex h-dvh shrink-0 flex-col gap-1 border-r border-line bg-paper pb-3',
      wide ? 'w-rail px-3' : 'w-rail-icons items-center px-2',
    )}
  >
    <Link
      href={links.home()}
      aria-label="Fieldbook, home"
      className={cx('flex h-topbar items-center gap-2.5 rounded-sm', wide && 'px-2')}
    >
      <Logo size={wide ? 28 : 32} />
      {wide && <span className="text-16 font-semibold tracking-tight">Fieldbook</span>}
    </Link>
    <div className={cx('flex flex-1 flex-col gap-0.5 overflow-y-auto', !wide && 'items-center')}>
      {mainDestinations.map((destination) => (
        <RailLink key={destination.to} {...destination} wide={wide} />
      ))}
      <hr className={cx('my-2 border-line', wide ? 'mx-3' : 'w-8')} />
      {moreDestinations.map((destination) => (
        <RailLink key={destination.to} {...destination} wide={wide} />
      ))}
    </div>
    <div className="flex min-h-11 justify-center border-t border-line pt-2">
      <OrganisationMenu compact={!wide} className={wide ? 'w-full' : 'w-11 justify-center'} />
    </div>
  </nav>
)
