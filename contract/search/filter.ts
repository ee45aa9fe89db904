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
 * How a filter is answered and drawn.
 * bands and choice carry their options; catalogue is searched on the server; levels is a tree of the server's catalogues;
 * text matches words a person types; ids name records; boolean has the one value Yes.
 */
export type FilterKind = 'bands' | 'choice' | 'catalogue' | 'levels' | 'text' | 'ids' | 'boolean'

/** What a filter may look at besides the record: `today` is YYYY-MM-DD, for values that depend on the day. */
export type FilterContext = { today: string }

/** The parts a filter definition may leave out take these meanings: nothing preloaded, OR only, not searchable. */
export type FilterBase = {
  identifier: string
  label: string
  group: FilterGroup
  kind: FilterKind
  /** The criteria in plain English: 'in {values}', with the chosen labels joined in place of {values}. */
  phrase: string
  /** Its options are plain words and no names: in a sentence they begin small. */
  plain?: boolean
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

export const company = (filter: FilterBase & { values: Values<Company> }): CompanyFilter => ({
  ...filter,
  about: 'company',
})
export const people = (filter: FilterBase & { values: Values<Person> }): PeopleFilter => ({
  ...filter,
  about: 'people',
})

export const one = (value: string | undefined): string[] => (value === undefined ? [] : [value])
export const yes = (claim: boolean): string[] => (claim ? ['Yes'] : [])
export const yesNo: readonly Option[] = [
  { value: 'Yes', label: 'Yes' },
  { value: 'No', label: 'No' },
]
export const onlyYes: readonly Option[] = [{ value: 'Yes', label: 'Yes' }]
