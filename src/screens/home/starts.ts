import { links } from '../../../contract/links.ts'
import type { IconName } from '../../ui/icon.tsx'

export type Start = {
  title: string
  note: string
  icon: IconName
  /** Parameters of a search's address. */
  values: Record<string, string>
}

/** Searches to start from: each shows one thing that filters can do. */
export const starts: readonly Start[] = [
  {
    title: 'Mid-sized builders',
    note: 'Construction, 51–200 employees',
    icon: 'building',
    values: { industry: 'Construction', company_size: '51-200' },
  },
  {
    title: 'Decision makers',
    note: 'C-suite with a verified email',
    icon: 'people',
    values: { seniority: 'C-suite', email_deliverability: 'Verified', tab: 'people' },
  },
  {
    title: 'Xero users',
    note: 'Companies that use Xero',
    icon: 'code',
    values: { technographics: 'Xero' },
  },
  {
    title: 'Multi-site companies',
    note: 'Companies with 6–20 locations',
    icon: 'map-pin',
    values: { multiple_locations: '6-20' },
  },
]

/** The address of a search with these parameters. */
export const searchLink = (values: Record<string, string>): string =>
  `${links.newSearch()}?${new URLSearchParams(values).toString()}`

/** The place in the history of a search that was asked for elsewhere: a new search with a first change, so that it is kept as recent. */
export const asFirstChange = (country: string): { previousSearch: string } => ({
  previousSearch: new URLSearchParams({ country }).toString(),
})
