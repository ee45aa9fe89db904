import type { Transaction } from 'kysely'
import type { CrmMapping } from '../../contract/money/crm.ts'
import { audit } from '../audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import type { Tables } from '../platform/db/tables.ts'
import { connectedCrm, lockConnections, nextMappingVersion, storeMapping } from './connections.ts'
import type { Crms } from './crms.ts'

/** Earlier versions stay. Throws ProblemError `crm-away` without a connection. */
export const saveMapping = async (
  trx: Transaction<Tables>,
  { crms, now }: { crms: Crms; now: () => number },
  by: Pick<Context, 'orgId' | 'userId'>,
  key: string,
  mapping: CrmMapping,
): Promise<void> => {
  await lockConnections(trx, by.orgId)
  const { crm, connection } = await connectedCrm(trx, crms, key)
  const version = await nextMappingVersion(trx, key)
  await storeMapping(trx, { ...by, connectionId: connection.id, version, mapping, now: now() })
  await trx
    .updateTable('crm_connection')
    .set({ mapping: JSON.stringify(mapping), mapping_version: version })
    .where('id', '=', connection.id)
    .execute()
  await audit(trx, by, {
    act: 'crm-mapping',
    subject: connection.id,
    details: { crm: crm.kind.label, version },
  })
}
