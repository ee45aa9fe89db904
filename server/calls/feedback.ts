import { uuidv7 } from 'uuidv7'
import type { Handlers } from '../platform/http/context.ts'

export const feedbackHandlers = (): Handlers<'feedback'> => ({
  feedback: async (input, { inOrg, orgId, userId }) => {
    const id = uuidv7()
    await inOrg((trx) =>
      trx
        .insertInto('feedback')
        .values({
          org_id: orgId,
          id,
          user_id: userId,
          kind: input.kind,
          message: input.message,
          page: input.page,
          record_id: input.recordId ?? null,
        })
        .execute(),
    )
    return { id }
  },
})
