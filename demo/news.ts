import type { Company } from '../contract/records/records.ts'
import type { Event } from '../server/signal-detection/signal-draft.ts'
import { offerOf } from '../server/catalog/offers.ts'
import { towns } from '../server/catalog/towns.ts'
import { generateCompanyName } from './company-names.ts'
import { markets } from './markets.ts'
import {
  acquired,
  awarded,
  awardedContract,
  funded,
  launched,
  noticed,
  partnered,
  restructured,
} from './news-events.ts'
import type { Random } from './random.ts'
import { rounded } from './company-facts.ts'

/** For types that no change of a record shows. */
export const newsOf: Readonly<Record<string, (random: Random, company: Company) => Event>> = {
  funding_round: (random, company) => {
    const head = company.employees_local ?? 20
    const round = Math.min(stages.length - 1, random.between(0, 2) + Math.floor(Math.log10(head)))
    return funded(company, {
      stage: company.funding?.last_round ?? stages[round] ?? 'Seed',
      amount: rounded(Math.max(250_000, head * 30_000 * random.spread(0.6))),
      currency: currencyOf(company),
      investors: random.some(investors, random.between(1, 3)),
    })
  },
  acquisition: (random, company) =>
    acquired(company, { counterparty: inventedCompany(random), buys: random.chance(0.7) }),
  partnership: (random, company) =>
    partnered(company, { partner: inventedCompany(random), offer: offering(random, company) }),
  product_launch: (random, company) =>
    launched(company, {
      product: `${random.pick(qualities)} ${inSentence(random.pick(offered(company, 'products')))}`,
    }),
  contract_award: (random, company) =>
    awardedContract(company, {
      buyer: random.chance(0.6) ? publicBuyer(random) : inventedCompany(random),
      value: rounded(
        Math.max(80_000, (company.employees_local ?? 10) * 45_000 * random.spread(0.8)),
      ),
      currency: currencyOf(company),
      work: offering(random, company),
    }),
  award: (random, company) =>
    awarded(company, {
      prize: `${random.pick(regions)} ${random.pick(merits)} Award`,
    }),
  restructure: (random, company) => restructured(company, { area: random.pick(areas) }),
  legal_or_insolvency: (random, company) =>
    noticed(company, {
      notice:
        company.status === 'deregistered'
          ? 'application to be struck off the register'
          : random.pick(notices),
    }),
}

export const inventedCompany = (random: Random): string =>
  generateCompanyName(random, random.pick(trading), random.pick(towns)).name

const trading = markets.filter(({ nameSuffixes }) => nameSuffixes.length > 0)
const publicBodies = markets.filter(({ code }) => code === 'O752' || code === 'O753')

const publicBuyer = (random: Random): string =>
  generateCompanyName(random, random.pick(publicBodies), random.pick(towns)).name

const currencyOf = ({ hq }: Company): string => (hq?.country === 'NZ' ? 'NZD' : 'AUD')

/** Takes the trade's offer where the record has none. */
const offered = (company: Company, what: 'services' | 'products'): readonly string[] => {
  if (company[what].length > 0) return company[what]
  const usual = offerOf(company.industry?.l2_code ?? '')[what]
  return usual.length > 0 ? usual : ['Consulting', 'Maintenance', 'Training']
}

const offering = (random: Random, company: Company): string =>
  inSentence(random.pick(offered(company, 'services')))

/** Keeps the capitals of 'NDIS plans'. */
const inSentence = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text

const stages = ['Pre-seed', 'Seed', 'Series A', 'Series B', 'Series C', 'Private equity']
const investors = [
  'Banksia Growth Partners',
  'Southern Cross Seed Fund',
  'Numbat & Quoll Ventures',
  'Two Shores Capital Circle',
  'Redgum Private Equity',
  'Kererū Investment Club',
  'Billabong Innovation Fund',
  'Long Paddock Capital',
]
const qualities = ['Next-day', 'Subscription', 'Low-carbon', 'Premium', 'Express', 'Made-to-order']
const regions = ['Southern', 'Coastal', 'Outback', 'Tasman', 'Harbour', 'Northern']
const merits = [
  'Safety',
  'Customer Service',
  'Family Business',
  'Exporter',
  'Innovation',
  'Employer',
]
const areas = ['its regional offices', 'sales and service', 'operations', 'its support teams']
const notices = [
  'a claim before the district court',
  'a notice of a creditors’ meeting',
  'an undertaking given to a regulator',
]
