import type { Transaction } from 'kysely'
import type { Company } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import { contractAwarded } from '../signal-detection/company-events.ts'
import { signalOf } from '../signal-detection/signal-draft.ts'
import type { SignalDraft } from '../signals/add-signals.ts'
import { signalsByKey, type StoredSignal } from '../signals/amend-signals.ts'
import { lookUp, planBatch, type DraftRow, type Run } from './batch.ts'
import type { Award } from './importer.ts'
import type { Attribution } from './merge.ts'
import type { Reject } from './reject-file.ts'

export type AwardRow = DraftRow & { award: Award }

export type AwardPlan = {
  outcomes: ('added' | 'changed' | 'same' | { skipped: string })[]
  rejects: Reject[]
  suppliers: Company[]
  added: SignalDraft[]
  amended: { stored: StoredSignal; draft: SignalDraft }[]
}

/** An award is a signal about its supplier, once; a later amendment rewrites it. Known suppliers stay as they are. */
export const planAwards = async (
  trx: Transaction<Tables>,
  rows: readonly AwardRow[],
  run: Run,
): Promise<AwardPlan> => {
  const suppliers = await planBatch(trx, await lookUp(trx, rows, run.attribution), run)
  const plan: AwardPlan = {
    outcomes: [],
    rejects: suppliers.rejects,
    suppliers: suppliers.added,
    added: [],
    amended: [],
  }
  const placed = suppliers.rows.flatMap((row) => {
    if (row.outcome === 'skipped') {
      plan.outcomes.push({ skipped: row.reason })
      return []
    }
    const { award } = row.row
    // What the award says about a known supplier is not saved.
    const company = 'before' in row ? row.before : row.after
    return award ? [{ award, company, key: keyOf(award, company) }] : []
  })
  const stored = await storedAwards(
    trx,
    placed.map(({ key }) => key),
  )
  const seen = (run.awards ??= new Map<string, number>())
  const drafts = new Map<string, SignalDraft>()
  for (const { award, company, key } of placed) {
    const known = seen.get(key) ?? amendmentOf(stored.get(key))
    if (known !== undefined && award.amendment <= known) {
      plan.outcomes.push('same')
      continue
    }
    seen.set(key, award.amendment)
    plan.outcomes.push(known === undefined ? 'added' : 'changed')
    drafts.set(key, draftOf(award, company, run.attribution))
  }
  for (const [key, draft] of drafts) {
    const known = stored.get(key)
    if (known === undefined) plan.added.push(draft)
    else plan.amended.push({ stored: known, draft: { ...draft, event_date: known.doc.event_date } })
  }
  return plan
}

const keyOf = ({ contract }: Award, { id }: Company): string => `contract_award/${contract}/${id}`

const storedAwards = async (
  trx: Transaction<Tables>,
  keys: readonly string[],
): Promise<Map<string, StoredSignal>> =>
  new Map((await signalsByKey(trx, keys)).map((signal) => [signal.key, signal]))

const amendmentOf = (signal: StoredSignal | undefined): number | undefined =>
  signal && Number(signal.doc.metrics['amendment'] ?? 0)

const draftOf = (award: Award, company: Company, { source, trust }: Attribution): SignalDraft => ({
  ...signalOf(
    contractAwarded(company, award),
    { company },
    { source, url: award.url, day: award.day, trust: trust.base },
  ),
  key: keyOf(award, company),
})
