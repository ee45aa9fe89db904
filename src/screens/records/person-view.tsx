import { useMemo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { PersonView as Person } from '../../../contract/records/records.ts'
import { RevealButton } from '../../shared/credits/reveal-button.tsx'
import { dncOf, isListed, unchecked } from '../../shared/do-not-call/do-not-call.ts'
import { isMasked } from '../../shared/unlocks/masked.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ActivitySection } from './activity-section.tsx'
import { Career } from './career.tsx'
import { FactSection } from './fact-section.tsx'
import { PeopleOfCompany } from './people-of-company.tsx'
import { doNotCall, personSections } from './person-facts.ts'
import { Reach } from './reach.tsx'
import { RecordHeader } from './record-header.tsx'
import { RecordColumn, RecordPage, WithAside } from './record-layout.tsx'
import { RecordTabs } from './record-tabs.tsx'
import { Signals } from './signals.tsx'
import { WhyMasked } from './why-masked.tsx'

/** All facts of a person: in tabs on their own page (`level` 1), in one column beside results. */
export const PersonView = ({
  person,
  level,
  banner,
  actions,
}: {
  person: Person
  level: 1 | 2
  banner?: ReactNode
  actions?: ReactNode
}) => {
  const now = useMinute()
  const sections = useMemo(() => personSections(person, now), [person, now])
  const head = {
    header: (
      <RecordHeader
        category="people"
        record={person}
        level={level}
        actions={actions}
        subtitle={
          <>
            {person.position} at{' '}
            <Link
              href={links.company(person.company_id)}
              className="font-medium text-accent-strong hover:underline"
            >
              {person.company.name}
            </Link>
          </>
        }
        badges={isListed(person) && <Badge tone="danger">Do not call</Badge>}
      />
    ),
    banner,
    reach: (
      <Reach
        name={person.name}
        phone={person.mobile?.value ?? person.direct_phone?.value}
        dnc={dncOf(person)}
        email={person.work_email?.value}
        reveal={isMasked(person) && <RevealButton category="people" record={person} />}
        caution={doNotCall(dncOf(person) ?? (person.direct_phone && unchecked), now)}
      />
    ),
  }
  const factsOf = (id: string): ReactNode =>
    sections
      .filter((section) => section.id === id)
      .map((section) => (
        <FactSection
          key={id}
          record={person}
          section={section}
          before={id === 'contact' ? <WhyMasked category="people" record={person} /> : undefined}
        />
      ))
  const colleagues = (
    <PeopleOfCompany companyId={person.company_id} title="Colleagues" except={person.id} />
  )
  if (level === 2)
    return (
      <RecordColumn {...head}>
        <ActivitySection />
        {factsOf('overview')}
        {factsOf('contact')}
        <Career person={person} />
        {colleagues}
      </RecordColumn>
    )
  return (
    <RecordPage {...head}>
      <RecordTabs label={person.name} tabs={tabs}>
        {(tab) => {
          switch (tab) {
            case 'overview':
              return (
                <WithAside activity={<ActivitySection />} aside={colleagues}>
                  {factsOf('overview')}
                </WithAside>
              )
            case 'contact':
              return factsOf('contact')
            case 'career':
              return <Career person={person} />
            case 'signals':
              return <Signals record={person} />
            case 'colleagues':
              return colleagues
            case 'activity':
              return <ActivitySection whole />
          }
        }}
      </RecordTabs>
    </RecordPage>
  )
}

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'contact', label: 'Contact' },
  { id: 'career', label: 'Career' },
  { id: 'signals', label: 'Signals' },
  { id: 'colleagues', label: 'Colleagues' },
  { id: 'activity', label: 'Activity' },
] as const
