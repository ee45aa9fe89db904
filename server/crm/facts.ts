import { createHash } from 'node:crypto'
import { exportColumns } from '../../contract/records/export-columns.ts'
import type { Policies } from '../../contract/org/customer.ts'
import type { Company, DoNotCall, Person } from '../../contract/records/records.ts'
import type { MatchKey } from '../connectors/port.ts'
import type { Delivered } from '../downloads/cells.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'

export type Fact = string | number | boolean | readonly string[]

/** By the keys of the export columns; what is unknown is absent. */
export type Facts = Readonly<Record<string, Fact>>

/** A record of ours as it goes to a CRM. */
export type Subject = {
  recordId: string
  name: string
  facts: Facts
  /** In the order of the ladder, without our own id. */
  keys: readonly MatchKey[]
  /** At least one of the person's numbers is on the Do Not Call Register. */
  isListed: boolean
  /** Of a person, as the person's record has it. */
  company: Subject | null
}

/** What can be mapped, in the order of the screen. */
export const factLabels = {
  company: labelsOf(exportColumns.company),
  person: labelsOf(exportColumns.people),
}

/** Of facts that are no text. */
export const factTypes: Readonly<Record<string, 'number' | 'bool' | 'date'>> = {
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

/** Facts that hold a phone number, which only leave together with the mark 'do not call'. */
export const phoneFacts: ReadonlySet<string> = new Set(['mobile', 'direct_phone'])

/** The policy `hide` leaves out listed numbers (R17). */
export const subjectOf = (
  delivered: Pick<Delivered, 'category' | 'record'>,
  policies: Pick<Policies, 'dncPolicy'>,
): Subject =>
  isCompany(delivered) ? companySubject(delivered.record) : personSubject(delivered, policies)

export const keyText = ({ kind, value }: MatchKey): string => `${kind}:${value}`

/** So that what is remembered of a key is no contact detail. */
export const keyHash = (key: MatchKey): string =>
  createHash('sha256').update(keyText(key)).digest('base64url').slice(0, 22)

type Given = Pick<Delivered, 'category' | 'record'>

const isCompany = (given: Given): given is { category: 'company'; record: Company } =>
  given.category === 'company'

function labelsOf(
  columns: readonly { key: string; label: string }[],
): readonly { key: string; label: string }[] {
  return columns.flatMap(({ key, label }) => (key === 'lists' ? [] : [{ key, label }]))
}

const companySubject = (company: Company): Subject => ({
  recordId: company.id,
  name: company.name,
  facts: companyFacts(company),
  keys: keysOf([
    ['domain', domainKey(company.domain ?? '') ?? domainKey(company.website ?? '')],
    ['abn', company.abn],
    ['nzbn', company.nzbn],
    ['linkedin', linkedinAddress(company.social['LinkedIn'])],
  ]),
  isListed: false,
  company: null,
})

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

const companyFacts = (company: Company): Facts => {
  const { industry, hq, revenue } = company
  return known({
    name: company.name,
    legal_name: company.legal_name,
    trading_names: company.trading_names,
    domain: company.domain,
    website: company.website,
    industry: industry?.l1,
    industry_group: industry?.l2,
    industry_code: industry?.anzsic_class ?? industry?.l2_code ?? industry?.l1_code,
    type: company.type,
    founded: company.founded,
    description: company.description,
    keywords: company.keywords,
    target_market: company.target_market,
    b2b_vs_b2c: company.b2b_vs_b2c,
    abn: company.abn,
    acn: company.acn,
    nzbn: company.nzbn,
    lei: company.lei,
    ticker: company.ticker,
    status: company.status === 'unknown' ? undefined : company.status,
    gst_registered: company.gst_registered,
    company_size: company.company_size,
    employees_local: company.employees_local,
    employees_global: company.employees_global,
    revenue: revenue?.amount ?? revenue?.band,
    revenue_basis: revenue?.basis,
    offices: company.locations.length === 0 ? undefined : company.locations.length,
    phone: company.phones[0] ?? company.mobiles[0],
    phones: [...company.phones, ...company.mobiles],
    email: company.emails[0],
    linkedin: company.social['LinkedIn'],
    facebook: company.social['Facebook'],
    instagram: company.social['Instagram'],
    address: hq?.address,
    suburb: hq?.suburb,
    city: hq?.city,
    state: hq?.state,
    postcode: hq?.postcode,
    country: hq?.country,
    technologies: company.technographics.map(({ name }) => name),
    web_traffic: company.web_traffic?.band,
    open_jobs: company.job_posts?.open,
    rating: company.reviews?.rating,
    verified_at: company.quality.verified_at,
    id: company.id,
  })
}

const personFacts = (person: Person, { dncPolicy }: Pick<Policies, 'dncPolicy'>): Facts => {
  const { mobile, direct_phone: direct, location } = person
  const callable = (number: { value?: string | undefined; dnc?: DoNotCall | undefined }) =>
    dncPolicy === 'hide' && isOnRegister(number.dnc) ? undefined : number.value
  return known({
    first_name: person.first_name,
    last_name: person.last_name,
    name: person.name,
    position: person.position,
    seniority: person.seniority,
    department: person.department,
    role_start: person.role_start,
    headline: person.headline,
    skills: person.skills,
    company: person.company.name,
    company_domain: person.company.domain,
    company_industry: person.company.industry,
    company_size: person.company.size,
    work_email: person.work_email?.value,
    deliverability: person.work_email?.value && person.work_email.deliverability,
    mobile: mobile && callable(mobile),
    direct_phone: direct && callable(direct),
    personal_email: person.personal_email?.value,
    linkedin: person.linkedin_url,
    city: location?.city ?? location?.suburb,
    state: location?.state,
    country: location?.country,
    verified_at: person.quality.verified_at,
    id: person.id,
    company_id: person.company_id,
  })
}

const isOnRegister = (state: DoNotCall | undefined): boolean => state?.listed === 'yes'

const known = (facts: Readonly<Record<string, Fact | undefined>>): Facts =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([key, fact]) =>
      fact === undefined || fact === '' || (Array.isArray(fact) && fact.length === 0)
        ? []
        : [[key, fact]],
    ),
  )

const linkedinAddress = (url: string | undefined): string | null => {
  const page = linkedinKey(url)
  return page === null ? null : `linkedin.com/${page}`
}

const keysOf = (
  keys: readonly (readonly [MatchKey['kind'], string | null | undefined])[],
): MatchKey[] => keys.flatMap(([kind, value]) => (value ? [{ kind, value }] : []))
