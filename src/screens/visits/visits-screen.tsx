import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { localDayOf } from '../../../contract/core/days.ts'
import { links, recordLink } from '../../../contract/links.ts'
import { everyone } from '../../../contract/saved-work/activities.ts'
import { outcomeLabels } from '../../../contract/saved-work/outcome-labels.ts'
import { formatCount } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { lists } from '../../offline/live.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { customerInfoQuery } from '../../shared/queries.ts'
import { formatTime, useMinute } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { OutcomeBars } from './outcome-counts.tsx'
import { ExportVisits } from './export-visits.tsx'
import { useVisits, type ShownVisit } from './use-visits.ts'
import { useVisitFilter, type VisitFilter } from './visit-filter.ts'
import { weeksOf } from './weeks.ts'

/** Everything that was logged, by week and day; for admins the team's too. */
export const VisitsScreen = () => {
  const { filter, change } = useVisitFilter()
  return (
    <Page
      title="My visits"
      lead="Visits never store where you were."
      actions={<ExportVisits filter={filter} />}
    >
      <Filters filter={filter} onChange={change} />
      <Logged key={JSON.stringify(filter)} filter={filter} onChange={change} />
    </Page>
  )
}

type Props = { filter: VisitFilter; onChange: (changes: Partial<VisitFilter>) => void }

const any = ''

const Filters = ({ filter: { by, list }, onChange }: Props) => {
  const { userId, role } = useIdentity()
  const members = useMembers(role === 'admin')
  const own = userId ?? ''
  const all =
    useLive(lists)?.filter(({ value }) => value.kind === 'static' || value.kind === 'upload') ?? []
  return (
    <div className="flex flex-wrap gap-3">
      {role === 'admin' && (
        <SelectField
          label="Person"
          className="w-full sm:w-56"
          options={[
            { value: own, label: 'You' },
            { value: everyone, label: 'Everyone' },
            ...[...members]
              .filter(([id]) => id !== own)
              .map(([value, label]) => ({ value, label })),
          ]}
          value={by}
          onValueChange={(value) => onChange({ by: value })}
        />
      )}
      <SelectField
        label="List"
        className="w-full sm:w-56"
        options={[
          { value: any, label: 'Any list' },
          ...all.map(({ id, value }) => ({ value: id, label: value.name })),
        ]}
        value={list ?? any}
        onValueChange={(value) => onChange({ list: value === any ? null : value })}
      />
    </div>
  )
}

const Logged = ({ filter, onChange }: Props) => {
  const { visits, counts, total, showMore, error, retry } = useVisits(filter)
  const today = localDayOf(useMinute())
  const names = useMembers(filter.by === everyone)
  if (error !== null && visits?.length === 0)
    return (
      <div className="mt-6 flex flex-wrap items-center gap-3 text-14">
        <p>We couldn’t load your visits.</p>
        <Button onClick={retry}>Try again</Button>
      </div>
    )
  if (visits === undefined)
    return (
      <Delayed>
        <Skeleton className="mt-6 h-40 w-full rounded-md" />
      </Delayed>
    )
  if (total === 0) return <NoVisits filtered={filter.list !== null} />
  return (
    <div className="mt-6 flex flex-col gap-6">
      <section aria-label="Outcomes of visits">
        <p role="status" className="pb-1 text-14 text-ink-soft">
          {formatCount(total, 'visit', 'visits')}
        </p>
        <OutcomeBars
          counts={counts}
          chosen={filter.outcome}
          onChoose={(outcome) => onChange({ outcome })}
        />
      </section>
      {weeksOf(visits, today).map((week) => (
        <section key={week.label} aria-label={week.label}>
          <h2 className="text-16 font-semibold">{week.label}</h2>
          {week.days.map(({ day, label, items }) => (
            <div key={day}>
              <h3 className="pt-3 text-13 font-medium text-ink-soft">{label}</h3>
              <ul className="mt-1 divide-y divide-line overflow-hidden rounded-md border border-line bg-card">
                {items.map((visit) => (
                  <VisitRow
                    key={visit.id}
                    visit={visit}
                    author={filter.by === everyone ? nameIn(names, visit.value) : null}
                  />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
      {showMore !== null && (
        <Button className="self-start" onClick={showMore}>
          Show earlier visits
        </Button>
      )}
    </div>
  )
}

const VisitRow = ({
  visit: { value, state, name },
  author,
}: {
  visit: ShownVisit
  author: string | null
}) => {
  const at = Date.parse(value.at)
  return (
    <li data-row>
      <Link
        href={recordLink(value.category, value.recordId)}
        className="flex min-h-touch min-w-0 items-start gap-3 px-3 py-2 -outline-offset-2 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-14 font-medium">{name}</span>
          {value.text !== '' && (
            <span className="line-clamp-2 text-14 text-ink-soft">{value.text}</span>
          )}
          <span className="flex flex-wrap items-center gap-x-2 text-13 text-ink-faint">
            <time dateTime={value.at}>{formatTime(at, at)}</time>
            {author !== null && <span>{author}</span>}
            <ItemStateMark state={state} />
          </span>
        </span>
        {value.outcome !== null && (
          <span className="shrink-0 text-13 text-ink-soft">{outcomeLabels[value.outcome]}</span>
        )}
      </Link>
    </li>
  )
}

const NoVisits = ({ filtered }: { filtered: boolean }) => (
  <EmptyState
    drawing="blank"
    heading="h2"
    title={filtered ? 'No visits on this list yet' : 'Your visits show up here'}
    action={
      <Link href={links.lists()} className={buttonClass('primary')}>
        Open your lists
      </Link>
    }
  >
    Open a company and press Log visit, online or offline.
  </EmptyState>
)

const useMembers = (wanted: boolean): ReadonlyMap<string, string> => {
  const { data } = useQuery({ ...customerInfoQuery(useApi()), enabled: wanted })
  return new Map(data?.members.map(({ userId, name }) => [userId, name]))
}

const nameIn = (
  names: ReadonlyMap<string, string>,
  { isAuthor, authorId }: ShownVisit['value'],
): string => (isAuthor ? 'You' : (names.get(authorId) ?? 'A colleague'))
