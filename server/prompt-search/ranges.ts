import {
  companyBands,
  jobPostBands,
  officeBands,
  ratingBands,
  revenueBands,
  roleDurations,
  trafficBands,
} from '../../contract/search/bands.ts'

export type Unit =
  | 'staff'
  | 'staff worldwide'
  | 'revenue'
  | 'places'
  | 'visits'
  | 'jobs'
  | 'rating'
  | 'months in role'

/** A `closed` end is included. */
export type Range = { from: number; to: number; over?: boolean; under?: boolean }

type Scale = {
  identifier: string
  values: readonly string[]
  starts: readonly number[]
  whole: boolean
}

const values = (options: readonly { value: string }[]): string[] =>
  options.map(({ value }) => value)

const staff = [1, 11, 51, 201, 501, 1001, 5001, 10_001]
const scales: Record<Unit, Scale> = {
  staff: { identifier: 'company_size', values: values(companyBands), starts: staff, whole: true },
  'staff worldwide': {
    identifier: 'global_company_size',
    values: values(companyBands),
    starts: staff,
    whole: true,
  },
  revenue: {
    identifier: 'revenue',
    values: values(revenueBands),
    starts: [0, 1e6, 10e6, 25e6, 50e6, 100e6, 250e6, 500e6, 1e9, 10e9],
    whole: false,
  },
  places: {
    identifier: 'multiple_locations',
    values: values(officeBands),
    starts: [1, 2, 6, 21, 101],
    whole: true,
  },
  visits: {
    identifier: 'web_traffic',
    values: values(trafficBands),
    starts: [0, 1e3, 10e3, 50e3, 100e3, 500e3, 1e6, 10e6],
    whole: false,
  },
  jobs: {
    identifier: 'job_posts',
    values: values(jobPostBands).slice(2, 6),
    starts: [1, 6, 21, 51],
    whole: true,
  },
  rating: {
    identifier: 'reviews_and_ratings',
    values: values(ratingBands).slice(0, 4).toReversed(),
    starts: [0, 3, 4, 4.5],
    whole: false,
  },
  'months in role': {
    identifier: 'current_role_duration',
    values: values(roleDurations),
    starts: [0, 3, 6, 12, 24, 60, 120],
    whole: false,
  },
}

/**
 * Includes a partly covered band, so that no matching record is lost, but not a band that the range only touches: '50 to 200
 * staff' is 51-200 without 11-50. Of locations and job posts, which are few, the touched band counts too: '5+ offices' is
 * 2-5 and above.
 */
export const bandsIn = (unit: Unit, range: Range): { identifier: string; values: string[] } => {
  const { identifier, values, starts, whole } = scales[unit]
  const step = whole ? 1 : 0
  const from = range.from + (range.over === true ? step : 0)
  const to = range.to - (range.under === true ? step : 0)
  const point = range.from === range.to
  const touched = values.filter((_, index) => {
    const first = starts[index] ?? 0
    const next = starts[index + 1] ?? Infinity
    if (point) return range.from >= first && range.from < next
    // The covered part of the band: counts whole numbers, measures other amounts.
    return Math.min(to + step, next) - Math.max(from, first) > 0
  })
  const edges = touched.filter((value) => {
    const index = values.indexOf(value)
    const first = starts[index] ?? 0
    const last = (starts[index + 1] ?? Infinity) - 1
    return first === last || (Math.max(from, first) !== last && Math.min(to, last) !== first)
  })
  const named = to === Infinity && range.over !== true ? values.indexOf(`${from}+`) : -1
  if (named !== -1) return { identifier, values: values.slice(named) }
  const isWide = unit === 'staff' || unit === 'staff worldwide'
  return { identifier, values: isWide && !point && edges.length > 0 ? edges : touched }
}
