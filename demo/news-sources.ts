import type { Company } from '../contract/records/records.ts'
import { foldText } from '../contract/search/search-doc.ts'
import type { SourceReport } from '../server/signal-detection/signal-draft.ts'
import type { Random } from './random.ts'

const newsSources: Readonly<Record<string, readonly string[]>> = {
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
const peopleSources = ['Employer page', 'Directory', 'Wattle Trade Weekly'] as const

/** The address leads nowhere. */
export const pickReport = (
  random: Random,
  {
    slug,
    ofPerson,
    company,
    day,
  }: { slug: string; ofPerson: boolean; company: Company; day: string },
): SourceReport =>
  createReport(
    random.early(newsSources[slug] ?? (ofPerson ? peopleSources : press)),
    company,
    day,
    {
      trust: random.between(62, 96) / 100,
    },
  )

export const createReport = (
  source: string,
  company: Company,
  day: string,
  { trust }: { trust: number },
): SourceReport => ({
  source,
  url: `https://${slugOf(source)}.example/${day}/${slugOf(company.name)}`,
  day,
  trust,
})

const slugOf = (name: string): string => foldText(name).replaceAll(' ', '-')
