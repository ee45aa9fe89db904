import type { cadencesEndpoints } from '../../contract/saved-work/cadences.ts'
import type { Handlers } from '../platform/http/context.ts'
import { cadenceViews, deleteCadence, setCadence } from '../saved-work/cadences.ts'
import { nextTick } from '../saved-work/clock.ts'

export const cadencesHandlers = (): Handlers<keyof typeof cadencesEndpoints> => ({
  setCadence: (input, context) =>
    context.inOrg(async (trx) => {
      const seq = await nextTick(trx, context.orgId)
      const [view] = await cadenceViews(trx, [await setCadence(trx, context, seq, input)])
      if (view === undefined) throw new Error('A row has a view')
      return view
    }),
  deleteCadence: ({ id }, context) =>
    context.inOrg(async (trx) =>
      deleteCadence(trx, context, await nextTick(trx, context.orgId), id),
    ),
})
