import type { QueryResolver } from '../saved-work/resolve-query.ts'
import type { Handlers } from '../platform/http/context.ts'
import { feedOf } from '../sync/feed.ts'
import { recordsForDevice } from '../sync/records.ts'

export const syncHandlers = (resolver: QueryResolver): Handlers<'changes' | 'syncRecords'> => ({
  changes: ({ since, limit }, { inOrg, orgId, userId }) =>
    inOrg((trx) => feedOf(trx, { orgId, userId }, since, limit)),
  syncRecords: async (input, context) => {
    const answer = await recordsForDevice(resolver, context, input)
    context.countAs(answer.records.length + (answer.people?.length ?? 0))
    return answer
  },
})
