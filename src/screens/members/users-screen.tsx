import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { CompanyScreen, CompanyUsersScreen } from '../../session/screens.tsx'
import { useIdentity } from '../../session/use-identity.ts'
import { Page } from '../../ui/page.tsx'
import { HostedPartFallback } from '../../ui/hosted-part-fallback.tsx'
import { Tabs, TabPanel } from '../../ui/tabs.tsx'
import { CreditCaps } from './credit-caps.tsx'
import { DefaultCountry } from './default-country.tsx'
import { Privacy } from './privacy.tsx'

const tabs = [
  { id: 'users', label: 'Users' },
  { id: 'caps', label: 'Credit limits' },
  { id: 'company', label: 'Company' },
  { id: 'privacy', label: 'Privacy' },
] as const
type TabId = (typeof tabs)[number]['id']

/** The page 'Users' of spec 2; `connections` is part of the settings of the organisation. */
export const UsersScreen = ({ connections }: { connections: ReactNode }) => {
  const { orgName } = useIdentity()
  const [, navigate] = useLocation()
  const tabParam = new URLSearchParams(useSearch()).get('tab')
  const selected = tabs.find(({ id }) => id === tabParam)?.id ?? 'users'
  return (
    <Page
      title="Users"
      lead={
        <span className="wrap-anywhere">
          Manage who’s in {orgName ?? 'your company'}, what they can do and what they can spend.
        </span>
      }
    >
      <Tabs
        group="users"
        label="Users"
        tabs={tabs}
        selected={selected}
        onSelect={(id) => navigate(addressOf(id), { replace: true })}
        className="border-b border-line"
      />
      <TabPanel group="users" id={selected} className="mt-5">
        {selected === 'users' && (
          <div className="clerk-part min-h-96">
            <CompanyUsersScreen fallback={<HostedPartFallback />} />
          </div>
        )}
        {selected === 'caps' && <CreditCaps />}
        {selected === 'privacy' && <Privacy />}
        {selected === 'company' && (
          <div className="flex flex-col gap-5">
            <DefaultCountry />
            {connections}
            <div className="clerk-part min-h-96">
              <CompanyScreen fallback={<HostedPartFallback />} />
            </div>
          </div>
        )}
      </TabPanel>
    </Page>
  )
}

const addressOf = (tab: TabId): string =>
  tab === 'users' ? links.users() : `${links.users()}?tab=${tab}`
