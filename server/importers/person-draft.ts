import {
  departments,
  deliverabilities,
  seniorities,
  type Option,
} from '../../contract/search/bands.ts'
import type { PostalAddress } from '../../contract/records/records.ts'
import { cleanPosition } from '../catalog/positions.ts'
import type { Contact } from '../platform/db/tables.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { geocode, parseAddress, withoutGuessedPoint } from './addresses.ts'
import { dayOfText } from './dates.ts'
import { addressOf, draftOf } from './draft.ts'
import { draftProblem } from './draft-limits.ts'
import type { Draft } from './importer.ts'
import type { Field } from './mapping.ts'
import type { PersonField } from './person-mapping.ts'
import { isMobile, phoneOf } from './phones.ts'
import { compact, omitUndefined, textProblem } from './text.ts'

/** An absent field is unknown. */
export type PersonDraft = {
  name: string
  first_name: string
  last_name: string
  position?: { title: string; cleaned: string; seniority?: string; department?: string }
  headline?: string
  location?: PostalAddress
  role_start?: string
  /** The day on which the job with this employer ended. */
  left_at?: string
  skills?: string[]
  linkedin_url?: string
  contact: Contact
  deliverability?: string
  email_verified_at?: string
  /** False only means that the source does not list the number; a check is each organisation's own. */
  do_not_call: boolean
  employer: Draft
  /** The employer is known by its domain alone, which is also its name here. */
  unnamed: boolean
}

type Values = (field: PersonField) => readonly string[]
/** Names no value of a person: summaries store some reasons, and removals must not miss them there. */
type Problem = { problem: string }

export const personDraftOf = (values: Values): PersonDraft | Problem => {
  const first = (field: PersonField): string | undefined => values(field)[0]
  const name = nameOf(first)
  if ('problem' in name) return name
  const location = locationOf(first)
  if (location && 'problem' in location) return location
  const emails = emailsOf(values)
  if ('problem' in emails) return emails
  const days = daysOf(first)
  if ('problem' in days) return days
  const employer = employerOf(values, emails.work_email)
  if ('problem' in employer) return employer
  const phones = phonesOf(values, location?.country ?? countryOf(employer.employer))
  if ('problem' in phones) return phones
  const linkedin = first('linkedin')
  const title = first('title')
  const status = first('email_status')?.toLowerCase().replaceAll(/[\s_]/g, '-')
  const draft: PersonDraft = {
    ...name,
    ...days,
    ...employer,
    contact: { ...emails, ...phones },
    do_not_call: /^(?:y|yes|true|1|x|do not call)$/i.test(first('do_not_call') ?? ''),
    ...omitUndefined({
      location,
      position: title === undefined ? undefined : positionOf(title, first),
      headline: first('headline'),
      linkedin_url: linkedin === undefined ? undefined : addressOf(linkedin),
      skills: skillsOf(values('skills')),
      deliverability: deliverabilities.find(({ value }) => value.toLowerCase() === status)?.value,
    }),
  }
  const problem = problemOf(draft)
  return problem === undefined ? draft : { problem }
}

const problemOf = ({
  name,
  position,
  headline,
  linkedin_url: page,
  location,
  skills = [],
}: PersonDraft) => {
  const texts: [string, string | undefined, number][] = [
    ['name', name, 120],
    ['job title', position?.title, 200],
    ['headline', headline, 300],
    ['LinkedIn page', page, 500],
    ...skills.map((skill): [string, string, number] => ['skills', skill, 60]),
  ]
  for (const [field, text, limit] of texts) {
    const problem = text === undefined ? undefined : textProblem(text, limit)
    if (problem !== undefined) return `its ${field} ${problem}`
  }
  return location && draftProblem({ name, hq: location })
}

type First = (field: PersonField) => string | undefined

const nameOf = (first: First): Pick<PersonDraft, 'name' | 'first_name' | 'last_name'> | Problem => {
  const parts = nameParts(first).map((part) => readable(bare(part)))
  const [given = '', family = ''] = parts
  if (given === '' && family === '') return { problem: 'it has no name' }
  if (given === '' || family === '') return { problem: 'it has only a part of a name' }
  if (!/\p{L}/u.test(given) || !/\p{L}/u.test(family) || /[@/\d]/.test(given + family))
    return { problem: 'its name is not that of a person' }
  return { name: `${given} ${family}`, first_name: given, last_name: family }
}

const nameParts = (first: First): string[] => {
  const [given, family, full] = [first('first_name'), first('last_name'), first('full_name')]
  if (given !== undefined && family !== undefined) return [given, family]
  const whole = bare(full ?? [given, family].filter((part) => part !== undefined).join(' '))
  const comma = whole.indexOf(', ')
  if (comma > 0) return [whole.slice(comma + 2), whole.slice(0, comma)]
  const blank = whole.indexOf(' ')
  return blank < 0 ? [whole, ''] : [whole.slice(0, blank), whole.slice(blank + 1)]
}

const titles = /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|hon|rev)\.? (?=\S)/i
const bare = (text: string): string => text.trim().replace(titles, '')

/** 'JANE O’NEILL' becomes Jane O’Neill; mixed case stays. */
const readable = (name: string): string =>
  name !== name.toUpperCase() && name !== name.toLowerCase()
    ? name
    : name
        .toLowerCase()
        .replace(
          /(^|[\s'’-])(\p{L})/gu,
          (_, gap: string, letter: string) => gap + letter.toUpperCase(),
        )

const positionOf = (title: string, first: First): NonNullable<PersonDraft['position']> => {
  const cleaned = cleanPosition(title)
  const seniority = optionOf(seniorities, first('seniority')) ?? cleaned.seniority
  const department = optionOf(departments, first('department')) ?? cleaned.department
  return {
    title,
    cleaned: cleaned.title,
    ...(seniority !== undefined && { seniority }),
    ...(department !== undefined && { department }),
  }
}

const optionOf = (options: readonly Option[], text: string | undefined): string | undefined =>
  options.find(({ value }) => value.toLowerCase() === text?.toLowerCase())?.value

/** With the metropolitan area as its city, as for companies; a home has no point. */
const locationOf = (first: First): PostalAddress | Problem | undefined => {
  const found = parseAddress({
    city: first('city'),
    state: first('state'),
    postcode: first('postcode'),
    country: first('country'),
    location: first('location'),
  })
  return found === undefined || 'problem' in found ? found : withoutGuessedPoint(geocode(found))
}

type Emails = Pick<Contact, 'work_email' | 'personal_email'>

/** A free-mail address is personal, whatever its column. */
const emailsOf = (values: Values): Emails | Problem => {
  const found: Emails = {}
  for (const field of ['work_email', 'personal_email', 'email'] as const)
    for (const text of values(field)) {
      const email = text.replace(/^mailto:/i, '').toLowerCase()
      if (!isEmail(email))
        return { problem: `its ${field.replaceAll('_', ' ')} is no email address` }
      if (field === 'personal_email' || domainKey(email) === null) found.personal_email ??= email
      else found.work_email ??= email
    }
  return found
}

const isEmail = (text: string): boolean =>
  /^[^\s@,;<>]{1,64}@[^\s@,;<>]{3,190}$/.test(text) && /\.[^.]+$/.test(text)

/** 025 555 0123 is a mobile in New Zealand and would be a landline in Sydney. */
const countryOf = ({ hq, domain }: Draft): string | undefined =>
  hq?.country ?? (domain?.endsWith('.nz') === true ? 'NZ' : undefined)

type Phones = Pick<Contact, 'mobile' | 'direct_phone'>

/** A mobile number is one whatever its column. */
const phonesOf = (values: Values, country: string | undefined): Phones | Problem => {
  const found: Phones = {}
  for (const field of ['mobile', 'phone'] as const)
    for (const text of values(field)) {
      const phone = phoneOf(text, country)
      if (phone === undefined) return { problem: `its ${field} number is no phone number` }
      if (field === 'mobile' || isMobile(phone)) found.mobile ??= phone
      else found.direct_phone ??= phone
    }
  return found
}

const daysOf = (first: First) => {
  const days: { role_start?: string; left_at?: string; email_verified_at?: string } = {}
  for (const field of ['role_start', 'left_at', 'email_verified_at'] as const) {
    const text = first(field)
    if (text === undefined) continue
    const day = dayOfText(text)
    if (day === undefined) return { problem: `'${text}' is no date` }
    days[field] = day
  }
  return days
}

const companyFields: Partial<Record<Field, PersonField>> = {
  abn: 'company_abn',
  acn: 'company_acn',
  nzbn: 'company_nzbn',
  linkedin: 'company_linkedin',
  industry: 'company_industry',
  headcount: 'company_employees',
  phone: 'company_phone',
  city: 'company_city',
  state: 'company_state',
  postcode: 'company_postcode',
  country: 'company_country',
}

/** Without a domain of its own, that of the work email. */
const employerOf = (
  values: Values,
  workEmail: string | undefined,
): Pick<PersonDraft, 'employer' | 'unnamed'> | Problem => {
  const mailDomain = workEmail?.slice(workEmail.indexOf('@') + 1)
  const domain = values('company_domain')[0] ?? mailDomain
  const name = values('company')[0] ?? domain
  if (name === undefined) return { problem: 'it names no company' }
  const employer = draftOf((field) => {
    if (field === 'name') return [name]
    if (field === 'domain') return domain === undefined ? [] : [domain]
    const from = companyFields[field]
    return from === undefined ? [] : values(from)
  })
  if ('problem' in employer) return employer
  return { employer, unnamed: values('company')[0] === undefined }
}

const skillsOf = (cells: readonly string[]): string[] | undefined => {
  const skills = cells.flatMap((cell) => cell.split(/[;|,]/)).map((skill) => skill.trim())
  const found = [...new Set(skills)].filter((skill) => skill !== '' && compact(skill).length < 60)
  return found.length === 0 ? undefined : found.slice(0, 50)
}
