import type { ReactNode } from 'react'
import type { CompanyView } from '../../../contract/records/records.ts'
import { formatNumber } from '../../lib/format.ts'
import { ActivitySection } from './activity-section.tsx'
import type { CompanySection } from './company-facts.ts'
import { PeopleOfCompany } from './people-of-company.tsx'
import { RecordTabs } from './record-tabs.tsx'
import { Signals } from './signals.tsx'

export const CompanyTabs = ({
  company,
  factsOf,
  children,
}: {
  company: CompanyView
  factsOf: (section: CompanySection) => ReactNode
  children: ReactNode
}) => (
  <RecordTabs label={company.name} tabs={tabsOf(company)}>
    {(tab) => {
      switch (tab) {
        case 'overview':
          return children
        case 'people':
          return <PeopleOfCompany companyId={company.id} title="People" />
        case 'signals':
          return <Signals record={company} />
        case 'activity':
          return <ActivitySection whole />
        default:
          return factsOf(tab)
      }
    }}
  </RecordTabs>
)

const tabsOf = ({ signals_90d: signals, locations, job_posts: jobs }: CompanyView) =>
  [
    { id: 'overview', label: 'Overview' },
    { id: 'people', label: 'People' },
    { id: 'signals', label: 'Signals', ...counted(signals) },
    { id: 'technology', label: 'Technology' },
    { id: 'locations', label: 'Locations', ...counted(locations.length) },
    { id: 'registry', label: 'Registry and financials' },
    { id: 'jobs', label: 'Jobs', ...counted(jobs?.open ?? 0) },
    { id: 'activity', label: 'Activity' },
  ] as const

const counted = (count: number): { count?: string } =>
  count === 0 ? {} : { count: formatNumber(count) }
