import type { CheckedCompany, DoNotCall, Person } from '../../contract/records/records.ts'
import type { Policies } from '../../contract/org/customer.ts'

export type Delivered =
  | { category: 'company'; record: CheckedCompany; lists: readonly string[] }
  | { category: 'people'; record: Person; lists: readonly string[] }

export type Fact = string | number | boolean | readonly string[]

/** By the keys of the export columns; what is unknown is absent. */
export type Facts = Readonly<Record<string, Fact>>

/** The policy `hide` leaves out numbers on the Do Not Call Register (R17). */
export const companyFacts = (
  company: CheckedCompany,
  { dncPolicy }: Pick<Policies, 'dncPolicy'>,
): Facts => {
  const { industry, hq, revenue } = company
  const phones = [...company.phones, ...company.mobiles].filter(
    (number) => dncPolicy !== 'hide' || !isOnRegister(company.dnc?.[number]),
  )
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
    phone: phones[0],
    phones,
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

/** As for companies. */
export const personFacts = (person: Person, { dncPolicy }: Pick<Policies, 'dncPolicy'>): Facts => {
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

export const isOnRegister = (state: DoNotCall | undefined): boolean => state?.listed === 'yes'

export const known = (facts: Readonly<Record<string, Fact | undefined>>): Facts =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([key, fact]) =>
      fact === undefined || fact === '' || (Array.isArray(fact) && fact.length === 0)
        ? []
        : [[key, fact]],
    ),
  )
