import type { Asking } from '../../domain/saved/asking.ts'
import type { Handlers } from '../../platform/context.ts'
import { feedOf } from './feed.ts'
import { recordsForDevice } from './records.ts'

/** What a device keeps of the server. */
export const syncHandlers = (asking: Asking): Handlers<'changes' | 'syncRecords'> => ({
  changes: ({ since, limit }, { inOrg, orgId, userId }) =>
    inOrg((trx) => feedOf(trx, { orgId, userId }, since, limit)),
  syncRecords: async (input, context) => {
    const answer = await recordsForDevice(asking, context, input)
    context.countAs(answer.records.length)
    return answer
  },
})
