import { companyBands, trafficBands } from '../../../contract/search/bands.ts'
import { links } from '../../../contract/links.ts'
import type { CompanyView, PostalAddress } from '../../../contract/records/records.ts'
import { companyNumbers, unchecked, writeAddress } from '../../shared/do-not-call/do-not-call.ts'
import { formatDay, formatMoney, formatNumber } from '../../lib/format.ts'
import { mapsLink } from '../../lib/maps.ts'
import { formatRevenueBand } from '../../shared/records-table/cell-parts.tsx'
import { isMaskedText } from '../../shared/unlocks/masked.ts'
import { doNotCall } from './call-caution.ts'
import {
  inBlocks,
  formatLocation,
  safeUrl,
  type Fact,
  type FactLink,
  type Section,
} from './facts.ts'

export type CompanySection =
  | 'overview'
  | 'contact'
  | 'technology'
  | 'locations'
  | 'registry'
  | 'jobs'

/** The office that a company was opened for, where it is not the head office; `far` is how far it is from the device, if that is nearest. */
export type LocalOffice = { office: PostalAddress; far: string | null }

/** All facts of a company by section at a moment (ms since 1970), in the order of product 2.2; an unknown fact stays, without a value. */
export const companySections = (
  company: CompanyView,
  now: number,
  local: LocalOffice | null = null,
): Section<CompanySection>[] => [
  { id: 'overview', title: 'Overview', facts: overview(company) },
  { id: 'contact', title: 'Contact', facts: contact(company, now, local) },
  { id: 'technology', title: 'Technology', facts: technology(company) },
  { id: 'locations', title: 'Locations', facts: locations(company) },
  { id: 'registry', title: 'Registry and financials', facts: registry(company) },
  { id: 'jobs', title: 'Jobs', facts: jobs(company) },
]

const overview = (company: CompanyView): Fact[] => [
  { label: 'Description', field: 'description', text: company.description },
  { label: 'Industry', field: 'industry', text: industryText(company) },
  {
    label: 'Industry class',
    field: 'industry',
    text: company.industry?.anzsic_class,
  },
  { label: 'NAICS', field: 'industry', items: company.industry?.naics },
  { label: 'LinkedIn industry', field: 'industry', text: company.industry?.linkedin },
  {
    label: 'Local employees',
    field: 'employees_local',
    text: headcount(company.employees_local, company.company_size),
  },
  {
    label: 'Employees worldwide',
    field: 'employees_global',
    text: headcount(company.employees_global, company.global_company_size),
  },
  { label: 'Founded', field: 'founded', text: company.founded?.toString() },
  { label: 'Market', field: 'b2b_vs_b2c', text: company.b2b_vs_b2c },
  { label: 'Sells to', field: 'target_market', items: company.target_market },
  { label: 'Multinational', field: 'is_mnc', text: yesNo(company.is_mnc) },
  { label: 'Keywords', field: 'keywords', items: company.keywords },
  { label: 'Services', field: 'services', items: company.services },
  { label: 'Products', field: 'products', items: company.products },
  {
    label: 'Reviews',
    field: 'reviews',
    text:
      company.reviews &&
      `${company.reviews.rating.toFixed(1)} of 5 from ${counted(company.reviews.count, 'review')} on ${company.reviews.source}`,
  },
  {
    label: 'Signals in 90 days',
    field: 'signals_90d',
    text: company.signals_90d === 0 ? 'None' : formatNumber(company.signals_90d),
  },
]

const contact = (company: CompanyView, now: number, local: LocalOffice | null): Fact[] => [
  // 'Not known: Phone' beside a mobile says that it cannot be called.
  ...(company.phones.length === 0 && company.mobiles.length > 0
    ? []
    : [{ label: 'Phone', field: 'phones', ...numbersOf(company, 'phones', now) }]),
  { label: 'Mobile', field: 'mobiles', ...numbersOf(company, 'mobiles', now) },
  { label: 'Email', field: 'emails', links: company.emails.map(mail) },
  ...localOffice(local),
  {
    label: company.locations.length > 1 ? 'Head office' : 'Address',
    field: 'hq',
    text: formatLocation(company.hq),
    note: approx(company.hq),
  },
  { label: 'Website', field: 'website', links: webLinks(company) },
  { label: 'Social media', field: 'social', links: socialLinks(company.social) },
]

const localOffice = (local: LocalOffice | null): Fact[] =>
  local === null
    ? []
    : [
        {
          label: local.far === null ? 'Local office' : 'Nearest office',
          field: 'locations',
          text: formatLocation(local.office),
          note: [local.far && `${local.far} away`, approx(local.office)]
            .filter((part) => part !== null && part !== undefined)
            .join(' · '),
        },
      ]

const technology = (company: CompanyView): Fact[] => {
  const groups = Map.groupBy(company.technographics, (tech) => tech.category)
  return [
    ...(groups.size === 0 ? [{ label: 'Technologies', field: 'technographics' }] : []),
    ...[...groups].map(([category, techs]): Fact => ({
      label: category,
      field: 'technographics',
      links: techs.map((tech) => ({ text: tech.name, note: seen(tech) })),
    })),
    {
      label: 'Web traffic',
      field: 'web_traffic',
      text:
        company.web_traffic &&
        `${bandLabel(trafficBands, company.web_traffic.band)} visits a month, ${trends[company.web_traffic.trend]}`,
    },
  ]
}

const locations = (company: CompanyView): Fact[] => [
  {
    label: 'Headquarters',
    field: 'hq',
    text: formatLocation(company.hq),
    links: company.hq && [inMaps(company.hq)],
    note: approx(company.hq),
  },
  ...company.locations
    .filter((office) => !office.is_hq)
    .map((office, index): Fact => ({
      label: `Office ${index + 1}`,
      field: 'locations',
      text: formatLocation(office),
      note: approx(office),
      links: [
        inMaps(office),
        ...(office.phone === undefined ? [] : [telephone(company, office.phone)]),
      ],
    })),
  {
    label: 'Number of locations',
    field: 'multiple_locations',
    text: company.multiple_locations?.replace('-', '–'),
  },
]

/** What the register says beyond the status: 'Under external administration'. */
const registerNote = ({ register_status: said }: CompanyView): Pick<Fact, 'note' | 'tone'> =>
  said === undefined || /^(?:de)?registered$/.test(said)
    ? {}
    : { note: `${said.charAt(0).toUpperCase()}${said.slice(1)}`, tone: 'warn' }

const registry = (company: CompanyView): Fact[] => [
  { label: 'Legal name', field: 'legal_name', text: company.legal_name },
  { label: 'Trading names', field: 'trading_names', items: company.trading_names },
  {
    label: 'Status',
    field: 'status',
    text: statuses[company.status],
    ...registerNote(company),
  },
  { label: 'Type', field: 'type', text: company.type },
  { label: 'ABN', field: 'abn', text: inBlocks(company.abn, 2, 3, 3, 3) },
  { label: 'ACN', field: 'acn', text: inBlocks(company.acn, 3, 3, 3) },
  { label: 'NZBN', field: 'nzbn', text: inBlocks(company.nzbn, 2, 5, 6) },
  { label: 'LEI', field: 'lei', text: company.lei },
  { label: 'Registered for GST', field: 'gst_registered', text: yesNo(company.gst_registered) },
  { label: 'Ticker', field: 'ticker', text: company.ticker },
  {
    label: 'Revenue',
    field: 'revenue',
    text: revenueText(company.revenue),
    note: company.revenue && bases[company.revenue.basis],
  },
  {
    label: 'Funding',
    field: 'funding',
    text:
      company.funding &&
      [
        formatMoney(company.funding.total, company.funding.currency),
        company.funding.last_round,
        company.funding.last_date && formatDay(company.funding.last_date),
      ]
        .filter((part) => part !== undefined)
        .join(' · '),
  },
  { label: 'Parent company', field: 'parent_id', links: parent(company.parent_id) },
  {
    label: 'Ultimate parent',
    field: 'ultimate_parent_id',
    links: parent(company.ultimate_parent_id),
  },
]

const jobs = (company: CompanyView): Fact[] => [
  {
    label: 'Open jobs',
    field: 'job_posts',
    text:
      company.job_posts &&
      (company.job_posts.open === 0 ? 'None' : formatNumber(company.job_posts.open)),
  },
  {
    label: 'By department',
    field: 'job_posts',
    items:
      company.job_posts &&
      Object.entries(company.job_posts.by_department)
        .sort(([, count], [, other]) => other - count)
        .map(([department, open]) => `${department} ${formatNumber(open)}`),
  },
  {
    label: 'Newest post',
    field: 'job_posts',
    text: company.job_posts?.newest_at && formatDay(company.job_posts.newest_at),
  },
]

const trends = { up: 'rising', flat: 'steady', down: 'falling' } as const
const statuses = { active: 'Active', deregistered: 'Deregistered', unknown: undefined } as const
const bases = { reported: 'Reported', modelled: 'Estimated' } as const

const counted = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

const yesNo = (claim: boolean | undefined): string | undefined =>
  claim === undefined ? undefined : claim ? 'Yes' : 'No'

const bandLabel = (
  bands: readonly { value: string; label: string }[],
  value: string | undefined,
): string | undefined => bands.find((band) => band.value === value)?.label ?? value

const headcount = (exact: number | undefined, band: string | undefined): string | undefined =>
  exact === undefined ? bandLabel(companyBands, band) : formatNumber(exact)

const industryText = ({ industry }: CompanyView): string | undefined =>
  industry && (industry.l2 === undefined ? industry.l1 : `${industry.l1} › ${industry.l2}`)

/** Revenue as reported, otherwise its band. */
export const revenueText = (revenue: CompanyView['revenue']): string | undefined =>
  revenue &&
  (revenue.amount === undefined
    ? formatRevenueBand(revenue.band, revenue.currency)
    : formatMoney(revenue.amount, revenue.currency))

const inMaps = (location: PostalAddress): FactLink => {
  const href = mapsLink(location, formatLocation(location) ?? '')
  return { text: 'Open in maps', href, external: href.startsWith('https:') }
}

const approx = (location: PostalAddress | undefined): string | undefined =>
  location?.approx === true ? 'Approximate location (centre of postcode)' : undefined

const seen = (tech: { first_seen?: string | undefined; last_seen?: string | undefined }) =>
  [
    tech.first_seen && `first seen ${formatDay(tech.first_seen)}`,
    tech.last_seen && `last seen ${formatDay(tech.last_seen)}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')

// A masked value is text: it cannot be called or written to.
const telephone = ({ name, dnc }: CompanyView, number: string, state = dnc?.[number]): FactLink =>
  isMaskedText(number) ? { text: number } : { text: number, call: { name, dnc: state } }

/** Each with its state if they differ, else with one for all. */
const numbersOf = (
  company: CompanyView,
  field: 'phones' | 'mobiles',
  now: number,
): Pick<Fact, 'links' | 'note' | 'tone'> => {
  const numbers = companyNumbers(company).filter(({ number }) => company[field].includes(number))
  const states = numbers.map(({ dnc }) => doNotCall(dnc ?? unchecked, now))
  const links = numbers.map(({ number, dnc }) => telephone(company, number, dnc))
  const [first] = states
  return first === undefined || states.every(({ note }) => note === first.note)
    ? { links, ...first }
    : { links: links.map((link, at) => ({ ...link, note: states[at]?.note ?? '' })) }
}

const mail = (address: string): FactLink =>
  isMaskedText(address)
    ? { text: address }
    : { text: address, href: writeAddress(address), copy: 'email' }

const webLinks = (company: CompanyView): FactLink[] =>
  [...new Set([company.website ?? company.domain, ...company.domains])]
    .filter((address) => address !== undefined)
    .map((address) => ({
      text: address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, ''),
      href: safeUrl(address),
      external: true,
    }))
    .filter((link, index, all) => all.findIndex(({ text }) => text === link.text) === index)

export const socialLinks = (social: Record<string, string>): FactLink[] =>
  Object.entries(social).map(([network, address]) => ({
    text: network,
    href: safeUrl(address),
    external: true,
  }))

const parent = (id: string | undefined): FactLink[] | undefined =>
  id === undefined ? undefined : [{ text: 'Open the company', href: links.company(id) }]
