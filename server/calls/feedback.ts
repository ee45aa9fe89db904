import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { dayOf } from '../../contract/core/days.ts'
import { feedbackEmailJob } from '../feedback.ts'
import { enqueue } from '../platform/db/queue.ts'
import type { Handlers } from '../platform/http/context.ts'

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
    await inOrg(async (trx) => {
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
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (emails && stored) await enqueue(trx, { orgId, kind: feedbackEmailJob, id })
    })
    return { id }
  },
})

/** The same for the same feedback on the same day, so that a repeat without an Idempotency-Key stores nothing more. */
const idOf = (parts: readonly unknown[]): string => {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
