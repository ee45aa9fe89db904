import { uuidv7 } from 'uuidv7'
import { audit } from '../audit/audit.ts'
import { changeLimits, memberOf } from '../members/list.ts'
import type { Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

export const memberHandlers = (): Handlers<'setMemberCap'> => ({
  setMemberCap: async ({ userId, cap, disabled: wanted }, context) =>
    context.inOrg(async (trx) => {
      const { orgId, userId: byUser } = context
      const member = await memberOf(trx, userId)
      if (!member) throw new ProblemError('not-found', 'We can’t find this user.')
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
      await audit(trx, context, {
        act: 'member-limits',
        subject: userId,
        details: {
          cap,
          capBefore: member.cap,
          disabled: disabled.join(', '),
          disabledBefore: member.disabled.join(', '),
        },
      })
      return { ...member, cap, disabled }
    }),
})
