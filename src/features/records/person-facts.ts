import { roleDurations } from '../../../contract/bands.ts'
import { roleDuration } from '../../../contract/filters.ts'
import { links } from '../../../contract/links.ts'
import type { PersonView } from '../../../contract/records.ts'
import { formatDay } from '../../lib/format.ts'
import { socialLinks } from './company-facts.ts'
import {
  placeText,
  safeUrl,
  type Caution,
  type Fact,
  type FactLink,
  type Section,
} from './facts.ts'

/** Everything about a person by section; the career follows on its own, since past jobs are folded away (product 2.2). */
export const personSections = (person: PersonView): Section[] => [
  { id: 'overview', title: 'Overview', facts: overview(person) },
  { id: 'contact', title: 'Contact', facts: contact(person) },
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
    label: 'Role in a purchase',
    field: 'influencer',
    text: person.influencer,
    note: person.influencer && 'inferred from seniority and department',
  },
  { label: 'Normalised position', field: 'position_cleaned', text: person.position_cleaned },
  { label: 'Location', field: 'location', text: placeText(person.location) },
  { label: 'Time in role', field: 'role_start', text: timeInRole(person) },
  { label: 'Skills', field: 'skills', items: person.skills },
  {
    label: 'Worked here before',
    field: 'previous_company_flag',
    text: person.previous_company_flag ? 'Yes' : 'No',
  },
]

const contact = (person: PersonView): Fact[] => [
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
    label: 'Mobile',
    field: 'mobile',
    // A number on the register is shown and not offered for calling.
    links: person.mobile && [
      person.mobile.dnc.listed === 'yes'
        ? { text: person.mobile.value ?? person.mobile.masked }
        : telephone(person.mobile),
    ],
    ...doNotCall(person),
  },
  {
    label: 'Direct phone',
    field: 'direct_phone',
    links: person.direct_phone && [telephone(person.direct_phone)],
    // Only mobiles are washed against the register.
    ...(person.direct_phone && {
      note: 'Not checked against the Do Not Call Register',
      tone: 'warn' as const,
    }),
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

/** What the Do Not Call Register says of the mobile, in words and as how serious it is. */
export const doNotCall = (person: Pick<PersonView, 'mobile'>): Caution | undefined => {
  if (person.mobile === undefined) return undefined
  const { listed, washed_at, valid_until } = person.mobile.dnc
  const checked = washed_at === undefined ? '' : `, checked ${formatDay(washed_at)}`
  if (listed === 'yes')
    return { note: `On the Do Not Call Register${checked}. Do not call.`, tone: 'danger' }
  if (listed === 'unknown')
    return { note: 'Not checked against the Do Not Call Register', tone: 'warn' }
  const until = valid_until === undefined ? '' : `, valid until ${formatDay(valid_until)}`
  return { note: `Not on the Do Not Call Register${checked}${until}`, tone: 'info' }
}

type Detail = { value?: string | undefined; masked: string }

// A link to call or write exists only once the value itself is there; a masked one is text (product 2.2).
const mail = ({ value, masked }: Detail): FactLink =>
  value === undefined
    ? { text: masked }
    : { text: value, href: `mailto:${encodeURIComponent(value).replace('%40', '@')}` }

const telephone = ({ value, masked }: Detail): FactLink =>
  value === undefined
    ? { text: masked }
    : { text: value, href: `tel:${value.replace(/[^\d+]/g, '')}` }

const timeInRole = (person: PersonView): string | undefined => {
  if (person.role_start === undefined) return undefined
  const band = roleDuration(person.role_start, new Date().toISOString().slice(0, 10))
  const label = roleDurations.find((option) => option.value === band)?.label
  const since = `since ${formatDay(person.role_start)}`
  return label === undefined ? since : `${label}, ${since}`
}
