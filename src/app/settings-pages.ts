import { links } from '../../contract/links.ts'
import type { Identity } from '../session/identity.ts'
import type { IconName } from '../ui/icon.tsx'

export type SettingsPage = {
  to: string
  label: string
  icon: IconName
  /** Whose settings they are: its group in the navigation. */
  of: 'user' | 'organisation'
  /** Other members read which admin to ask instead. */
  adminOnly?: true
  /** Only in the organisation that runs this installation. */
  operatorOnly?: true
  /** Also in the user menu or in the company menu. */
  inMenu?: 'user' | 'organisation'
}

/** Every page of the settings area: the navigation, both menus and the command palette follow. */
export const settingsPages: readonly SettingsPage[] = [
  { to: links.profile(), label: 'Profile', icon: 'user', of: 'user', inMenu: 'user' },
  { to: links.security(), label: 'Security and devices', icon: 'lock', of: 'user' },
  { to: links.alerts(), label: 'Notifications', icon: 'bell', of: 'user' },
  { to: links.appearance(), label: 'Appearance', icon: 'sun', of: 'user' },
  { to: links.storage(), label: 'Storage', icon: 'mobile', of: 'user' },
  {
    to: links.users(),
    label: 'Users',
    icon: 'people',
    of: 'organisation',
    inMenu: 'organisation',
  },
  { to: links.creditLimits(), label: 'Roles and limits', icon: 'filter', of: 'organisation' },
  {
    to: links.billing(),
    label: 'Plan and billing',
    icon: 'card',
    of: 'organisation',
    inMenu: 'organisation',
  },
  {
    to: links.credits(),
    label: 'Credits',
    icon: 'credit',
    of: 'organisation',
    inMenu: 'user',
  },
  { to: links.organisation(), label: 'Company profile', icon: 'building', of: 'organisation' },
  {
    to: links.integrations(),
    label: 'Integrations',
    icon: 'exchange',
    of: 'organisation',
    adminOnly: true,
  },
  {
    to: links.accountIntelligence(),
    label: 'Account intelligence',
    icon: 'target',
    of: 'organisation',
  },
  { to: links.privacy(), label: 'Privacy', icon: 'eye', of: 'organisation' },
  {
    to: links.audit(),
    label: 'Audit log',
    icon: 'history',
    of: 'organisation',
    adminOnly: true,
  },
  {
    to: links.sources(),
    label: 'Sources',
    icon: 'globe',
    of: 'organisation',
    adminOnly: true,
    operatorOnly: true,
  },
  {
    to: links.installation(),
    label: 'Installation',
    icon: 'monitor',
    of: 'organisation',
    adminOnly: true,
    operatorOnly: true,
  },
]

export const mayOpen = ({ adminOnly }: SettingsPage, role: Identity['role']): boolean =>
  adminOnly !== true || role === 'admin'

export const openSettings = (role: Identity['role'], operates: boolean): SettingsPage[] =>
  settingsPages.filter((page) => mayOpen(page, role) && (operates || page.operatorOnly !== true))

export const settingsIn = (menu: SettingsPage['inMenu']): SettingsPage[] =>
  settingsPages.filter(({ inMenu }) => inMenu === menu)

/** A tab that no page has shows the page without one. */
export const settingsPageAt = (path: string, query: string): SettingsPage | undefined => {
  const tab = new URLSearchParams(query).get('tab') ?? ''
  return (
    settingsPages.find(({ to }) => to === `${path}?tab=${tab}`) ??
    settingsPages.find(({ to }) => to === path)
  )
}

/** Without their tabs. */
export const settingsPaths: ReadonlySet<string> = new Set([
  links.settings(),
  ...settingsPages.flatMap(({ to }) => to.split('?')[0] ?? []),
])
