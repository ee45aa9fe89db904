import { useMemo, type ReactNode } from 'react'
import type { CompanyView as Company } from '../../../contract/records.ts'
import { Badge } from '../../ui/badge.tsx'
import { ActivitySection } from './activity-section.tsx'
import { companySections } from './company-facts.ts'
import { FactSection } from './fact-section.tsx'
import { placeText } from './facts.ts'
import { GrowthBars } from './growth-bars.tsx'
import { PeopleOfCompany } from './people-of-company.tsx'
import { Reach } from './reach.tsx'
import { RecordHeader } from './record-header.tsx'
import { RecordLayout } from './record-layout.tsx'

/** Everything known about a company. */
export const CompanyView = ({
  company,
  level,
  notice,
}: {
  company: Company
  level: 1 | 2
  notice?: ReactNode
}) => {
  const sections = useMemo(() => companySections(company), [company])
  return (
    <RecordLayout
      wide={level === 1}
      header={
        <RecordHeader
          category="company"
          record={company}
          level={level}
          subtitle={[company.industry?.l2 ?? company.industry?.l1, placeText(company.hq)]
            .filter((part) => part !== undefined)
            .join(' · ')}
          badges={
            <>
              {company.type !== undefined && <Badge>{company.type}</Badge>}
              {company.status === 'deregistered' && <Badge tone="danger">Deregistered</Badge>}
            </>
          }
        />
      }
      notice={notice}
      reach={
        <Reach
          name={company.name}
          phone={company.phones[0]}
          email={company.emails[0]}
          place={company.hq}
        />
      }
      activity={<ActivitySection />}
      aside={<PeopleOfCompany companyId={company.id} title="People" />}
    >
      {sections.map((section) => (
        <FactSection
          key={section.id}
          record={company}
          section={section}
          before={
            section.id === 'overview' && company.headcount_growth ? (
              <GrowthBars growth={company.headcount_growth} />
            ) : undefined
          }
        />
      ))}
    </RecordLayout>
  )
}
