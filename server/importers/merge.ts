import { officeBand } from '../../contract/search/bands.ts'
import type { Company, Place, Provenance } from '../../contract/records/records.ts'
import { nameKey } from '../entity-matching/name-keys.ts'
import { completeness } from './completeness.ts'
import type { Draft, Trust } from './importer.ts'
import { located, withoutGuessedPoint } from './places.ts'

/** Who says it, for which day, and how far they are believed. */
export type Telling = {
  source: string
  seenAt: string
  trust: Trust
  official: boolean
  /** This run has written the record before: of two rows of one file the first one's word stands. */
  again?: boolean
}

/** A company none of whose kind is known yet. */
export const newCompany = (id: string, draft: Draft, told: Telling): Company => {
  const company: Company = {
    ...blank(id),
    ...draft,
    ...(draft.hq && { hq: located(draft.hq) }),
    domains: draft.domain === undefined ? [] : [draft.domain],
    provenance: { '*': provenanceOf('*', told) },
  }
  for (const field of draftFields)
    if (told.trust.fields?.[field] !== undefined && !isBlank(company[field]))
      company.provenance[field] = provenanceOf(field, told)
  company.quality = {
    completeness: completeness(company),
    ...(told.official && { verified_at: told.seenAt }),
  }
  return company
}

/** 'confirmed': nothing new is said, but for a later day than before. */
export type Merged = { company: Company; outcome: 'same' | 'confirmed' | 'changed' }

/**
 * The company with what the draft adds or changes: the very same object when nothing does. A field is taken when it was not known,
 * when the teller is believed more than the one before, or as much and later; lists only grow; nothing known is ever erased.
 * Whatever is said again carries the later day. An old name moves to the trading names, so that it is still found.
 */
export const mergeInto = (company: Company, draft: Draft, told: Telling): Merged => {
  const next: Company = { ...company, provenance: { ...company.provenance } }
  const seen: string[] = []
  let changed = false
  for (const key of draftFields) {
    const value = key === 'hq' && draft.hq ? withoutGuessedPoint(located(draft.hq)) : draft[key]
    if (value === undefined) continue
    const outcome = merged(key, company[key], value, wins(company, key, told))
    if (outcome === 'kept') {
      if (key === 'hq' && told.again === true && draft.hq)
        changed = addOffice(next, draft.hq) || changed
      continue
    }
    seen.push(key)
    if (outcome === 'same') continue
    changed = true
    Object.assign(next, { [key]: outcome.value })
  }
  settle(company, next)
  const noted = noteSeen(company, next, seen, told)
  if (!changed && !noted) return { company, outcome: 'same' }
  next.quality = {
    completeness: completeness(next),
    ...latest(company.quality.verified_at, told.official ? told.seenAt : undefined),
  }
  return { company: next, outcome: changed ? 'changed' : 'confirmed' }
}

const draftFields = [
  'name',
  'legal_name',
  'trading_names',
  'status',
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

const merged = (field: string, known: unknown, told: unknown, wins: boolean): Outcome => {
  if (isBlank(known)) return isBlank(told) ? 'kept' : { value: told }
  if (Array.isArray(known) && Array.isArray(told)) {
    const listed = new Set<unknown>(known)
    const added = told.filter((item) => !listed.has(item))
    return added.length === 0 ? 'same' : { value: [...known, ...added].slice(0, 100) }
  }
  if (isParts(known) && isParts(told)) {
    const outcome = mergedParts(known, told, wins)
    // Pages on several networks are facts of their own: one that moved does not take the others along.
    const apart = field === 'social' && typeof outcome === 'object'
    return apart ? { value: { ...known, ...told } } : outcome
  }
  if (known === told) return 'same'
  return wins ? { value: told } : 'kept'
}

/** An address or an industry: what only makes it more exact is added; where it disagrees it is another one, taken or left whole. */
const mergedParts = (
  known: Record<string, unknown>,
  told: Record<string, unknown>,
  wins: boolean,
): Outcome => {
  const keys = Object.keys(told).filter((key) => !isBlank(told[key]))
  const differs = keys.filter((key) => !isBlank(known[key]) && !alike(known[key], told[key]))
  if (differs.length > 0) return wins ? { value: told } : 'kept'
  const added = keys.filter((key) => isBlank(known[key]))
  if (added.length === 0) return 'same'
  return { value: { ...known, ...Object.fromEntries(added.map((key) => [key, told[key]])) } }
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === 'unknown' ||
  (Array.isArray(value) && value.length === 0) ||
  (isParts(value) && Object.keys(value).length === 0)
const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const alike = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

const wins = (company: Company, field: string, told: Telling): boolean => {
  const before = provenanceFor(company, field)
  if (before === undefined) return true
  const confidence = told.trust.fields?.[fieldName(field)] ?? told.trust.base
  if (confidence !== before.confidence) return confidence > before.confidence
  if (before.source === told.source && told.again !== true) return told.seenAt >= before.seen_at
  return told.seenAt > before.seen_at
}

const provenanceFor = (company: Company, field: string): Provenance | undefined =>
  company.provenance[field] ?? company.provenance['*']

const fieldName = (field: string): keyof Company =>
  draftFields.find((known) => known === field) ?? 'name'

const provenanceOf = (field: string, { source, seenAt, trust }: Telling): Provenance => ({
  source,
  seen_at: seenAt,
  confidence: (field === '*' ? undefined : trust.fields?.[fieldName(field)]) ?? trust.base,
})

/** Sets who told the fields last; whether anything changed by that. */
const noteSeen = (
  company: Company,
  next: Company,
  seen: readonly string[],
  told: Telling,
): boolean => {
  const fresh = seen.filter((field) => isFresher(company, next, field, told))
  if (fresh.length === 0) return false
  const common = next.provenance['*']
  const covered = draftFields.filter(
    (field) => !isBlank(company[field]) && company.provenance[field] === undefined,
  )
  const allCovered = covered.length > 0 && covered.every((field) => fresh.includes(field))
  const renewed =
    common?.source === told.source && common.confidence === told.trust.base && allCovered
  if (renewed) next.provenance['*'] = provenanceOf('*', told)
  for (const field of fresh)
    if (!renewed || company.provenance[field] !== undefined || isBlank(company[fieldName(field)]))
      next.provenance[field] = provenanceOf(field, told)
  return true
}

/** Whether the teller is now who is to be named for a field: for what is new, for the same said later, or said by someone better. */
const isFresher = (company: Company, next: Company, field: string, told: Telling): boolean => {
  const before = provenanceFor(company, field)
  if (before === undefined || company[fieldName(field)] !== next[fieldName(field)]) return true
  const { confidence } = provenanceOf(field, told)
  if (before.source === told.source)
    return (
      told.seenAt > before.seen_at ||
      (told.seenAt === before.seen_at && confidence !== before.confidence)
    )
  // Of lists and addresses another source may have told only a part.
  if (typeof company[fieldName(field)] === 'object') return false
  if (confidence !== before.confidence) return confidence > before.confidence
  return told.seenAt > before.seen_at
}

/** A further row of the same company at another address is another office; whether it was not known yet. */
const addOffice = (next: Company, place: Place): boolean => {
  const offices =
    next.locations.length === 0 && next.hq ? [{ ...next.hq, is_hq: true }] : next.locations
  if (offices.some((office) => addressKey(office) === addressKey(place))) return false
  next.locations = [...offices, { ...located(place), is_hq: false }].slice(0, 500)
  next.multiple_locations = officeBand(next.locations.length)
  return true
}

const addressKey = ({ country, state, postcode, city, suburb, address }: Place): string =>
  [country, state, postcode, city, suburb, address].join('|').toLowerCase()

/** Keeps what follows from other fields in step: names that were, domains, the number of head offices. */
const settle = (company: Company, next: Company): void => {
  if (next.name !== company.name) {
    const others = next.trading_names.filter((name) => name !== next.name)
    const before = nameKey(company.name)
    const known = [next.name, ...others].some((name) => nameKey(name) === before)
    next.trading_names = known ? others : [company.name, ...others]
  }
  if (next.hq && next.hq !== company.hq) next.hq = located(next.hq)
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
