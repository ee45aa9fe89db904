import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { List } from '../saved-work/lists.ts'
import { Category } from '../records/records.ts'
import { Id, Moment, mostInBatch, Name, Nothing } from '../saved-work/item.ts'
import { uploadLimits } from './upload-file.ts'

/** Where an upload stands (product 2.11). UPLOADED counts from its first byte: it is whole once `held` is `size`. */
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

/** A field of either category; which of them a column may have depends on the category it is mapped as. */
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

/** accepted: it is that record (score 80 and more, or somebody said so); review: somebody has to look; unmatched: nobody like it is known, or it was rejected. */
export const MatchState = z.enum(['accepted', 'review', 'unmatched'])
export type MatchState = z.infer<typeof MatchState>

/** A file of one's own as its member sees it; admins see everybody's. */
export const Upload = z.object({
  id: Id,
  name: z.string(),
  category: Category,
  state: UploadState,
  /** Bytes of the file, and how many of them have arrived: an interrupted upload goes on at `held`. */
  size: z.int(),
  held: z.int(),
  user: z.object({ userId: z.string(), name: z.string() }),
  isOwner: z.boolean(),
  /** Rows of the file without its header; null until it was read once (`uploadPreview`). */
  rows: z.nullable(z.int()),
  /** Rows matched so far, of `rows`; for a bar while it is MATCHING. */
  done: z.int(),
  /** Rows by what became of them. `duplicates` are accepted rows of a record that an earlier row has: they are billed once. */
  counts: z.object({
    accepted: z.int(),
    review: z.int(),
    unmatched: z.int(),
    duplicates: z.int(),
  }),
  /** The file's columns and what they were said to mean; null until it is mapped. */
  columns: z.nullable(z.array(z.object({ header: z.string(), field: z.nullable(UploadField) }))),
  /** Why it is FAILED, in words. One that is mapped can be matched again, the others cannot be read. */
  reason: z.nullable(z.string()),
  /** The list its matches were added to, and the last request it was enriched by (`downloadRequest`). */
  listId: z.nullable(Id),
  requestId: z.nullable(Id),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Upload = z.infer<typeof Upload>

/** A column of a file that was read: its heading, its first values and the field it is taken for, if any. */
export const PreviewColumn = z.object({
  header: z.string(),
  examples: z.array(z.string()).check(z.maxLength(3)),
  field: z.nullable(UploadField),
  /** Why that field: mapped so before in this organisation, by its heading, or by what stands in it. */
  because: z.nullable(z.enum(['remembered', 'heading', 'values'])),
})
export type PreviewColumn = z.infer<typeof PreviewColumn>

export const Preview = z.object({
  format: z.enum(['csv', 'xlsx']),
  /** null of a workbook. */
  encoding: z.nullable(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
  delimiter: z.nullable(z.string()),
  /** The sheet that is read: the first with anything in it; null where there are none. */
  sheet: z.nullable(z.string()),
  /** Which row of the file names its columns, counted from 1; null where none does. Rows before it are left out. */
  headerRow: z.nullable(z.int()),
  /** Rows below the header. */
  rows: z.int(),
  /** What the columns look most like. */
  category: Category,
  columns: z.array(PreviewColumn),
  /** The first twenty rows below the header, each as long as `columns`; long cells are cut. */
  firstRows: z.array(z.array(z.string())),
})
export type Preview = z.infer<typeof Preview>

/** A record that a row might be. */
export const MatchCandidate = z.object({
  recordId: Id,
  name: z.string(),
  /** What tells it from its namesakes: 'harbour.example, Perth WA', 'Site Manager, Harbour Plumbing'. */
  detail: z.string(),
  score: z.int(),
  reason: z.string(),
})
export type MatchCandidate = z.infer<typeof MatchCandidate>

export const UploadRow = z.object({
  /** Its place below the header, from 1. */
  row: z.int(),
  /** As they stand in the file, one for each of the upload's columns. */
  cells: z.array(z.string()),
  state: MatchState,
  /** The record it is taken for, or in review the likeliest one. */
  recordId: z.nullable(Id),
  name: z.nullable(z.string()),
  /** 0 to 100 (product 2.11), and what it rests on: 'ABN agrees', 'domain and name agree'. */
  score: z.int(),
  reason: z.string(),
  /** Whether somebody decided it. */
  decided: z.boolean(),
  /** The likeliest first, at most five. */
  candidates: z.array(MatchCandidate),
})
export type UploadRow = z.infer<typeof UploadRow>

/**
 * What a part is answered with. Parts come in order: one that begins beyond `held` is refused with 409 `version-conflict` and
 * `held`, one that was there already changes nothing. Needs no Idempotency-Key, its offset is one.
 */
export const PartTaken = z.object({ held: z.int(), size: z.int() })

const id = { id: Id }
const headerRow = z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(50))))

/** Data exchange (product 2.11): a file of one's own is uploaded, mapped, matched free of charge, reviewed, and then enriched by `requestDownload`. */
export const exchangeCalls = {
  uploads: call({
    method: 'GET',
    path: '/exchange/uploads',
    summary: 'Uploads, the last changed first',
    input: z.object({}),
    output: z.array(Upload),
  }),
  upload: call({
    method: 'GET',
    path: '/exchange/uploads/{id}',
    summary: 'One upload',
    input: z.object(id),
    output: Upload,
  }),
  /** With an `id` of the caller's own, creating twice is creating once. 413 `too-large` says the limit. */
  createUpload: call({
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
  /** Reads the file, the first time as a whole: 425 `not-ready` before all of it has arrived, 422 `invalid-input` with row and column where it cannot be read; the upload is FAILED then. */
  uploadPreview: call({
    method: 'POST',
    path: '/exchange/uploads/{id}/preview',
    summary: 'What is in a file, and what its columns seem to mean',
    input: z.object({
      ...id,
      category: z.optional(Category),
      /** Taken as the row of the headings; null for none. 422 where no rows are below it. */
      headerRow,
    }),
    output: Preview,
    reads: true,
    rate: 'records',
  }),
  /** `columns` holds a field or null for each column of the preview; what it says is remembered for these headings. Matches there were are forgotten. */
  mapUpload: call({
    method: 'POST',
    path: '/exchange/uploads/{id}/map',
    summary: 'Says what the columns of a file mean',
    input: z.object({
      ...id,
      category: Category,
      columns: z.array(z.nullable(UploadField)).check(z.maxLength(uploadLimits.columns)),
      /** As in the preview unless one knows better. */
      headerRow,
    }),
    output: Upload,
  }),
  /** Free. Goes on by itself whatever becomes of the connection; `upload` tells how far it is. */
  matchUpload: call({
    method: 'POST',
    path: '/exchange/uploads/{id}/match',
    summary: 'Looks up every row of a mapped file',
    input: z.object(id),
    output: Upload,
    status: 202,
    rate: 'requests',
  }),
  uploadRows: call({
    method: 'POST',
    path: '/exchange/uploads/{id}/rows',
    summary: 'Rows of a file with what they were matched to, in the order of the file',
    input: z.object({
      ...id,
      from: z._default(z.int().check(z.minimum(0), z.maximum(uploadLimits.rows)), 0),
      size: z._default(z.int().check(z.minimum(1), z.maximum(100)), 25),
      state: z.optional(MatchState),
    }),
    output: z.object({ total: z.int(), rows: z.array(UploadRow) }),
    reads: true,
    rate: 'records',
  }),
  /** accept takes `recordId`, or the likeliest candidate where none is named; reject leaves the row unmatched. Decisions can be changed. */
  decideRows: call({
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
        .check(z.minLength(1), z.maxLength(mostInBatch)),
    }),
    output: Upload,
  }),
  /** Every row that is in review with at least this score, each with its likeliest candidate. */
  decideReview: call({
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
  /** Free. Asked again it adds what has been accepted since. 422 `invalid-input` where that is more than a list holds. */
  listUpload: call({
    method: 'POST',
    path: '/exchange/uploads/{id}/list',
    summary: 'Adds the accepted records to a list of kind upload',
    input: z.object({ ...id, newId: z.optional(Id), name: z.optional(Name) }),
    output: List,
    status: 201,
  }),
  deleteUpload: call({
    method: 'DELETE',
    path: '/exchange/uploads/{id}',
    summary: 'Deletes a file with its rows; lists, requests and what was unlocked stay',
    input: z.object(id),
    output: Nothing,
    status: 204,
  }),
}
