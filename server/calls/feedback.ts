import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { dayOf } from '../../contract/core/days.ts'
import { feedbackEmailJob } from '../feedback.ts'
import { enqueue } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

export const feedbackHandlers = ({
  now,
  emails,
}: {
  now: () => number
  /** Whether the operator gets each by email. */
  emails: boolean
}): Handlers<'feedback'> => ({
  feedback: async (input, { inOrg, isKeyed, orgId, userId }) => {
    const id = isKeyed ? uuidv7() : idOf([dayOf(now()), userId, input])
    const picture = input.picture === undefined ? null : readPicture(input.picture)
    await inOrg(async (trx) => {
      if (picture !== null) await refuseBeyond(trx, userId)
      const stored = await trx
        .insertInto('feedback')
        .values({
          org_id: orgId,
          id,
          user_id: userId,
          kind: input.kind,
          message: input.message,
          page: input.page,
          record_id: input.recordId ?? null,
          deployment: input.deployment ?? null,
          picture,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (emails && stored) await enqueue(trx, { orgId, kind: feedbackEmailJob, id })
    })
    return { id }
  },
})

/** Throws `invalid-input` for what is no JPEG. */
const readPicture = (base64: string): Buffer => {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.subarray(0, 3).equals(jpegStart)) return bytes
  throw pictureRefused('not-jpeg', 'The picture isn’t a JPEG.')
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff])

const maxPicturesADay = 20

const refuseBeyond = async (trx: Transaction<Tables>, userId: string): Promise<void> => {
  const { n } = await trx
    .selectFrom('feedback')
    .select((is) => is.fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('picture', 'is not', null)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (Number(n) < maxPicturesADay) return
  throw pictureRefused(
    'too-many',
    `You’ve sent ${maxPicturesADay} pictures in a day. Send this without one, or try again tomorrow.`,
  )
}

const pictureRefused = (code: string, detail: string): ProblemError =>
  new ProblemError('invalid-input', detail, { errors: [{ pointer: '/picture', code, detail }] })

/** The same for the same feedback on the same day, so that a repeat without an Idempotency-Key stores nothing more. */
const idOf = (parts: readonly unknown[]): string => {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
