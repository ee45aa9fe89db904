import { auditLedger } from '../credits/audit.ts'
import type { DoctorParts } from './doctor-parts.ts'

/** Counts every ledger again, as the hourly job does, and stops the charges of one that does not add up. */
export const checkLedger = async ({ db }: DoctorParts): Promise<string[]> => {
  await auditLedger(db)
  const stopped = await db.owner
    .selectFrom('credit_account as a')
    .leftJoin('customer as c', 'c.org_id', 'a.org_id')
    .select(['a.org_id', 'c.name', 'a.stopped_why'])
    .where('a.stopped_at', 'is not', null)
    .orderBy('a.org_id')
    .execute()
  return stopped.map(
    ({ org_id: orgId, name, stopped_why: why }) =>
      `The credits of ${name ?? orgId} don’t add up, so it can’t spend any: ${why ?? 'no reason is stored'}. See npm run credits -- audit.`,
  )
}
