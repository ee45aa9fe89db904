import type { Database } from '../../server/platform/db/db.ts'
import { trialBucket } from '../../server/plans/plan.ts'

/** Plans are rows: most tests work in a trial that also has signals and data exchange. */
export const widenTrial = async (db: Database): Promise<void> => {
  await db.owner
    .updateTable('plan')
    .set({ data_exchange: true, flags: JSON.stringify(['signal-targeting']) })
    .where('bucket', '=', trialBucket)
    .execute()
}
