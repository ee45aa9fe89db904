import type { Transaction } from 'kysely'
import type { downloadsCalls, HistoryRow } from '../../contract/money/downloads.ts'
import { accepted } from '../downloads/accepting.ts'
import { failedRowsAgain, retryPrice, triedAgain } from '../downloads/retrying.ts'
import { rowsOf } from '../downloads/rows.ts'
import { requestJob, seenRequest, type Request } from '../downloads/store.ts'
import { historyOf, historyRows } from '../downloads/views.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { countJobs } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { linkFor } from '../downloads/links.ts'
import type { DownloadsParts } from '../downloads/parts.ts'
import { deleteTemplate, saveTemplate, templatesOf } from '../downloads/templates.ts'

type DownloadsCall = keyof typeof downloadsCalls

/** Downloads and every other request that takes records out (product 2.8). */
export const downloadsHandlers = (parts: DownloadsParts): Handlers<DownloadsCall> => {
  /** The answer to a request that has just been accepted, which is worked off behind it. */
  const begun = async (
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
      begun(context, (trx) => accepted(parts, trx, context, input)),
    retryDownload: (input, context) =>
      begun(context, (trx) => triedAgain(parts, trx, context, input)),
    retryFailedRows: (input, context) =>
      begun(context, (trx) => failedRowsAgain(parts, trx, context, input)),
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

/** Throws `rate-limited` where the organisation has more requests open than are carried out within a minute: a promise that cannot be met is not given. */
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
  if (row === undefined)
    throw new ProblemError('not-found', 'We can’t find this. It may have been deleted.')
  return row
}
