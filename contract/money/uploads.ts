import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { List } from '../saved-work/lists.ts'
import { Category } from '../records/records.ts'
import { Id, Moment, maxBatch, Name, Nothing } from '../saved-work/item.ts'
import { uploadLimits } from './upload-file.ts'

/** UPLOADED from the first byte; complete once `receivedBytes` is `size` (product 2.11). */
export const UploadState = z.enum([
  'UPLOADED',
  'MAPPED',
  'MATCHING',
  'MATCHED',
  'ENRICHING',
  'DONE',
  'FAILED',
])
export type UploadState = z.infer<typeof UploadState>

/** Which fields a column may have depends on the upload's category. */
export const UploadField = z.enum([
  'name',
  'other_name',
  'abn',
  'acn',
  'nzbn',
  'lei',
  'website',
  'email',
  'linkedin',
  'phone',
  'mobile',
  'city',
  'state',
  'postcode',
  'country',
  'full_name',
  'first_name',
  'last_name',
  'position',
  'company',
])
export type UploadField = z.infer<typeof UploadField>

/**
 * accepted: a score of 80 or more, or a member's decision; review: a member decides; unmatched: nothing similar is known, or
 * rejected.
 */
export const MatchState = z.enum(['accepted', 'review', 'unmatched'])
export type MatchState = z.infer<typeof MatchState>

/** Its member and admins see it. */
export const Upload = z.object({
  id: Id,
  name: z.string(),
  category: Category,
  state: UploadState,
  /** An interrupted upload continues at `receivedBytes`. */
  size: z.int(),
  receivedBytes: z.int(),
  user: z.object({ userId: z.string(), name: z.string() }),
  isOwner: z.boolean(),
  /** Rows without the header; null until the file was read (`uploadPreview`). */
  rows: z.nullable(z.int()),
  /** Of `rows`. */
  done: z.int(),
  /** `duplicates` are accepted rows whose record an earlier row already has: they are charged once. */
  counts: z.object({
    accepted: z.int(),
    review: z.int(),
    unmatched: z.int(),
    duplicates: z.int(),
  }),
  columns: z.nullable(z.array(z.object({ header: z.string(), field: z.nullable(UploadField) }))),
  /** Why it is FAILED, as a sentence. A mapped upload can be matched again; others are unreadable. */
  reason: z.nullable(z.string()),
  /** The request is the last that enriched it (`downloadRequest`). */
  listId: z.nullable(Id),
  requestId: z.nullable(Id),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Upload = z.infer<typeof Upload>

export const PreviewColumn = z.object({
  header: z.string(),
  examples: z.array(z.string()).check(z.maxLength(3)),
  field: z.nullable(UploadField),
  /** Why this field was suggested. */
  because: z.nullable(z.enum(['remembered', 'heading', 'values'])),
})
export type PreviewColumn = z.infer<typeof PreviewColumn>

export const Preview = z.object({
  format: z.enum(['csv', 'xlsx']),
  /** Null for a workbook. */
  encoding: z.nullable(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
  delimiter: z.nullable(z.string()),
  /** The first sheet that is not empty; null for other formats. */
  sheet: z.nullable(z.string()),
  /** Counted from 1; null without one. Rows before it are left out. */
  headerRow: z.nullable(z.int()),
  rows: z.int(),
  /** Suggested by the columns. */
  category: Category,
  columns: z.array(PreviewColumn),
  /** The first twenty rows below the header, with one cell per column; long cells are cut. */
  firstRows: z.array(z.array(z.string())),
})
export type Preview = z.infer<typeof Preview>

export const MatchCandidate = z.object({
  recordId: Id,
  name: z.string(),
  /** Distinguishes records with the same name: 'harbour.example, Perth WA'. */
  detail: z.string(),
  score: z.int(),
  reason: z.string(),
})
export type MatchCandidate = z.infer<typeof MatchCandidate>

export const UploadRow = z.object({
  /** Below the header, from 1. */
  row: z.int(),
  cells: z.array(z.string()),
  state: MatchState,
  /** In review the likeliest record. */
  recordId: z.nullable(Id),
  name: z.nullable(z.string()),
  /** 0 to 100 (product 2.11), and the evidence: 'ABN agrees', 'domain and name agree'. */
  score: z.int(),
  reason: z.string(),
  decided: z.boolean(),
  /** The likeliest first, at most five. */
  candidates: z.array(MatchCandidate),
})
export type UploadRow = z.infer<typeof UploadRow>

/**
 * Parts come in order: one beyond `receivedBytes` gets 409 `version-conflict`, a repeated one changes nothing. The offset serves
 * as the Idempotency-Key.
 */
export const PartReceipt = z.object({ receivedBytes: z.int(), size: z.int() })

const id = { id: Id }
const headerRow = z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(50))))

/** Product 2.11. Matching is free; `requestDownload` enriches. */
export const uploadsEndpoints = {
  uploads: memberEndpoint({
    method: 'GET',
    path: '/exchange/uploads',
    summary: 'Uploads, the last changed first',
    input: z.object({}),
    output: z.array(Upload),
  }),
  upload: memberEndpoint({
    method: 'GET',
    path: '/exchange/uploads/{id}',
    summary: 'One upload',
    input: z.object(id),
    output: Upload,
  }),
  /** Idempotent with an `id` from the caller. 413 `too-large` states the limit. */
  createUpload: memberEndpoint({
    method: 'POST',
    path: '/exchange/uploads',
    summary: 'Announces a file; its bytes follow in parts',
    input: z.object({
      id: z.optional(Id),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      size: z.int().check(z.minimum(1)),
      category: z._default(Category, 'company'),
    }),
    output: Upload,
    status: 201,
  }),
  /**
   * Reads the file completely the first time: 425 `not-ready` before it has arrived, 422 `invalid-input` with row and column if
   * it is unreadable, and then FAILED.
   */
  uploadPreview: memberEndpoint({
    method: 'POST',
    path: '/exchange/uploads/{id}/preview',
    summary: 'What is in a file, and what its columns seem to mean',
    input: z.object({
      ...id,
      category: z.optional(Category),
      /** The header's row; null for none. 422 without rows below it. */
      headerRow,
    }),
    output: Preview,
    reads: true,
    rate: 'records',
  }),
  /** `columns` has a field or null for each column of the preview, saved for these headings. Earlier matches are discarded. */
  mapUpload: memberEndpoint({
    method: 'POST',
    path: '/exchange/uploads/{id}/map',
    summary: 'Says what the columns of a file mean',
    input: z.object({
      ...id,
      category: Category,
      columns: z.array(z.nullable(UploadField)).check(z.maxLength(uploadLimits.columns)),
      headerRow,
    }),
    output: Upload,
  }),
  /** Free. Runs in the background; `upload` shows its progress. */
  matchUpload: memberEndpoint({
    method: 'POST',
    path: '/exchange/uploads/{id}/match',
    summary: 'Looks up every row of a mapped file',
    input: z.object(id),
    output: Upload,
    status: 202,
    rate: 'requests',
  }),
  /** May return fewer rows than `size`, because an answer is limited in bytes: the next page begins at `next`. */
  uploadRows: memberEndpoint({
    method: 'POST',
    path: '/exchange/uploads/{id}/rows',
    summary: 'Rows of a file with what they were matched to, in the order of the file',
    input: z.object({
      ...id,
      from: z._default(z.int().check(z.minimum(0), z.maximum(uploadLimits.rows)), 0),
      size: z._default(z.int().check(z.minimum(1), z.maximum(100)), 25),
      state: z.optional(MatchState),
      /** Rows with at least this score: how many `decideReview` would accept. */
      minScore: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    }),
    output: z.object({
      total: z.int(),
      rows: z.array(UploadRow),
      /** `from` of the next page; null after the last row. */
      next: z.nullable(z.int()),
    }),
    reads: true,
    rate: 'records',
  }),
  /** accept takes `recordId`, or the likeliest candidate without one; reject leaves the row unmatched. Decisions can be changed. */
  decideRows: memberEndpoint({
    method: 'POST',
    path: '/exchange/uploads/{id}/decide',
    summary: 'Decides rows one by one',
    input: z.object({
      ...id,
      decisions: z
        .array(
          z.object({
            row: z.int().check(z.minimum(1), z.maximum(uploadLimits.rows)),
            decision: z.enum(['accept', 'reject']),
            recordId: z.optional(Id),
          }),
        )
        .check(z.minLength(1), z.maxLength(maxBatch)),
    }),
    output: Upload,
  }),
  /** Accepts the likeliest candidate of every row in review with at least this score. */
  decideReview: memberEndpoint({
    method: 'POST',
    path: '/exchange/uploads/{id}/decide-all',
    summary: 'Decides all rows in review at once',
    input: z.object({
      ...id,
      decision: z.enum(['accept', 'reject']),
      minScore: z._default(z.int().check(z.minimum(60), z.maximum(79)), 60),
    }),
    output: z.object({ upload: Upload, decided: z.int() }),
  }),
  /** Free. A repeat adds what has been accepted since. 422 `invalid-input` if a list cannot hold that many. */
  listUpload: memberEndpoint({
    method: 'POST',
    path: '/exchange/uploads/{id}/list',
    summary: 'Adds the accepted records to a list of kind upload',
    input: z.object({ ...id, newId: z.optional(Id), name: z.optional(Name) }),
    output: List,
    status: 201,
  }),
  deleteUpload: memberEndpoint({
    method: 'DELETE',
    path: '/exchange/uploads/{id}',
    summary: 'Deletes a file with its rows; lists, requests and what was unlocked stay',
    input: z.object(id),
    output: Nothing,
    status: 204,
  }),
}
