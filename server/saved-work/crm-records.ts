import type { Category } from '../../contract/records/records.ts'
import type { Context } from '../platform/http/context.ts'
import { idsInCrm } from '../records/in-crm.ts'

type Caller = Pick<Context, 'orgId' | 'inOrg'>

/** The CRM's records are an hour old anyway, and what was pushed has a filter of its own. */
const trustedMs = 30_000

/** What the organisation's CRMs have, for filters; cached, because a CRM may have hundreds of thousands of records. */
export const createCrmRecords = (
  now: () => number,
): ((caller: Caller, category: Category) => Promise<readonly string[]>) => {
  const known = new Map<string, { at: number; ids: Promise<readonly string[]> }>()
  const isFresh = ({ at }: { at: number }): boolean => Math.abs(now() - at) < trustedMs
  return ({ orgId, inOrg }, category) => {
    const key = `${category} ${orgId}`
    const cached = known.get(key)
    if (cached && isFresh(cached)) return cached.ids
    for (const [other, entry] of known) if (!isFresh(entry)) known.delete(other)
    const entry = { at: now(), ids: inOrg((trx) => idsInCrm(trx, category)) }
    known.set(key, entry)
    entry.ids.catch(() => {
      if (known.get(key) === entry) known.delete(key)
    })
    return entry.ids
  }
}
