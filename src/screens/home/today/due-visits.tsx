import { useState } from 'react'
import { dayMs } from '../../../../contract/core/days.ts'
import { links, recordLink } from '../../../../contract/links.ts'
import { formatCount, formatDay } from '../../../lib/format.ts'
import type { DueVisit } from '../../../offline/cadences.ts'
import { everyWeeks } from '../../../offline/entities/cadence.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from './row.tsx'

const shownFirst = 3

/** Accounts whose cadence says that a visit is due, the longest overdue first. */
export const DueVisits = ({ visits, today }: { visits: readonly DueVisit[]; today: string }) => {
  const [all, setAll] = useState(false)
  const named = visits.filter(({ name }) => name !== null)
  const shown = all ? named : named.slice(0, shownFirst)
  if (visits.length === 0) return null
  return (
    <>
      <h3 className="mt-2 text-13 font-medium text-ink-soft">Time to visit</h3>
      <ul
        aria-label="Time to visit"
        className="mt-1 divide-y divide-line overflow-hidden rounded-md border border-line bg-card"
      >
        {shown.map((visit) => (
          <Row
            key={visit.recordId}
            href={recordLink(visit.category, visit.recordId)}
            icon="visit"
            title={visit.name ?? ''}
            note={noteOf(visit)}
          >
            <Lateness dueDay={visit.dueDay} today={today} />
          </Row>
        ))}
        {unnamedLists(visits).map(({ id, name, count }) => (
          <Row
            key={id}
            href={links.list(id)}
            icon="list"
            title={`${formatCount(count, 'account', 'accounts')} on “${name}”`}
            note="Make the list available offline to see them."
          />
        ))}
      </ul>
      {shown.length < named.length && (
        <Button size="sm" variant="quiet" onClick={() => setAll(true)}>
          Show {named.length - shown.length} more to visit
        </Button>
      )}
    </>
  )
}

const Lateness = ({ dueDay, today }: { dueDay: string; today: string }) =>
  dueDay < today ? (
    <span className="shrink-0 text-13 font-medium text-danger">
      {formatCount((Date.parse(today) - Date.parse(dueDay)) / dayMs, 'day', 'days')} overdue
    </span>
  ) : (
    <span className="shrink-0 text-13 text-ink-soft">Today</span>
  )

const noteOf = ({ weeks, lastVisit, list }: DueVisit): string =>
  [
    everyWeeks(weeks).replace('every', 'Every'),
    lastVisit === null ? 'no visit yet' : `last visit ${formatDay(lastVisit)}`,
    ...(list === null ? [] : [list.name]),
  ].join(' · ')

/** Lists with accounts of which this device has only the id. */
const unnamedLists = (
  visits: readonly DueVisit[],
): { id: string; name: string; count: number }[] => {
  const counts = new Map<string, { id: string; name: string; count: number }>()
  for (const { name, list } of visits)
    if (name === null && list !== null)
      counts.set(list.id, { ...list, count: (counts.get(list.id)?.count ?? 0) + 1 })
  return [...counts.values()]
}
