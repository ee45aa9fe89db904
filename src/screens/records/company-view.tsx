import { useMemo, type ReactNode } from 'react'
import type { CompanyView as Company, PostalAddress } from '../../../contract/records/records.ts'
import { haversine, kmOf } from '../../../contract/search/distance.ts'
import type { LatLng } from '../../offline/pin-search.ts'
import { usePosition } from '../../shared/position/position.ts'
import { formatDistance, spotOf } from '../../shared/visits/locations.ts'
import { useSignalPrefix } from '../../shared/signals/newest-signals.ts'
import { useOffice } from '../../shared/records/trail.ts'
import { isMaskedText } from '../../shared/unlocks/masked.ts'
import { isListed, phoneOf } from '../../shared/do-not-call/do-not-call.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ActivitySection } from './activity-section.tsx'
import { Brief } from './brief.tsx'
import { changesAt } from './changes.ts'
import { companySections, type CompanySection, type LocalOffice } from './company-facts.ts'
import { CompanyTabs } from './company-tabs.tsx'
import { FactSection } from './fact-section.tsx'
import { formatLocation, formatTown } from './facts.ts'
import { FitCard } from './fit-card.tsx'
import { GrowthBars } from './growth-bars.tsx'
import { HiringBars } from './hiring-bars.tsx'
import { usePeopleToCall } from './people-to-call.ts'
import { PeopleToCallSection } from './people-to-call-section.tsx'
import type { AddToList } from './record-actions.tsx'
import { RecordBadges } from './record-badges.tsx'
import { RecordLayout, WithAside } from './record-layout.tsx'
import { RegisterCheckLine } from './register-check.tsx'
import { SimilarCompanies } from './similar-companies.tsx'
import { useSignalsOf } from './use-signals-of.ts'
import { WhyMasked } from './why-masked.tsx'
import { WhyNow } from './why-now.tsx'

/** A company: contact, people and reasons to call first, then all facts; in tabs on its own page (`level` 1), folded beside results. */
export const CompanyView = ({
  company,
  level,
  banner,
  addToList,
}: {
  company: Company
  level: 1 | 2
  banner: ReactNode
  addToList: AddToList | undefined
}) => {
  const now = useMinute()
  const office = useOffice(company)
  const called = phoneOf(company)
  const at = usePosition()
  const sections = useMemo(
    () => companySections(company, now, localOfficeOf(company, office, at)),
    [company, now, office, at],
  )
  const factsOf = (id: CompanySection, folded = false): ReactNode =>
    sections
      .filter((section) => section.id === id)
      .map((section) => (
        <FactSection
          key={id}
          record={company}
          section={section}
          before={beforeOf(company, id)}
          folded={folded}
        />
      ))
  const first = (
    <>
      {factsOf('contact')}
      <ReasonsToCall company={company} />
    </>
  )
  return (
    <RecordLayout
      category="company"
      record={company}
      level={level}
      banner={banner}
      addToList={addToList}
      subtitle={[
        company.industry?.l2 ?? company.industry?.l1,
        formatTown(office),
        formatTown(company.hq) !== formatTown(office) && `Head office ${formatTown(company.hq)}`,
      ]
        .filter((part) => typeof part === 'string')
        .join(' · ')}
      badges={
        <RecordBadges record={company}>
          {isListed(company) && <Badge tone="danger">Do not call</Badge>}
          {company.type !== undefined && <Badge>{company.type}</Badge>}
          {company.status === 'deregistered' && <Badge tone="danger">Deregistered</Badge>}
        </RecordBadges>
      }
      reach={{
        phone: called?.number,
        dnc: called?.dnc,
        email: company.emails.find((email) => !isMaskedText(email)),
        location: office,
      }}
    >
      {level === 1 ? (
        <CompanyTabs company={company} factsOf={factsOf}>
          <WithAside
            aside={
              <>
                <ActivitySection />
                <FitCard company={company} />
                <SimilarCompanies company={company} />
              </>
            }
          >
            {first}
            {factsOf('overview')}
          </WithAside>
        </CompanyTabs>
      ) : (
        <>
          {first}
          <FitCard company={company} />
          <ActivitySection />
          <div>{sections.map(({ id }) => id !== 'contact' && factsOf(id, true))}</div>
        </>
      )}
    </RecordLayout>
  )
}

const localOfficeOf = (
  company: Company,
  office: PostalAddress | undefined,
  at: LatLng | null,
): LocalOffice | null => {
  if (office === undefined || formatLocation(office) === formatLocation(company.hq)) return null
  const spot = at && spotOf(company, at)
  if (at === null || spot === null || formatLocation(spot.location) !== formatLocation(office))
    return { office, far: null }
  const km = kmOf(haversine(at, spot.lat, spot.lng))
  return { office, far: formatDistance({ km, approx: office.approx === true }) }
}

const ReasonsToCall = ({ company }: { company: Company }) => {
  const now = useMinute()
  const found = usePeopleToCall(company.id)
  const { result } = useSignalsOf(company, useSignalPrefix() !== null)
  const changes = changesAt(company, now)
  const signals = result?.signals ?? []
  return (
    <>
      <PeopleToCallSection company={company} found={found} />
      <WhyNow record={company} signals={signals} total={result?.total ?? 0} changes={changes} />
      <Brief company={company} people={found.people ?? []} signals={signals} changes={changes} />
    </>
  )
}

const beforeOf = (company: Company, id: CompanySection): ReactNode => {
  if (id === 'contact') return <WhyMasked category="company" record={company} />
  if (id === 'overview' && company.headcount_growth)
    return <GrowthBars growth={company.headcount_growth} />
  if (id === 'registry' && (company.abn ?? company.nzbn) !== undefined)
    return <RegisterCheckLine companyId={company.id} />
  if (id === 'jobs' && company.job_posts) return <HiringBars jobs={company.job_posts} />
  return undefined
}
