import { roleDurations } from '../../../../contract/search/bands.ts'
import { roleDuration } from '../../../../contract/search/filter-values.ts'
import type { PersonView } from '../../../../contract/records/records.ts'
import { formatDay } from '../../../lib/format.ts'
import { links } from '../../../../contract/links.ts'
import { NotKnown, Some, TextCell } from './cell-parts.tsx'
import type { Cells } from './cells.ts'
import { townOf } from './company-cells.tsx'
import { EmailAndReveal, Mobile } from './contact-cells.tsx'
import { PersonName } from './name-cells.tsx'
import { Link } from 'wouter'
import { dayOf } from '../../../../contract/core/days.ts'

/** The cells of people, in the order of product 2.1. */
export const peopleCells: Cells<PersonView> = {
  name: { width: 11, cell: (p) => <PersonName person={p} /> },
  position: { width: 11, cell: (p) => <TextCell>{p.position}</TextCell> },
  company: {
    width: 10,
    cell: (p) => (
      <Link
        href={links.company(p.company_id)}
        className="inline-block max-w-full truncate align-bottom hover:underline"
        title={p.company.name}
        tabIndex={-1}
      >
        {p.company.name}
      </Link>
    ),
  },
  seniority: {
    width: 10,
    cell: (p) => (
      <TextCell>
        {[p.seniority, p.department].filter((part) => part !== undefined).join(' · ')}
      </TextCell>
    ),
  },
  location: { width: 7, cell: (p) => <TextCell>{townOf(p.location)}</TextCell> },
  work_email: { width: 20, cell: (p) => <EmailAndReveal person={p} /> },
  mobile: { width: 15, cell: (p, { now }) => <Mobile person={p} now={now} /> },
  verified_at: {
    width: 6.25,
    cell: (p) => <TextCell>{p.quality.verified_at && formatDay(p.quality.verified_at)}</TextCell>,
  },
  role_start: {
    width: 7,
    cell: (p, { now }) => <TextCell>{timeInRole(p, now)}</TextCell>,
  },
  skills: { width: 12, cell: (p) => <Some items={p.skills} /> },
  lists: { width: 8, cell: (p) => (p.lists.length === 0 ? 'None' : <Some items={p.lists} />) },
  linkedin_url: {
    width: 6,
    cell: (p) =>
      p.linkedin_url?.startsWith('https://') === true ? (
        <a href={p.linkedin_url} target="_blank" rel="noreferrer" className="hover:underline">
          Profile
        </a>
      ) : (
        <NotKnown />
      ),
  },
}

const timeInRole = (person: PersonView, now: number): string | undefined => {
  const band = roleDuration(person.role_start, dayOf(now))
  return roleDurations.find((option) => option.value === band)?.label
}
