import { NotKnown } from '../../ui/not-known.tsx'
import { companyBands, trafficBands, type Option } from '../../../contract/search/bands.ts'
import type { CompanyView, PostalAddress } from '../../../contract/records/records.ts'
import { formatNumber } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import {
  compactMoney,
  CrmCell,
  Figure,
  formatRevenueBand,
  Some,
  TextCell,
  VerifiedCell,
} from './cell-parts.tsx'
import { LocationCell } from './location-cell.tsx'
import type { Cells } from './cells.ts'
import { PhoneCell } from './contact-cells.tsx'
import { FitCell } from './lazy-parts.tsx'
import type { ShownLocation } from '../../../contract/search/shown-location.ts'
import { CompanyName, industryOf } from './name-cells.tsx'

/** The cells of companies, in the order of product 2.1. */
export const companyCells: Cells<CompanyView> = {
  name: { width: 15, cell: (c, context) => <CompanyName company={c} context={context} /> },
  industry: { width: 9, cell: (c) => <TextCell>{industryOf(c)}</TextCell> },
  employees_local: {
    width: 5.75,
    cell: (c) =>
      c.employees_local === undefined ? (
        <TextCell>{labelOf(companyBands, c.company_size)}</TextCell>
      ) : (
        formatNumber(c.employees_local)
      ),
  },
  revenue: {
    width: 5.75,
    cell: (c) =>
      c.revenue?.amount === undefined ? (
        <TextCell>{c.revenue && formatRevenueBand(c.revenue.band, c.revenue.currency)}</TextCell>
      ) : (
        compactMoney(c.revenue.amount, c.revenue.currency)
      ),
  },
  hq: {
    width: 7.5,
    cell: (c, { locate, far, shown }) => {
      const location = locate(c)
      return (
        <LocationCell
          town={townOf(location?.location) || countryOf(location?.location)}
          far={shown.has('distance') ? undefined : far?.(c)}
          headOffice={headOfficeOf(c, location)}
        />
      )
    },
  },
  signals_90d: {
    width: 5,
    cell: (c) =>
      c.signals_90d === 0 ? (
        <span className="text-ink-faint">0</span>
      ) : (
        <Badge tone="accent">{formatNumber(c.signals_90d)}</Badge>
      ),
  },
  verified_at: {
    width: 5.75,
    cell: (c, { now }) => <VerifiedCell record={c} now={now} />,
  },
  fit: { width: 4.5, cell: (c) => <FitCell company={c} /> },
  lists: { width: 8, cell: (c) => (c.lists.length === 0 ? 'None' : <Some items={c.lists} />) },
  crm: { width: 7.5, cell: (c) => <CrmCell record={c} /> },
  registration: { width: 8, cell: (c) => <TextCell>{c.abn ?? c.nzbn}</TextCell> },
  type: { width: 8, cell: (c) => <TextCell>{c.type}</TextCell> },
  founded: { width: 5, cell: (c) => <TextCell>{c.founded?.toString()}</TextCell> },
  phone: {
    width: 9,
    cell: (c, { now }) => <PhoneCell company={c} now={now} />,
  },
  technographics: {
    width: 11,
    cell: (c) => <Some items={c.technographics.map((tech) => tech.name)} />,
  },
  job_posts: { width: 5, cell: (c) => <Figure>{c.job_posts?.open}</Figure> },
  web_traffic: {
    width: 7,
    cell: (c) => <TextCell>{labelOf(trafficBands, c.web_traffic?.band)}</TextCell>,
  },
  rating: {
    width: 6,
    cell: (c) =>
      c.reviews === undefined ? (
        <NotKnown />
      ) : (
        <>
          {c.reviews.rating.toFixed(1)}{' '}
          <span className="text-ink-faint">({formatNumber(c.reviews.count)})</span>
        </>
      ),
  },
  distance: {
    width: 6,
    cell: (c, { far }) => <TextCell>{far?.(c)}</TextCell>,
  },
}

const labelOf = (options: readonly Option[], value: string | undefined): string | undefined =>
  options.find((option) => option.value === value)?.label ?? value

/** 'HQ Sydney NSW', where an office in another town is shown first. */
export const headOfficeOf = (
  { hq }: CompanyView,
  shown: ShownLocation | undefined,
): string | undefined => {
  const town = townOf(hq)
  return !town || shown === undefined || shown.isHq || town === townOf(shown.location)
    ? undefined
    : `HQ ${town}`
}

/** Of a register that has no addresses. */
const countryOf = (location: PostalAddress | undefined): string | undefined =>
  location?.country === 'AU' ? 'Australia' : location?.country

export const townOf = (location: PostalAddress | undefined): string | undefined =>
  location &&
  [
    location.suburb ?? location.city,
    location.state,
    location.country === 'AU' ? undefined : location.country,
  ]
    .filter((part, at, all) => part !== undefined && part !== all[at - 1])
    .join(' ')
