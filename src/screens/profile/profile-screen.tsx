import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { AccountScreen, SecurityScreen } from '../../session/screens.tsx'
import { Page } from '../../ui/page.tsx'
import { HostedPartFallback } from '../../ui/hosted-part-fallback.tsx'
import { Tabs, TabPanel } from '../../ui/tabs.tsx'
import { AlertsCard } from './alerts.tsx'
import { Memberships } from './memberships.tsx'
import { ThisDevice } from './this-device.tsx'
import { AccountSummary } from './account-summary.tsx'

const tabs = [
  { id: 'account', label: 'Account' },
  { id: 'security', label: 'Security and devices' },
  { id: 'device', label: 'This device' },
  { id: 'companies', label: 'Companies' },
] as const
type TabId = (typeof tabs)[number]['id']

/** The user's profile (spec 2): Clerk's page with name, email, mobile, devices and sessions, then appearance and organisations. */
export const ProfileScreen = () => {
  const [, navigate] = useLocation()
  const tabParam = new URLSearchParams(useSearch()).get('tab')
  const selected = tabs.find(({ id }) => id === tabParam)?.id ?? 'account'
  return (
    <Page title="Profile" lead="Your account, and how Fieldbook looks on this device.">
      <AccountSummary />
      <Tabs
        group="profile"
        label="Profile"
        tabs={tabs}
        selected={selected}
        onSelect={(id) => navigate(addressOf(id), { replace: true })}
        className="mt-6 border-b border-line"
      />
      <TabPanel group="profile" id={selected} className="mt-5">
        {panels[selected]()}
      </TabPanel>
    </Page>
  )
}

const addressOf = (tab: TabId): string =>
  tab === 'account' ? links.profile() : `${links.profile()}?tab=${tab}`

const panels: Record<TabId, () => ReactNode> = {
  account: () => (
    <ClerkPart>
      <AccountScreen fallback={<HostedPartFallback />} />
    </ClerkPart>
  ),
  security: () => (
    <ClerkPart>
      <SecurityScreen fallback={<HostedPartFallback />} />
    </ClerkPart>
  ),
  device: () => (
    <div className="flex flex-col gap-5">
      <ThisDevice />
      <AlertsCard />
    </div>
  ),
  companies: () => <Memberships />,
}

const ClerkPart = ({ children }: { children: ReactNode }) => (
  <div className="min-h-96">{children}</div>
)
