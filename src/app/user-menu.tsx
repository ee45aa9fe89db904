import { useLocation } from 'wouter'
import { links } from '../../contract/links.ts'
import { useIdentity } from '../session/use-identity.ts'
import { roleName } from '../shared/members/role-name.ts'
import { useHasFollowUps } from '../shared/visits/use-follow-ups.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/menu.tsx'
import { feedbackStore } from './feedback-store.ts'
import { logOut } from './log-out.ts'
import { settingsIn } from './settings-pages.ts'

export const UserMenu = () => {
  const { name, email, imageUrl, role } = useIdentity()
  const hasVisits = useHasFollowUps()
  const [path, navigate] = useLocation()
  const details = [email, role === null ? null : roleName(role)].filter((part) => part !== null)
  // Without a plan, or a role, both are behind the gate.
  const profile =
    path === links.planSelection()
      ? []
      : [
          ...settingsIn('user').map(({ to, label, icon }) => ({
            label,
            icon,
            onSelect: () => navigate(to),
          })),
          ...(hasVisits
            ? [
                {
                  label: 'My visits',
                  icon: 'visit' as const,
                  onSelect: () => navigate(links.visits()),
                },
              ]
            : []),
          {
            label: 'Help',
            icon: 'help' as const,
            onSelect: () => navigate(`${links.help()}?from=${path}`),
          },
          // With another role there is no shell, which shows the dialog.
          ...(role === 'admin' || role === 'standard'
            ? [
                {
                  label: 'Send feedback',
                  icon: 'edit' as const,
                  onSelect: () => void (feedbackStore.open = true),
                },
              ]
            : []),
        ]
  return (
    <Menu
      label="Open user menu"
      className="grid size-control shrink-0 place-items-center rounded-full hover:bg-sunken"
      buttonContent={<Avatar name={name ?? email ?? ''} imageUrl={imageUrl} />}
      groups={[
        {
          heading: [name, ...details].filter((part) => part !== null && part !== '').join(' · '),
          items: [...profile, { label: 'Log out', icon: 'logout', onSelect: logOut }],
        },
      ]}
    />
  )
}
