import { uuidv7 } from 'uuidv7'
import type { Kysely } from 'kysely'
import type { Company } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import {
  createCandidateIndex,
  matchKinds,
  startOf,
  type Candidate,
  type CandidateIndex,
  type MatchKeys,
  type MatchKind,
} from '../entity-matching/candidates.ts'
import {
  hasIdentifier,
  matchCompany,
  official,
  type Rung,
  type Verdict,
} from '../entity-matching/ladder.ts'
import { similarity } from '../entity-matching/similarity.ts'
import { nameKey } from '../entity-matching/name-keys.ts'
import { companyKeys } from '../records/rows.ts'
import { companiesByIds, findCandidates, readClock, type CandidateKeys } from '../records/store.ts'
import type { Claims } from './claims.ts'
import type { Draft, Row } from './importer.ts'
import { mergeInto, newCompany, type Attribution } from './merge.ts'
import { geocode } from './addresses.ts'
import type { PeopleIndex } from './people-index.ts'
import type { Reject } from './reject-file.ts'

export type DraftRow = Extract<Row, { company: Draft }>

export type PlannedRow =
  | { row: DraftRow; outcome: 'added'; after: Company }
  | { row: DraftRow; outcome: 'same' | 'confirmed' | 'changed'; before: Company; after: Company }
  | { row: DraftRow; outcome: 'skipped'; reason: string }

export type Plan = {
  rows: PlannedRow[]
  rejects: Reject[]
  added: Company[]
  changed: Company[]
  /** Of the added and changed ones. */
  candidates: Candidate[]
}

/** What the database knows of a batch at a tick of the record clock. */
export type LookedUp = {
  wanted: readonly { row: DraftRow; keys: MatchKeys }[]
  found: readonly Candidate[]
  seq: string
}

/** The records of this run, and what a dry run would have written. */
export type Run = {
  attribution: Attribution
  claims: Claims
  leaving: ReadonlySet<string>
  memory?: Memory
  people?: PeopleIndex
  /** The latest amendment of each award, by key. */
  awards?: Map<string, number>
  written?: Written
}

/** By the latest batch, which alone moved the clock from `since` to `until`. */
export type Written = { since: string; until: string; candidates: readonly Candidate[] }

export type Memory = { index: CandidateIndex; companies: Map<string, Company> }
export const blankMemory = (): Memory => ({ index: createCandidateIndex(), companies: new Map() })

/** About 200 MB; a dry run of a longer file can miss that two distant rows are the same new company. */
const maxRemembered = 100_000

/**
 * Decides for every row: a known company, a new one or a case for review. Writes nothing. Rows with the strongest evidence choose
 * first, so that a group's shared domain does not claim a record that a later row names.
 */
export const planBatch = async (
  db: Kysely<Tables>,
  lookedUp: LookedUp,
  run: Run,
): Promise<Plan> => {
  const batch = openBatch(db, lookedUp, run)
  const judged = lookedUp.wanted.map((each) => ({
    ...each,
    verdict: matchCompany(each.keys, batch.index),
  }))
  const isStrong = ({ verdict }: Judged): boolean =>
    verdict.kind === 'match' && verdict.score >= strongFrom
  await batch.load(judged.flatMap(({ verdict }) => (verdict.kind === 'match' ? verdict.id : [])))
  const plan: Plan = { rows: [], rejects: [], added: [], changed: [], candidates: [] }
  for (const each of [...judged.filter(isStrong), ...judged.filter((entry) => !isStrong(entry))]) {
    const { row, keys } = each
    // Only writes of this batch can have changed the verdict.
    const verdict = touches(batch.late, keys) ? matchCompany(keys, batch.index) : each.verdict
    if (verdict.kind === 'match') await batch.load([verdict.id])
    const planned = planRow({ row, keys, verdict }, batch, run)
    if ('doubt' in planned) {
      const reason = `needs review: ${planned.doubt}`
      plan.rejects.push({ line: row.line, reason, cells: row.cells })
    } else plan.rows.push(planned)
  }
  for (const id of batch.met) run.claims.add(id)
  plan.added.push(...batch.added.values())
  plan.changed.push(...batch.changed.values())
  plan.candidates.push(
    ...[...plan.added, ...plan.changed].flatMap(({ id }) => batch.index.get(id) ?? []),
  )
  return plan
}

/** A number decides alone, so names are looked up only for rows whose numbers are not known. */
export const lookUp = async (
  db: Kysely<Tables>,
  rows: readonly DraftRow[],
  { source }: Attribution,
): Promise<LookedUp> => {
  const wanted = rows.map((row) => ({ row, keys: keysOf(row.company, source) }))
  // First, so that the candidates are at least as new.
  const seq = await readClock(db)
  const keys = wanted.map((each) => each.keys)
  const identified = await findCandidates(db, valuesOf(keys, official))
  const numbers = new Set(identified.flatMap((known) => official.map((kind) => known[kind])))
  const others = keys.filter((each) =>
    official.every((kind) => each[kind] === null || !numbers.has(each[kind])),
  )
  const alike = await findCandidates(db, {
    ...valuesOf(others, unofficial),
    similarTo: bareNames(others),
  })
  return { wanted, found: [...identified, ...alike], seq }
}

const strongFrom = 95

type Judged = { row: DraftRow; keys: MatchKeys; verdict: Verdict }

type Batch = {
  index: CandidateIndex
  late: Set<string>
  companies: Map<string, Company>
  met: Set<string>
  added: Map<string, Company>
  changed: Map<string, Company>
  load(ids: readonly string[]): Promise<void>
}

const openBatch = (db: Kysely<Tables>, lookedUp: LookedUp, run: Run): Batch => {
  if (run.memory && run.memory.companies.size > maxRemembered) run.memory = blankMemory()
  const { index, companies } = run.memory ?? blankMemory()
  for (const found of lookedUp.found) {
    if (index.get(found.id)) continue
    index.add(run.leaving.has(found.ticker ?? '') ? { ...found, ticker: null } : found)
  }
  return {
    index,
    late: new Set(),
    companies,
    met: new Set(),
    added: new Map(),
    changed: new Map(),
    load: async (ids) => {
      const missing = ids.filter((id) => !companies.has(id))
      for (const company of await companiesByIds(db, missing)) companies.set(company.id, company)
    },
  }
}

const planRow = (
  { row, keys, verdict }: Judged,
  batch: Batch,
  run: Run,
): PlannedRow | { doubt: string } => {
  if (verdict.kind === 'review') return { doubt: verdict.reason }
  const known = verdict.kind === 'match' ? batch.companies.get(verdict.id) : undefined
  const again = known !== undefined && (batch.met.has(known.id) || run.claims.has(known.id))
  const attribution = {
    ...run.attribution,
    ...(row.seenAt !== undefined && { seenAt: row.seenAt }),
  }
  // A domain that an earlier row has already used belongs to a group of companies.
  if (verdict.kind === 'new' || known === undefined || (again && verdict.rung === 'domain')) {
    if (row.skipReasonIfNew !== undefined)
      return { row, outcome: 'skipped', reason: row.skipReasonIfNew }
    const after = newCompany(uuidv7(), row.company, attribution)
    put(batch, batch.added, after, keys)
    return { row, outcome: 'added', after }
  }
  const { company: after, outcome } = mergeInto(known, row.company, { ...attribution, again })
  // The next award of a supplier changes nothing, and a row without a name contradicts none.
  const isDoubtful = again && row.award === undefined && keys.name_key !== ''
  const doubt = isDoubtful ? doubtOf(verdict.rung, known, keys, outcome === 'same') : undefined
  if (doubt !== undefined) return { doubt }
  batch.met.add(known.id)
  if (outcome !== 'same') {
    const into = batch.added.has(known.id) ? batch.added : batch.changed
    put(batch, into, after, keysOf(after, run.attribution.source))
  }
  return { row, outcome, before: known, after }
}

const put = (batch: Batch, into: Map<string, Company>, company: Company, keys: MatchKeys): void => {
  batch.met.add(company.id)
  batch.companies.set(company.id, company)
  into.set(company.id, company)
  batch.index.add({ ...keys, id: company.id })
  batch.late.add(startOf(keys.name_key))
  for (const kind of matchKinds) {
    const value = keys[kind]
    if (value !== null) batch.late.add(value)
  }
}

const touches = (late: ReadonlySet<string>, keys: MatchKeys): boolean =>
  (isBare(keys) && late.has(startOf(keys.name_key))) ||
  matchKinds.some((kind) => late.has(keys[kind] ?? ''))

const isBare = (keys: MatchKeys): boolean => !hasIdentifier(keys) && keys.domain_key === null

/** Undefined on strong evidence that both are the same company. */
const doubtOf = (
  rung: Rung,
  before: Company,
  keys: MatchKeys,
  saysNothingNew: boolean,
): string | undefined => {
  const alike = similarity(nameKey(before.name), keys.name_key)
  if (rung === 'identifier')
    return alike < 0.5 && !before.trading_names.some((name) => nameKey(name) === keys.name_key)
      ? `an earlier row has the same number and is called ${before.name}`
      : undefined
  const strong = rung === 'domain and name' || rung === 'LinkedIn' || saysNothingNew
  return strong
    ? undefined
    : `an earlier row has the same ${rung} (${before.name}) and says other things`
}

const unofficial = matchKinds.filter((kind) => !official.some((each) => each === kind))

/** Completes a draft's location as for a record. */
export const keysOf = (company: Draft | Company, source: string): MatchKeys => {
  const hq = company.hq && geocode(company.hq)
  return {
    ...companyKeys(company),
    state: hq?.state ?? null,
    postcode: hq?.postcode ?? null,
    country: hq?.country ?? null,
    type: company.type ?? null,
    source,
  }
}

export const lookups = (wanted: readonly MatchKeys[]): CandidateKeys => ({
  ...valuesOf(wanted, matchKinds),
  similarTo: bareNames(wanted),
})

const valuesOf = (wanted: readonly MatchKeys[], kinds: readonly MatchKind[]): CandidateKeys =>
  Object.fromEntries(
    kinds.map((kind) => [kind, [...new Set(wanted.flatMap((each) => each[kind] ?? []))]]),
  )

const bareNames = (wanted: readonly MatchKeys[]): string[] =>
  wanted.filter(isBare).map((each) => each.name_key)
