import { officeBand } from '../../contract/search/bands.ts'
import type { Company, PostalAddress, Provenance } from '../../contract/records/records.ts'
import { nameKey } from '../entity-matching/name-keys.ts'
import { completeness } from './completeness.ts'
import type { Draft, Trust } from './importer.ts'
import { geocode, withoutGuessedPoint } from './addresses.ts'

export type Attribution = {
  source: string
  seenAt: string
  trust: Trust
  official: boolean
  /** This run has already written the record: of two rows of one file, the first wins. */
  again?: boolean
}

export const newCompany = (id: string, draft: Draft, attribution: Attribution): Company => {
  const company: Company = {
    ...blank(id),
    ...draft,
    ...(draft.hq && { hq: geocode(draft.hq) }),
    domains: draft.domain === undefined ? [] : [draft.domain],
    provenance: { '*': provenanceOf('*', attribution) },
  }
  for (const field of draftFields)
    if (
      (attribution.trust.fields?.[field] !== undefined || contactFields.has(field)) &&
      !isBlank(company[field])
    )
      company.provenance[field] = provenanceOf(field, attribution)
  company.quality = {
    completeness: completeness(company),
    ...(attribution.official && { verified_at: attribution.seenAt }),
  }
  return company
}

/** They name their source from the start, whichever source the record's other facts come from later. */
const contactFields: ReadonlySet<string> = new Set(['phones', 'mobiles', 'emails', 'social'])

/** 'confirmed': the same facts with a later date. */
export type Merged = { company: Company; outcome: 'same' | 'confirmed' | 'changed' }

/**
 * The same object without changes. A field changes when it was unknown, or the source has more confidence, or the same confidence
 * and a later date; lists only grow and no value is erased. An old name becomes a trading name, so that searches still find it.
 */
export const mergeInto = (company: Company, draft: Draft, attribution: Attribution): Merged => {
  const next: Company = { ...company, provenance: { ...company.provenance } }
  const seen: string[] = []
  let changed = false
  for (const key of draftFields) {
    const value = key === 'hq' && draft.hq ? withoutGuessedPoint(geocode(draft.hq)) : draft[key]
    // Registers spread a company over files, of which only the first has its name.
    if (value === undefined || value === '') continue
    const outcome = mergeField(key, company[key], value, wins(company, key, attribution))
    if (outcome === 'kept') {
      if (key === 'hq' && attribution.again === true && draft.hq)
        changed = addOffice(next, draft.hq) || changed
      continue
    }
    seen.push(key)
    if (outcome === 'same') continue
    changed = true
    Object.assign(next, { [key]: outcome.value })
  }
  settle(company, next)
  const noted = noteSeen(company, next, seen, attribution)
  if (!changed && !noted) return { company, outcome: 'same' }
  next.quality = {
    completeness: completeness(next),
    ...latest(company.quality.verified_at, attribution.official ? attribution.seenAt : undefined),
  }
  return { company: next, outcome: changed ? 'changed' : 'confirmed' }
}

const draftFields = [
  'name',
  'legal_name',
  'trading_names',
  'status',
  'register_status',
  'type',
  'abn',
  'acn',
  'nzbn',
  'lei',
  'domain',
  'website',
  'description',
  'logo_url',
  'industry',
  'company_size',
  'employees_local',
  'global_company_size',
  'employees_global',
  'revenue',
  'founded',
  'hq',
  'multiple_locations',
  'is_mnc',
  'phones',
  'mobiles',
  'emails',
  'social',
  'keywords',
  'services',
  'products',
  'b2b_vs_b2c',
  'target_market',
  'web_traffic',
  'job_posts',
  'reviews',
  'funding',
  'ticker',
  'gst_registered',
  'headcount_growth',
] as const satisfies readonly (keyof Draft)[]

type Outcome = 'same' | 'kept' | { value: unknown }

const mergeField = (field: string, known: unknown, incoming: unknown, wins: boolean): Outcome => {
  if (isBlank(known)) return isBlank(incoming) ? 'kept' : { value: incoming }
  if (Array.isArray(known) && Array.isArray(incoming)) {
    const listed = new Set<unknown>(known)
    const added = incoming.filter((item) => !listed.has(item))
    return added.length === 0 ? 'same' : { value: [...known, ...added].slice(0, 100) }
  }
  if (isParts(known) && isParts(incoming)) {
    const outcome = mergeParts(known, incoming, wins)
    // Pages on several networks are separate facts: a new address of one does not change the others.
    const apart = field === 'social' && typeof outcome === 'object'
    return apart ? { value: { ...known, ...incoming } } : outcome
  }
  if (known === incoming) return 'same'
  return wins ? { value: incoming } : 'kept'
}

/** Adds detail; keeps or replaces a contradicting value as a whole. */
const mergeParts = (
  known: Record<string, unknown>,
  incoming: Record<string, unknown>,
  wins: boolean,
): Outcome => {
  const keys = Object.keys(incoming).filter((key) => !isBlank(incoming[key]))
  const differs = keys.filter((key) => !isBlank(known[key]) && !isSame(known[key], incoming[key]))
  if (differs.length > 0) return wins ? { value: incoming } : 'kept'
  const added = keys.filter((key) => isBlank(known[key]))
  if (added.length === 0) return 'same'
  return { value: { ...known, ...Object.fromEntries(added.map((key) => [key, incoming[key]])) } }
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === 'unknown' ||
  (Array.isArray(value) && value.length === 0) ||
  (isParts(value) && Object.keys(value).length === 0)
const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

const wins = (company: Company, field: string, attribution: Attribution): boolean =>
  outranks(
    provenanceFor(company, field),
    attribution,
    attribution.trust.fields?.[fieldName(field)] ?? attribution.trust.base,
  )

/** More confidence, or the same and a later day; the same source may correct itself on a day. */
export const outranks = (
  before: Provenance | undefined,
  { source, seenAt, again }: Attribution,
  confidence: number,
): boolean => {
  if (before === undefined) return true
  if (confidence !== before.confidence) return confidence > before.confidence
  if (before.source === source && again !== true) return seenAt >= before.seen_at
  return seenAt > before.seen_at
}

const provenanceFor = (company: Company, field: string): Provenance | undefined =>
  company.provenance[field] ?? company.provenance['*']

const fieldName = (field: string): keyof Company =>
  draftFields.find((known) => known === field) ?? 'name'

const provenanceOf = (field: string, { source, seenAt, trust }: Attribution): Provenance => ({
  source,
  seen_at: seenAt,
  confidence: (field === '*' ? undefined : trust.fields?.[fieldName(field)]) ?? trust.base,
})

const noteSeen = (
  company: Company,
  next: Company,
  seen: readonly string[],
  attribution: Attribution,
): boolean => {
  const fresh = seen.filter((field) => isFresher(company, next, field, attribution))
  if (fresh.length === 0) return false
  const common = next.provenance['*']
  const covered = draftFields.filter(
    (field) => !isBlank(company[field]) && company.provenance[field] === undefined,
  )
  const allCovered = covered.length > 0 && covered.every((field) => fresh.includes(field))
  const renewed =
    common?.source === attribution.source &&
    common.confidence === attribution.trust.base &&
    allCovered
  if (renewed) next.provenance['*'] = provenanceOf('*', attribution)
  for (const field of fresh)
    if (!renewed || company.provenance[field] !== undefined || isBlank(company[fieldName(field)]))
      next.provenance[field] = provenanceOf(field, attribution)
  return true
}

/** For a new fact, a later date or more confidence. */
const isFresher = (
  company: Company,
  next: Company,
  field: string,
  attribution: Attribution,
): boolean => {
  const before = provenanceFor(company, field)
  if (before === undefined || company[fieldName(field)] !== next[fieldName(field)]) return true
  const { confidence } = provenanceOf(field, attribution)
  if (before.source === attribution.source)
    return (
      attribution.seenAt > before.seen_at ||
      (attribution.seenAt === before.seen_at && confidence !== before.confidence)
    )
  // Another source may know only a part of a list or an address.
  if (typeof company[fieldName(field)] === 'object') return false
  if (confidence !== before.confidence) return confidence > before.confidence
  return attribution.seenAt > before.seen_at
}

/** For a further row of the same company; returns whether the office was new. */
const addOffice = (next: Company, address: PostalAddress): boolean => {
  const offices =
    next.locations.length === 0 && next.hq ? [{ ...next.hq, is_hq: true }] : next.locations
  if (offices.some((office) => addressKey(office) === addressKey(address))) return false
  next.locations = [...offices, { ...geocode(address), is_hq: false }].slice(0, 500)
  next.multiple_locations = officeBand(next.locations.length)
  return true
}

const addressKey = ({ country, state, postcode, city, suburb, address }: PostalAddress): string =>
  [country, state, postcode, city, suburb, address].join('|').toLowerCase()

const settle = (company: Company, next: Company): void => {
  if (next.name !== company.name) {
    const others = next.trading_names.filter((name) => name !== next.name)
    const before = nameKey(company.name)
    const known = [next.name, ...others].some((name) => nameKey(name) === before)
    next.trading_names = known ? others : [company.name, ...others]
  }
  if (next.hq && next.hq !== company.hq) next.hq = geocode(next.hq)
  if (next.domain !== undefined && !next.domains.includes(next.domain))
    next.domains = [next.domain, ...next.domains]
}

const latest = (before: string | undefined, now: string | undefined): { verified_at?: string } => {
  const day = [before, now]
    .filter((each) => each !== undefined)
    .toSorted()
    .at(-1)
  return day === undefined ? {} : { verified_at: day }
}

const blank = (id: string): Omit<Company, 'name' | 'provenance'> => ({
  id,
  trading_names: [],
  status: 'unknown',
  domains: [],
  locations: [],
  phones: [],
  mobiles: [],
  emails: [],
  social: {},
  technographics: [],
  keywords: [],
  services: [],
  products: [],
  target_market: [],
  signals_90d: 0,
  quality: { completeness: 0 },
})
