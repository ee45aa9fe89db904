import * as z from 'zod/mini'
import { autocompletePageSize, listPageSize, maxTermLength, optionPageSize } from '../constants.ts'
import { memberEndpoint } from '../core/endpoint.ts'
import { uuidPattern } from '../core/ids.ts'
import { Criteria, Sorting } from './criteria.ts'
import { Category, CompanyView, PersonView, RecordView } from '../records/records.ts'

const size = (max: number, preset: number) =>
  z._default(z.int().check(z.minimum(1), z.maximum(max)), preset)
const from = z._default(z.int().check(z.minimum(0)), 0)
const numberInQuery = (schema: z.ZodMiniType<number, number | undefined>) =>
  z.pipe(
    z.transform((value) => (typeof value === 'string' && value !== '' ? Number(value) : value)),
    schema,
  )

const Option = z.object({ value: z.string(), label: z.string() })

/** Product 2.10. */
export const FilterEntry = z.object({
  identifier: z.string(),
  label: z.string(),
  category: Category,
  group: z.string(),
  type: z.string(),
  operators: z.array(z.enum(['OR', 'AND'])),
  searchable: z.boolean(),
  /** Of whole values (spec 5). */
  keyword: z.boolean(),
  levels: z.number(),
  preload: z.boolean(),
  options: z.optional(z.array(Option)),
  version: z.string(),
})
export type FilterEntry = z.infer<typeof FilterEntry>

/** `count` is how many records of the market have it; `parent` the level above. */
export const FilterOption = z.object({
  value: z.string(),
  label: z.string(),
  count: z.number(),
  parent: z.optional(z.string()),
  hasChildren: z.optional(z.boolean()),
})
export type FilterOption = z.infer<typeof FilterOption>

const Options = z.object({
  success: z.boolean(),
  total: z.number(),
  records: z.array(FilterOption),
})

export const AutocompleteRecord = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.optional(z.string()),
  position: z.optional(z.string()),
  location: z.optional(z.string()),
  category: Category,
  /** Its name matches with typos only. */
  fuzzy: z.optional(z.boolean()),
})
export type AutocompleteRecord = z.infer<typeof AutocompleteRecord>

const Autocomplete = z.object({
  success: z.boolean(),
  total: z.number(),
  records: z.array(AutocompleteRecord),
})

/** A town of the gazetteer with its centre; `value` as of the filter `location`. */
export const FoundTown = z.object({
  value: z.string(),
  label: z.string(),
  lat: z.number(),
  lng: z.number(),
})
export type FoundTown = z.infer<typeof FoundTown>

const autocompleteInput = z.object({
  q: z.string().check(z.maxLength(maxTermLength)),
  from: numberInQuery(from),
  size: numberInQuery(size(50, autocompletePageSize)),
})

/** Where the product's records are (spec 3). */
const Covered = z.enum(['AU', 'NZ'])

const Column = z.object({
  key: z.string(),
  label: z.string(),
  type: z.string(),
  sortable: z.boolean(),
  default: z.boolean(),
  locked: z.boolean(),
})

export const counted = {
  identifiers: z.array(z.string()).check(z.minLength(1), z.maxLength(16)),
  /** Filters with their own options need none. */
  values: z.optional(z.record(z.string(), z.array(z.string()).check(z.maxLength(300)))),
}

export const maxOnMap = 1_000

/** Where a record is shown on a map. */
export const OnMap = z.object({
  id: z.string(),
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
})
export type OnMap = z.infer<typeof OnMap>

/** By filter and option: the total with that option added. */
export const Counts = z.object({
  total: z.number(),
  counts: z.record(z.string(), z.record(z.string(), z.number())),
})

export const searchEndpoints = {
  filters: memberEndpoint({
    method: 'GET',
    path: '/filters',
    summary: 'The filters one can search with',
    input: z.object({ module: z._default(z.literal('core'), 'core') }),
    output: z.array(FilterEntry),
    gate: 'member',
    etag: true,
  }),
  filterOptions: memberEndpoint({
    method: 'GET',
    path: '/search/filter/options',
    summary: 'The options of a filter, of a large catalogue its first level',
    input: z.object({ identifier: z.string() }),
    output: Options,
    rate: 'options',
  }),
  searchFilterOptions: memberEndpoint({
    method: 'GET',
    path: '/search/filter/options/search',
    summary: 'Options of a filter that match a term; without a term the most frequent ones',
    input: z.object({
      identifier: z.string(),
      from: numberInQuery(from),
      size: numberInQuery(size(100, optionPageSize)),
      searchTerm: z._default(z.string().check(z.maxLength(maxTermLength)), ''),
      country: z.optional(z.enum(['AU', 'NZ', 'ALL'])),
    }),
    output: Options,
    rate: 'options',
  }),
  filterLevels: memberEndpoint({
    method: 'GET',
    path: '/search/filter/options/multi-level',
    summary:
      'One level of a multi-level filter: the top one, or the children of levelOneId (any option of a level above)',
    input: z.object({
      identifier: z.string(),
      from: numberInQuery(from),
      size: numberInQuery(size(100, optionPageSize)),
      searchTerm: z._default(z.string().check(z.maxLength(maxTermLength)), ''),
      country: z.optional(z.enum(['AU', 'NZ', 'ALL'])),
      levelOneId: z.optional(z.string()),
    }),
    output: Options,
    rate: 'options',
  }),
  /** Ext: what `metadata.near` can be set to. */
  searchTowns: memberEndpoint({
    method: 'GET',
    path: '/search/towns',
    summary: 'Towns and suburbs whose name or postcode starts with a term, the largest first',
    input: z.object({
      q: z._default(z.string().check(z.maxLength(maxTermLength)), ''),
      size: numberInQuery(size(50, 10)),
    }),
    output: z.object({ success: z.boolean(), total: z.number(), records: z.array(FoundTown) }),
    rate: 'options',
  }),
  /** Ext: labels for values that are ids of companies or people. */
  optionLabels: memberEndpoint({
    method: 'POST',
    path: '/search/filter/options/labels',
    summary: 'The labels of chosen values',
    input: z.object({
      identifier: z.string(),
      values: z.array(z.string()).check(z.maxLength(200)),
    }),
    output: z.object({
      labels: z.record(z.string(), z.string()),
      /** The level above each value of a multi-level filter that has one. */
      parents: z.optional(z.record(z.string(), z.string())),
    }),
    reads: true,
    rate: 'options',
  }),
  autocompleteCompanies: memberEndpoint({
    method: 'GET',
    path: '/search/autocomplete/companies',
    summary:
      'Companies whose name matches: exact, then prefix, then word prefix, then a slip of the finger',
    input: autocompleteInput,
    output: Autocomplete,
    rate: 'options',
  }),
  autocompletePeople: memberEndpoint({
    method: 'GET',
    path: '/search/autocomplete/people',
    summary:
      'People whose name matches: exact, then prefix, then word prefix, then a slip of the finger',
    input: autocompleteInput,
    output: Autocomplete,
    rate: 'options',
  }),
  records: memberEndpoint({
    method: 'POST',
    path: '/records',
    summary: 'One page of the records that meet the criteria, with the exact total',
    input: z.extend(Criteria, {
      category: Category,
      from,
      size: size(100, listPageSize),
      sorting: z._default(Sorting, []),
    }),
    output: z.object({
      success: z.boolean(),
      total: z.number(),
      from: z.number(),
      size: z.number(),
      records: z.array(RecordView),
      querySentence: z.string(),
      tookMs: z.number(),
      /** With metadata.radiusKm: the centres of the chosen locations. */
      centres: z.optional(z.array(z.object({ lat: z.number(), lng: z.number() }))),
    }),
    reads: true,
    rate: 'records',
  }),
  /** Ext: of several offices, the one that the row shows. */
  mapPoints: memberEndpoint({
    method: 'POST',
    path: '/records/map-points',
    summary: `Where the first ${maxOnMap} records of a search or list are, with the exact total`,
    input: z.extend(Criteria, {
      category: Category,
      /** Only its records. */
      list: z.optional(z.string().check(z.regex(uuidPattern))),
      sorting: z._default(Sorting, []),
    }),
    output: z.object({
      success: z.boolean(),
      total: z.number(),
      points: z.array(OnMap),
      /** How many of them have no known position. */
      unplaced: z.number(),
    }),
    reads: true,
    rate: 'records',
  }),
  /** Ext: the exact total with each requested option added; `none` is the total without changes. */
  counts: memberEndpoint({
    method: 'POST',
    path: '/records/counts',
    summary: 'How many results each further option of a filter would give',
    input: z.extend(Criteria, { category: Category, ...counted }),
    output: Counts,
    reads: true,
    rate: 'options',
  }),
  company: memberEndpoint({
    method: 'GET',
    path: '/records/company/{id}',
    summary: 'Everything about one company',
    input: z.object({ id: z.string() }),
    output: CompanyView,
    rate: 'records',
  }),
  person: memberEndpoint({
    method: 'GET',
    path: '/records/people/{id}',
    summary: 'Everything about one person',
    input: z.object({ id: z.string() }),
    output: PersonView,
    rate: 'records',
  }),
  register: memberEndpoint({
    method: 'POST',
    path: '/register/{category}',
    summary: 'Head-line counts and the columns of a category',
    input: z.object({ category: Category, countries: z._default(z.array(Covered), []) }),
    output: z.object({
      records: z.object({
        register: z.object({
          category: Category,
          countries: z.array(Covered),
          total: z.number(),
          /** By head office, or where a person is. */
          byCountry: z.record(z.string(), z.number()),
          coverage: z.object({ email: z.number(), mobile: z.number(), phone: z.number() }),
          columns: z.array(Column),
          sorts: z.array(z.string()),
          updatedAt: z.string(),
        }),
      }),
    }),
    gate: 'subscriber',
    reads: true,
  }),
}
