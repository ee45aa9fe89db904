import { emptyCriteria, type Criteria, type Sorting } from '../../../contract/search/criteria.ts'
import type { SearchDoc } from '../../../contract/search/search-doc.ts'
import type { SearchRequest } from '../../../server/search/engine.ts'
import { idOf } from './worlds.ts'

const jobs = ['manager', 'engineer', 'driver', 'nurse', 'officer']
const fields = ['site', 'project', 'night', 'senior', 'regional', 'account', 'safety', 'plant']

/** Every way of storing and iterating a set: values of all documents down to a single one. */
export const crowdedWorld = (count: number): SearchDoc[] =>
  Array.from({ length: count }, (_, number) => {
    const job = jobs[number % jobs.length] ?? ''
    const field = fields[(number * 7) % fields.length] ?? ''
    return {
      id: idOf(number),
      category: 'company' as const,
      facets: {
        company_id: [idOf(number)],
        country: [number % 3 === 0 ? 'NZ' : 'AU'],
        industry: [`every ${number % 2}`, `tenth ${number % 10}`, `rare ${number % 997}`],
        keywords: [`${field} ${job} ${number % 211}`, `unique ${number}`],
        ...(number % 5 === 0 ? {} : { revenue: [`band ${number % 4}`] }),
      },
      names: [`${field} ${job} ${number % 40}`, ...(number % 9 === 0 ? [`old ${job}`] : [])],
      text: [`page ${number % 50}`],
      sort: {
        employees: number % 11 === 0 ? null : (number * 31) % 400,
        name: `${field} ${job}`,
        founded: number % 4 === 0 ? null : 1950 + (number % 70),
        revenue: number,
        verified_at: null,
        signal_count: 0,
      },
      points: Array.from({ length: number % 6 }, (_, office) => ({
        lat: -((number + office * 7) % 45),
        lng: 110 + ((number * (office + 1)) % 60),
      })),
    }
  })

const perth = { lat: -31.9, lng: 115.8 }

const criteria: Partial<Criteria>[] = [
  {},
  { filters: { country: ['NZ'] } },
  { filters: { industry: ['rare 5', 'rare 6', 'every 1'] } },
  { filters: { industry: ['rare 5'] }, excluded: { country: ['NZ'] } },
  { filters: { keywords: ['manager'] } },
  { filters: { keywords: ['site manager', 'unique 77'] }, excluded: { industry: ['rare 7'] } },
  { filters: { keywords: ['manager', 'site'] }, operators: { keywords: 'AND' } },
  { filters: { revenue: ['band 1'] }, metadata: { includeUnknown: ['revenue'] } },
  { search: 'man' },
  { search: 'site manager 1' },
  { search: 'old man' },
  { search: 'night page' },
  { filters: { company_id: [idOf(5), idOf(77)] } },
  { metadata: { near: { lat: -4.1, lng: 114.2, withinKm: 100 } } },
  { filters: { country: ['NZ'] }, metadata: { near: { lat: -3.2, lng: 113.1, withinKm: 50 } } },
]

const orders: Sorting[] = [
  [],
  ...['employees', 'name', 'founded', 'revenue', 'verified_at', 'distance', 'relevance'].flatMap(
    (field) => [[{ field, order: 'asc' as const }], [{ field, order: 'desc' as const }]],
  ),
]

export const crowdedRequests: SearchRequest[] = criteria.flatMap((partial, index) =>
  orders
    .map((sorting, turn) => ({ sorting, turn }))
    .filter(({ turn }) => (index + turn) % 2 === 0)
    .map(({ sorting, turn }) => ({
      category: 'company',
      criteria: { ...emptyCriteria, ...partial, metadata: { near: perth, ...partial.metadata } },
      sorting,
      from: (index + turn) % 3 === 0 ? 500 : 0,
      size: turn % 4 === 0 ? 100 : 10,
    })),
)
