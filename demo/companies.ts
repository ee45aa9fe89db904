import { companyBands, officeBand, revenueBand, sizeBand } from '../contract/search/bands.ts'
import { beginOf, datedFields } from '../contract/records/begin.ts'
import type { Company, Office, Person, Provenance } from '../contract/records/records.ts'
import { foldText } from '../contract/search/search-doc.ts'
import { industryOfGroup } from '../server/catalog/industry.ts'
import { offerOf } from '../server/catalog/offers.ts'
import type { Town } from '../server/catalog/towns.ts'
import { completeness } from '../server/importers/completeness.ts'
import type { Calendar } from './calendar.ts'
import { generateCompanyName, type CompanyName } from './company-names.ts'
import { addContactSources } from './contact-sources.ts'
import type { Head } from './heads.ts'
import { abnOf, acn, landline, lei, mobile, nzbn, uuid } from './identifiers.ts'
import { missingInCompanies as missing } from './missing.ts'
import { foreignHeads, officeAt, officeTowns, withoutOfficeFields } from './offices.ts'
import type { Random } from './random.ts'
import { sectors } from './sectors.ts'
import { stackOf } from './stack.ts'
import {
  funding,
  growth,
  jobPosts,
  reviews,
  rounded,
  sells,
  signals,
  targets,
  ticker,
  traffic,
} from './company-facts.ts'
import { typeOf } from './types.ts'

export type Group = { head: Head; company: Company; called: CompanyName; ultimate: string }

/** Returns false when the name is taken. */
export type Claim = (domain: string) => boolean

export type GeneratedCompany = {
  company: Company
  called: CompanyName
  offices: readonly Town[]
  band: number
}

export const companyOf = (
  random: Random,
  head: Head,
  calendar: Calendar,
  claim: Claim,
  group: Group | undefined,
): GeneratedCompany => {
  const { market, town, employees } = head
  const sector = sectors[market.sector]
  const band = bandNumber(employees)
  const type = typeOf(random, head, band)
  const { called, slug } = named(random, head, claim, group)
  const au = town.country === 'AU'
  const chainOffices = officeTowns(random, head, band, sector.spread)
  const foreignHq = head.foreign ? random.pick(foreignHeads) : undefined
  const industry = industryOfGroup(market.code)
  const offer = offerOf(market.code)

  const shared = group !== undefined && random.chance(0.7) ? group.company.domain : undefined
  const domain = random.chance(missing.domain) ? undefined : (shared ?? `${slug}.example`)
  const known = !random.chance(missing.employees)
  const global = foreignHq
    ? Math.round(employees * random.between(6, 60))
    : employees > 200 && random.chance(0.16)
      ? Math.round(employees * (1.1 + random.next() * 3))
      : employees
  const revenue = market.perHead * 1000 * employees * random.spread(0.45)
  const offices = chainOffices.map((office, index) =>
    officeAt(random, office, index === 0 && foreignHq === undefined),
  )
  const abroad: Office[] = foreignHq ? [{ ...foreignHq, is_hq: true }] : []
  const first = offices[0]
  const places = offices.length + abroad.length
  const registered = registration(random, type, au)
  const number = au ? undefined : nzbn(random)
  const hasLei = type === 'Public listed' || (employees > 500 && random.chance(0.5))
  const tradesAs = random.chance(0.12) ? tradingName(random, called, head) : undefined
  const legal = legalName(random, called.name, type, au)
  const seenWeb = random.between(0, 720)

  const company: Company = {
    id: uuid(random),
    name: called.name,
    ...(legal !== called.name && { legal_name: legal }),
    trading_names: tradesAs === undefined ? [] : [tradesAs],
    status: random.chance(0.965) ? 'active' : random.chance(0.55) ? 'deregistered' : 'unknown',
    type,
    ...registered,
    ...(number !== undefined && { nzbn: number }),
    ...(hasLei && { lei: lei(random) }),
    ...(domain !== undefined && {
      domain,
      domains: [domain],
      website: `https://${random.chance(0.6) ? 'www.' : ''}${domain}`,
    }),
    domains: domain === undefined ? [] : [domain],
    ...(!random.chance(missing.description) && {
      description: describe(random, called.name, offer.services, offer.keywords, town),
    }),
    ...(industry && { industry: { ...industry, naics: [] } }),
    ...(known && sized(employees, global, foreignHq !== undefined || global > employees)),
    ...(!random.chance(missing.revenue) && {
      revenue: {
        band: revenueBand(revenue),
        ...(random.chance(0.8) && { amount: rounded(revenue) }),
        currency: au ? 'AUD' : 'NZD',
        basis: type === 'Public listed' || random.chance(0.04) ? 'reported' : 'modelled',
      },
    }),
    ...(!random.chance(missing.founded) && {
      founded:
        calendar.year - Math.floor(1 + band * 2 + 60 * random.next() ** (band > 3 ? 1.1 : 2.2)),
    }),
    ...(first && { hq: foreignHq ?? withoutOfficeFields(first) }),
    // A single location is described by hq alone.
    locations: places === 1 ? [] : [...abroad, ...offices],
    multiple_locations: officeBand(places),
    ...((employees > 50 || foreignHq) && {
      is_mnc: foreignHq !== undefined || global > employees * 1.5,
    }),
    ...(group && {
      parent_id: group.company.id,
      ultimate_parent_id: group.ultimate,
    }),
    phones: random.chance(missing.phones) ? [] : [landline(random, town.country, town.state)],
    mobiles: random.chance(band === 0 ? 0.4 : 0.07) ? [mobile(random, town.country)] : [],
    emails:
      domain === undefined || random.chance(missing.emails)
        ? []
        : [
            `${random.early(['info', 'admin', 'hello', 'office', 'enquiries', 'sales', 'reception', 'accounts'])}@${domain}`,
          ],
    social: socialOf(random, slug, band, sector.visits),
    technographics: stackOf(random, market.sector, band, domain !== undefined).map(
      ({ product, group }) => {
        const seen = seenWeb + random.between(0, 20)
        return {
          name: product,
          category: group,
          ...(random.chance(0.12) && {
            first_seen: calendar.daysAgo(seen + random.between(60, 1500)),
          }),
          ...(random.chance(0.3) && { last_seen: calendar.daysAgo(seen) }),
        }
      },
    ),
    keywords: random.chance(missing.keywords)
      ? []
      : random.some(offer.keywords, random.between(2, 4)),
    services: random.chance(missing.services)
      ? []
      : random.some(offer.services, random.between(2, 4)),
    products: random.chance(missing.products)
      ? []
      : random.some(offer.products, random.between(1, 3)),
    ...(!random.chance(missing.b2b_vs_b2c) && sells(random, market.sector, band)),
    target_market: targets(random, market.sector, band),
    ...(domain !== undefined &&
      !random.chance(missing.web_traffic) &&
      traffic(random, sector.visits * employees ** 0.85 * (head.name === undefined ? 1 : 4))),
    ...jobPosts(random, market.sector, employees, calendar),
    ...reviews(random, sector.reviewed, employees),
    ...funding(random, head, band, au, calendar),
    ...(type === 'Public listed' && { ticker: ticker(random) }),
    ...(au && { gst_registered: employees > 2 || random.chance(0.7) }),
    signals_90d: signals(random, employees),
    ...(known && employees > 10 && { headcount_growth: growth(random) }),
    quality: { completeness: 0 },
    provenance: provenanceOf(random, calendar, au),
  }
  addContactSources(company, calendar)
  company.quality.completeness = completeness(company)
  if (!random.chance(missing.verified_at))
    verifyOn(company, calendar.daysAgo(730 * random.next() ** 2.2))
  dateSources(company)
  return { company, called, offices: chainOffices, band }
}

const bands = companyBands.map(({ value }) => value)
const bandNumber = (employees: number): number => bands.indexOf(sizeBand(employees) ?? '1-10')

const named = (
  random: Random,
  head: Head,
  claim: Claim,
  group: Group | undefined,
): { called: CompanyName; slug: string } => {
  const { market, town } = head
  if (head.name !== undefined) {
    const slug = slugOf(head.name)
    claim(slug)
    return { called: { name: head.name, brand: head.name.split(' ')[0] ?? head.name }, slug }
  }
  if (group !== undefined && market.nameSuffixes.length > 0) {
    const name = `${group.called.brand} ${random.pick(market.nameSuffixes)}`
    return { called: { name, brand: group.called.brand }, slug: slugOf(name) }
  }
  let called = generateCompanyName(random, market, town)
  let slug = slugOf(called.name)
  for (let tries = 0; tries < 5 && !claim(slug); tries++) {
    if (tries === 4) {
      const tail = random.chance(0.5) ? town.name : String(random.between(2, 99_999))
      return {
        called: { ...called, name: /^\d/.test(tail) ? called.name : `${called.name} ${tail}` },
        slug: slugOf(`${called.name} ${tail}`),
      }
    }
    called = generateCompanyName(random, market, town)
    slug = slugOf(called.name)
  }
  return { called, slug }
}

const tradingName = (random: Random, called: CompanyName, { market, town }: Head): string => {
  const suffix = market.nameSuffixes.length > 1 ? random.pick(market.nameSuffixes) : undefined
  return suffix !== undefined && random.chance(0.6)
    ? `${called.brand} ${suffix}`
    : `${called.name} ${town.city}`
}

const slugOf = (name: string): string => foldText(name).replaceAll(' ', '')

const companies = new Set([
  'Private',
  'Public listed',
  'Public unlisted',
  'Co-operative',
  'Foreign company',
])

const registration = (
  random: Random,
  type: string,
  au: boolean,
): { abn?: string; acn?: string } => {
  if (!au) return {}
  if (!companies.has(type) && random.chance(0.6)) return { abn: abnOf(acn(random)) }
  const number = acn(random)
  return { abn: abnOf(number), acn: number }
}

const legalName = (random: Random, name: string, type: string, au: boolean): string => {
  const plain = name.replace(/^The /, '')
  if (type === 'Private') {
    if (random.chance(0.08)) return `${plain} Holdings ${au ? 'Pty Ltd' : 'Limited'}`
    return `${plain} ${au ? 'Pty Ltd' : 'Limited'}`
  }
  if (type === 'Trust')
    return `The Trustee for ${plain} ${random.chance(0.5) ? 'Unit' : 'Family'} Trust`
  if (type === 'Charity/NFP') return `${plain} ${random.chance(0.5) ? 'Limited' : 'Incorporated'}`
  if (type === 'Co-operative') return `${plain} Co-operative Limited`
  if (type === 'Foreign company')
    return `${plain} (${au ? 'Australia' : 'New Zealand'}) ${au ? 'Pty Ltd' : 'Limited'}`
  return type.startsWith('Public') ? `${plain} Limited` : name
}

const sized = (employees: number, global: number, wider: boolean): Partial<Company> => {
  const localBand = sizeBand(employees)
  const globalBand = sizeBand(global)
  return {
    ...(localBand !== undefined && { company_size: localBand }),
    employees_local: employees,
    ...(globalBand !== undefined && { global_company_size: globalBand }),
    ...(wider && { employees_global: global }),
  }
}

const describe = (
  random: Random,
  name: string,
  services: readonly string[],
  keywords: readonly string[],
  town: Town,
): string => {
  const [first, second] = random.some(services, 2).map((service) => service.toLowerCase())
  const about = random.early(keywords.length > 0 ? keywords : ['services'])
  const offer = second === undefined ? (first ?? about) : `${first} and ${second}`
  switch (random.between(0, 4)) {
    case 0:
      return `${name} provides ${offer} across ${town.city} and beyond.`
    case 1:
      return `Based in ${town.name}, ${name} is known for ${offer}.`
    case 2:
      return `${name}: ${about} from ${town.city}, with a focus on ${offer}.`
    case 3:
      return `A team in ${town.city} for ${offer}.`
    default:
      return `${name} helps its customers with ${offer}.`
  }
}

const socialOf = (
  random: Random,
  slug: string,
  band: number,
  visits: number,
): Record<string, string> => {
  const found: Record<string, string> = {}
  const consumer = Math.min(1, visits / 120)
  const add = (network: string, share: number, address: string): void => {
    if (random.chance(share)) found[network] = `https://${address}${slug}`
  }
  add('LinkedIn', [0.3, 0.58, 0.8, 0.9][band] ?? 0.95, 'linkedin.example/company/')
  add('Facebook', 0.25 + 0.35 * consumer, 'facebook.example/')
  add('Instagram', 0.06 + 0.4 * consumer, 'instagram.example/')
  add('X', 0.02 + band * 0.02, 'x.example/')
  add('YouTube', 0.02 + band * 0.04, 'youtube.example/@')
  add('TikTok', 0.08 * consumer, 'tiktok.example/@')
  return found
}

/** No source was seen after the day on which all was verified, except of what began later. */
export const verifyOn = (record: Company | Person, day: string): void => {
  record.quality.verified_at = day
  for (const fact of Object.values(record.provenance)) if (fact.seen_at > day) fact.seen_at = day
}

/** No source of a fact is older than the fact. */
export const dateSources = (record: Company | Person): void => {
  for (const field of datedFields) {
    const source = record.provenance[field] ?? record.provenance['*']
    const begin = beginOf(record, field)
    if (source && source.seen_at < begin) record.provenance[field] = { ...source, seen_at: begin }
  }
}

export const sources = [
  'Company website',
  'Public register',
  'Directory',
  'Employer page',
  'Survey',
] as const

const provenanceOf = (
  random: Random,
  calendar: Calendar,
  au: boolean,
): Record<string, Provenance> => {
  const fact = (source: (typeof sources)[number], confidence: number): Provenance => ({
    source,
    seen_at: calendar.daysAgo(730 * random.next() ** 1.5),
    confidence,
  })
  const found: Record<string, Provenance> = {
    '*': fact(random.early(sources), random.between(60, 92) / 100),
  }
  if (random.chance(0.2)) found[au ? 'abn' : 'nzbn'] = fact('Public register', 0.99)
  if (random.chance(0.15))
    found['employees_local'] = fact('Employer page', random.between(55, 85) / 100)
  if (random.chance(0.08)) found['revenue'] = fact('Survey', random.between(40, 70) / 100)
  return found
}
