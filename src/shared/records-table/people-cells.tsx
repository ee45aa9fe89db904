import { NotKnown } from '../../ui/not-known.tsx'
import { roleDurations } from '../../../contract/search/bands.ts'
import { roleDuration } from '../../../contract/search/filter-values.ts'
import type { PersonView } from '../../../contract/records/records.ts'
import { links } from '../../../contract/links.ts'
import { CrmCell, Some, TextCell, VerifiedCell } from './cell-parts.tsx'
import type { Cell, Cells } from './cells.ts'
import { townOf } from './company-cells.tsx'
import { EmailCell, MobileCell, Offer, offersNumbersOnly } from './contact-cells.tsx'
import { LocationCell } from './location-cell.tsx'
import { PersonName } from './name-cells.tsx'
import { Link } from 'wouter'
import { dayOf } from '../../../contract/core/days.ts'

/** Until a person is revealed, the two cells for contact details say what a reveal would bring; numbers alone, in their own. */
const offer: Omit<NonNullable<Cell<PersonView>['joins']>, 'next'> = {
  when: (person) => !person.unlocked && !offersNumbersOnly(person),
  cell: (person, { now }) => <Offer person={person} now={now} />,
}

/** The cells of people, in the order of product 2.1. */
export const peopleCells: Cells<PersonView> = {
  name: { width: 15, cell: (p, context) => <PersonName person={p} context={context} /> },
  position: { width: 11, cell: (p) => <TextCell>{p.position}</TextCell> },
  company: {
    width: 8.5,
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
  location: {
    width: 7.5,
    cell: (p, { far, shown }) => (
      <LocationCell town={townOf(p.location)} far={shown.has('distance') ? undefined : far?.(p)} />
    ),
  },
  work_email: {
    width: 11.25,
    cell: (p, { now, shown }) => (
      <EmailCell
        person={p}
        {...(!shown.has('mobile') && { otherwise: <MobileCell person={p} now={now} /> })}
      />
    ),
    joins: { next: 'mobile', ...offer },
  },
  mobile: {
    width: 9.75,
    cell: (p, { now }) => <MobileCell person={p} now={now} />,
    joins: { next: 'work_email', ...offer },
  },
  verified_at: {
    width: 5.75,
    cell: (p, { now }) => <VerifiedCell record={p} now={now} />,
  },
  role_start: {
    width: 7,
    cell: (p, { now }) => <TextCell>{timeInRole(p, now)}</TextCell>,
  },
  skills: { width: 12, cell: (p) => <Some items={p.skills} /> },
  lists: { width: 8, cell: (p) => (p.lists.length === 0 ? 'None' : <Some items={p.lists} />) },
  crm: { width: 7.5, cell: (p) => <CrmCell record={p} /> },
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
  distance: {
    width: 6,
    cell: (p, { far }) => <TextCell>{far?.(p)}</TextCell>,
  },
}

const timeInRole = (person: PersonView, now: number): string | undefined => {
  const band = roleDuration(person.role_start, dayOf(now))
  return roleDurations.find((option) => option.value === band)?.label
}
