import { useState } from 'react'
import { localDayOf } from '../../../../contract/core/days.ts'
import { links, recordLink } from '../../../../contract/links.ts'
import type { FollowUp } from '../../../../contract/saved-work/follow-ups.ts'
import type { Signal } from '../../../../contract/signals/signals.ts'
import type { LiveItem } from '../../../offline/live.ts'
import { categoryIcons, formatDaysAgo } from '../../../shared/signals/copy.ts'
import { ChangedBar } from '../../../shared/visits/changed-bar.tsx'
import { sayDue } from '../../../shared/visits/due.ts'
import { FollowUpRow } from '../../../shared/visits/follow-up-row.tsx'
import {
  useChangeFollowUp,
  type ChangeFollowUp,
} from '../../../shared/visits/use-change-follow-up.ts'
import { useMinute } from '../../../ui/as-of.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Section } from '../../../ui/section.tsx'
import { DueVisits } from './due-visits.tsx'
import { Aside, Row } from './row.tsx'
import type { NamedFollowUp, TodayData } from './today-data.ts'
import { PlanFrom } from './plan-from.tsx'

/** The next stop, follow-ups by day, and what is new at the accounts of the user, from the device alone. */
export const Today = ({
  data: { isPlanned, open, ended, visits, changes, visited },
}: {
  data: TodayData
}) => {
  const today = localDayOf(useMinute())
  const { change, changed, close } = useChangeFollowUp()
  const overdue = open.filter(({ value }) => value.dueDay < today)
  const due = open.filter(({ value }) => value.dueDay === today)
  const later = open.filter(({ value }) => value.dueDay > today)
  return (
    <Section
      title="Today"
      aside={
        <span className="flex gap-4">
          <Aside href={links.day()}>Plan of the day</Aside>
          <Aside href={links.visits()}>My visits</Aside>
        </span>
      }
    >
      {isPlanned ? (
        <TodaysPlan today={today} />
      ) : (
        <PlanFrom hasDue={overdue.length + due.length + visits.length > 0} />
      )}
      <ChangedBar changed={changed} onClose={close} />
      {ended.map((each) => (
        <Ended key={each.id} followUp={each} today={today} onChange={change} />
      ))}
      <Group title="Overdue" followUps={overdue} onChange={change} />
      <DueVisits visits={visits} today={today} />
      <Group title="Due today" followUps={due} onChange={change} />
      {!isPlanned && overdue.length + visits.length + due.length === 0 && (
        <NothingDue hasLater={later.length > 0} />
      )}
      <Later followUps={later} onChange={change} />
      <Visited names={visited} />
      <Changes signals={changes} today={today} />
    </Section>
  )
}

const TodaysPlan = lazyComponent(() => import('./todays-plan.tsx').then((m) => m.TodaysPlan))

const groupClass = 'mt-1 divide-y divide-line overflow-hidden rounded-md border border-line bg-card'

const Group = ({
  title,
  followUps,
  onChange,
}: {
  title: string
  followUps: readonly NamedFollowUp[]
  onChange: ChangeFollowUp
}) =>
  followUps.length > 0 && (
    <>
      <h3 className="mt-2 text-13 font-medium text-ink-soft">{title}</h3>
      <ul aria-label={title} className={groupClass}>
        {followUps.map((followUp) => (
          <FollowUpRow
            key={followUp.id}
            followUp={followUp}
            name={followUp.name}
            onChange={onChange}
          />
        ))}
      </ul>
    </>
  )

const Visited = ({ names }: { names: readonly (string | null)[] }) =>
  names.length > 0 && (
    <ul className={`${groupClass} mt-2!`}>
      <Row
        href={links.visits()}
        icon="visit"
        title={`Visited today: ${names.length}`}
        note={names.filter((name) => name !== null).join(', ')}
      />
    </ul>
  )

const shownLater = 3

const Later = ({
  followUps,
  onChange,
}: {
  followUps: readonly NamedFollowUp[]
  onChange: ChangeFollowUp
}) => {
  const [all, setAll] = useState(false)
  const rest = followUps.length - shownLater
  return (
    <>
      <Group
        title="Coming up"
        followUps={all ? followUps : followUps.slice(0, shownLater)}
        onChange={onChange}
      />
      {!all && rest > 0 && (
        <Button size="sm" variant="quiet" onClick={() => setAll(true)}>
          Show {rest} more
        </Button>
      )}
    </>
  )
}

const Ended = ({
  followUp: { value },
  today,
  onChange,
}: {
  followUp: LiveItem<FollowUp>
  today: string
  onChange: ChangeFollowUp
}) => (
  <p className="mt-2 flex items-center gap-3 rounded-md border border-line bg-sunken py-1 pr-1 pl-3 text-14">
    <Icon name="info" size={18} className="shrink-0 text-ink-faint" />
    <span className="min-w-0 flex-1">
      Your follow-up {sayDue(value, today)} ended. The person asked to be removed from Fieldbook.
    </span>
    <IconButton
      icon="close"
      label="Dismiss"
      onClick={() => onChange(value, { state: 'dropped' })}
    />
  </p>
)

const NothingDue = ({ hasLater }: { hasLater: boolean }) => (
  <p className="mt-2 rounded-md border border-line bg-card px-4 py-3 text-14 text-ink-soft">
    {hasLater
      ? 'You’re clear for today.'
      : 'Log a visit and pick a day to come back. It shows up here.'}
  </p>
)

const Changes = ({ signals, today }: { signals: readonly Signal[]; today: string }) =>
  signals.length > 0 && (
    <>
      <h3 className="mt-4 text-13 font-medium text-ink-soft">New since you were last there</h3>
      <ul aria-label="New since you were last there" className={groupClass}>
        {signals.map(({ id, company, person, category, title, why_now: why, event_date: day }) => (
          <Row
            key={id}
            href={
              company === null
                ? person === null
                  ? links.signals()
                  : recordLink('people', person.id)
                : recordLink('company', company.id)
            }
            icon={categoryIcons[category]}
            title={title}
            note={why}
          >
            <span className="tabular shrink-0 text-13 text-ink-faint">
              {formatDaysAgo(day, today)}
            </span>
          </Row>
        ))}
      </ul>
    </>
  )
