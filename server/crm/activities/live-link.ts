import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { linksOf } from '../links.ts'
import type { Link } from '../match.ts'

/** The record of a CRM that ours is linked to, unless it was deleted there. */
export const liveLink = async (
  trx: Transaction<Tables>,
  connectionId: string,
  recordId: string,
): Promise<Link | null> => {
  const links = await linksOf(trx, connectionId, ['company', 'contact', 'lead'], [recordId], 'paid')
  const link = links.get(recordId)
  return link && !link.isDeleted ? link : null
}
