import { emptyCriteria, type Criteria, type Sorting } from '../../contract/search/criteria.ts'
import type { Category } from '../../contract/records/records.ts'
import type { SearchEngine, SearchRequest } from '../../server/search/engine.ts'

export type Variant = { name: string; request: SearchRequest }

/** The n-th most frequent value, whatever the market's size. */
type PickValue = (identifier: string, rank: number) => string

type Template = {
  name: string
  category?: Category
  sorting?: Sorting
  make(pick: PickValue, turn: number): Partial<Criteria>
}

const states = ['AU/NSW', 'AU/VIC', 'AU/QLD', 'AU/WA', 'AU/SA']
const at = (list: readonly string[], turn: number): string => list[turn % list.length] ?? ''

/** From selective to broad; five variants each, so that no query reuses the previous result. */
const templates: readonly Template[] = [
  {
    name: 'people of one company',
    make: (pick, turn) => ({ filters: { company_id: [pick('company_id', 20 + turn * 31)] } }),
  },
  {
    name: 'a rare skill in one town',
    make: (pick, turn) => ({
      filters: { skills: [pick('skills', 60 + turn)], people_location: [pick('town', 12 + turn)] },
    }),
  },
  {
    name: 'two technologies together, one state, not two others',
    make: (pick, turn) => ({
      filters: {
        technographics: [pick('technographics', 25 + turn), pick('technographics', 40 + turn)],
        location: [at(states, turn)],
      },
      operators: { technographics: 'AND' },
      excluded: {
        technographics: [pick('technographics', 30 + turn), pick('technographics', 55 + turn)],
      },
    }),
  },
  {
    name: 'title phrase, industry, mobile',
    make: (pick, turn) => ({
      filters: {
        position: [pick('position.cleaned', 8 + turn)],
        industry: [pick('industry', 6 + turn)],
        has_mobile: ['Yes'],
      },
    }),
  },
  {
    name: 'keyword phrases, sizes, not one state',
    make: (pick, turn) => ({
      filters: {
        keywords: [pick('keywords', 20 + turn), pick('keywords', 45 + turn)],

        company_size: ['11-50', '51-200', '201-500'],
      },
      excluded: { location: [at(states, turn)] },
    }),
  },
  {
    name: 'ten filters',
    make: (pick, turn) => ({
      filters: {
        country: ['AU'],
        location: [at(states, turn), at(states, turn + 1)],
        industry: [pick('industry', turn), pick('industry', turn + 9), pick('industry', turn + 14)],
        company_size: ['11-50', '51-200', '201-500', '501-1000'],
        company_type: ['Private', 'Public listed', 'Public unlisted'],
        technographics: [0, 3, 6, 9].map((rank) => pick('technographics', rank + turn)),
        seniority: ['C-suite', 'Head', 'Director', 'Manager'],
        department: [0, 1, 2].map((rank) => pick('department', rank + turn)),
        has_work_email: ['Yes'],
        revenue: ['1-10M', '10-25M', '25-50M', '50-100M'],
      },
    }),
  },
  {
    name: 'words of a name and an employer',
    make: (_, turn) => ({
      search: ['ann man', 'jo mining', 'sarah con', 'mi gro', 'al tra'][turn] ?? '',
      filters: { country: [turn % 2 === 0 ? 'AU' : 'NZ'] },
    }),
  },
  {
    name: 'twelve towns, four seniorities, not one industry',
    make: (pick, turn) => ({
      filters: {
        people_location: Array.from({ length: 12 }, (_, rank) => pick('town', rank * 3 + turn)),
        seniority: ['Head', 'Director', 'VP/GM', 'Partner'],
      },
      excluded: { industry: [pick('industry', turn)] },
    }),
  },
  {
    name: 'companies: industries, sizes, state',
    category: 'company',
    make: (pick, turn) => ({
      filters: {
        industry: [pick('industry', turn), pick('industry', turn + 7)],
        company_size: ['51-200', '201-500'],
        location: [at(states, turn)],
      },
    }),
  },
  {
    name: 'companies: technology, revenue or unknown, newest first',
    category: 'company',
    sorting: [{ field: 'founded', order: 'desc' }],
    make: (pick, turn) => ({
      filters: {
        technographics: [pick('technographics', turn * 2)],
        revenue: ['1-10M', '10-25M'],
      },
      metadata: { includeUnknown: ['revenue'] },
    }),
  },
  {
    name: 'decision makers of a state by name',
    sorting: [{ field: 'name', order: 'asc' }],
    make: (_, turn) => ({
      filters: { people_location: [at(states, turn)], seniority: ['C-suite', 'Director', 'Head'] },
    }),
  },
  {
    name: 'one word of a title, one department',
    make: (pick, turn) => ({
      filters: {
        position: [['manager', 'engineer', 'director', 'officer', 'coordinator'][turn] ?? ''],
        department: [pick('department', turn), pick('department', turn + 5)],
      },
    }),
  },
  {
    name: 'four departments with email, not the smallest',
    make: (pick, turn) => ({
      filters: {
        department: [0, 2, 4, 6].map((rank) => pick('department', rank + turn)),
        has_email: ['Yes'],
      },
      excluded: { company_size: ['1-10'] },
    }),
  },
  {
    name: 'time in role, phone, by role start',
    sorting: [{ field: 'role_start', order: 'desc' }],
    make: (pick, turn) => ({
      filters: {
        current_role_duration: [
          pick('current_role_duration', turn),
          pick('current_role_duration', turn + 1),
        ],
        has_phone: ['Yes'],
      },
    }),
  },
  {
    name: 'three states, not government',
    make: (pick, turn) => ({
      filters: { location: [at(states, turn), at(states, turn + 1), at(states, turn + 2)] },
      excluded: { company_type: [pick('company_type', 2 + (turn % 3))] },
    }),
  },
  {
    name: 'a country but two industries',
    make: (pick, turn) => ({
      filters: { country: [turn === 4 ? 'NZ' : 'AU'] },
      excluded: { industry: [pick('industry', turn), pick('industry', turn + 3)] },
    }),
  },
  {
    name: 'sizes or revenue bands, broad',
    make: (pick, turn) => ({
      filters: {
        company_size: [0, 1, 2, 3].map((rank) => pick('company_size', rank + (turn % 3))),
        global_company_size: [0, 1, 2, 3, 4].map((rank) =>
          pick('global_company_size', rank + (turn % 2)),
        ),
      },
    }),
  },
  {
    name: 'companies of a country, largest first',
    category: 'company',
    make: (pick, turn) => ({
      filters: { country: ['AU', 'NZ'].slice(turn % 2) },
      excluded: { company_type: [pick('company_type', turn % 4)] },
    }),
  },
]

export const mixOf = async (
  engine: Pick<SearchEngine, 'search' | 'options'>,
): Promise<Variant[]> => {
  const values = new Map<string, string[]>()
  const fetchValues = async (
    category: Category,
    identifier: string,
    size: number,
  ): Promise<string[]> => {
    const request = { category, identifier, term: '', from: 0, size }
    return (await engine.options(request)).options.map((option) => option.value)
  }
  for (const identifier of [
    'skills',
    'technographics',
    'position.cleaned',
    'industry',
    'keywords',
    'department',
    'company_type',
    'company_size',
    'global_company_size',
    'current_role_duration',
  ])
    values.set(identifier, await fetchValues('people', identifier, 200))
  const locations = await fetchValues('people', 'people_location', 500)
  values.set(
    'town',
    locations.filter((location) => location.split('/').length === 3),
  )
  const largest = await engine.search({
    category: 'company',
    criteria: emptyCriteria,
    sorting: [],
    from: 0,
    size: 200,
  })
  values.set('company_id', largest.ids)
  const pick: PickValue = (identifier, rank) => {
    const list = values.get(identifier) ?? []
    return list[rank % Math.max(1, list.length)] ?? ''
  }
  return templates.flatMap(({ name, category = 'people', sorting = [], make }) =>
    [0, 1, 2, 3, 4].map((turn) => ({
      name,
      request: {
        category,
        sorting,
        criteria: { ...emptyCriteria, ...make(pick, turn) },
        from: 0,
        size: 25,
      },
    })),
  )
}
