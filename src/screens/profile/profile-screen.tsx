import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { AccountScreen, SecurityScreen } from '../../session/screens.tsx'
import { Page } from '../../ui/page.tsx'
import { PartToCome } from '../../ui/part-to-come.tsx'
import { Tabs, TabPanel } from '../../ui/tabs.tsx'
import { AlertsCard } from './alerts.tsx'
import { Belonging } from './belonging.tsx'
import { ThisDevice } from './this-device.tsx'
import { WhoIAm } from './who-i-am.tsx'

const tabs = [
  { id: 'account', label: 'Account' },
  { id: 'security', label: 'Security and devices' },
  { id: 'device', label: 'This device' },
  { id: 'companies', label: 'Companies' },
] as const
type TabId = (typeof tabs)[number]['id']

/** The person (spec 2, profile): name, e-mail, mobile, devices and sessions by Clerk; how Fieldbook looks here; the companies. */
export const ProfileScreen = () => {
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('tab')
  const selected = tabs.find(({ id }) => id === asked)?.id ?? 'account'
  return (
    <Page title="Profile" lead="Your account, and how Fieldbook looks on this device.">
      <WhoIAm />
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
      <AccountScreen fallback={<PartToCome />} />
    </ClerkPart>
  ),
  security: () => (
    <ClerkPart>
      <SecurityScreen fallback={<PartToCome />} />
    </ClerkPart>
  ),
  device: () => (
    <div className="flex flex-col gap-5">
      <ThisDevice />
      <AlertsCard />
    </div>
  ),
  companies: () => <Belonging />,
}

const ClerkPart = ({ children }: { children: ReactNode }) => (
  <div className="min-h-96">{children}</div>
)
