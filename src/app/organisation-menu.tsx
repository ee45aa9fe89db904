import { useLocation } from 'wouter'
import { links } from '../../contract/links.ts'
import type { Snapshot } from '../session/session.ts'
import { useSession } from '../session/use-identity.ts'
import { log } from '../lib/log.ts'
import { Avatar } from '../ui/avatar.tsx'
import { cx } from '../ui/cx.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Menu, type MenuGroup } from '../ui/menu.tsx'
import { showToast } from '../ui/toasts.tsx'
import { planView } from './company-links.ts'
import { settingsIn } from './settings-pages.ts'

/** Drawn from what the device knows, so it opens offline too. */
export const OrganisationMenu = ({
  align = 'start',
  compact = false,
  className,
}: {
  align?: 'start' | 'end'
  compact?: boolean
  className?: string
}) => {
  const session = useSession()
  const [path, navigate] = useLocation()
  const { orgId, orgName } = session.identity
  const name = orgName ?? 'Choose a company'
  return (
    <Menu
      label={`${name}, switch company`}
      align={align}
      groups={groupsOf(session, path, navigate)}
      className={cx(
        'flex min-h-control max-w-full min-w-0 items-center gap-2.5 rounded-sm px-1.5 text-left hover:bg-sunken',
        className,
      )}
      buttonContent={
        <>
          {orgId === null ? (
            <Icon name="building" className="text-ink-faint" />
          ) : (
            <Avatar name={name} square />
          )}
          {!compact && (
            <>
              <span className="min-w-0 flex-1 truncate text-14 font-medium">{name}</span>
              <Icon name="chevron-down" size={16} className="shrink-0 text-ink-faint" />
            </>
          )}
        </>
      }
    />
  )
}

type Navigate = (to: string) => void

const groupsOf = (session: Snapshot, path: string, navigate: Navigate): MenuGroup[] => {
  const { identity, memberships } = session
  const companies = memberships.map(({ orgId, name }) => ({
    id: orgId,
    label: name,
    checked: orgId === identity.orgId,
    disabledReason: session.service && identity.mode === 'live' ? undefined : 'Needs a connection',
    onSelect: () => void change(session, orgId, navigate),
  }))
  const own =
    identity.orgId === null || identity.role === 'other'
      ? []
      : settingsIn('organisation').map(({ label, icon, to }) =>
          item(label, icon, planView(path, 'users') ?? to, navigate),
        )
  return [
    ...(companies.length > 0 ? [{ heading: 'Your companies', items: companies }] : []),
    {
      items: [
        ...own,
        item(
          'Select your customer',
          'mail',
          planView(path, 'customers') ?? links.selectCustomer(),
          navigate,
          'Includes invitations waiting for you',
        ),
        item('Create company', 'plus', links.createCompany(), navigate),
      ],
    },
  ]
}

const item = (label: string, icon: IconName, to: string, navigate: Navigate, hint?: string) => ({
  label,
  icon,
  hint,
  onSelect: () => navigate(to),
})

const change = async (
  { identity, service }: Snapshot,
  orgId: string,
  navigate: Navigate,
): Promise<void> => {
  if (orgId === identity.orgId || !service) return
  try {
    await service.activate(orgId)
    // What is open belongs to the other company.
    navigate(links.home())
  } catch (error) {
    log.error('The company could not be switched', error)
    showToast({
      title: 'We couldn’t switch company. Check your connection.',
      tone: 'danger',
    })
  }
}
