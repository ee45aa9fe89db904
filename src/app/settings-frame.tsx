import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { Link } from 'wouter'
import { sourcesFlag } from '../../contract/org/sources.ts'
import { links } from '../../contract/links.ts'
import { useApi } from '../lib/use-api.ts'
import { useIdentity } from '../session/use-identity.ts'
import { useFlag } from '../shared/members/features.ts'
import { askAdmins } from '../shared/members/admins.ts'
import { customerInfoQuery } from '../shared/queries.ts'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { openSettings, type SettingsPage } from './settings-pages.ts'

/** A page of settings beside the navigation of all; on a phone alone, with the way back to their list. */
export const SettingsFrame = ({
  page,
  phone,
  children,
}: {
  page: SettingsPage
  phone: boolean
  children: ReactNode
}) => {
  useStartAtTop(page)
  return (
    <div className="mx-auto flex w-full max-w-settings flex-1">
      {!phone && (
        <nav
          aria-label="Settings"
          className="sticky top-topbar flex h-[calc(100dvh-var(--spacing-topbar))] w-44 shrink-0 flex-col gap-5 overflow-y-auto border-r border-line py-6 pr-2 pl-3 scroll-quiet lg:w-56 lg:py-8 lg:pr-3 lg:pl-5"
        >
          <p aria-hidden className="px-2.5 text-16 font-semibold">
            Settings
          </p>
          <Groups row={NavRow} current={page} />
        </nav>
      )}
      <div className="min-w-0 flex-1 [--container-page:60rem]">
        {phone && (
          <Link
            href={links.settings()}
            // A page with a way back of its own is one step further down.
            className="-mb-3 inline-flex has-[+a]:hidden min-h-11 items-center gap-1 rounded-sm px-3 pt-1 text-14 text-ink-soft hover:text-ink"
          >
            <Icon name="chevron-left" size={18} />
            Settings
          </Link>
        )}
        {children}
      </div>
    </div>
  )
}

/** The list of the pages on a phone. */
export const SettingsIndex = () => (
  <Page title="Settings">
    <div className="flex flex-col gap-6">
      <Groups row={IndexRow} divided />
    </div>
  </Page>
)

export const OnlyAdmins = ({ page }: { page: SettingsPage }) => {
  const { orgName } = useIdentity()
  const members = useQuery(customerInfoQuery(useApi())).data?.members
  return (
    <EmptyState drawing="blank" heading="h1" title={`Only admins can open ${page.label}`}>
      {askAdmins(members, orgName)}
    </EmptyState>
  )
}

type Row = { page: SettingsPage; current: boolean }

const NavRow = ({ page: { to, label }, current }: Row) => (
  <Link
    href={to}
    aria-current={current ? 'page' : undefined}
    className={cx(
      'flex min-h-11 items-center rounded-sm px-2.5 text-14 transition-colors pointer-fine:min-h-8',
      current
        ? 'bg-accent-soft font-medium text-accent-strong'
        : 'text-ink-soft hover:bg-sunken hover:text-ink',
    )}
  >
    {label}
  </Link>
)

const IndexRow = ({ page: { to, label, icon } }: Row) => (
  <Link href={to} className="flex min-h-12 items-center gap-3.5 px-4 text-16 active:bg-sunken">
    <Icon name={icon} size={22} className="shrink-0 text-ink-faint" />
    <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
    <Icon name="chevron-right" size={18} className="shrink-0 text-ink-faint" />
  </Link>
)

const Groups = ({
  row: Drawn,
  current,
  divided = false,
}: {
  row: ComponentType<Row>
  current?: SettingsPage
  divided?: boolean
}) => {
  const { role, orgName } = useIdentity()
  const pages = openSettings(role, useFlag(sourcesFlag) === true)
  // Beside a page, its own heading is the first.
  const Heading = divided ? 'h2' : 'p'
  const groups = { user: 'You', organisation: orgName ?? 'Your company' } as const
  return (['user', 'organisation'] as const).map((of) => (
    <section key={of} aria-label={groups[of]}>
      <Heading
        className={cx(
          'truncate pb-1 text-12 font-medium text-ink-faint',
          divided ? 'px-1' : 'px-2.5',
        )}
        title={groups[of]}
      >
        {groups[of]}
      </Heading>
      <ul
        className={cx(
          'flex flex-col',
          divided
            ? 'divide-y divide-line overflow-hidden rounded-md border border-line bg-card'
            : 'gap-0.5',
        )}
      >
        {pages
          .filter((page) => page.of === of)
          .map((page) => (
            <li key={page.to}>
              <Drawn page={page} current={page === current} />
            </li>
          ))}
      </ul>
    </section>
  ))
}

/** Pages that share a path do not arrive at a new screen. */
const useStartAtTop = (page: SettingsPage): void => {
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current !== page) scrollTo(0, 0)
    shown.current = page
  }, [page])
}
