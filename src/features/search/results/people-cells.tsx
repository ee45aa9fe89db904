import { roleDurations } from '../../../../contract/bands.ts'
import type { PersonView } from '../../../../contract/records.ts'
import { formatDay } from '../../../lib/format.ts'
import { links } from '../../../../contract/links.ts'
import { NotKnown, Some, Words } from './cell-parts.tsx'
import type { Cells } from './cells.ts'
import { townOf } from './company-cells.tsx'
import { MaskedEmail, MaskedMobile } from './contact-cells.tsx'
import { PersonName } from './name-cells.tsx'
import { Link } from 'wouter'

/** The cells of people, in the order of product 2.1. */
export const peopleCells: Cells<PersonView> = {
  name: { width: 13, cell: (p) => <PersonName person={p} /> },
  position: { width: 13, cell: (p) => <Words>{p.position}</Words> },
  company: {
    width: 13,
    cell: (p) => (
      <Link
        href={links.company(p.company_id)}
        className="block truncate hover:underline"
        title={p.company.name}
        tabIndex={-1}
      >
        {p.company.name}
      </Link>
    ),
  },
  seniority: {
    width: 13,
    cell: (p) => (
      <Words>{[p.seniority, p.department].filter((part) => part !== undefined).join(' · ')}</Words>
    ),
  },
  location: { width: 10, cell: (p) => <Words>{townOf(p.location)}</Words> },
  work_email: { width: 16, cell: (p) => <MaskedEmail person={p} /> },
  mobile: { width: 13, cell: (p) => <MaskedMobile person={p} /> },
  verified_at: {
    width: 7.5,
    cell: (p) => <Words>{p.quality.verified_at && formatDay(p.quality.verified_at)}</Words>,
  },
  role_start: {
    width: 9,
    cell: (p) => (
      <Words>
        {roleDurations.find((option) => option.value === p.current_role_duration)?.label}
      </Words>
    ),
  },
  skills: { width: 14, cell: (p) => <Some items={p.skills} /> },
  lists: { width: 9, cell: (p) => (p.lists.length === 0 ? 'None' : <Some items={p.lists} />) },
  linkedin_url: {
    width: 8,
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
