import type { Transaction } from 'kysely'
import type { downloadsEndpoints, HistoryRow } from '../../contract/money/downloads.ts'
import { acceptRequest } from '../downloads/accept-request.ts'
import { retryFailedRows, retryPrice, retryRequest } from '../downloads/retry-request.ts'
import { rowsOf } from '../downloads/rows.ts'
import { requestJob, seenRequest, type Request } from '../downloads/store.ts'
import { historyOf, historyRows } from '../downloads/views.ts'
import { visitsBy } from '../saved-work/visits.ts'
import { acceptVisits } from '../downloads/visits-file.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { countJobs } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { linkFor } from '../downloads/links.ts'
import type { DownloadsParts } from '../downloads/parts.ts'
import { deleteTemplate, saveTemplate, templatesOf } from '../downloads/templates.ts'

type DownloadsEndpoint = keyof typeof downloadsEndpoints

export const downloadsHandlers = (parts: DownloadsParts): Handlers<DownloadsEndpoint> => {
  const startRequest = async (
    context: Context,
    accept: (trx: Transaction<Tables>) => Promise<Request>,
  ): Promise<HistoryRow> => {
    const row = await context.inOrg(async (trx) => {
      const request = await accept(trx)
      await refuseBeyond(trx, parts.maxOpen)
      return viewOf(trx, request)
    })
    context.afterwards(parts.wake)
    return row
  }
  return {
    requestDownload: (input, context) =>
      startRequest(context, (trx) => acceptRequest(parts, trx, context, input)),
    exportVisits: (input, context) =>
      startRequest(context, (trx) => {
        const by = visitsBy(input, context)
        return acceptVisits(trx, context, { ...input, by })
      }),
    retryDownload: (input, context) =>
      startRequest(context, (trx) => retryRequest(parts, trx, context, input)),
    retryFailedRows: (input, context) =>
      startRequest(context, (trx) => retryFailedRows(parts, trx, context, input)),
    retryEstimate: (input, context) =>
      context.inOrg((trx) => retryPrice(parts, trx, context, input)),
    downloadHistory: async (input, context) => ({
      success: true,
      ...(await context.inOrg((trx) => historyOf(trx, context, input))),
    }),
    downloadRequest: ({ id }, context) =>
      context.inOrg(async (trx) => viewOf(trx, await seenRequest(trx, context, id))),
    downloadRows: (input, context) =>
      context.inOrg(async (trx) => {
        await seenRequest(trx, context, input.id)
        return rowsOf(trx, input)
      }),
    downloadLink: (input, context) => linkFor(parts, context, input),
    exportTemplates: (_, context) => context.inOrg((trx) => templatesOf(trx, context)),
    saveTemplate: (input, context) => context.inOrg((trx) => saveTemplate(trx, context, input)),
    deleteTemplate: ({ id }, context) => context.inOrg((trx) => deleteTemplate(trx, context, id)),
  }
}

/** More than workers can deliver in a minute. */
const refuseBeyond = async (trx: Transaction<Tables>, maxOpen: number): Promise<void> => {
  if ((await countJobs(trx, requestJob)) <= maxOpen) return
  throw new ProblemError(
    'rate-limited',
    `Your organisation has ${maxOpen} downloads in progress. Try again in ten seconds.`,
    { retryAfterSeconds: 10 },
  )
}

const viewOf = async (trx: Transaction<Tables>, request: Request): Promise<HistoryRow> => {
  const [row] = await historyRows(trx, [request])
  if (row === undefined) throw notFound()
  return row
}
