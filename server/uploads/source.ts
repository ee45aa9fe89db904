import { sql } from 'kysely'
import { maxEnrichedRows } from '../../contract/money/upload-file.ts'
import type { RecordSource } from '../../contract/money/credits.ts'
import type { UploadField } from '../../contract/money/uploads.ts'
import type { Category } from '../../contract/records/records.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Caller } from '../record-sources/resolve.ts'
import type { Asker, Frozen } from '../downloads/ports.ts'
import { checkMatched } from './review-decisions.ts'
import { uploadOf, type StoredUpload } from './uploads.ts'

type UploadSource = Extract<RecordSource, { kind: 'upload' }>

/** Without duplicates, in the order of its file. Throws as `rowsOfUpload` does. */
export const uploadedIds = (
  source: UploadSource,
  category: Category,
  caller: Caller,
): Promise<string[]> =>
  caller.inOrg(async (trx) => {
    const upload = await matchedUpload(trx, source, category, caller)
    const { rows } = await sql<{ id: string }>`
      select record_id as id from upload_row
      where ${part(upload, source)} and state = 'accepted' and record_id is not null
      group by record_id order by min(row)`.execute(trx)
    return rows.map(({ id }) => id)
  })

/**
 * As a request freezes them; rows without an accepted match have no record. Throws `not-found`, `not-ready` before it is matched,
 * and `invalid-input` for the other category.
 */
export const rowsOfUpload = (
  asker: Asker,
  category: Category,
  source: UploadSource,
): Promise<Frozen> =>
  asker.inOrg(async (trx) => {
    const upload = await matchedUpload(trx, source, category, asker)
    const { rows } = await sql<Found>`
      select cells, state, record_id as "recordId", score, reason from upload_row
      where ${part(upload, source)} order by row`.execute(trx)
    return {
      title: titleOf(upload, source.fromRow, rows.length),
      own: [...headersOf(upload), 'match_score', 'match_reason'],
      rows: rows.map(({ cells, state, recordId, score, reason }) => ({
        ...(state === 'accepted' ? { recordId } : { recordId: null, name: nameIn(upload, cells) }),
        own: [...cells, state === 'unmatched' ? '' : String(score), reasonText(state, reason)],
        reason: reasonText(state, reason),
      })),
      onAccepted: async (work, requestId) => {
        await work
          .updateTable('upload')
          .set({ request_id: requestId, updated_at: sql`now()` })
          .where('id', '=', upload.id)
          .execute()
      },
    }
  })

type Found = {
  cells: string[]
  state: 'accepted' | 'review' | 'unmatched'
  recordId: string | null
  score: number
  reason: string
}

const matchedUpload = async (
  trx: Parameters<typeof uploadOf>[0],
  { uploadId }: UploadSource,
  category: Category,
  actor: Parameters<typeof uploadOf>[1],
): Promise<StoredUpload> => {
  const upload = await uploadOf(trx, actor, uploadId)
  checkMatched(upload)
  if (upload.category === category) return upload
  const detail = `The file holds ${upload.category === 'company' ? 'companies' : 'people'}.`
  throw new ProblemError('invalid-input', detail, {
    errors: [{ pointer: '/category', code: 'other-category', detail }],
  })
}

const part = ({ id }: StoredUpload, { fromRow }: UploadSource) =>
  sql`upload_id = ${id}::uuid and row >= ${fromRow} and row < ${fromRow + maxEnrichedRows}`

const reasonText = (state: Found['state'], reason: string): string =>
  state === 'review' ? `not decided: ${reason}` : reason

const headersOf = ({ columns }: StoredUpload): string[] =>
  (columns ?? []).map(({ header }, at) => (header === '' ? `Column ${at + 1}` : header))

const nameIn = ({ columns }: StoredUpload, cells: readonly string[]): string => {
  const of = (field: UploadField): string =>
    cells[(columns ?? []).findIndex((column) => column.field === field)]?.trim() ?? ''
  const names = [
    of('full_name'),
    `${of('first_name')} ${of('last_name')}`.trim(),
    of('name'),
    of('email'),
    of('website'),
    ...cells,
  ]
  return (names.find((name) => name.trim() !== '') ?? '').slice(0, 120).toWellFormed()
}

const titleOf = (upload: StoredUpload, from: number, rows: number): string => {
  const name = bareName(upload.name)
  const whole = from === 1 && rows === upload.done
  const of = (row: number): string => row.toLocaleString('en-AU')
  return whole ? name : `${name}, rows ${of(from)} to ${of(from + rows - 1)}`
}

export const bareName = (fileName: string): string => {
  const name = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim()
  return (name === '' ? fileName : name).slice(0, 80).toWellFormed().trim() || 'Upload'
}
