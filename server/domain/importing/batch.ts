import { uuidv7 } from 'uuidv7'
import type { Kysely } from 'kysely'
import type { Company } from '../../../contract/records.ts'
import type { Tables } from '../../platform/tables.ts'
import {
  candidateIndex,
  matchKinds,
  type CandidateIndex,
  type MatchKeys,
} from '../matching/candidates.ts'
import { identified, matchCompany, type Rung } from '../matching/ladder.ts'
import { similarity } from '../matching/similarity.ts'
import { domainKey } from '../records/domain-key.ts'
import { linkedinKey, nameKey } from '../records/rows.ts'
import { companiesByIds, findCandidates, type CandidateKeys } from '../records/store.ts'
import type { Claims } from './claims.ts'
import type { Draft, Row } from './importer.ts'
import { mergeInto, newCompany, type Telling } from './merge.ts'
import type { Reject } from './reject-file.ts'

export type DraftRow = Extract<Row, { company: Draft }>

/** What became of a row that held a company. */
export type Placed =
  | { row: DraftRow; outcome: 'added'; after: Company }
  | { row: DraftRow; outcome: 'same' | 'confirmed' | 'changed'; before: Company; after: Company }
  | { row: DraftRow; outcome: 'skipped'; reason: string }

/** `added` and `changed` are what is to be written. */
export type Plan = { placed: Placed[]; rejects: Reject[]; added: Company[]; changed: Company[] }

/** What outlives a batch: who has been met in this run, and, for a dry run, what would have been written. */
export type Run = {
  told: Telling
  claims: Claims
  /** Tickers of records that the list no longer holds. */
  leaving: ReadonlySet<string>
  kept?: Memory
}

export type Memory = { index: CandidateIndex; companies: Map<string, Company> }
export const blankMemory = (): Memory => ({ index: candidateIndex(), companies: new Map() })

/** Some 200 MB; a dry run of a longer file no longer sees that two rows far apart are the same new company. */
const mostKept = 100_000

/**
 * Decides for every row of a batch whether it is a known company, a new one or a case for a person, and what changes. Writes nothing.
 * Rows with the strongest evidence choose first, so that a group's shared domain does not claim a record that a later row names.
 */
export const planBatch = async (
  db: Kysely<Tables>,
  rows: readonly DraftRow[],
  run: Run,
): Promise<Plan> => {
  const wanted = rows.map((row) => ({ row, keys: keysOf(row.company, run.told.source) }))
  if (run.kept && run.kept.companies.size > mostKept) run.kept = blankMemory()
  const index = run.kept?.index ?? candidateIndex()
  for (const candidate of await findCandidates(db, lookups(wanted.map(({ keys }) => keys))))
    if (!index.get(candidate.id))
      index.add(
        run.leaving.has(candidate.ticker ?? '') ? { ...candidate, ticker: null } : candidate,
      )
  const judged = wanted.map((each) => ({ ...each, verdict: matchCompany(each.keys, index) }))
  const companies = run.kept?.companies ?? new Map<string, Company>()
  const load = async (ids: readonly string[]): Promise<void> => {
    const missing = ids.filter((id) => !companies.has(id))
    for (const company of await companiesByIds(db, missing)) companies.set(company.id, company)
  }
  await load(judged.flatMap(({ verdict }) => (verdict.kind === 'match' ? verdict.id : [])))

  const plan: Plan = { placed: [], rejects: [], added: [], changed: [] }
  const added = new Map<string, Company>()
  const changed = new Map<string, Company>()
  const met = new Set<string>()
  const isAgain = (id: string): boolean => met.has(id) || run.claims.has(id)
  const put = (keys: MatchKeys, company: Company, into: Map<string, Company>): void => {
    companies.set(company.id, company)
    into.set(company.id, company)
    index.add({ ...keys, id: company.id })
  }
  const strong = judged.filter(({ verdict }) => verdict.kind === 'match' && verdict.score >= 95)
  const others = judged.filter((each) => !strong.includes(each))
  for (const { row, keys } of [...strong, ...others]) {
    const verdict = matchCompany(keys, index)
    const reject = (reason: string): void => {
      plan.rejects.push({ line: row.line, reason: `needs review: ${reason}`, cells: row.cells })
    }
    if (verdict.kind === 'review') {
      reject(verdict.reason)
      continue
    }
    const again = verdict.kind === 'match' && isAgain(verdict.id)
    if (verdict.kind === 'new' || (again && verdict.rung === 'domain')) {
      if (row.onlyIfHeld !== undefined) {
        plan.placed.push({ row, outcome: 'skipped', reason: row.onlyIfHeld })
        continue
      }
      const company = newCompany(uuidv7(), row.company, run.told)
      put(keys, company, added)
      met.add(company.id)
      plan.placed.push({ row, outcome: 'added', after: company })
      continue
    }
    await load([verdict.id])
    const before = companies.get(verdict.id)
    if (!before) continue
    const { company: after, outcome } = mergeInto(before, row.company, { ...run.told, again })
    const doubt = again ? doubtOf(verdict.rung, before, keys, outcome === 'same') : undefined
    if (doubt !== undefined) {
      reject(doubt)
      continue
    }
    met.add(before.id)
    plan.placed.push({ row, outcome, before, after })
    if (outcome === 'same') continue
    put(keysOf(after, run.told.source), after, added.has(after.id) ? added : changed)
  }
  for (const id of met) run.claims.add(id)
  plan.added.push(...added.values())
  plan.changed.push(...changed.values())
  plan.rejects.sort((one, other) => one.line - other.line)
  return plan
}

/** Two rows of one file are the same company only on strong evidence; why a person must look, or undefined. */
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

/** The ladder's keys of a draft or a company. */
const keysOf = (company: Draft | Company, source: string): MatchKeys => ({
  name: company.name,
  name_key: nameKey(company.name),
  domain_key: company.domain === undefined ? null : domainKey(company.domain),
  abn: company.abn ?? null,
  acn: company.acn ?? null,
  nzbn: company.nzbn ?? null,
  lei: company.lei ?? null,
  linkedin: linkedinKey(company.social?.['LinkedIn']),
  ticker: company.ticker ?? null,
  state: company.hq?.state ?? null,
  postcode: company.hq?.postcode ?? null,
  country: company.hq?.country ?? null,
  type: company.type ?? null,
  source,
})

const lookups = (wanted: readonly MatchKeys[]): CandidateKeys => {
  const keys: CandidateKeys = {}
  for (const kind of matchKinds)
    keys[kind] = [...new Set(wanted.flatMap((each) => each[kind] ?? []))]
  const bare = wanted.filter((each) => !identified(each) && each.domain_key === null)
  return { ...keys, similarTo: bare.map((each) => each.name_key) }
}
