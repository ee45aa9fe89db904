import fc from 'fast-check'
import { filters } from '../../../contract/search/filters.ts'
import { sorts, type Criteria, type Sorting } from '../../../contract/search/criteria.ts'
import { pastPosition, type SearchDoc } from '../../../contract/search/search-doc.ts'
import type { ActivitySets, SearchRequest } from '../../../server/search/engine.ts'
import type { Category } from '../../../contract/records/records.ts'

/** With many collisions: few ids, few values, many ties, terms that are parts of each other. */
const terms = [
  'an',
  'ann',
  'anna',
  'learning',
  'machine',
  'Élan',
  'ELAN',
  'o’neil',
  'O',
  'ß',
  '東京',
  'zz',
  '𝒜b',
  'ab',
]
const term = fc.constantFrom(...terms)
const phrase = fc
  .array(term, { minLength: 1, maxLength: 4 })
  .chain((parts) => fc.constantFrom(' ', '-', '  ', ' & ').map((glue) => parts.join(glue)))
const odd = fc.constantFrom('!!', '—', ' ', '&', '\uffff', '́')
const text = fc.oneof({ weight: 12, arbitrary: phrase }, { weight: 1, arbitrary: odd })

export const idOf = (number: number): string =>
  `${((number * 2654435761) % 4294967296).toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
const id = fc.nat(80).map(idOf)

const kindOf = (identifier: string) =>
  filters.find((filter) => filter.identifier === identifier)?.kind
const plainValue = fc.constantFrom(
  'a',
  'b',
  'c',
  'AU',
  'AU/WA',
  'AU/WA/Perth',
  'x & y',
  'Ω',
  'ÿ',
  '\uffff',
  '𝒜',
)
const valueOf = (identifier: string) =>
  kindOf(identifier) === 'text' || identifier === pastPosition
    ? text
    : kindOf(identifier) === 'ids'
      ? id
      : plainValue

/** More often a single term than stored values. */
const queryValueOf = (identifier: string) =>
  kindOf(identifier) === 'text' ? fc.oneof(term, text) : valueOf(identifier)

const searchable = filters.filter((filter) => filter.about !== 'activity')
const used = [
  'industry',
  'location',
  'keywords',
  'skills',
  'position',
  'position.cleaned',
  'revenue',
  'company_id',
  'has_email',
]
const identifier = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...used) },
  { weight: 1, arbitrary: fc.constantFrom(...searchable.map((filter) => filter.identifier)) },
)
const facets = fc
  .array(
    fc
      .oneof(
        { weight: 6, arbitrary: identifier },
        { weight: 1, arbitrary: fc.constant(pastPosition) },
      )
      .chain((name) =>
        fc.tuple(fc.constant(name), fc.array(valueOf(name), { maxLength: 5, size: 'max' })),
      ),
    { minLength: 8, maxLength: 16, size: 'max' },
  )
  .map((entries) => Object.fromEntries(entries))

const number = fc.oneof(fc.constant(null), fc.integer({ min: -1, max: 3 }), fc.constant(1.5))
const sortText = fc.oneof(
  fc.constant(null),
  fc.constantFrom('', 'a', 'ab', '２', '𝒜', '\uffff', 'z'),
)
const sortOf = (category: Category) =>
  category === 'company'
    ? fc.record(
        {
          employees: number,
          name: sortText,
          revenue: number,
          founded: number,
          verified_at: sortText,
          signal_count: number,
        },
        { requiredKeys: ['name'] },
      )
    : fc.record(
        {
          seniority: number,
          name: sortText,
          company: sortText,
          role_start: sortText,
          verified_at: sortText,
        },
        { requiredKeys: ['name'] },
      )
const latitude = fc.constantFrom(-90, -31.95, -31.950001, -31.9, -31.05, 0, 10, 90)
const longitude = fc.constantFrom(-180, -179.6, -90, -31.95, -31.9, 0, 10, 90, 179.8)
const point = fc.record({ lat: latitude, lng: longitude })

const category: fc.Arbitrary<Category> = fc.constantFrom('company', 'people')

export const doc: fc.Arbitrary<SearchDoc> = category.chain((category) =>
  fc
    .record({
      id,
      category: fc.constant(category),
      facets,
      names: fc.array(text, { maxLength: 3 }),
      text: fc.array(text, { maxLength: 2 }),
      sort: sortOf(category),
      points: fc.array(point, { maxLength: category === 'company' ? 4 : 1 }),
    })
    // Most records contain their own id, as ours do; some do not.
    .chain((draft) =>
      fc.integer({ min: 0, max: 9 }).map((luck) =>
        luck > 0
          ? {
              ...draft,
              facets: {
                ...draft.facets,
                [category === 'company' ? 'company_id' : 'person_id']: [draft.id],
              },
            }
          : draft,
      ),
    ),
)

const chosen = fc
  .array(
    fc
      .oneof(
        { weight: 6, arbitrary: fc.constantFrom(...used) },
        { weight: 1, arbitrary: identifier },
      )
      .chain((name) =>
        fc.tuple(fc.constant(name), fc.array(queryValueOf(name), { maxLength: 4, size: 'max' })),
      ),
    { maxLength: 2 },
  )
  .map((entries) => Object.fromEntries(entries))

const activityValue = fc.constantFrom('mine', 'yours', 'none')
const withActivity = (values: fc.Arbitrary<Record<string, string[]>>) =>
  fc
    .tuple(
      values,
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.array(activityValue, { minLength: 1, maxLength: 2 }) },
      ),
    )
    .map(([values, lists]) => (lists ? { ...values, 'cus-list': lists } : values))
export const activity: fc.Arbitrary<ActivitySets> = fc
  .record({
    mine: fc.uniqueArray(id, { maxLength: 30 }),
    yours: fc.uniqueArray(id, { maxLength: 30 }),
  })
  .map((sets) => ({ 'cus-list': sets }))

const query = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: text },
  { weight: 2, arbitrary: text.map((whole) => whole.slice(0, 3)) },
)

export const criteria: fc.Arbitrary<Criteria> = withActivity(chosen).chain((filters) =>
  fc.record({
    filters: fc.constant(filters),
    operators: fc
      .subarray(Object.keys(filters))
      .map((names) => Object.fromEntries(names.map((name) => [name, 'AND' as const]))),
    excluded: withActivity(
      fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: chosen }),
    ),
    search: query,
    metadata: fc.record(
      {
        includePast: fc.boolean(),
        includeUnknown: fc.subarray(['revenue', 'position', 'industry', 'company_id', 'cus-list']),
        near: fc.record(
          { lat: latitude, lng: longitude, withinKm: fc.constantFrom(1, 5, 6, 20, 100) },
          { requiredKeys: ['lat', 'lng'] },
        ),
      },
      { requiredKeys: [] },
    ),
  }),
)

const sortingOf = (category: Category): fc.Arbitrary<Sorting> =>
  fc.oneof(
    fc.constant<Sorting>([]),
    fc
      .tuple(fc.constantFrom(...sorts[category]), fc.constantFrom('asc' as const, 'desc' as const))
      .map(([field, order]) => [{ field, order }]),
  )

const also = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.oneof(
        fc.record({ values: chosen }),
        fc.record({ values: chosen, not: fc.constant<true>(true) }),
      ),
      { minLength: 1, maxLength: 2 },
    ),
  },
)

export const request: fc.Arbitrary<SearchRequest> = category.chain((category) =>
  fc.record({
    category: fc.constant(category),
    criteria,
    sorting: sortingOf(category),
    from: fc.oneof(fc.constant(0), fc.nat(70)),
    size: fc.constantFrom(10, 100, 3),
    activity,
    also,
  }),
)

type Change =
  | { kind: 'upsert'; docs: SearchDoc[] }
  | { kind: 'remove'; category: Category; ids: string[] }
  | { kind: 'tidy' }

/** A replacement reads the world after some of the changes that arrive during it. */
export type Step =
  | Change
  | { kind: 'reload' }
  | { kind: 'replacement'; during: Change[]; readAfter: number }

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('upsert' as const),
      docs: fc.array(doc, { maxLength: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      category,
      ids: fc.array(id, { maxLength: 10 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tidy' as const) }) },
)

export const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: change },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('replacement' as const),
          during: fc.array(change, { maxLength: 4 }),
          readAfter: fc.nat(4),
        }),
      },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .chain((later) =>
    fc
      .array(doc, { minLength: 30, maxLength: 80, size: 'max' })
      .map((docs): Step[] => [{ kind: 'upsert', docs }, ...later]),
  )
