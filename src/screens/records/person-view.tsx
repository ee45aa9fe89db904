import { useMemo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { PersonView as Person } from '../../../contract/records/records.ts'
import { callState, dncOf, isListed, unchecked } from '../../shared/do-not-call/do-not-call.ts'
import { formatDay } from '../../lib/format.ts'
import { leftText } from '../../shared/records/left-mark.tsx'
import { useSignalPrefix } from '../../shared/signals/newest-signals.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ActivitySection } from './activity-section.tsx'
import { Career } from './career.tsx'
import { changesFor } from './changes.ts'
import { FactSection } from './fact-section.tsx'
import { PeopleOfCompany } from './people-of-company.tsx'
import { personSections } from './person-facts.ts'
import type { AddToList } from './record-actions.tsx'
import { RecordBadges } from './record-badges.tsx'
import { RecordLayout, WithAside } from './record-layout.tsx'
import { RecordTabs } from './record-tabs.tsx'
import { Signals } from './signals.tsx'
import { useSignalsOf } from './use-signals-of.ts'
import { WhereFromCard } from './where-from-card.tsx'
import { WhyMasked } from './why-masked.tsx'
import { WhyNow } from './why-now.tsx'

/** A person: contact and reasons to call first, then all facts; in tabs on their own page (`level` 1), folded beside results. */
export const PersonView = ({
  person,
  level,
  banner,
  addToList,
}: {
  person: Person
  level: 1 | 2
  banner: ReactNode
  addToList: AddToList | undefined
}) => {
  const now = useMinute()
  const dnc = dncOf(person) ?? (person.direct_phone && unchecked)
  const isDue = dnc !== undefined && callState(dnc, now) === 'due'
  const sections = useMemo(() => personSections(person, now), [person, now])
  const factsOf = (id: string, folded = false): ReactNode =>
    sections
      .filter((section) => section.id === id)
      .map((section) => (
        <FactSection
          key={id}
          record={person}
          section={section}
          before={id === 'contact' ? <WhyMasked category="people" record={person} /> : undefined}
          folded={folded}
          after={id === 'contact' ? <WhereFromCard person={person} /> : undefined}
        />
      ))
  const colleagues = (
    <PeopleOfCompany companyId={person.company_id} title="Colleagues" except={person.id} />
  )
  return (
    <RecordLayout
      category="people"
      record={person}
      level={level}
      banner={banner}
      addToList={addToList}
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
      badges={
        <>
          <RecordBadges record={person}>
            {person.left && <Badge tone="warn">{leftText(person.left)}</Badge>}
            {isListed(person) ? (
              <Badge tone="danger">Do not call</Badge>
            ) : (
              isDue && <Badge tone="warn">Do Not Call not checked</Badge>
            )}
          </RecordBadges>
          {person.left && (
            <p className="text-13 text-ink-faint">
              Left {person.company.name}. Source: {person.left.source},{' '}
              {formatDay(person.left.seen_at)}
            </p>
          )}
        </>
      }
      reach={{
        phone: person.mobile?.value ?? person.direct_phone?.value,
        dnc: dncOf(person),
        email: person.work_email?.value,
      }}
    >
      {level === 1 ? (
        <RecordTabs label={person.name} tabs={tabs}>
          {(tab) => {
            switch (tab) {
              case 'overview':
                return (
                  <WithAside
                    aside={
                      <>
                        <ActivitySection />
                        {colleagues}
                      </>
                    }
                  >
                    {factsOf('contact')}
                    <ReasonsToCall person={person} />
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
      ) : (
        <>
          {factsOf('contact')}
          <ReasonsToCall person={person} />
          <ActivitySection />
          <Career person={person} />
          {colleagues}
          <div>{factsOf('overview', true)}</div>
        </>
      )}
    </RecordLayout>
  )
}

const ReasonsToCall = ({ person }: { person: Person }) => {
  const changes = changesFor(person, useMinute())
  const { result } = useSignalsOf(person, useSignalPrefix() !== null)
  return (
    <WhyNow
      record={person}
      signals={result?.signals ?? []}
      total={result?.total ?? 0}
      changes={changes}
    />
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
