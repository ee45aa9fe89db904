import type { Category, Company, Person, Place } from './records.ts'
import {
  companyBands,
  companyTypes,
  deliverabilities,
  departments,
  influencers,
  jobPostBands,
  markets,
  officeBands,
  ratingBands,
  revenueBands,
  roleDurations,
  seniorities,
  socialNetworks,
  targetMarkets,
  trafficBands,
  type Option,
} from './bands.ts'

export const filterGroups = [
  'Company',
  'Location',
  'Digital',
  'People',
  'Contact data',
  'Activity',
] as const
export type FilterGroup = (typeof filterGroups)[number]

/**
 * How a filter is answered and drawn.
 * bands and choice carry their options; catalogue is searched on the server; levels is a tree of the server's catalogues;
 * text matches words a person types; ids name records; boolean has the one value Yes.
 */
export type FilterKind = 'bands' | 'choice' | 'catalogue' | 'levels' | 'text' | 'ids' | 'boolean'

/** What a filter may look at besides the record: `today` is YYYY-MM-DD, for values that depend on the day. */
export type FilterContext = { today: string }

/** The parts a filter definition may leave out take these meanings: nothing preloaded, OR only, not searchable. */
type FilterBase = {
  identifier: string
  label: string
  group: FilterGroup
  kind: FilterKind
  /** The criteria in plain English: 'in {values}', with the chosen labels joined in place of {values}. */
  phrase: string
  options?: readonly Option[]
  /** Depth of the tree of a `levels` filter (product 2.10). */
  levels?: number
  /** A record can hold several values, so AND makes sense and is offered (spec 4). */
  and?: boolean
  searchable?: boolean
  preload?: boolean
  /** Option search runs from this many characters of the trimmed term on (spec 5). */
  minTerm?: number
  /** Part of the API and not of the panel. */
  hidden?: boolean
  /** Records without a value can be asked for with metadata.includeUnknown (product 2.10). */
  unknown?: boolean
}

type Values<Record> = (record: Record, context: FilterContext) => readonly string[]

export type CompanyFilter = FilterBase & { about: 'company'; values: Values<Company> }
export type PeopleFilter = FilterBase & { about: 'people'; values: Values<Person> }
/** What one's own organisation did with the record; the server resolves it per organisation. */
export type ActivityFilter = FilterBase & { about: 'activity' }
export type Filter = CompanyFilter | PeopleFilter | ActivityFilter

const one = (value: string | undefined): string[] => (value === undefined ? [] : [value])
const yes = (claim: boolean): string[] => (claim ? ['Yes'] : [])
const yesNo: readonly Option[] = [
  { value: 'Yes', label: 'Yes' },
  { value: 'No', label: 'No' },
]
const onlyYes: readonly Option[] = [{ value: 'Yes', label: 'Yes' }]

/** The values of a place: AU, AU/WA, AU/WA/Perth (city and suburb alike), AU/WA/Perth/6000. */
export const placeValues = (place: Place): string[] => {
  const values = [place.country]
  if (place.state === undefined) return values
  const state = `${place.country}/${place.state}`
  values.push(state)
  for (const town of new Set([place.city, place.suburb])) {
    if (town === undefined) continue
    values.push(`${state}/${town}`)
    if (place.postcode !== undefined) values.push(`${state}/${town}/${place.postcode}`)
  }
  return values
}

const company = (filter: FilterBase & { values: Values<Company> }): CompanyFilter => ({
  ...filter,
  about: 'company',
})
const people = (filter: FilterBase & { values: Values<Person> }): PeopleFilter => ({
  ...filter,
  about: 'people',
})

/** THE filter registry: every filter identifier of spec 3, once. The panel lists them in this order. */
export const filters: readonly Filter[] = [
  company({
    identifier: 'industry',
    label: 'Industry',
    group: 'Company',
    kind: 'levels',
    levels: 2,
    searchable: true,
    phrase: 'in {values}',
    values: (c) => (c.industry ? [c.industry.l1, ...one(c.industry.l2)] : []),
  }),
  company({
    identifier: 'company_size',
    label: 'Employees',
    group: 'Company',
    kind: 'bands',
    options: companyBands,
    preload: true,
    phrase: 'with {values} local employees',
    values: (c) => one(c.company_size),
  }),
  company({
    identifier: 'global_company_size',
    label: 'Employees worldwide',
    group: 'Company',
    kind: 'bands',
    options: companyBands,
    phrase: 'with {values} employees worldwide',
    values: (c) => one(c.global_company_size),
  }),
  company({
    identifier: 'revenue',
    label: 'Revenue',
    group: 'Company',
    kind: 'bands',
    options: revenueBands,
    preload: true,
    unknown: true,
    phrase: 'with revenue of {values}',
    values: (c) => one(c.revenue?.band),
  }),
  company({
    identifier: 'company_type',
    label: 'Company type',
    group: 'Company',
    kind: 'choice',
    options: companyTypes,
    phrase: 'of type {values}',
    values: (c) => one(c.type),
  }),
  company({
    identifier: 'multiple_locations',
    label: 'Number of locations',
    group: 'Company',
    kind: 'bands',
    options: officeBands,
    preload: true,
    phrase: 'with {values} locations',
    values: (c) => one(c.multiple_locations),
  }),
  company({
    identifier: 'is_mnc',
    label: 'Multinational',
    group: 'Company',
    kind: 'choice',
    options: yesNo,
    phrase: 'multinational: {values}',
    values: (c) => (c.is_mnc === undefined ? [] : [c.is_mnc ? 'Yes' : 'No']),
  }),
  company({
    identifier: 'b2b_vs_b2c',
    label: 'B2B or B2C',
    group: 'Company',
    kind: 'choice',
    options: markets,
    phrase: 'selling {values}',
    values: (c) => one(c.b2b_vs_b2c),
  }),
  company({
    identifier: 'target_market',
    label: 'Target market',
    group: 'Company',
    kind: 'choice',
    options: targetMarkets,
    and: true,
    phrase: 'selling to {values}',
    values: (c) => c.target_market,
  }),
  company({
    identifier: 'keywords',
    label: 'Keywords',
    group: 'Company',
    kind: 'text',
    searchable: true,
    minTerm: 2,
    and: true,
    phrase: 'about {values}',
    values: (c) => c.keywords,
  }),
  company({
    identifier: 'services',
    label: 'Services',
    group: 'Company',
    kind: 'text',
    searchable: true,
    and: true,
    phrase: 'offering {values}',
    values: (c) => c.services,
  }),
  company({
    identifier: 'products',
    label: 'Products',
    group: 'Company',
    kind: 'text',
    searchable: true,
    and: true,
    phrase: 'selling {values}',
    values: (c) => c.products,
  }),
  company({
    identifier: 'company_id',
    label: 'Company',
    group: 'Company',
    kind: 'ids',
    searchable: true,
    minTerm: 2,
    phrase: 'at {values}',
    values: (c) => [c.id],
  }),
  company({
    identifier: 'location',
    label: 'Company location',
    group: 'Location',
    kind: 'levels',
    levels: 4,
    searchable: true,
    and: true,
    phrase: 'located in {values}',
    values: (c) => [...new Set([...(c.hq ? [c.hq] : []), ...c.locations].flatMap(placeValues))],
  }),
  company({
    identifier: 'country',
    label: 'Country',
    group: 'Location',
    kind: 'choice',
    options: [
      { value: 'AU', label: 'Australia' },
      { value: 'NZ', label: 'New Zealand' },
    ],
    phrase: 'in {values}',
    values: (c) =>
      [...new Set([...(c.hq ? [c.hq] : []), ...c.locations].map((place) => place.country))].filter(
        (country) => country === 'AU' || country === 'NZ',
      ),
  }),
  company({
    identifier: 'hq_country',
    label: 'Headquarters country',
    group: 'Location',
    kind: 'catalogue',
    searchable: true,
    phrase: 'with headquarters in {values}',
    values: (c) => one(c.hq?.country),
  }),
  people({
    identifier: 'people_location',
    label: 'Person location',
    group: 'Location',
    kind: 'levels',
    levels: 4,
    searchable: true,
    phrase: 'based in {values}',
    values: (p) => (p.location ? placeValues(p.location) : []),
  }),
  company({
    identifier: 'technographics',
    label: 'Technologies',
    group: 'Digital',
    kind: 'levels',
    levels: 2,
    searchable: true,
    and: true,
    phrase: 'using {values}',
    values: (c) => [...new Set(c.technographics.flatMap((tech) => [tech.category, tech.name]))],
  }),
  company({
    identifier: 'web_traffic',
    label: 'Web traffic a month',
    group: 'Digital',
    kind: 'bands',
    options: trafficBands,
    phrase: 'with {values} web visits a month',
    values: (c) => one(c.web_traffic?.band),
  }),
  company({
    identifier: 'social_media',
    label: 'Social media',
    group: 'Digital',
    kind: 'choice',
    options: socialNetworks,
    and: true,
    phrase: 'on {values}',
    values: (c) => Object.keys(c.social),
  }),
  company({
    identifier: 'job_posts',
    label: 'Job posts',
    group: 'Digital',
    kind: 'bands',
    options: jobPostBands,
    phrase: 'with {values} job posts',
    values: (c, context) => jobPostValues(c.job_posts, context.today),
  }),
  company({
    identifier: 'reviews_and_ratings',
    label: 'Reviews and ratings',
    group: 'Digital',
    kind: 'bands',
    options: ratingBands,
    phrase: 'rated {values}',
    values: (c) => [ratingBand(c.reviews?.rating)],
  }),
  people({
    identifier: 'position',
    label: 'Position',
    group: 'People',
    kind: 'text',
    searchable: true,
    minTerm: 2,
    phrase: 'working as {values}',
    values: (p) => [p.position],
  }),
  people({
    identifier: 'position.cleaned',
    label: 'Normalised position',
    group: 'People',
    kind: 'catalogue',
    searchable: true,
    minTerm: 2,
    hidden: true,
    phrase: 'working as {values}',
    values: (p) => [p.position_cleaned],
  }),
  people({
    identifier: 'seniority',
    label: 'Seniority',
    group: 'People',
    kind: 'choice',
    options: seniorities,
    phrase: 'at {values} level',
    values: (p) => one(p.seniority),
  }),
  people({
    identifier: 'department',
    label: 'Department',
    group: 'People',
    kind: 'choice',
    options: departments,
    phrase: 'working in {values}',
    values: (p) => one(p.department),
  }),
  people({
    identifier: 'influencer',
    label: 'Role in a purchase',
    group: 'People',
    kind: 'choice',
    options: influencers,
    phrase: 'likely {values}',
    values: (p) => one(p.influencer),
  }),
  people({
    identifier: 'current_role_duration',
    label: 'Time in role',
    group: 'People',
    kind: 'bands',
    options: roleDurations,
    phrase: '{values} in their role',
    values: (p, context) => one(roleDuration(p.role_start, context.today)),
  }),
  people({
    identifier: 'skills',
    label: 'Skills',
    group: 'People',
    kind: 'text',
    searchable: true,
    minTerm: 2,
    and: true,
    phrase: 'skilled in {values}',
    values: (p) => p.skills,
  }),
  people({
    identifier: 'person_id',
    label: 'Person',
    group: 'People',
    kind: 'ids',
    searchable: true,
    minTerm: 2,
    phrase: 'named {values}',
    values: (p) => [p.id],
  }),
  people({
    identifier: 'has_email',
    label: 'Any email',
    group: 'Contact data',
    kind: 'boolean',
    options: onlyYes,
    phrase: 'with an email',
    values: (p) => yes(p.work_email !== undefined || p.personal_email !== undefined),
  }),
  people({
    identifier: 'has_work_email',
    label: 'Work email',
    group: 'Contact data',
    kind: 'boolean',
    options: onlyYes,
    phrase: 'with a work email',
    values: (p) => yes(p.work_email !== undefined),
  }),
  people({
    identifier: 'has_verified_email',
    label: 'Verified email',
    group: 'Contact data',
    kind: 'boolean',
    options: onlyYes,
    phrase: 'with a verified email',
    values: (p) => yes(p.work_email?.deliverability === 'Verified'),
  }),
  people({
    identifier: 'email_deliverability',
    label: 'Email deliverability',
    group: 'Contact data',
    kind: 'choice',
    options: deliverabilities,
    phrase: 'with a {values} email',
    values: (p) => one(p.work_email?.deliverability),
  }),
  people({
    identifier: 'has_phone',
    label: 'Any phone',
    group: 'Contact data',
    kind: 'boolean',
    options: onlyYes,
    phrase: 'with a phone number',
    values: (p) => yes(p.mobile !== undefined || p.direct_phone !== undefined),
  }),
  people({
    identifier: 'has_mobile',
    label: 'Mobile',
    group: 'Contact data',
    kind: 'boolean',
    options: onlyYes,
    phrase: 'with a mobile',
    values: (p) => yes(p.mobile !== undefined),
  }),
  people({
    identifier: 'has_dnd_phone',
    label: 'On the Do Not Call Register',
    group: 'Contact data',
    kind: 'boolean',
    options: onlyYes,
    phrase: 'on the Do Not Call Register',
    values: (p) => yes(p.mobile?.dnc.listed === 'yes'),
  }),
  company({
    identifier: 'has_company_phone',
    label: 'Company phone',
    group: 'Contact data',
    kind: 'boolean',
    options: onlyYes,
    phrase: 'with a company phone',
    values: (c) => yes(c.phones.length > 0),
  }),
  company({
    identifier: 'has_company_mobile',
    label: 'Company mobile',
    group: 'Contact data',
    kind: 'boolean',
    options: onlyYes,
    phrase: 'with a company mobile',
    values: (c) => yes(c.mobiles.length > 0),
  }),
  company({
    identifier: 'has_company_email',
    label: 'Company email',
    group: 'Contact data',
    kind: 'boolean',
    options: onlyYes,
    hidden: true,
    phrase: 'with a company email',
    values: (c) => yes(c.emails.length > 0),
  }),
  {
    identifier: 'cus-list',
    label: 'In a list',
    group: 'Activity',
    kind: 'catalogue',
    searchable: true,
    and: true,
    phrase: 'in the list {values}',
    about: 'activity',
  },
  {
    identifier: 'cus-downloaded',
    label: 'Downloaded',
    group: 'Activity',
    kind: 'boolean',
    options: onlyYes,
    phrase: 'downloaded by your organisation',
    about: 'activity',
  },
  {
    identifier: 'cus-pushed-enriched',
    label: 'Pushed or enriched',
    group: 'Activity',
    kind: 'boolean',
    options: onlyYes,
    phrase: 'pushed or enriched by your organisation',
    about: 'activity',
  },
]

const byIdentifier = new Map(filters.map((filter) => [filter.identifier, filter]))

/** The definition of a filter, or undefined when there is none of that identifier. */
export const filterOf = (identifier: string): Filter | undefined => byIdentifier.get(identifier)

/** Whether a filter narrows records of a category: company filters reach people through their employer. */
export const appliesTo = (filter: Filter, category: Category): boolean =>
  category === 'people' || filter.about !== 'people'

/** The words of a value: its option's label, the last part of a place, or the value itself. */
export const valueLabel = (filter: Filter, value: string): string => {
  const option = filter.options?.find((candidate) => candidate.value === value)
  if (option) return option.label
  if (filter.identifier === 'location' || filter.identifier === 'people_location')
    return placeLabel(value)
  return value
}

const countryNames = new Map([
  ['AU', 'Australia'],
  ['NZ', 'New Zealand'],
])
const stateNames = new Map([
  ['AU/NSW', 'New South Wales'],
  ['AU/VIC', 'Victoria'],
  ['AU/QLD', 'Queensland'],
  ['AU/WA', 'Western Australia'],
  ['AU/SA', 'South Australia'],
  ['AU/TAS', 'Tasmania'],
  ['AU/ACT', 'Australian Capital Territory'],
  ['AU/NT', 'Northern Territory'],
])

const placeLabel = (value: string): string => {
  const [country = '', state, town, postcode] = value.split('/')
  if (state === undefined) return countryNames.get(country) ?? country
  if (town === undefined) return stateNames.get(value) ?? state
  return postcode === undefined ? `${town}, ${state}` : `${town} ${postcode}, ${state}`
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** The time-in-role band on a day (product 2.10); undefined when the start is not known. */
export const roleDuration = (start: string | undefined, today: string): string | undefined => {
  if (start === undefined) return undefined
  const months = (dayNumber(today) - dayNumber(start)) / 30.4375
  const limits = [3, 6, 12, 24, 60, 120]
  const index = limits.findIndex((limit) => months < limit)
  return roleDurations[index === -1 ? limits.length : index]?.value
}

const jobPostValues = (posts: Company['job_posts'], today: string): string[] => {
  if (posts === undefined || posts.open < 1) return []
  const band =
    posts.open <= 5 ? '1-5' : posts.open <= 20 ? '6-20' : posts.open <= 50 ? '21-50' : '50+'
  const fresh = posts.newest_at !== undefined && dayNumber(today) - dayNumber(posts.newest_at) <= 30
  return [
    'Any',
    band,
    ...(fresh ? ['30d'] : []),
    ...Object.keys(posts.by_department).map((department) => `in/${department}`),
  ]
}

const ratingBand = (rating: number | undefined): string => {
  if (rating === undefined) return 'None'
  return rating >= 4.5 ? '4.5+' : rating >= 4 ? '4-4.4' : rating >= 3 ? '3-3.9' : '<3'
}
