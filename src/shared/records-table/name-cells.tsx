import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { CompanyView, PersonView, RecordView } from '../../../contract/records/records.ts'
import { Icon } from '../../ui/icon.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { LeftMark } from '../records/left-mark.tsx'
import { isPerson } from '../records/record-kind.ts'
import type { CellContext } from './cells.ts'

export const CompanyName = ({
  company,
  context: { shown, note },
}: {
  company: CompanyView
  context: CellContext
}) => (
  <Name
    record={company}
    note={note?.(company)}
    hasCrmColumn={shown.has('crm')}
    below={shown.has('industry') ? company.domain : industryOf(company)}
    mark={
      company.status === 'deregistered' && (
        <span className="shrink-0 font-medium text-danger">Deregistered</span>
      )
    }
  />
)

export const PersonName = ({
  person,
  context: { shown, note },
}: {
  person: PersonView
  context: CellContext
}) => (
  <Name
    record={person}
    note={note?.(person)}
    hasCrmColumn={shown.has('crm')}
    below={[
      shown.has('position') ? undefined : person.position,
      shown.has('company') ? undefined : person.company.name,
    ]
      .filter((part) => part !== undefined && part !== '')
      .join(' · ')}
    mark={person.left && <LeftMark left={person.left} />}
  />
)

export const industryOf = (company: CompanyView): string | undefined =>
  company.industry?.l2 ?? company.industry?.l1

/** The name, and below it, or beside it in compact rows, what else identifies the record. */
const Name = ({
  record,
  below = '',
  note,
  hasCrmColumn,
  mark = false,
}: {
  record: RecordView
  note?: ReactNode
  hasCrmColumn: boolean
  below?: string | undefined
  mark?: ReactNode
}) => (
  <span className="flex min-w-0 items-center gap-2">
    <Monogram id={record.id} name={record.name} square={!isPerson(record)} />
    <span className="flex min-w-0 flex-1 flex-col pointer-fine:in-data-[density=compact]:flex-row pointer-fine:in-data-[density=compact]:items-baseline pointer-fine:in-data-[density=compact]:gap-2">
      <span className="flex max-w-full min-w-0 items-center gap-1 pointer-fine:in-data-[density=compact]:shrink-0">
        <Link
          href={recordLink(isPerson(record) ? 'people' : 'company', record.id)}
          data-open
          tabIndex={-1}
          title={record.name}
          className="min-w-0 truncate font-medium hover:underline"
        >
          {record.name}
        </Link>
        {record.unlocked && (
          <span {...tooltip('Revealed')} className="shrink-0 text-accent">
            <Icon name="unlock" size={14} />
            <span className="sr-only">Revealed</span>
          </span>
        )}
        {record.crm && !hasCrmColumn && (
          <span {...tooltip('In CRM')} className="shrink-0 text-info">
            <Icon name="exchange" size={14} />
            <span className="sr-only">In CRM</span>
          </span>
        )}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-12 leading-3.5">
        {mark}
        {note ??
          (below !== '' && (
            <span title={below} className="min-w-0 truncate text-ink-soft">
              {below}
            </span>
          ))}
      </span>
    </span>
  </span>
)
