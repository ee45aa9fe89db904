import { links } from '../../../contract/links.ts'
import type { IconName } from '../../ui/icon.tsx'

export type Start = {
  title: string
  note: string
  icon: IconName
  values: Record<string, string>
}

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

export const searchLink = (values: Record<string, string>): string =>
  `${links.newSearch()}?${new URLSearchParams(values).toString()}`

/** The history entry of a search that starts outside the search screen: it counts as a first change, so the search becomes recent. */
export const asFirstChange = (country: string): { previousSearch: string } => ({
  previousSearch: new URLSearchParams({ country }).toString(),
})
