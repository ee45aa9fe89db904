import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import type { CompanyView, PersonView } from '../../../../contract/records/records.ts'
import { Badge } from '../../../ui/badge.tsx'

export const CompanyName = ({ company }: { company: CompanyView }) => (
  <span className="flex min-w-0 items-center gap-2">
    <span className="min-w-0 flex-1 truncate">
      <Link
        href={links.company(company.id)}
        data-open
        tabIndex={-1}
        title={company.name}
        className="font-medium hover:underline"
      >
        {company.name}
      </Link>
      {company.domain !== undefined && (
        <span className="ml-1.5 text-12 text-ink-faint">{company.domain}</span>
      )}
    </span>
    {company.status === 'deregistered' && <Badge tone="danger">Deregistered</Badge>}
    {company.unlocked && <Badge tone="accent">Revealed</Badge>}
  </span>
)

export const PersonName = ({ person }: { person: PersonView }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Link
      href={links.person(person.id)}
      data-open
      tabIndex={-1}
      title={person.name}
      className="min-w-0 flex-1 truncate font-medium hover:underline"
    >
      {person.name}
    </Link>
    {person.unlocked && <Badge tone="accent">Revealed</Badge>}
  </span>
)
