import { sql, type Transaction } from 'kysely'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { existingRecords } from '../saved-work/members.ts'
import { recount } from './rows.ts'
import type { StoredUpload } from './uploads.ts'

type Trx = Transaction<Tables>

export type Decision = {
  row: number
  decision: 'accept' | 'reject'
  recordId?: string | undefined
}

export const checkMatched = ({ state }: Pick<StoredUpload, 'state'>): void => {
  if (state === 'MATCHED') return
  throw new ProblemError('not-ready', 'This file hasn’t been matched yet.', {
    more: { state },
  })
}

/** All or none. Throws `invalid-input` with a pointer to each decision that is not possible. */
export const decideRows = async (
  trx: Trx,
  upload: StoredUpload,
  decisions: readonly Decision[],
): Promise<void> => {
  const { rows } = await sql<{
    row: number
    record_id: string | null
    candidates: { id: string }[]
  }>`
    select row, record_id, candidates from upload_row
    where upload_id = ${upload.id}::uuid and row = any(${decisions.map(({ row }) => row)}::int[])`.execute(
    trx,
  )
  const known = new Map(rows.map((row) => [row.row, row]))
  const named = decisions.flatMap(({ recordId }) => recordId ?? [])
  const existing = new Set(await existingRecords(trx, upload.category, named))
  const last = new Map<number, { id: string | null }>()
  for (const [at, { row, decision, recordId }] of decisions.entries()) {
    const stored = known.get(row)
    if (!stored)
      throw wrong(`/decisions/${at}/row`, 'unknown-value', `This file has no row ${row}.`)
    if (decision === 'reject') {
      last.set(row, { id: null })
      continue
    }
    if (recordId !== undefined && !existing.has(recordId))
      throw wrong(
        `/decisions/${at}/recordId`,
        'unknown-value',
        `We can’t find this ${upload.category === 'company' ? 'company' : 'person'}.`,
      )
    const chosen = recordId ?? stored.record_id ?? stored.candidates[0]?.id
    if (chosen === undefined)
      throw wrong(
        `/decisions/${at}`,
        'nothing-to-accept',
        `Row ${row} has no suggestions. Choose a record.`,
      )
    last.set(row, { id: chosen })
  }
  await sql`
    update upload_row set decided = true, record_id = decision.id,
      state = case when decision.id is null then 'unmatched' else 'accepted' end,
      score = case when decision.id is null then 0 else coalesce(liked.score, 100) end,
      reason = case when decision.id is null then 'rejected by hand'
        else 'chosen by hand' || coalesce(': ' || liked.reason, '') end
    from unnest(${[...last.keys()]}::int[], ${[...last.values()].map(({ id }) => id)}::uuid[]) as decision (row, id)
    left join lateral (
      select (candidate->>'score')::int as score, candidate->>'reason' as reason
      from upload_row as mine, jsonb_array_elements(mine.candidates) as candidate
      where mine.upload_id = ${upload.id}::uuid and mine.row = decision.row and candidate->>'id' = decision.id::text
    ) as liked on true
    where upload_id = ${upload.id}::uuid and upload_row.row = decision.row`.execute(trx)
  await recount(trx, upload.id)
}

export const decideReview = async (
  trx: Trx,
  upload: StoredUpload,
  { decision, minScore }: { decision: Decision['decision']; minScore: number },
): Promise<number> => {
  const change =
    decision === 'accept'
      ? sql`state = 'accepted', reason = 'chosen by hand: ' || reason`
      : sql`state = 'unmatched', record_id = null, score = 0, reason = 'rejected by hand'`
  const { rows } = await sql`
    update upload_row set decided = true, ${change}
    where upload_id = ${upload.id}::uuid and state = 'review' and score >= ${minScore}
    returning 1`.execute(trx)
  await recount(trx, upload.id)
  return rows.length
}

const wrong = (pointer: string, code: string, detail: string): ProblemError =>
  new ProblemError('invalid-input', detail, { errors: [{ pointer, code, detail }] })
