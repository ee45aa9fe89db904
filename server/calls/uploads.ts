import { uuidv7 } from 'uuidv7'
import type { uploadsEndpoints, Upload } from '../../contract/money/uploads.ts'
import { decideReview, decideRows, checkMatched } from '../uploads/review-decisions.ts'
import { mapColumns } from '../uploads/mapping.ts'
import { startMatching } from '../uploads/match-rows.ts'
import { checkNotExpired, checkWhole } from '../uploads/parts.ts'
import { createReadingQueue } from '../uploads/reading-queue.ts'
import { pageOfRows } from '../uploads/rows.ts'
import {
  checkRoomForRows,
  createUpload,
  readingOf,
  uploadOf,
  uploadsOf,
  uploadView,
  uploadViews,
} from '../uploads/uploads.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { listOfUpload } from '../uploads/upload-list.ts'
import { previewUpload } from '../uploads/preview.ts'

type Trx = Parameters<Parameters<Context['inOrg']>[0]>[0]

export type ExchangeParts = {
  db: Database
  resolver: QueryResolver
  wake(): void
}

export const uploadsHandlers = (parts: ExchangeParts): Handlers<keyof typeof uploadsEndpoints> => {
  const queueReading = createReadingQueue()
  const changed = (
    context: Context,
    id: string,
    change: (trx: Trx, upload: Awaited<ReturnType<typeof uploadOf>>) => Promise<unknown>,
  ): Promise<Upload> =>
    context.inOrg(async (trx) => {
      await change(trx, await uploadOf(trx, context, id, true))
      return uploadView(trx, context, id)
    })
  return {
    uploads: (_, context) =>
      context.inOrg(async (trx) => uploadViews(trx, context, await uploadsOf(trx, context))),
    upload: ({ id }, context) => context.inOrg((trx) => uploadView(trx, context, id)),
    createUpload: ({ id = uuidv7(), ...file }, context) =>
      context.inOrg(async (trx) => {
        await createUpload(trx, context, { id, ...file })
        return uploadView(trx, context, id)
      }),
    uploadPreview: (input, context) => previewUpload({ ...parts, queueReading }, context, input),
    mapUpload: ({ id, ...mapping }, context) =>
      changed(context, id, async (trx, upload) => {
        checkNotExpired(upload)
        checkWhole(upload)
        const read = await readingOf(trx, id)
        if (read === null)
          throw new ProblemError(
            'not-ready',
            'We haven’t read this file yet. Open its preview first.',
          )
        await mapColumns(trx, upload, read, mapping)
      }),
    matchUpload: ({ id }, context) =>
      changed(context, id, async (trx, upload) => {
        const { state, columns, org_id: orgId } = upload
        if (columns === null) throw new ProblemError('not-ready', 'Map the columns first.')
        if (state !== 'MAPPED' && state !== 'FAILED') return
        checkNotExpired(upload)
        checkWhole(upload)
        await checkRoomForRows(trx, upload)
        await startMatching(trx, orgId, id)
        context.afterwards(parts.wake)
      }),
    uploadRows: ({ id, ...page }, context) =>
      context.inOrg(async (trx) => pageOfRows(trx, await uploadOf(trx, context, id), page)),
    decideRows: ({ id, decisions }, context) =>
      changed(context, id, async (trx, upload) => {
        checkMatched(upload)
        await decideRows(trx, upload, decisions)
      }),
    decideReview: async ({ id, ...decision }, context) => {
      let decided = 0
      const upload = await changed(context, id, async (trx, stored) => {
        checkMatched(stored)
        decided = await decideReview(trx, stored, decision)
      })
      return { upload, decided }
    },
    listUpload: (input, context) => listOfUpload(parts.resolver, context, input),
    deleteUpload: ({ id }, context) =>
      context.inOrg(async (trx) => {
        await uploadOf(trx, context, id, true)
        await trx.deleteFrom('upload').where('id', '=', id).execute()
      }),
  }
}
