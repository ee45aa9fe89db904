import { sql, type Transaction } from 'kysely'
import { uploadLimits } from '../../contract/money/upload-file.ts'
import type { MatchState, Upload, UploadRow, UploadState } from '../../contract/money/uploads.ts'
import type { Category } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Suggestion } from './outcome.ts'

type Trx = Transaction<Tables>

export const noMatches: Upload['counts'] = { accepted: 0, review: 0, unmatched: 0, duplicates: 0 }

export const recount = async (trx: Trx, id: string, state?: UploadState): Promise<void> => {
  await sql`
    update upload set updated_at = now(), state = coalesce(${state ?? null}, state), counts = (
      select jsonb_build_object(
        'accepted', count(*) filter (where state = 'accepted'),
        'review', count(*) filter (where state = 'review'),
        'unmatched', count(*) filter (where state = 'unmatched'),
        'duplicates', count(*) filter (where state = 'accepted')
          - count(distinct record_id) filter (where state = 'accepted')
      ) from upload_row where upload_id = ${id}::uuid
    ) where id = ${id}::uuid`.execute(trx)
}

type StoredRow = Omit<UploadRow, 'recordId' | 'name' | 'candidates'> & {
  recordId: string | null
  candidates: Suggestion[]
}

export const pageOfRows = async (
  trx: Trx,
  { id, category }: { id: string; category: Category },
  page: {
    from: number
    size: number
    state?: MatchState | undefined
    minScore?: number | undefined
  },
): Promise<{ total: number; rows: UploadRow[]; next: number | null }> => {
  const of = sql`upload_id = ${id}::uuid and (${page.state ?? null}::text is null or state = ${page.state ?? null})
    and score >= ${page.minScore ?? 0}`
  const { rows } = await sql<StoredRow>`
    select row, cells, state, record_id as "recordId", score, reason, decided, candidates
    from (
      select *, sum(bytes) over (order by row) as total from (
        select *, octet_length(cells::text) as bytes from upload_row where ${of}
        order by row offset ${page.from} limit ${page.size}
      ) as wanted
    ) as page where total <= ${uploadLimits.page} or total = bytes order by row`.execute(trx)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from upload_row where ${of}`.execute(trx)
  const ids = rows.flatMap((row) => [
    ...(row.recordId === null ? [] : [row.recordId]),
    ...row.candidates.map((each) => each.id),
  ])
  const known = await describedRecords(trx, category, ids)
  const total = counted[0]?.count ?? 0
  const next = page.from + rows.length
  return {
    total,
    next: next < total ? next : null,
    rows: rows.map(({ candidates, ...row }) => ({
      ...row,
      name: known.get(row.recordId ?? '')?.name ?? null,
      candidates: candidates.flatMap(({ id: recordId, score, reason }) => {
        const record = known.get(recordId)
        return record ? [{ recordId, score, reason, ...record }] : []
      }),
    })),
  }
}

type Described = { name: string; detail: string }

const describedRecords = async (
  trx: Trx,
  category: Category,
  ids: readonly string[],
): Promise<Map<string, Described>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    name: string
    first: string | null
    second: string | null
  }>`${
    category === 'company'
      ? sql`select id, name, doc->>'domain' as first,
          concat_ws(' ', coalesce(doc->'hq'->>'suburb', doc->'hq'->>'city'), state) as second from company`
      : sql`select id, doc->>'name' as name, doc->>'position' as first,
          doc->'company'->>'name' as second from person`
  } where id = any(${[...new Set(ids)]}::uuid[])`.execute(trx)
  return new Map(
    rows.map(({ id, name, first, second: two }) => [
      id,
      { name, detail: [first, two].filter((part) => part !== null && part !== '').join(', ') },
    ]),
  )
}
