import fc from 'fast-check'
import { api, type EndpointName } from '../../../contract/api.ts'
import { pageSizes, sorts } from '../../../contract/search/criteria.ts'
import { mutates, pathKeys, type Endpoint } from '../../../contract/core/endpoint.ts'
import { filters } from '../../../contract/search/filters.ts'
import { harbour } from '../app.ts'
import { sampleOf } from '../sample.ts'
import { crmInputs } from './crm.ts'
import { downloadInputs } from './downloads.ts'
import { exchangeInputs, seededUploadIds } from './uploads.ts'
import { contentTypes, rawBodies, rawQueries } from './raw.ts'
import { privacyInputs } from './do-not-call.ts'
import { seededIds, savedInputs } from './saved-work.ts'
import { signalInputs } from './signals.ts'

export type HostileRequest = {
  name: EndpointName
  url: string
  method: Endpoint['method']
  headers: Record<string, string>
  payload: string | undefined
}

/** JSON can hold it and JavaScript cannot. */
const tooBig = '@1e309@'

const mostly = <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 11, arbitrary: good }, { weight: 1, arbitrary: bad })

const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
/** These are refused everywhere, so they must be rare. */
const fatalTexts = ['\0', 'a\0b', '\ud800', 'x\udfffy']
const oddTexts = [
  '',
  ' ',
  '\uffff',
  '\u202eabc',
  '𝒜𐍈🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'İıſßﷺ',
  'é'.repeat(60),
  'ﷺ'.repeat(120),
  '(a+)+$',
  '^(?:.*){99}[',
  '\\',
  "'; --",
  '%',
  '%25%00',
  '../../etc/passwd',
  'AU/WA/Perth/6000/1/2/3',
  '/',
  '//',
  'AU/',
  'x'.repeat(119),
  'x'.repeat(120),
  'x'.repeat(121),
  'supercalifragilistic'.repeat(500),
  '9'.repeat(400),
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-ffff-ffff-ffff-ffffffffffff',
  ...names,
]
const numbers = [
  0,
  -0,
  -1,
  0.5,
  1e-320,
  9990,
  10_000,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  1e21,
  -1e308,
  tooBig,
]

const text = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 20, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 20, arbitrary: fc.string({ unit: 'grapheme', maxLength: 130 }) },
  { weight: 1, arbitrary: fc.constantFrom(...fatalTexts) },
)
const number = fc.constantFrom(...numbers)
const nested = fc
  .constantFrom(3, 19, 20, 21, 1000)
  .map((levels) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown)
const junk: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 3 }),
  fc.array(text, { maxLength: 3 }),
  fc.tuple(text, text).map(([key, value]) => Object.fromEntries([[key, value]])),
  nested,
)

/** '__proto__' included on request. */
const keyed = <T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>, most: number) =>
  fc
    .array(fc.tuple(key, value), { maxLength: most })
    .map((entries) => Object.fromEntries(entries) as Record<string, T>)

const identifiers = filters.map(({ identifier }) => identifier)
const identifier = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...identifiers) },
  { weight: 1, arbitrary: fc.constantFrom(...names, '', '~/~1', 'x'.repeat(10_000)) },
)
const known = [
  ...filters.flatMap(({ options = [] }) => options.map(({ value }) => value)),
  'AU',
  'NZ',
  'AU/WA/Perth',
  'AU/VIC/Melbourne/3000',
  'Construction',
]
const plausible = fc.oneof(fc.constantFrom(...known), fc.uuid(), fc.constant('Director'))
const value = fc.oneof({ weight: 5, arbitrary: plausible }, { weight: 1, arbitrary: text })
const values = fc.oneof(
  { weight: 6, arbitrary: fc.array(value, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<string[]>(
      [],
      Array.from({ length: 200 }, () => 'AU'),
    ),
  },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 201 }, (_, n) => `v${n}`)) },
)
const fitting = fc.constantFrom(...filters).chain((filter) => {
  const own = filter.options?.map((option) => option.value) ?? []
  const isLocation = filter.identifier === 'location' || filter.identifier === 'people_location'
  const filterValue =
    own.length > 0
      ? fc.constantFrom(...own)
      : isLocation
        ? fc.constantFrom('AU', 'AU/WA', 'AU/WA/Perth', 'AU/VIC/Melbourne', 'NZ', 'NZ/Auckland')
        : filter.kind === 'ids'
          ? fc.uuid()
          : fc.constantFrom('manager', seededIds.list, seededIds.search, ...names)
  return fc.tuple(fc.constant(filter.identifier), fc.array(filterValue, { maxLength: 5 }))
})
const chosen = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .array(fitting, { maxLength: 3 })
      .map((entries) => Object.fromEntries(entries) as Record<string, string[]>),
  },
  { weight: 1, arbitrary: keyed(identifier, values, 5) },
)
const near = fc.record({
  lat: mostly(fc.constantFrom(90, -90, 0, -0, 5e-324), fc.constantFrom(90.0001, tooBig, 'x')),
  lng: mostly(fc.constantFrom(180, -180, 0, 115.86), fc.constantFrom(-180.1, tooBig)),
})
const operator = mostly(fc.constantFrom('AND', 'OR'), fc.constant('XOR'))
const criteria = {
  filters: chosen,
  operators: keyed(fc.constantFrom(...identifiers, 'toString'), operator, 3),
  excluded: chosen,
  search: mostly(fc.constantFrom('building group', 'smth', 'a b c d e f g h', '(a+)+$', ''), text),
  metadata: fc.record(
    {
      radiusKm: mostly(fc.constantFrom(1, 100, 1.5), fc.constantFrom(0, 101, -1, tooBig, '5')),
      includeUnknown: mostly(fc.constant(['revenue']), fc.constant(names)),
      includePast: mostly(fc.boolean(), fc.constant('yes')),
      near,
    },
    { requiredKeys: [] },
  ),
}
const category = mostly(
  fc.constantFrom('people', 'people', 'company'),
  fc.constantFrom('planets', '__proto__'),
)
const from = mostly(fc.constantFrom(0, 10, 9900, 9990), number)
const size = mostly(fc.constantFrom(...pageSizes, 1), number)
const field = mostly(fc.constantFrom(...sorts.people), fc.constantFrom(...sorts.company, ...names))
const order = mostly(fc.constantFrom('asc', 'desc'), fc.constant('up'))
const sorting = fc.array(fc.record({ field, order }), { maxLength: 1 })
const term = fc.oneof(text, fc.constantFrom('gro', 'buildin', 'smtih', 'pert', 'a', 'man'))
const country = mostly(fc.constantFrom('AU', 'NZ', 'ALL'), fc.constantFrom('au', ''))
const path = fc.constantFrom<unknown>('AU', 'AU/WA', 'Construction', '/', 'AU//', ...names)
const id = fc.oneof(fc.uuid(), text)
const orgId = fc.oneof(
  { weight: 4, arbitrary: fc.constant<unknown>(harbour.id) },
  { weight: 1, arbitrary: id },
)

const options = { identifier, from, size, searchTerm: term, country }
const intelligence = fc.record(
  {
    products: fc.array(fc.record({ name: text, does: text }), { maxLength: 2 }),
    idealCustomer: fc.record(
      { sizes: values, regions: values, must: chosen, never: chosen },
      { requiredKeys: [] },
    ),
    competitors: values,
  },
  { requiredKeys: [] },
)

const first = mostly(fc.constantFrom(1, 25, 10_000), number)
const source = mostly(
  fc.oneof(
    fc.record({
      kind: fc.constant('ids'),
      ids: fc.array(fc.uuid(), { minLength: 1, maxLength: 4 }),
    }),
    fc.record(
      { ...criteria, sorting, first, kind: fc.constant('search') },
      { requiredKeys: ['kind', 'first'] },
    ),
    fc.record(
      {
        ...criteria,
        sorting,
        first,
        kind: fc.constant('list'),
        listId: mostly(fc.constantFrom(seededIds.list, seededIds.search), text),
      },
      { requiredKeys: ['kind', 'listId', 'first'] },
    ),
    fc.record({
      kind: fc.constant('upload'),
      uploadId: fc.oneof(fc.uuid(), fc.constantFrom(...seededUploadIds)),
      fromRow: mostly(fc.constantFrom(1, 2, 100_000), number),
    }),
  ),
  junk,
)

type Input = fc.Arbitrary<Record<string, unknown>>

const goodInputs: Partial<Record<EndpointName, Input>> = {
  ...savedInputs({ text, number, category, criteria, sorting, mostly }),
  ...signalInputs({ text, number, mostly }),
  ...crmInputs({ text, number, category, mostly }),
  platformFeatures: fc.constant({}),
  configs: fc.constant({}),
  customerFeatures: fc.constant({}),
  customerInfo: fc.constant({}),
  customerMetadata: fc.constant({}),
  homepage: fc.constant({}),
  feedback: fc.record({
    kind: fc.constantFrom<unknown>('bug', 'idea', 'data', 'praise', 'toString'),
    message: fc.oneof(text, fc.constant('x'.repeat(2000))),
    page: fc.oneof(text, fc.constant('/dashboard')),
    recordId: text,
  }),
  updateCountry: fc.record({ orgId, data: fc.record({ defaultCountry: country }) }),
  updateCustomer: fc.record({
    data: fc.record(
      {
        name: mostly(fc.constantFrom('Harbour', ' x '), text),
        website: mostly(fc.constantFrom('https://harbour.example', null), text),
        billingEmail: mostly(fc.constantFrom('bills@harbour.example', null), text),
        policies: fc.record(
          {
            dncPolicy: mostly(fc.constantFrom('hide', 'flag'), fc.constant('call')),
            offlineGraceHours: mostly(fc.constantFrom(1, 72, 168), number),
            crmActivities: mostly(fc.boolean(), number),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
  }),
  setMemberCap: fc.record({
    userId: fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>('user_alex') }, text),
    cap: mostly(fc.constantFrom(0, 200, 1_000_000, null), number),
    disabled: mostly(fc.constantFrom([], ['push'], ['push', 'push', 'enrich']), junk),
  }),
  activePlan: fc.record({ orgId }),
  customerProduct: fc.record(
    {
      return: mostly(fc.constant('active-plan'), text),
      bucketId: mostly(fc.constantFrom('bkt_trial', 'bkt_growth', 'bkt_none'), text),
      billingCountry: mostly(fc.constantFrom('AU', 'NZ'), country),
    },
    { requiredKeys: [] },
  ),
  checkout: fc.record(
    {
      price: mostly(fc.constantFrom('bkt_growth_au_month', 'price_1'), text),
      orgId,
      isTrialMode: mostly(fc.boolean(), fc.constant('yes')),
      userCount: mostly(fc.constantFrom(1, 3, 10_000), number),
      isAnnual: mostly(fc.boolean(), junk),
      isCouponApplied: mostly(fc.boolean(), junk),
      billingCountry: mostly(fc.constantFrom('AU', 'NZ'), country),
    },
    { requiredKeys: ['orgId', 'isTrialMode'] },
  ),
  credits: fc.constant({}),
  ledger: fc.record(
    {
      from,
      size,
      kind: mostly(fc.constantFrom('grant', 'commit'), text),
      userId: text,
      requestId: id,
    },
    { requiredKeys: [] },
  ),
  ledgerRecords: fc.record({ id, from, size }, { requiredKeys: ['id'] }),
  creditsUsage: fc.record(
    { days: mostly(fc.constantFrom(7, 90, 366), number) },
    { requiredKeys: [] },
  ),
  ...downloadInputs({ text, number, category, source, mostly }),
  ...exchangeInputs({ text, number, category, mostly }),
  estimate: fc.record({ category, source }),
  recordIds: fc.record({ category, source }),
  reveal: fc.record({
    category,
    ids: mostly(fc.array(fc.uuid(), { minLength: 1, maxLength: 4 }), junk),
    agreed: mostly(fc.constantFrom(0, 1, 10_000), number),
  }),
  ...privacyInputs({ text, number, id, mostly, from, size }),
  filters: fc.record({ module: mostly(fc.constant('core'), text) }),
  filterOptions: fc.record({ identifier }),
  searchFilterOptions: fc.record(options, { requiredKeys: ['identifier'] }),
  filterLevels: fc.record(
    {
      ...options,
      identifier: mostly(fc.constantFrom('location', 'industry', 'technographics'), identifier),
      levelOneId: path,
    },
    { requiredKeys: ['identifier'] },
  ),
  parsePrompt: fc.record({
    prompt: fc.oneof(text, fc.constantFrom('builders in Perth over 50 staff', 'x'.repeat(500))),
    category,
    country,
  }),
  accountIntelligencePreview: fc.record({ config: intelligence }),
  accountIntelligence: fc.record({ version: mostly(fc.constant(1), text) }, { requiredKeys: [] }),
  changeAccountIntelligence: fc.record({
    config: intelligence,
    version: fc.integer({ min: -1, max: 3 }),
  }),
  optionLabels: fc.record({ identifier, values: fc.oneof(values, fc.array(text)) }),
  autocompleteCompanies: fc.record({ q: term, from, size }, { requiredKeys: ['q'] }),
  autocompletePeople: fc.record({ q: term, from, size }, { requiredKeys: ['q'] }),
  records: fc.record(
    { ...criteria, category, from, size, sorting },
    { requiredKeys: ['category'] },
  ),
  counts: fc.record(
    {
      ...criteria,
      category,
      identifiers: fc.array(identifier, { minLength: 1, maxLength: 3 }),
      values: chosen,
    },
    { requiredKeys: ['category', 'identifiers'] },
  ),
  company: fc.record({ id }),
  person: fc.record({ id }),
  register: fc.record({ category, countries: fc.array(value, { maxLength: 3 }) }),
}

const anyInput = (name: EndpointName): Input => {
  const { input } = api[name]
  const keys = 'shape' in input ? Object.keys(input.shape) : []
  const random = fc.record(
    Object.fromEntries(keys.map((key) => [key, fc.oneof(text, number, junk)])),
  )
  // An object's sample is an object.
  const valid = sampleOf(input) as Record<string, unknown>
  return fc.oneof({ weight: 3, arbitrary: fc.constant(valid) }, { weight: 1, arbitrary: random })
}

export const arbitraryInput = (name: EndpointName): Input => goodInputs[name] ?? anyInput(name)

const spoil = (input: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> => {
  const key = fc.constantFrom(...Object.keys(input), 'extra')
  return keyed(fc.oneof({ weight: 6, arbitrary: key }, text), junk, 2).map((change) =>
    Object.fromEntries([...Object.entries(input), ...Object.entries(change)]),
  )
}

const stringify = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll(tooBig, '1e309') : (JSON.stringify(value) ?? '')
const encode = (value: string): string => encodeURIComponent(value.toWellFormed())
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll(`"${tooBig}"`, '1e309')

export const encodeRequest = (
  name: EndpointName,
  input: Record<string, unknown>,
  raw: { query: string | null; body: string | null; type: string; key: string },
): HostileRequest => {
  const promise: Endpoint = api[name]
  const inPath = new Set(pathKeys(promise.path))
  const at = promise.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encode(stringify(input[key])),
  )
  const rest = Object.entries(input).filter(([key]) => !inPath.has(key))
  const reading = promise.method === 'GET'
  const query = reading
    ? rest
        .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((v) => [key, v]))
        .map(([key, value]) => `${encode(String(key))}=${encode(stringify(value))}`)
        .join('&')
    : ''
  const queryString = reading ? (raw.query ?? query) : query
  return {
    name,
    url: `/api${at}${queryString === '' ? '' : `?${queryString}`}`,
    method: promise.method,
    headers: {
      ...(reading ? {} : { 'content-type': raw.type }),
      ...(mutates(promise) ? { 'idempotency-key': raw.key } : {}),
    },
    payload: reading ? undefined : (raw.body ?? jsonOf(Object.fromEntries(rest))),
  }
}

const seldom = <T>(items: readonly T[], odds: number): fc.Arbitrary<T | null> =>
  fc.oneof(
    { weight: odds - 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...items) },
  )

export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .constantFrom(...(Object.keys(api) as EndpointName[]), 'records', 'records', 'counts')
  .chain((name) =>
    fc
      .oneof(
        { weight: 4, arbitrary: arbitraryInput(name) },
        { weight: 1, arbitrary: arbitraryInput(name).chain(spoil) },
      )
      .chain((input) =>
        fc
          .record({
            query: seldom(rawQueries, 8),
            body: seldom(rawBodies, 8),
            type: seldom(contentTypes, 12).map((type) => type ?? 'application/json'),
            key: fc.oneof({ weight: 9, arbitrary: fc.uuid() }, text.map(encode)),
          })
          .map((raw) => encodeRequest(name, input, raw)),
      ),
  )
