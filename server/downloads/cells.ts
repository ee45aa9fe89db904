import type { Category, Company, DoNotCall, Person } from '../../contract/records/records.ts'
import type { Policies } from '../../contract/org/customer.ts'
import type { Cell } from '../platform/csv.ts'
import { strongest } from '../do-not-call/do-not-call.ts'

export type Delivered =
  | { category: 'company'; record: Company; lists: readonly string[] }
  | { category: 'people'; record: Person; lists: readonly string[] }

/** The policy `hide` leaves out numbers on the Do Not Call Register (R17); a column of its own says who is listed. */
export const cellsOf = (
  delivered: Delivered,
  columns: readonly string[],
  { dncPolicy }: Pick<Policies, 'dncPolicy'>,
): Cell[] => {
  const { lists } = delivered
  const row =
    delivered.category === 'company'
      ? companyCells(delivered.record)
      : personCells(delivered.record, dncPolicy)
  return columns.map((key) => (key === 'lists' ? joined(lists) : (row[key] ?? null)))
}

type Cells = Readonly<Record<string, Cell | undefined>>

const companyCells = (company: Company): Cells => {
  const { industry, hq, revenue } = company
  return {
    name: company.name,
    legal_name: company.legal_name,
    trading_names: joined(company.trading_names),
    domain: company.domain,
    website: company.website,
    industry: industry?.l1,
    industry_group: industry?.l2,
    industry_code: industry?.anzsic_class ?? industry?.l2_code ?? industry?.l1_code,
    type: company.type,
    founded: company.founded,
    description: company.description,
    keywords: joined(company.keywords),
    target_market: joined(company.target_market),
    b2b_vs_b2c: company.b2b_vs_b2c,
    abn: company.abn,
    acn: company.acn,
    nzbn: company.nzbn,
    lei: company.lei,
    ticker: company.ticker,
    status: statusNames[company.status],
    gst_registered: yesOrNo(company.gst_registered),
    company_size: company.company_size,
    employees_local: company.employees_local,
    employees_global: company.employees_global,
    revenue: revenue && `${revenue.amount ?? revenue.band} ${revenue.currency}`,
    revenue_basis: revenue?.basis,
    offices: company.locations.length === 0 ? null : company.locations.length,
    phone: company.phones[0] ?? company.mobiles[0],
    phones: joined([...company.phones, ...company.mobiles]),
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
    technologies: joined(company.technographics.map(({ name }) => name)),
    web_traffic: company.web_traffic?.band,
    open_jobs: company.job_posts?.open,
    rating: company.reviews?.rating,
    verified_at: company.quality.verified_at,
    source: sourceOf(company),
    id: company.id,
  }
}

const personCells = (person: Person, dncPolicy: Policies['dncPolicy']): Cells => {
  const { mobile, direct_phone: direct, location } = person
  const dnc = worstOf([mobile?.dnc, direct?.dnc])
  const callable = (
    number: { value?: string | undefined; dnc?: DoNotCall | undefined } | undefined,
  ) => (dncPolicy === 'hide' && number?.dnc?.listed === 'yes' ? null : number?.value)
  return {
    first_name: person.first_name,
    last_name: person.last_name,
    name: person.name,
    position: person.position,
    seniority: person.seniority,
    department: person.department,
    role_start: person.role_start,
    headline: person.headline,
    skills: joined(person.skills),
    company: person.company.name,
    company_domain: person.company.domain,
    company_industry: person.company.industry,
    company_size: person.company.size,
    work_email: person.work_email?.value,
    deliverability: person.work_email?.deliverability,
    mobile: callable(mobile),
    do_not_call: dnc && dncNames[dnc.listed],
    do_not_call_until: dnc?.valid_until,
    direct_phone: callable(direct),
    personal_email: person.personal_email?.value,
    linkedin: person.linkedin_url,
    city: location?.city ?? location?.suburb,
    state: location?.state,
    country: location?.country,
    verified_at: person.quality.verified_at,
    source: sourceOf(person),
    id: person.id,
    company_id: person.company_id,
  }
}

const joined = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.join('; ')

const worstOf = (known: readonly (DoNotCall | undefined)[]): DoNotCall | undefined =>
  known
    .filter((each) => each !== undefined)
    .reduce<DoNotCall | undefined>(
      (worst, other) => (worst ? strongest(worst, other) : other),
      undefined,
    )

const yesOrNo = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : value ? 'Yes' : 'No'

const statusNames = { active: 'Active', deregistered: 'Deregistered', unknown: 'Unknown' } as const
/** An unchecked number says so, so that an empty cell does not read as permission to call (reliability, Privacy). */
const dncNames = { yes: 'Listed', no: 'Not listed', unknown: 'Not checked' } as const

const sourceOf = ({ provenance }: Company | Person): string | undefined =>
  provenance['*']?.source ?? provenance['name']?.source

export const headersOf = (
  labels: readonly { key: string; label: string }[],
  columns: readonly string[],
): string[] => columns.map((key) => labels.find((column) => column.key === key)?.label ?? key)

export const unknownColumns = (
  known: Readonly<Record<Category, readonly { key: string }[]>>,
  category: Category,
  columns: readonly string[],
): number[] =>
  columns.flatMap((key, index) =>
    known[category].some((column) => column.key === key) ? [] : [index],
  )
