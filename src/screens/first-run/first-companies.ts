import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import type { Fit } from '../../../contract/org/account-fit.ts'
import type { Company, PostalAddress } from '../../../contract/records/records.ts'
import { emptyCriteria, type Criteria } from '../../../contract/search/criteria.ts'
import { locationValues } from '../../../contract/search/filter-values.ts'
import { filterOf, valueLabel } from '../../../contract/search/filters.ts'

export const firstListSize = 20

/** How far from the chosen location, in km; 'state' and 'country' are the areas it lies in. */
export type Reach = 25 | 50 | 100 | 'state' | 'country'

export type Wanted = { region: string; reach: Reach; anyIndustry: boolean }

type Ideal = AccountIntelligence['idealCustomer']

/** The nearest reach for a location: a state has no centre to measure from. */
export const firstReach = (region: string): Reach => {
  const depth = region.split('/').length
  return depth === 1 ? 'country' : depth === 2 ? 'state' : 25
}

/** Companies within reach; related industries too, which fit half. */
export const criteriaOf = ({ region, reach, anyIndustry }: Wanted, ideal: Ideal): Criteria => {
  const industry = [...new Set(ideal.industries.map(({ division }) => division))]
  return {
    ...emptyCriteria,
    filters: {
      location: [areaOf(region, reach)],
      ...(anyIndustry || industry.length === 0 ? {} : { industry }),
    },
    metadata: typeof reach === 'number' ? { radiusKm: reach } : {},
  }
}

/** What would find more, the smallest step first. */
export const widerThan = (wanted: Wanted, ideal: Ideal): { label: string; wanted: Wanted }[] => {
  const { region, reach, anyIndustry } = wanted
  const further = reaches[reaches.indexOf(reach) + 1]
  const everything = ideal.industries.length > 0 && !anyIndustry
  return [
    ...(further === undefined
      ? []
      : [{ label: describeReach(region, further), wanted: { ...wanted, reach: further } }]),
    ...(everything ? [{ label: 'Any industry', wanted: { ...wanted, anyIndustry: true } }] : []),
  ]
}

/** 'near Geelong', 'in Victoria'. */
export const describeNear = ({ region, reach }: Wanted): string =>
  typeof reach === 'number' ? `near ${nameOf(region)}` : `in ${nameOf(areaOf(region, reach))}`

/** 'within 25 km of Geelong', 'in Victoria'. */
export const describeWithin = ({ region, reach }: Wanted): string =>
  typeof reach === 'number'
    ? `within ${reach} km of ${nameOf(region)}`
    : `in ${nameOf(areaOf(region, reach))}`

/** 'First 20 near Geelong', 'First 7 in Victoria'. */
export const listName = (wanted: Wanted, count: number): string =>
  `First ${count === 1 ? 'company' : count} ${describeNear(wanted)}`

/** Why a company is on the list, in the order of its weight: 'Your industry', 'In Geelong'. */
export const reasonsFor = (fit: Fit, region: string): string[] =>
  fit.parts.flatMap(({ part, points, max }) => {
    if (points === 0) return []
    // Points are rounded; a part that nearly fits has half of them.
    const isFull = points > 0.75 * max
    if (part === 'industry') return [isFull ? 'Your industry' : 'Related industry']
    if (part === 'size') return [isFull ? 'Your size' : 'Close to your size']
    return part === 'region' ? [`In ${nameOf(region)}`] : []
  })

/** The address to show: in the region, else in its state, else in its country. */
export const addressNear = (
  { hq, locations }: Pick<Company, 'hq' | 'locations'>,
  region: string,
): PostalAddress | undefined => {
  const addresses = [...(hq ? [hq] : []), ...locations]
  return [region, areaOf(region, 'state'), areaOf(region, 'country')]
    .map((area) => addresses.find((address) => locationValues(address).includes(area)))
    .find((address) => address !== undefined)
}

const reaches: readonly Reach[] = [25, 50, 100, 'state', 'country']

const describeReach = (region: string, reach: Reach): string =>
  typeof reach === 'number' ? `Within ${reach} km` : `All of ${nameOf(areaOf(region, reach))}`

/** AU/VIC for a state, AU for a country. */
const areaOf = (region: string, reach: Reach): string => {
  if (typeof reach === 'number') return region
  return region
    .split('/')
    .slice(0, reach === 'state' ? 2 : 1)
    .join('/')
}

/** 'Geelong' and 'Geelong 3220', without the state. */
const nameOf = (region: string): string => {
  const filter = filterOf('location')
  const label = filter ? valueLabel(filter, region) : region
  return region.split('/').length > 2 ? label.replace(/, [^,]*$/, '') : label
}
