import { uuidv7 } from 'uuidv7'
import { changeLimits, memberOf } from '../../domain/members/list.ts'
import type { Handlers } from '../../platform/context.ts'
import { ProblemError } from '../../platform/problem-error.ts'

/** What an admin decides about a member. */
export const memberHandlers = (): Handlers<'setMemberCap'> => ({
  setMemberCap: async ({ userId, cap, disabled: wanted }, { inOrg, orgId, userId: byUser }) =>
    inOrg(async (trx) => {
      const member = await memberOf(trx, userId)
      if (!member)
        throw new ProblemError('not-found', 'There is nobody of this id among the users.')
      const disabled = [...new Set(wanted)].sort()
      const change = {
        from: { cap: member.cap, disabled: member.disabled },
        to: { cap, disabled },
      }
      if (JSON.stringify(change.from) === JSON.stringify(change.to)) return member
      await changeLimits(trx, userId, { cap, disabled })
      await trx
        .insertInto('member_change')
        .values({
          org_id: orgId,
          id: uuidv7(),
          by_user: byUser,
          user_id: userId,
          change: JSON.stringify(change),
        })
        .execute()
      return { ...member, cap, disabled }
    }),
})
