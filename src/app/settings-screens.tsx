import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { links } from '../../contract/links.ts'
import { useLayout } from '../lib/use-media.ts'
import { AccountIntelligenceScreen } from '../screens/account-intelligence/account-intelligence-screen.tsx'
import { AuditScreen } from '../screens/audit/audit-screen.tsx'
import { BillingScreen } from '../screens/billing/billing-screen.tsx'
import { CreditsScreen } from '../screens/credits/credits-screen.tsx'
import { CrmScreens } from '../screens/crm/crm-screens.tsx'
import { InstallationScreens } from '../screens/installation/installation-screens.tsx'
import { CompanyProfileScreen } from '../screens/members/company-profile-screen.tsx'
import { LimitsScreen } from '../screens/members/limits-screen.tsx'
import { PrivacyScreen } from '../screens/members/privacy-screen.tsx'
import { UsersScreen } from '../screens/members/users-screen.tsx'
import { AlertsScreen } from '../screens/profile/alerts-screen.tsx'
import { AppearanceScreen } from '../screens/profile/appearance-screen.tsx'
import { ProfileScreen } from '../screens/profile/profile-screen.tsx'
import { SecurityScreen } from '../screens/profile/security-screen.tsx'
import { SourcesScreens } from '../screens/sources/sources-screens.tsx'
import { StorageScreen } from '../screens/storage/storage-screen.tsx'
import { useIdentity } from '../session/use-identity.ts'
import type { FilterSlot } from '../shared/search/filter-source.ts'
import { OnlyAdmins, SettingsFrame, SettingsIndex } from './settings-frame.tsx'
import { mayOpen, settingsPageAt } from './settings-pages.ts'

/** The page of settings at the address. Without one, a phone lists the pages and a wider window opens the first. */
export const SettingsScreens = ({ filters }: { filters: FilterSlot }) => {
  const [path] = useLocation()
  const phone = useLayout() === 'phone'
  const first = phone ? undefined : settingsPageAt(links.profile(), '')
  const page = settingsPageAt(path, useSearch()) ?? first
  const { role } = useIdentity()
  if (page === undefined) return <SettingsIndex />
  return (
    <SettingsFrame page={page} phone={phone}>
      {mayOpen(page, role) ? views[page.to]?.(filters) : <OnlyAdmins page={page} />}
    </SettingsFrame>
  )
}

const views: Readonly<Record<string, (filters: FilterSlot) => ReactNode>> = {
  [links.profile()]: () => <ProfileScreen />,
  [links.security()]: () => <SecurityScreen />,
  [links.alerts()]: () => <AlertsScreen />,
  [links.appearance()]: () => <AppearanceScreen />,
  [links.storage()]: () => <StorageScreen />,
  [links.users()]: () => <UsersScreen />,
  [links.creditLimits()]: () => <LimitsScreen />,
  [links.billing()]: () => <BillingScreen />,
  [links.credits()]: () => <CreditsScreen />,
  [links.organisation()]: () => <CompanyProfileScreen />,
  [links.integrations()]: () => <CrmScreens />,
  [links.accountIntelligence()]: (filters) => <AccountIntelligenceScreen filters={filters} />,
  [links.privacy()]: () => <PrivacyScreen />,
  [links.audit()]: () => <AuditScreen />,
  [links.sources()]: () => <SourcesScreens />,
  [links.installation()]: () => <InstallationScreens />,
}
