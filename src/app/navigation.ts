import { useLocation } from 'wouter'
import { links } from '../../contract/links.ts'
import type { Identity } from '../session/identity.ts'
import { useLastSearch } from '../shared/search/last-search.ts'
import type { IconName } from '../ui/icon.tsx'
import { openSettings, settingsPaths } from './settings-pages.ts'

export type Destination = { to: string; label: string; icon: IconName }

/** In the bottom bar, before 'More'. */
export const mainDestinations: readonly Destination[] = [
  { to: links.home(), label: 'Home', icon: 'home' },
  { to: links.newSearch(), label: 'Search', icon: 'search' },
  { to: links.lists(), label: 'Lists', icon: 'list' },
  { to: links.signals(), label: 'Signals', icon: 'signal' },
]

/** In the rail; on a phone behind 'More'. */
export const moreDestinations: readonly Destination[] = [
  { to: links.dataExchange(), label: 'Data exchange', icon: 'exchange' },
  { to: links.downloadCenter(), label: 'Download centre', icon: 'download' },
  { to: links.settings(), label: 'Settings', icon: 'settings' },
]

/** Only in the command palette. */
const furtherDestinations: readonly Destination[] = [
  { to: links.sync(), label: 'Sync centre', icon: 'sync' },
  { to: links.help(), label: 'Help and feedback', icon: 'help' },
]

export const allDestinations = (
  role: Identity['role'],
  operates: boolean,
): readonly Destination[] => [
  ...mainDestinations,
  ...moreDestinations,
  ...openSettings(role, operates),
  ...furtherDestinations,
]

/** Home is only itself, and Settings is all its pages. */
export const isAt = (path: string, to: string): boolean =>
  to === links.settings()
    ? settingsPaths.has(path)
    : path === to || (to !== links.home() && path.startsWith(`${parent(to)}/`))

/** The link of a destination, and whether that is on the screen. Search returns to the last search. */
export const useDestination = (to: string) => {
  const [path] = useLocation()
  const search = useLastSearch()
  const isCurrent = isAt(path, to)
  return {
    isCurrent,
    link: {
      ...(to === links.newSearch() ? search : { href: to }),
      'aria-current': isCurrent ? ('page' as const) : undefined,
    },
  }
}

/** Search lives at /dashboard/search/new, yet all of /dashboard/search belongs to it. */
const parent = (to: string): string => (to === links.newSearch() ? to.replace(/\/new$/, '') : to)
