import { roleDurations } from '../../../contract/search/bands.ts'
import { roleDuration } from '../../../contract/search/filter-values.ts'
import { links } from '../../../contract/links.ts'
import type { DoNotCall, PersonView } from '../../../contract/records/records.ts'
import { doNotCall } from './call-caution.ts'
import { unchecked, writeAddress } from '../../shared/do-not-call/do-not-call.ts'
import { formatDay } from '../../lib/format.ts'
import { socialLinks } from './company-facts.ts'
import { formatLocation, safeUrl, type Fact, type FactLink, type Section } from './facts.ts'
import { dayOf } from '../../../contract/core/days.ts'

/** All facts of a person by section, without the career (product 2.2). */
export const personSections = (person: PersonView, now: number): Section[] => [
  { id: 'overview', title: 'Overview', facts: overview(person) },
  { id: 'contact', title: 'Contact', facts: contact(person, now) },
]

const overview = (person: PersonView): Fact[] => [
  { label: 'Headline', field: 'headline', text: person.headline },
  { label: 'Position', field: 'position', text: person.position },
  {
    label: 'Company',
    field: 'company_id',
    links: [{ text: person.company.name, href: links.company(person.company_id) }],
  },
  { label: 'Company industry', field: 'company_id', text: person.company.industry },
  {
    label: 'Company size',
    field: 'company_id',
    text: person.company.size && `${person.company.size.replace('-', '–')} employees`,
  },
  { label: 'Seniority', field: 'seniority', text: person.seniority },
  { label: 'Department', field: 'department', text: person.department },
  {
    label: 'Buying role',
    field: 'influencer',
    text: person.influencer,
    note: person.influencer && 'Estimated from seniority and department',
  },
  ...(person.position_cleaned === person.position
    ? []
    : [{ label: 'Standard job title', field: 'position_cleaned', text: person.position_cleaned }]),
  { label: 'Location', field: 'location', text: formatLocation(person.location) },
  { label: 'Time in role', field: 'role_start', text: timeInRole(person) },
  { label: 'Skills', field: 'skills', items: person.skills },
  ...(person.previous_company_flag
    ? [{ label: 'Worked here before', field: 'history', text: 'Yes' }]
    : []),
]

const contact = (person: PersonView, now: number): Fact[] => [
  {
    label: 'Mobile',
    field: 'mobile',
    links: person.mobile && [telephone(person.mobile, person.name, person.mobile.dnc)],
    ...(person.mobile && doNotCall(person.mobile.dnc, now)),
  },
  {
    label: 'Direct phone',
    field: 'direct_phone',
    links: person.direct_phone && [
      telephone(person.direct_phone, person.name, person.direct_phone.dnc),
    ],
    ...(person.direct_phone && doNotCall(person.direct_phone.dnc ?? unchecked, now)),
  },
  {
    label: 'Work email',
    field: 'work_email',
    links: person.work_email && [mail(person.work_email)],
    note:
      person.work_email &&
      [
        person.work_email.deliverability,
        person.work_email.verified_at && `checked ${formatDay(person.work_email.verified_at)}`,
      ]
        .filter((part) => part !== undefined)
        .join(', '),
    tone: person.work_email?.deliverability === 'Verified' ? 'info' : 'warn',
  },
  {
    label: 'Personal email',
    field: 'personal_email',
    links: person.personal_email && [mail(person.personal_email)],
  },
  {
    label: 'LinkedIn',
    field: 'linkedin_url',
    links:
      person.linkedin_url === undefined
        ? undefined
        : [{ text: 'Profile', href: safeUrl(person.linkedin_url), external: true }],
  },
  { label: 'Social media', field: 'social', links: socialLinks(person.social) },
]

type Detail = { value?: string | undefined; masked: string }

// A masked value is text: only a revealed one can be called or written to (product 2.2).
const mail = ({ value, masked }: Detail): FactLink =>
  value === undefined ? { text: masked } : { text: value, href: writeAddress(value), copy: 'email' }

const telephone = ({ value, masked }: Detail, name: string, dnc: DoNotCall | undefined): FactLink =>
  value === undefined ? { text: masked } : { text: value, call: { name, dnc } }

const timeInRole = (person: PersonView): string | undefined => {
  if (person.role_start === undefined) return undefined
  if (person.left) return `${formatDay(person.role_start)} – ${formatDay(person.left.on)}`
  const band = roleDuration(person.role_start, dayOf(new Date()))
  const label = roleDurations.find((option) => option.value === band)?.label
  const since = `since ${formatDay(person.role_start)}`
  return label === undefined ? since : `${label}, ${since}`
}
