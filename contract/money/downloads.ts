import * as z from 'zod/mini'
import { listPageSize } from '../constants.ts'
import { memberEndpoint } from '../core/endpoint.ts'
import { Agreed, Estimate, RecordSource } from './credits.ts'
import { ConflictDecisions, CrmOutcome } from './crm.ts'
import { Category } from '../records/records.ts'
import { VisitFilter } from '../saved-work/activities.ts'
import { Id, Moment, maxListed, Name, Nothing } from '../saved-work/item.ts'

/** In the spec's spelling (spec 4). */
export const RequestStatus = z.enum([
  'REQUEST_ACCEPTED',
  'CREDIT_VALIDATION_INPROGRESS',
  'CREDIT_VALIDATION_COMPLETED',
  'DOWNLOAD_FILE_GENERATED',
  'REQUEST_COMPELETED',
  'REQUEST_PARTIALLY_COMPLETED',
  'INSUFFICIENT_CREDITS',
  'REQUEST_FAILED',
])
export type RequestStatus = z.infer<typeof RequestStatus>

export const statusLabels: Record<RequestStatus, string> = {
  REQUEST_COMPELETED: 'Completed',
  DOWNLOAD_FILE_GENERATED: 'Completed',
  REQUEST_FAILED: 'Failed',
  INSUFFICIENT_CREDITS: 'Insufficient credits',
  CREDIT_VALIDATION_COMPLETED: 'In progress',
  CREDIT_VALIDATION_INPROGRESS: 'In progress',
  REQUEST_ACCEPTED: 'Request accepted',
  REQUEST_PARTIALLY_COMPLETED: 'Partially completed',
}

/** Unless a member retries (product 2.8). */
export const isOver = (status: RequestStatus): boolean =>
  status !== 'REQUEST_ACCEPTED' &&
  status !== 'CREDIT_VALIDATION_INPROGRESS' &&
  status !== 'CREDIT_VALIDATION_COMPLETED'

/** Spec 3; a connector without a name has a key of twelve hexadecimal digits, '{hash}' in the spec. */
export const namedTypes = {
  DOWNLOAD: 'Download',
  HS_INTEGRATION: 'HubSpot push',
  SF_INTEGRATION: 'Salesforce push',
  PIPEDRIVE_INTEGRATION: 'Pipedrive push',
} as const

/** A file of visits, which costs nothing; `exportVisits` makes it. */
export const visitsType = 'VISITS'

/** DOWNLOAD, an integration, another connector's key, or ENRICH_ before any of them for an upload; VISITS. */
export const RequestType = z
  .string()
  .check(
    z.regex(
      /^(VISITS|(ENRICH_)?(DOWNLOAD|HS_INTEGRATION|SF_INTEGRATION|PIPEDRIVE_INTEGRATION|[0-9a-f]{12}))$/,
    ),
  )

/** An unknown key is 'CRM push' (product 2.8). `known` are the labels of `/configs.requestTypes`. */
export const typeLabel = (
  type: string,
  known: readonly { type: string; label: string }[] = [],
): string => {
  if (type === visitsType) return 'Visits'
  const enriched = type.startsWith('ENRICH_')
  const bare = enriched ? type.slice('ENRICH_'.length) : type
  const named: Readonly<Record<string, string>> = namedTypes
  const label = known.find((entry) => entry.type === bare)?.label ?? named[bare] ?? 'CRM push'
  return enriched ? `${label} from uploads` : label
}

export const FileFormat = z.enum(['csv', 'xlsx'])
export type FileFormat = z.infer<typeof FileFormat>

/** Of any plan (R5). */
export const maxRows = maxListed

/** Keys of `contract/records/export-columns.ts`, in the order of the file. */
const Columns = z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(80))

/** `owned` are among the delivered. */
export const RowCounts = z.object({
  requested: z.int(),
  delivered: z.int(),
  failed: z.int(),
  owned: z.int(),
  suppressed: z.int(),
  /** Of a push, beside the failed; absent if none. */
  skipped: z.optional(z.int()),
})

export const HistoryRow = z.object({
  requestId: Id,
  parentRequestId: z.nullable(Id),
  type: RequestType,
  label: z.string(),
  category: Category,
  status: RequestStatus,
  statusLabel: z.string(),
  name: z.string(),
  user: z.object({ userId: z.string(), name: z.string() }),
  rows: RowCounts,
  /** Of `rows.asked`. */
  done: z.int(),
  /** A push that has to wait, as for a limit of the CRM, goes on then. */
  waitsUntil: z.optional(Moment),
  credits: z.int(),
  agreed: z.int(),
  attempt: z.int(),
  /** Why it ended, as a sentence; null if the status says enough. `needed` and `balance` come with INSUFFICIENT_CREDITS. */
  reason: z.nullable(z.string()),
  needed: z.nullable(z.int()),
  balance: z.nullable(z.int()),
  createdAt: Moment,
  updatedAt: Moment,
  file: z.nullable(
    z.object({
      name: z.string(),
      format: FileFormat,
      bytes: z.int(),
      /** After it the file is rebuilt on demand, free. */
      expiresAt: Moment,
    }),
  ),
  /** The first five errors of rows. */
  errors: z.array(z.string()).check(z.maxLength(5)),
  canRetry: z.boolean(),
  canRetryFailed: z.boolean(),
})
export type HistoryRow = z.infer<typeof HistoryRow>

export const RowOutcome = z.enum([
  'delivered',
  'owned',
  'suppressed',
  'empty',
  'failed',
  'unmatched',
])
export type RowOutcome = z.infer<typeof RowOutcome>

/** What became of a row at the CRM; `url` leads to its record there. */
export const CrmResult = z.object({
  outcome: CrmOutcome,
  url: z.nullable(z.string()),
  /** Records of the CRM that a conflict is between. */
  matches: z.array(z.object({ name: z.string(), url: z.string() })),
})
export type CrmResult = z.infer<typeof CrmResult>

/** For one category and the whole organisation. */
export const ExportTemplate = z.object({
  id: Id,
  name: z.string(),
  category: Category,
  columns: Columns,
  isOwner: z.boolean(),
})
export type ExportTemplate = z.infer<typeof ExportTemplate>

const sizes = z._default(z.int().check(z.minimum(1), z.maximum(100)), listPageSize)
const start = z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 0)

/** Spec 3 and 7, product 2.8. Standard members see their own, whatever `userId` they send; admins see all. */
export const downloadsEndpoints = {
  /** Accepted at once and delivered in the background; idempotent with an `id` from the caller. 409 `price-changed` carries the new `estimate`. */
  requestDownload: memberEndpoint({
    method: 'POST',
    path: '/download/request',
    summary: 'Asks for records in a file',
    input: z.object({
      id: z.optional(Id),
      type: z._default(RequestType, 'DOWNLOAD'),
      category: Category,
      source: RecordSource,
      name: z.optional(Name),
      format: z._default(FileFormat, 'csv'),
      columns: z.optional(Columns),
      /** Of a push. */
      decisions: z.optional(ConflictDecisions),
      agreed: Agreed,
    }),
    output: HistoryRow,
    status: 202,
    rate: 'requests',
    offline: true,
  }),
  /** Ext. `by` and `list` are as in `visits`. Free; idempotent with an `id` from the caller. */
  exportVisits: memberEndpoint({
    method: 'POST',
    path: '/download/visits',
    summary: 'Visits in a file, the latest first',
    input: z.extend(VisitFilter, {
      id: z.optional(Id),
      format: z._default(FileFormat, 'csv'),
    }),
    output: HistoryRow,
    status: 202,
    rate: 'requests',
  }),
  downloadHistory: memberEndpoint({
    method: 'POST',
    path: '/download/history',
    summary: 'Requests, the newest first',
    input: z.object({
      from: start,
      size: sizes,
      type: z.optional(z.nullable(RequestType)),
      category: z.optional(z.nullable(Category)),
      /** Finds every status with the same label: 'Completed' is two of them (spec 4). */
      status: z.optional(z.nullable(RequestStatus)),
      requestId: z.optional(z.nullable(Id)),
      userId: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
    }),
    output: z.object({ success: z.boolean(), total: z.int(), history: z.array(HistoryRow) }),
    reads: true,
    gate: 'own-work',
  }),
  downloadRequest: memberEndpoint({
    method: 'GET',
    path: '/download/request/{id}',
    summary: 'One request',
    input: z.object({ id: Id }),
    output: HistoryRow,
    gate: 'own-work',
  }),
  downloadRows: memberEndpoint({
    method: 'POST',
    path: '/download/request/{id}/rows',
    summary: 'What became of each row of a request',
    input: z.object({ id: Id, from: start, size: sizes, outcome: z.optional(RowOutcome) }),
    output: z.object({
      total: z.int(),
      rows: z.array(
        z.object({
          row: z.int(),
          recordId: z.nullable(Id),
          name: z.string(),
          outcome: z.nullable(RowOutcome),
          reason: z.nullable(z.string()),
          /** Null except after a push. */
          crm: z.nullable(CrmResult),
        }),
      ),
    }),
    reads: true,
    gate: 'own-work',
  }),
  /** Retries a request that failed or lacked credits; `first` limits it to the first rows ('the first n you can afford'). At most three times. */
  retryDownload: memberEndpoint({
    method: 'POST',
    path: '/download/request/{id}/retry',
    summary: 'Tries a failed request again',
    input: z.object({
      id: Id,
      agreed: Agreed,
      first: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
      decisions: z.optional(ConflictDecisions),
    }),
    output: HistoryRow,
    status: 202,
    rate: 'requests',
  }),
  /** What a retry would cost now, of all rows or of the failed ones. */
  retryEstimate: memberEndpoint({
    method: 'GET',
    path: '/download/request/{id}/estimate',
    summary: 'What a request would cost now, all of it or its first rows',
    input: z.object({
      id: Id,
      first: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxRows))),
    }),
    output: Estimate,
  }),
  /** A new request for the rows that failed; its parent does not change. */
  retryFailedRows: memberEndpoint({
    method: 'POST',
    path: '/download/request/{id}/retry-failed',
    summary: 'Tries only the rows that failed',
    input: z.object({
      id: Id,
      newId: z.optional(Id),
      agreed: Agreed,
      decisions: z.optional(ConflictDecisions),
    }),
    output: HistoryRow,
    status: 202,
    rate: 'requests',
  }),
  /**
   * Works without a session for ten minutes. An expired file is rebuilt, free (425 `not-ready` and Retry-After until it is done).
   */
  downloadLink: memberEndpoint({
    method: 'POST',
    path: '/download/request/{id}/link',
    summary: 'Where the file can be fetched',
    input: z.object({ id: Id, what: z._default(z.enum(['file', 'results']), 'file') }),
    output: z.object({ url: z.string(), expiresAt: Moment }),
    gate: 'own-work',
  }),
  exportTemplates: memberEndpoint({
    method: 'GET',
    path: '/download/templates',
    summary: 'Saved choices of columns',
    input: z.object({}),
    output: z.array(ExportTemplate),
  }),
  saveTemplate: memberEndpoint({
    method: 'POST',
    path: '/download/templates',
    summary: 'Saves a choice of columns; the same name again replaces one of your own',
    input: z.object({ name: Name, category: Category, columns: Columns }),
    output: ExportTemplate,
    status: 201,
  }),
  deleteTemplate: memberEndpoint({
    method: 'DELETE',
    path: '/download/templates/{id}',
    summary: 'Deletes a choice of columns',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
  }),
}
