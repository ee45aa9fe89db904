import type { Handlers } from '../platform/http/context.ts'
import { nextTick } from '../saved-work/clock.ts'
import { changeDayPlan, dayPlanViews } from '../saved-work/day-plans.ts'

export const dayPlansHandlers = (): Handlers<'changeDayPlan'> => ({
  changeDayPlan: (arrival, context) =>
    context.inOrg(async (trx) => {
      const seq = await nextTick(trx, context.orgId)
      const { row, merged } = await changeDayPlan(trx, context, seq, arrival)
      const [plan] = await dayPlanViews(trx, [row])
      if (plan === undefined) throw new Error('A row has a view')
      return { plan, overruled: merged.overruled }
    }),
})
