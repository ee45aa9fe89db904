import {
  companyBands,
  revenueBands,
  trafficBands,
  type Option,
} from '../../../../contract/search/bands.ts'
import type { CompanyView, Place } from '../../../../contract/records/records.ts'
import { formatDay, formatNumber } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { compactMoney, Figure, NotKnown, Some, Words } from './cell-parts.tsx'
import type { Cells } from './cells.ts'
import { Fit } from './fit.tsx'
import { CompanyName } from './name-cells.tsx'
import { shownPlace } from './shown-place.ts'

/** The cells of companies, in the order of product 2.1. */
export const companyCells: Cells<CompanyView> = {
  name: { width: 11.75, cell: (c) => <CompanyName company={c} /> },
  industry: { width: 9, cell: (c) => <Words>{c.industry?.l2 ?? c.industry?.l1}</Words> },
  employees_local: {
    width: 5.75,
    cell: (c) =>
      c.employees_local === undefined ? (
        <Words>{labelOf(companyBands, c.company_size)}</Words>
      ) : (
        formatNumber(c.employees_local)
      ),
  },
  revenue: {
    width: 5.75,
    cell: (c) =>
      c.revenue?.amount === undefined ? (
        <Words>{labelOf(revenueBands, c.revenue?.band)}</Words>
      ) : (
        compactMoney(c.revenue.amount, c.revenue.currency)
      ),
  },
  hq: {
    width: 7.75,
    cell: (c, { criteria }) => <Words>{townOf(shownPlace(c, criteria)?.place)}</Words>,
  },
  signals_90d: {
    width: 5.25,
    cell: (c) =>
      c.signals_90d === 0 ? (
        <span className="text-ink-faint">0</span>
      ) : (
        <Badge tone="accent">{formatNumber(c.signals_90d)}</Badge>
      ),
  },
  verified_at: {
    width: 6,
    cell: (c) => <Words>{c.quality.verified_at && formatDay(c.quality.verified_at)}</Words>,
  },
  fit: { width: 4.5, cell: (c) => <Fit company={c} /> },
  lists: { width: 8, cell: (c) => (c.lists.length === 0 ? 'None' : <Some items={c.lists} />) },
  registration: { width: 8, cell: (c) => <Words>{c.abn ?? c.nzbn}</Words> },
  type: { width: 8, cell: (c) => <Words>{c.type}</Words> },
  founded: { width: 5, cell: (c) => <Words>{c.founded?.toString()}</Words> },
  phone: { width: 9, cell: (c) => <Words>{c.phones[0]}</Words> },
  technographics: {
    width: 11,
    cell: (c) => <Some items={c.technographics.map((tech) => tech.name)} />,
  },
  job_posts: { width: 5, cell: (c) => <Figure>{c.job_posts?.open}</Figure> },
  web_traffic: {
    width: 7,
    cell: (c) => <Words>{labelOf(trafficBands, c.web_traffic?.band)}</Words>,
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
    cell: (c, { criteria }) => {
      const km = shownPlace(c, criteria)?.km
      return km === undefined ? <NotKnown /> : `${formatNumber(Math.round(km))} km`
    },
  },
}

const labelOf = (options: readonly Option[], value: string | undefined): string | undefined =>
  options.find((option) => option.value === value)?.label ?? value

/** Town and state of a place: 'Perth WA'. */
export const townOf = (place: Place | undefined): string | undefined =>
  place &&
  [place.suburb ?? place.city, place.state, place.country === 'AU' ? undefined : place.country]
    .filter((part) => part !== undefined)
    .join(' ')
