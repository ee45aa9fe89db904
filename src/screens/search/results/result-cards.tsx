import { Link } from 'wouter'
import { recordLink } from '../../../../contract/links.ts'
import type {
  Category,
  CompanyView,
  PersonView,
  PostalAddress,
  RecordView,
} from '../../../../contract/records/records.ts'
import type { Point } from '../../../../contract/search/distance.ts'
import { pickLocation, type ShownLocation } from '../../../../contract/search/shown-location.ts'
import { formatCount, formatDay } from '../../../lib/format.ts'
import { isListed, phoneOf } from '../../../shared/do-not-call/do-not-call.ts'
import { isMasked } from '../../../shared/unlocks/masked.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { isPerson, isStale } from '../../../shared/records/record-kind.ts'
import { useSearchHandle } from '../search-context.ts'
import { toggleRow, useSelection } from '../selection.ts'
import { compactMoney } from '../../../shared/records-table/cell-parts.tsx'
import { headOfficeOf, townOf } from '../../../shared/records-table/company-cells.tsx'
import { Mobile, WorkEmail } from '../../../shared/records-table/contact-cells.tsx'
import { FitCell, Reveal } from '../../../shared/records-table/lazy-parts.tsx'
import { RowMenu } from './row-menu.tsx'
import { formatFar } from '../../../shared/records-table/shown-location.ts'

const CardWays = lazyComponent(() =>
  import('../../../shared/visits/card-ways.tsx').then((m) => m.CardWays),
)

export const ResultCards = ({
  category,
  records,
  centres,
  refreshing,
  now,
  onOpen,
}: {
  category: Category
  records: readonly RecordView[]
  centres: readonly Point[] | undefined
  refreshing: boolean
  now: number
  onOpen: (id: string) => void
}) => {
  const { state } = useSearchHandle()
  const selection = useSelection(state)
  const from = state.pages[category] * state.size
  // Cards have no columns, so the order decides whether to show the fit.
  const byFit = state.sort.company?.field === 'fit'
  return (
    <ul aria-busy={refreshing} className={cx('flex flex-col gap-2', refreshing && 'opacity-60')}>
      {records.map((record, index) => (
        <li
          key={record.id}
          data-row={record.id}
          className={cx(
            'relative flex items-start rounded-md border bg-card pr-1',
            selection.has(record.id, from + index) && 'border-accent',
          )}
        >
          <span className="relative z-1">
            <Checkbox
              label={`Select ${record.name}`}
              labelHidden
              checked={selection.has(record.id, from + index)}
              onCheckedChange={() => toggleRow(selection, record, { records, from })}
            />
          </span>
          <span className="min-w-0 flex-1 py-2.5">
            <Link
              href={recordLink(category, record.id)}
              className="block truncate text-16 font-semibold after:absolute after:inset-0 after:rounded-md"
            >
              {record.name}
            </Link>
            {isPerson(record) ? (
              <PersonLines person={record} far={formatFar(record, state.criteria)} now={now} />
            ) : (
              <CompanyLines
                company={record}
                shown={pickLocation(record, state.criteria, centres)}
                far={formatFar(record, state.criteria)}
                now={now}
              />
            )}
          </span>
          <span className="relative z-1 flex items-center">
            {byFit && !isPerson(record) && <FitCell company={record} />}
            <RowMenu record={record} onOpen={() => onOpen(record.id)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** As high before its buttons come as with them. */
const Ways = ({ record, office }: { record: RecordView; office?: PostalAddress | undefined }) =>
  office === undefined && phoneOf(record) === null ? null : (
    <span className="relative z-1 mt-2 flex min-h-control w-fit flex-wrap gap-2 pointer-fine:min-h-8">
      <CardWays record={record} office={office} />
    </span>
  )

/** Up to two lines, broken between its parts only; no line begins or ends in a dot. */
const Line = ({ parts }: { parts: readonly (string | undefined)[] }) => (
  <span className="block overflow-hidden text-13 text-ink-soft">
    <span className="tabular -ml-3 flex max-h-[2lh] flex-wrap">
      {parts
        .filter((part) => part !== undefined && part !== '')
        .map((part) => (
          <span
            key={part}
            className="relative max-w-full truncate pl-3 before:absolute before:left-1 before:content-['·']"
          >
            {part}{' '}
          </span>
        ))}
    </span>
  </span>
)

const CompanyLines = ({
  company,
  shown,
  far,
  now,
}: {
  company: CompanyView
  shown: ShownLocation | undefined
  far: string | undefined
  now: number
}) => (
  <>
    <Line
      parts={[
        company.industry?.l2 ?? company.industry?.l1,
        far,
        townOf(shown?.location),
        headOfficeOf(company, shown),
      ]}
    />
    <Line
      parts={[
        company.employees_local === undefined
          ? company.company_size && `${company.company_size.replace('-', '–')} employees`
          : formatCount(company.employees_local, 'employee', 'employees'),
        company.revenue?.amount === undefined
          ? undefined
          : compactMoney(company.revenue.amount, company.revenue.currency),
        verified(company, now),
      ]}
    />
    <span className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
      {company.signals_90d > 0 && (
        <Badge tone="accent">
          {formatCount(company.signals_90d, 'signal', 'signals')} in 90 days
        </Badge>
      )}
      {company.crm && <Badge tone="info">In CRM</Badge>}
      {isListed(company) && phoneOf(company) === null && <Badge tone="danger">Do not call</Badge>}
    </span>
    <Ways record={company} office={shown?.location} />
  </>
)

const PersonLines = ({
  person,
  far,
  now,
}: {
  person: PersonView
  far: string | undefined
  now: number
}) => (
  <>
    <Line parts={[person.position, person.company.name]} />
    <Line parts={[far, townOf(person.location), verified(person, now)]} />
    {person.crm && (
      <Badge tone="info" className="mt-1.5">
        In CRM
      </Badge>
    )}
    {person.work_email !== undefined && (
      <span className="relative z-1 mt-1 block w-fit max-w-full text-13">
        <WorkEmail person={person} />
      </span>
    )}
    {person.mobile !== undefined && (
      <span className="relative z-1 mt-1 block w-fit max-w-full text-13">
        <Mobile person={person} now={now} />
      </span>
    )}
    {isMasked(person) && (
      <span className="relative z-1 mt-2 block w-fit">
        <Reveal person={person} />
      </span>
    )}
    <Ways record={person} />
  </>
)

const verified = (record: RecordView, now: number): string | undefined =>
  record.quality.verified_at === undefined
    ? 'not verified'
    : isStale(record, now)
      ? 'old data'
      : `verified ${formatDay(record.quality.verified_at)}`
