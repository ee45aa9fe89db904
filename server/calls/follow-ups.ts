import { uuidv7 } from 'uuidv7'
import type { FollowUp } from '../../contract/saved-work/follow-ups.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { enqueueFollowUp } from '../crm/activities/enqueue.ts'
import { nextTick } from '../saved-work/clock.ts'
import { addFollowUp, changeFollowUp, followUpViews } from '../saved-work/follow-ups.ts'

type Trx = Parameters<Parameters<Context['inOrg']>[0]>[0]

export const followUpsHandlers = (): Handlers<'addFollowUp' | 'patchFollowUp'> => ({
  addFollowUp: ({ id = uuidv7(), ...followUp }, context) =>
    context.inOrg(async (trx) => {
      const seq = await nextTick(trx, context.orgId)
      const row = await addFollowUp(trx, context, seq, { ...followUp, id })
      await enqueueFollowUp(trx, row)
      return viewOf(trx, row)
    }),
  patchFollowUp: ({ id, baseVersion, changes }, context) =>
    context.inOrg(async (trx) => {
      const seq = await nextTick(trx, context.orgId)
      const arrival = { baseVersion, changes }
      const { row, merged } = await changeFollowUp(trx, context, seq, id, arrival)
      await enqueueFollowUp(trx, row)
      return { followUp: await viewOf(trx, row), overruled: merged.overruled }
    }),
})

type Row = Parameters<typeof followUpViews>[1][number]

const viewOf = async (trx: Trx, row: Row): Promise<FollowUp> => {
  const [view] = await followUpViews(trx, [row])
  if (view === undefined) throw new Error('A row has a view')
  return view
}
