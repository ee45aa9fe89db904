import type { Company } from '../contract/records/records.ts'
import { folded } from '../contract/search/search-doc.ts'
import type { Telling } from '../server/signal-detection/telling.ts'
import type { Random } from './random.ts'

/** Who tells what, none of them real; the first is told by most. */
const outlets: Readonly<Record<string, readonly string[]>> = {
  funding_round: ['Capital Ledger', 'Southern Deal Monitor'],
  acquisition: ['Southern Deal Monitor', 'Capital Ledger'],
  contract_award: ['Tender Gazette', 'Public Works Bulletin'],
  legal_or_insolvency: ['Notices Gazette'],
  register_change: ['Public register'],
  ipo_listing: ['Exchange list XDX'],
  headcount_growth: ['Employer page', 'Directory'],
  headcount_drop: ['Employer page', 'Directory'],
  office_opened: ['Company website', 'Harbour Business Wire'],
  office_closed: ['Company website', 'Directory'],
  hiring_surge: ['Employer page', 'Jobs Board South'],
  tech_adopted: ['Company website'],
  tech_dropped: ['Company website'],
  web_traffic_shift: ['Panel of Visits'],
  award: ['Harbour Business Wire', 'Trade Awards Register'],
}
const press = ['Harbour Business Wire', 'Company website', 'Wattle Trade Weekly'] as const
const ofPeople = ['Employer page', 'Directory', 'Wattle Trade Weekly'] as const

/** An invented outlet that tells a type of signal of a company on a day, with an address that leads nowhere. */
export const toldBy = (
  random: Random,
  {
    slug,
    ofPerson,
    company,
    day,
  }: { slug: string; ofPerson: boolean; company: Company; day: string },
): Telling =>
  telling(random.early(outlets[slug] ?? (ofPerson ? ofPeople : press)), company, day, {
    trust: random.between(62, 96) / 100,
  })

/** One outlet telling of a company on a day. */
export const telling = (
  source: string,
  company: Company,
  day: string,
  { trust }: { trust: number },
): Telling => ({
  source,
  url: `https://${slugOf(source)}.example/${day}/${slugOf(company.name)}`,
  day,
  trust,
})

const slugOf = (name: string): string => folded(name).replaceAll(' ', '-')
