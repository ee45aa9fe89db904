import { roleDurations } from './bands.ts'
import type { Company, PostalAddress } from '../records/records.ts'
import { dayMs } from '../core/days.ts'

/** The head office first. */
export const officesOf = ({ hq, locations }: Company): PostalAddress[] => [
  ...(hq ? [hq] : []),
  ...locations,
]

/** Of the countries that the product covers. */
export const isCovered = (country: string): boolean => country === 'AU' || country === 'NZ'

/** AU, AU/WA, AU/WA/Perth (city and suburb alike), AU/WA/Perth/6000. */
export const locationValues = (address: PostalAddress): string[] => {
  const values = [address.country]
  if (address.state === undefined) return values
  const state = `${address.country}/${address.state}`
  values.push(state)
  for (const town of new Set([address.city, address.suburb])) {
    if (town === undefined) continue
    values.push(`${state}/${town}`)
    if (address.postcode !== undefined) values.push(`${state}/${town}/${address.postcode}`)
  }
  return values
}

/** Days since 1970 of YYYY-MM-DD. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs

export const recentDays = 90

export const isRecent = (day: string | undefined, today: string): boolean =>
  day !== undefined && dayNumber(today) - dayNumber(day) <= recentDays

/** Where one band of `roleDurations` ends and the next begins. */
export const roleMonths = [3, 6, 12, 24, 60, 120]

/** An average month. */
export const monthDays = 30.4375

/** Product 2.10; undefined without a start. */
export const roleDuration = (start: string | undefined, today: string): string | undefined => {
  if (start === undefined) return undefined
  const months = (dayNumber(today) - dayNumber(start)) / monthDays
  const index = roleMonths.findIndex((limit) => months < limit)
  return roleDurations[index === -1 ? roleMonths.length : index]?.value
}

export const freshPostDays = 30

/** Product 2.10: Any, the band, whether a post is at most 30 days old, and the departments. */
export const jobPostValues = (posts: Company['job_posts'], today: string): string[] => {
  if (posts === undefined || posts.open < 1) return []
  const band =
    posts.open <= 5 ? '1-5' : posts.open <= 20 ? '6-20' : posts.open <= 50 ? '21-50' : '50+'
  const fresh =
    posts.newest_at !== undefined && dayNumber(today) - dayNumber(posts.newest_at) <= freshPostDays
  return [
    'Any',
    band,
    ...(fresh ? ['30d'] : []),
    ...Object.keys(posts.by_department).map((department) => `in/${department}`),
  ]
}

/** 'None' without a rating (product 2.10). */
export const ratingBand = (rating: number | undefined): string => {
  if (rating === undefined) return 'None'
  return rating >= 4.5 ? '4.5+' : rating >= 4 ? '4-4.4' : rating >= 3 ? '3-3.9' : '<3'
}
