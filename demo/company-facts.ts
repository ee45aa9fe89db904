import type { Company } from '../contract/records/records.ts'
import type { Calendar } from './calendar.ts'
import type { Head } from './heads.ts'
import { weighted, type Random } from './random.ts'
import { sectors } from './sectors.ts'

const sellers = new Map(Object.entries(sectors).map(([name, { sells }]) => [name, weighted(sells)]))

export const sells = (
  random: Random,
  sector: string,
  band: number,
): Pick<Company, 'b2b_vs_b2c'> => {
  const value = sellers.get(sector)?.(random)
  if (value === undefined || (value === 'B2G' && band === 0)) return { b2b_vs_b2c: 'B2B' }
  return { b2b_vs_b2c: value }
}

export const targets = (random: Random, sector: string, band: number): string[] => {
  const value = sellers.get(sector)?.(random)
  const found: string[] = []
  if (value === 'B2C' || value === 'Both') found.push('Consumers')
  if (value !== 'B2C') {
    const sizes = ['Micro', 'SMB', 'SMB', 'Mid-market', 'Mid-market', 'Enterprise']
    found.push(sizes[Math.min(5, Math.max(0, band + random.between(-1, 1)))] ?? 'SMB')
    if (random.chance(0.08 + band * 0.03)) found.push('Government')
  }
  return found
}

const trafficEdges: readonly (readonly [number, string])[] = [
  [1e3, '<1k'],
  [1e4, '1-10k'],
  [5e4, '10-50k'],
  [1e5, '50-100k'],
  [5e5, '100-500k'],
  [1e6, '500k-1M'],
  [1e7, '1-10M'],
]
const trends = ['up', 'flat', 'down'] as const

export const traffic = (random: Random, about: number): Pick<Company, 'web_traffic'> => {
  const visits = about * 8 * random.spread(1)
  const band = trafficEdges.find(([limit]) => visits < limit)?.[1] ?? '10M+'
  return { web_traffic: { band, trend: random.pick(trends) } }
}

const jobDepartments = new Map(
  Object.entries(sectors).map(([name, { team }]) => [name, weighted(team)]),
)

export const jobPosts = (
  random: Random,
  sector: string,
  employees: number,
  calendar: Calendar,
): Pick<Company, 'job_posts'> => {
  if (!random.chance(Math.min(0.9, 0.06 + 0.11 * Math.log10(employees) ** 1.6))) return {}
  const open = Math.max(1, Math.round(employees ** 0.72 * 0.12 * random.spread(0.8)))
  const byDepartment: Record<string, number> = {}
  const draw = jobDepartments.get(sector)
  let left = open
  for (let tries = 0; left > 0 && tries < 8 && draw; tries++) {
    const count = Math.max(1, Math.ceil(left * 0.45))
    const department = draw(random)
    byDepartment[department] = (byDepartment[department] ?? 0) + count
    left -= count
  }
  return {
    job_posts: {
      open,
      by_department: byDepartment,
      newest_at: calendar.daysAgo(120 * random.next() ** 2),
    },
  }
}

const reviewSites = ['Directory', 'Town Voices', 'Shopfront Reviews', 'Word of Trade']

export const reviews = (
  random: Random,
  share: number,
  employees: number,
): Pick<Company, 'reviews'> => {
  if (!random.chance(0.15 + 0.35 * share)) return {}
  const rating = Math.round(Math.min(5, 5.1 - 1.1 * random.spread(0.75) * 0.75) * 10) / 10
  return {
    reviews: {
      rating: Math.max(1, rating),
      count: Math.max(1, Math.round(employees ** 0.5 * 6 * random.spread(1))),
      source: random.pick(reviewSites),
    },
  }
}

export const rounded = (amount: number): number => Number(amount.toPrecision(3))

const rounds = ['Pre-seed', 'Seed', 'Series A', 'Series B', 'Series C', 'Private equity']

export const funding = (
  random: Random,
  head: Head,
  band: number,
  au: boolean,
  calendar: Calendar,
): Pick<Company, 'funding'> => {
  const { sector } = head.market
  const share =
    sector === 'tech' ? 0.16 : sector === 'research' ? 0.22 : sector === 'mining' ? 0.08 : 0.012
  if (!random.chance(share)) return {}
  const round = Math.min(rounds.length - 1, random.between(0, 2) + Math.floor(band / 2))
  return {
    funding: {
      total: rounded(400_000 * 4 ** round * random.spread(0.5)),
      currency: au ? 'AUD' : 'NZD',
      ...(random.chance(0.9) && { last_round: rounds[round] ?? 'Seed' }),
      ...(random.chance(0.85) && { last_date: calendar.daysAgo(2200 * random.next()) }),
    },
  }
}

export const ticker = (random: Random): string => {
  const letter = (): string => String.fromCharCode(65 + random.between(0, 25))
  return `XDX:${letter()}${letter()}${letter()}`
}

export const signals = (random: Random, employees: number): number => {
  const about = 0.12 + 0.16 * Math.log10(employees + 1) ** 2
  let count = 0
  for (let draw = random.next(); draw > Math.exp(-about) && count < 40; draw *= random.next())
    count++
  return count
}

export const growth = (random: Random): Company['headcount_growth'] => {
  const m12 = Math.max(-0.6, (random.spread(0.28) - 1) * 0.8 + 0.02)
  const part = (share: number): number => hundredths(m12 * share * random.spread(0.3))
  return { m3: part(0.28), m6: part(0.52), m12: hundredths(m12) }
}

/** Never -0, which JSON lacks. */
const hundredths = (value: number): number => Math.round(value * 100) / 100 + 0
