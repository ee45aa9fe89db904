import { useMemo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { PersonView as Person } from '../../../contract/records.ts'
import { Badge } from '../../ui/badge.tsx'
import { ActivitySection } from './activity-section.tsx'
import { Career } from './career.tsx'
import { FactSection } from './fact-section.tsx'
import { PeopleOfCompany } from './people-of-company.tsx'
import { doNotCall, personSections } from './person-facts.ts'
import { Reach } from './reach.tsx'
import { RecordHeader } from './record-header.tsx'
import { RecordLayout } from './record-layout.tsx'

/** Everything known about a person. */
export const PersonView = ({
  person,
  level,
  notice,
}: {
  person: Person
  level: 1 | 2
  notice?: ReactNode
}) => {
  const sections = useMemo(() => personSections(person), [person])
  return (
    <RecordLayout
      wide={level === 1}
      header={
        <RecordHeader
          category="people"
          record={person}
          level={level}
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
          badges={person.mobile?.dnc.listed === 'yes' && <Badge tone="danger">Do not call</Badge>}
        />
      }
      notice={notice}
      activity={<ActivitySection />}
      reach={
        <Reach
          name={person.name}
          phone={
            person.mobile?.dnc.listed === 'yes'
              ? undefined
              : (person.mobile?.value ?? person.direct_phone?.value)
          }
          email={person.work_email?.value}
          caution={doNotCall(person)}
        />
      }
      aside={
        <PeopleOfCompany companyId={person.company_id} title="Colleagues" except={person.id} />
      }
    >
      {sections.map((section) => (
        <FactSection key={section.id} record={person} section={section} />
      ))}
      <Career person={person} />
    </RecordLayout>
  )
}
