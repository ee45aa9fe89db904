import { createHash } from 'node:crypto'
import { exportColumns } from '../../contract/records/export-columns.ts'
import {
  companyBands,
  companyTypes,
  departments,
  seniorities,
} from '../../contract/search/bands.ts'
import type { Policies } from '../../contract/org/customer.ts'
import type { CheckedCompany, Person } from '../../contract/records/records.ts'
import { divisions } from '../catalog/industry.ts'
import type { MatchKey } from '../connectors/port.ts'
import type { FactType } from './values.ts'
import {
  companyFacts,
  isOnRegister,
  known,
  personFacts,
  type Delivered,
  type Facts,
} from '../downloads/facts.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'

/** A record of ours as it goes to a CRM. */
export type Subject = {
  recordId: string
  name: string
  facts: Facts
  /** In the order of the ladder, without our own id. */
  keys: readonly MatchKey[]
  /** At least one of its numbers is on the Do Not Call Register. */
  isListed: boolean
  /** Of a person, as the person's record has it. */
  company: Subject | null
}

/** What can be mapped, in the order of the screen. */
export const factLabels = {
  company: labelsOf(exportColumns.company),
  person: labelsOf(exportColumns.people),
}

/** What a field must be able to take. */
export const typeOf = (fact: string): FactType =>
  contactFacts.has(fact) ? 'contact' : (factTypes[fact] ?? 'text')

const factTypes: Readonly<Record<string, 'number' | 'bool' | 'date'>> = {
  founded: 'number',
  employees_local: 'number',
  employees_global: 'number',
  revenue: 'number',
  offices: 'number',
  open_jobs: 'number',
  rating: 'number',
  gst_registered: 'bool',
  role_start: 'date',
  verified_at: 'date',
}

const industries = divisions.map(({ name }) => name)
const valuesOf = (options: readonly { value: string }[]): string[] =>
  options.map(({ value }) => value)

/** What a credit pays for. */
export const contactFacts: ReadonlySet<string> = new Set([
  'work_email',
  'personal_email',
  'mobile',
  'direct_phone',
])

/** Without contact details, as anyone sees the person. */
export const publicSubject = (subject: Subject): Subject => ({
  ...subject,
  facts: Object.fromEntries(
    Object.entries(subject.facts).filter(([key]) => !contactFacts.has(key)),
  ),
  keys: subject.keys.filter(({ kind }) => kind !== 'email'),
})

/** Of facts with a closed list of values. */
export const factValues: Readonly<Record<string, readonly string[]>> = {
  industry: industries,
  industry_group: divisions.flatMap(({ groups }) => groups.map(({ name }) => name)),
  company_industry: industries,
  type: valuesOf(companyTypes),
  company_size: valuesOf(companyBands),
  seniority: valuesOf(seniorities),
  department: valuesOf(departments),
  country: ['AU', 'NZ'],
}

/** Facts that hold a phone number, which only leave together with the mark 'do not call'. */
export const phoneFacts: ReadonlySet<string> = new Set([
  'mobile',
  'direct_phone',
  'phone',
  'phones',
])

/** The policy `hide` leaves out listed numbers (R17). */
export const subjectOf = (
  delivered: Pick<Delivered, 'category' | 'record'>,
  policies: Pick<Policies, 'dncPolicy'>,
): Subject =>
  isCompany(delivered)
    ? companySubject(delivered.record, policies)
    : personSubject(delivered, policies)

export const keyText = ({ kind, value }: MatchKey): string => `${kind}:${value}`

/** So that what is remembered of a key is no contact detail. */
export const keyHash = (key: MatchKey): string =>
  createHash('sha256').update(keyText(key)).digest('base64url').slice(0, 22)

type Given = Pick<Delivered, 'category' | 'record'>

const isCompany = (given: Given): given is { category: 'company'; record: CheckedCompany } =>
  given.category === 'company'

function labelsOf(
  columns: readonly { key: string; label: string }[],
): readonly { key: string; label: string }[] {
  return columns.flatMap(({ key, label }) => (key === 'lists' ? [] : [{ key, label }]))
}

const companySubject = (
  company: CheckedCompany,
  policies: Pick<Policies, 'dncPolicy'>,
): Subject => {
  const isListed = [...company.phones, ...company.mobiles].some((number) =>
    isOnRegister(company.dnc?.[number]),
  )
  return {
    recordId: company.id,
    name: company.name,
    facts: { ...companyFacts(company, policies), ...(isListed && { do_not_call: true }) },
    keys: keysOf([
      ['domain', domainKey(company.domain ?? '') ?? domainKey(company.website ?? '')],
      ['abn', company.abn],
      ['nzbn', company.nzbn],
      ['linkedin', linkedinAddress(company.social['LinkedIn'])],
    ]),
    isListed,
    company: null,
  }
}

const personSubject = (given: Given, policies: Pick<Policies, 'dncPolicy'>): Subject => {
  // Delivered of the category 'people'.
  const person = given.record as Person
  const isListed = [person.mobile?.dnc, person.direct_phone?.dnc].some(isOnRegister)
  return {
    recordId: person.id,
    name: person.name,
    facts: { ...personFacts(person, policies), ...(isListed && { do_not_call: true }) },
    keys: keysOf([
      ['email', person.work_email?.value?.toLowerCase()],
      ['email', person.personal_email?.value?.toLowerCase()],
      ['linkedin', linkedinAddress(person.linkedin_url)],
    ]),
    isListed,
    company: companyOfPerson(person),
  }
}

/** Only what comes with the person: the company's own details are not paid for. */
const companyOfPerson = ({ company_id: id, company }: Person): Subject => ({
  recordId: id,
  name: company.name,
  facts: known({
    name: company.name,
    domain: company.domain,
    industry: company.industry,
    company_size: company.size,
    id,
  }),
  keys: keysOf([['domain', domainKey(company.domain ?? '')]]),
  isListed: false,
  company: null,
})

const linkedinAddress = (url: string | undefined): string | null => {
  const page = linkedinKey(url)
  return page === null ? null : `linkedin.com/${page}`
}

const keysOf = (
  keys: readonly (readonly [MatchKey['kind'], string | null | undefined])[],
): MatchKey[] => keys.flatMap(([kind, value]) => (value ? [{ kind, value }] : []))
