import { uuidv7 } from 'uuidv7'
import { doesNotWork, type Activity } from '../../contract/saved-work/activities.ts'
import { enqueueActivity } from '../crm/activities/enqueue.ts'
import { claimRefund } from '../credits/refunds.ts'
import { activityView } from '../saved-work/activity-view.ts'
import { nextTick } from '../saved-work/clock.ts'
import { findVisits, visitsBy } from '../saved-work/visits.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import {
  activitiesOn,
  addActivity,
  changeActivity,
  deleteActivity,
  type NewActivity,
} from '../saved-work/activities.ts'

type ActivitiesEndpoint =
  | 'activities'
  | 'visits'
  | 'addNote'
  | 'addVisit'
  | 'reportWrong'
  | 'patchActivity'
  | 'deleteActivity'

export const activitiesHandlers = (): Handlers<ActivitiesEndpoint> => ({
  activities: async ({ category, recordId }, { inOrg, userId }) =>
    (await inOrg((trx) => activitiesOn(trx, category, recordId))).map((row) =>
      activityView(row, userId),
    ),
  visits: (filter, context) => {
    const by = visitsBy(filter, context)
    return context.inOrg((trx) => findVisits(trx, { ...filter, by }, context.userId))
  },
  addNote: ({ id = uuidv7(), ...note }, context) =>
    createActivity(context, { ...note, id, kind: 'note', outcome: null, field: null }),
  addVisit: ({ id = uuidv7(), ...visit }, context) =>
    createActivity(context, { ...visit, id, kind: 'visit', field: null }),
  reportWrong: async ({ id = uuidv7(), ...report }, context) => {
    const activity = await createActivity(context, { ...report, id, kind: 'report', outcome: null })
    if (report.text.endsWith(doesNotWork))
      await context.inOrg((trx) =>
        claimRefund(trx, context.orgId, { ...report, userId: context.userId }),
      )
    return activity
  },
  patchActivity: ({ id, baseVersion, changes }, context) =>
    context.inOrg(async (trx) => {
      const seq = await nextTick(trx, context.orgId)
      const arrival = { baseVersion, changes: moments(changes) }
      const { row, merged } = await changeActivity(trx, context, seq, id, arrival)
      await enqueueActivity(trx, row)
      return { activity: activityView(row, context.userId), overruled: merged.overruled }
    }),
  deleteActivity: ({ id }, context) =>
    context.inOrg(async (trx) =>
      deleteActivity(trx, context, await nextTick(trx, context.orgId), id),
    ),
})

const createActivity = (context: Context, activity: NewActivity): Promise<Activity> =>
  context.inOrg(async (trx) => {
    const seq = await nextTick(trx, context.orgId)
    const row = await addActivity(trx, context, seq, activity)
    await enqueueActivity(trx, row)
    return activityView(row, context.userId)
  })

/** Equal moments become equal texts. */
const moments = <C extends { at?: string | undefined }>(changes: C): C =>
  changes.at === undefined ? changes : { ...changes, at: new Date(changes.at).toISOString() }
