import { useMemo, type ReactNode } from 'react'
import type { CompanyView as Company } from '../../../contract/records/records.ts'
import { RevealButton } from '../../shared/credits/reveal-button.tsx'
import { isMasked, isMaskedText } from '../../shared/unlocks/masked.ts'
import { Badge } from '../../ui/badge.tsx'
import { ActivitySection } from './activity-section.tsx'
import { Brief } from './brief.tsx'
import { companySections, type CompanySection } from './company-facts.ts'
import { CompanyTabs } from './company-tabs.tsx'
import { FactSection } from './fact-section.tsx'
import { formatLocation } from './facts.ts'
import { FitCard } from './fit-card.tsx'
import { GrowthBars } from './growth-bars.tsx'
import { HiringBars } from './hiring-bars.tsx'
import { PeopleOfCompany } from './people-of-company.tsx'
import { Reach } from './reach.tsx'
import { RecordHeader } from './record-header.tsx'
import { RecordColumn, RecordPage } from './record-layout.tsx'
import { SimilarCompanies } from './similar-companies.tsx'
import { WhyMasked } from './why-masked.tsx'

/** All facts of a company: in tabs on its own page (`level` 1), in one column beside results. */
export const CompanyView = ({
  company,
  level,
  banner,
  actions,
}: {
  company: Company
  level: 1 | 2
  banner?: ReactNode
  actions?: ReactNode
}) => {
  const sections = useMemo(() => companySections(company), [company])
  const head = {
    header: (
      <RecordHeader
        category="company"
        record={company}
        level={level}
        actions={actions}
        subtitle={[company.industry?.l2 ?? company.industry?.l1, formatLocation(company.hq)]
          .filter((part) => part !== undefined)
          .join(' · ')}
        badges={
          <>
            {company.type !== undefined && <Badge>{company.type}</Badge>}
            {company.status === 'deregistered' && <Badge tone="danger">Deregistered</Badge>}
          </>
        }
      />
    ),
    banner,
    reach: (
      <Reach
        name={company.name}
        phone={company.phones.find((number) => !isMaskedText(number))}
        email={company.emails.find((email) => !isMaskedText(email))}
        reveal={isMasked(company) && <RevealButton category="company" record={company} />}
        location={company.hq}
      />
    ),
  }
  const factsOf = (id: CompanySection): ReactNode => {
    const section = sections.find((each) => each.id === id)
    return (
      section && <FactSection record={company} section={section} before={beforeOf(company, id)} />
    )
  }
  if (level === 1)
    return (
      <RecordPage {...head}>
        <CompanyTabs company={company} factsOf={factsOf}>
          <FitCard company={company} />
          <Brief company={company} />
          {factsOf('overview')}
          {factsOf('contact')}
          <SimilarCompanies company={company} />
        </CompanyTabs>
      </RecordPage>
    )
  return (
    <RecordColumn {...head}>
      <ActivitySection />
      <FitCard company={company} />
      {sections.map(({ id }) => (
        <div key={id}>{factsOf(id)}</div>
      ))}
      <PeopleOfCompany companyId={company.id} title="People" />
    </RecordColumn>
  )
}

const beforeOf = (company: Company, id: CompanySection): ReactNode => {
  if (id === 'contact') return <WhyMasked category="company" record={company} />
  if (id === 'overview' && company.headcount_growth)
    return <GrowthBars growth={company.headcount_growth} />
  if (id === 'jobs' && company.job_posts) return <HiringBars jobs={company.job_posts} />
  return undefined
}
