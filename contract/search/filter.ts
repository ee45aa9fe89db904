import type { Option } from './bands.ts'
import type { Company, Person } from '../records/records.ts'

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
 * bands and choice have fixed options; catalogue is searched on the server; levels is a tree of catalogues; text matches typed
 * words; ids name records; boolean has the single value Yes.
 */
export type FilterKind = 'bands' | 'choice' | 'catalogue' | 'levels' | 'text' | 'ids' | 'boolean'

/** For values that depend on the day, YYYY-MM-DD. */
export type FilterContext = { today: string }

/** By default OR only, not searchable. */
export type FilterBase = {
  identifier: string
  label: string
  group: FilterGroup
  kind: FilterKind
  /** In plain English: 'in {values}', where {values} becomes the chosen labels. */
  phrase: string
  /** A sentence writes its options in lower case. */
  plain?: boolean
  options?: readonly Option[]
  /** Depth of the tree of a `levels` filter (product 2.10). */
  levels?: number
  /** A record can have several values, so AND is offered (spec 4). */
  and?: boolean
  searchable?: boolean
  /** Matches whole values that a search finds (spec 5, keyword-type). */
  keyword?: boolean
  /** Of the trimmed term (spec 5). */
  minTerm?: number
  /** In the API, but not in the panel. */
  hidden?: boolean
  /** metadata.includeUnknown includes records without a value (product 2.10). */
  unknown?: boolean
}

type CompanyValues = (company: Company, context: FilterContext) => readonly string[]
/** `country`: of the employer's office that a person without a location belongs to. */
type PersonValues = (
  person: Person,
  context: FilterContext,
  country: string | undefined,
) => readonly string[]

/** By default people have the values of their employer and the phrase of companies. */
type OfPeople = { ofPeople?: { phrase: string; values?: PersonValues } }

export type CompanyFilter = FilterBase & OfPeople & { about: 'company'; values: CompanyValues }
export type PeopleFilter = FilterBase & { about: 'people'; values: PersonValues }
/** The server resolves it. */
export type ActivityFilter = FilterBase & { about: 'activity' }
export type Filter = CompanyFilter | PeopleFilter | ActivityFilter

export const company = (
  filter: FilterBase & OfPeople & { values: CompanyValues },
): CompanyFilter => ({
  ...filter,
  about: 'company',
})
export const people = (filter: FilterBase & { values: PersonValues }): PeopleFilter => ({
  ...filter,
  about: 'people',
})

export const optionalValue = (value: string | undefined): string[] =>
  value === undefined ? [] : [value]
export const yes = (claim: boolean): string[] => (claim ? ['Yes'] : [])
export const yesNo: readonly Option[] = [
  { value: 'Yes', label: 'Yes' },
  { value: 'No', label: 'No' },
]
export const onlyYes: readonly Option[] = [{ value: 'Yes', label: 'Yes' }]
