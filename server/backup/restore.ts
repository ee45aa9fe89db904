import { sql, type Transaction } from 'kysely'
import { verifyChain } from '../audit/verify.ts'
import { auditLedger } from '../credits/audit.ts'
import { endFailed } from '../downloads/end-request.ts'
import { isOpen, lockedRequest, openStatuses } from '../downloads/store.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { unpackEntries } from './archive.ts'
import { writeEntry } from './entries.ts'
import type { BackupKey } from './encryption.ts'
import { loadTables } from './load-tables.ts'
import { filesPart, type Manifest } from './manifest.ts'
import { countParked, organisations, parkAll, parkedLines } from './park.ts'
import { readPart } from './parts.ts'

export type OpenBackup = { store: FileStore; manifest: Manifest; key: BackupKey | null }

/** Into a database of the backup's migrations. Throws a Refusal and changes nothing if a part or a row is not as it was. */
export const restoreTables = (
  db: Database,
  { store, manifest: { id, tables }, key }: OpenBackup,
  onProgress: (step: string) => void,
): Promise<number> =>
  loadTables(
    db,
    tables.map(({ name, columns, rows, sum, part }) => ({
      name,
      columns,
      expected: { rows, sum },
      read: () => readPart({ store, id, key, name }, part),
    })),
    { adjust, onProgress },
  )

/** What an earlier moment means for the rest of the world. */
const adjust = async (trx: Transaction<Tables>): Promise<void> => {
  await parkAll(trx)
  await adaptToDatabase(trx)
  // Devices fetch everything again, because what they read last may be later.
  await sql`update org_clock set epoch = gen_random_uuid()`.execute(trx)
  await sql`update billing_customer set synced_at = null`.execute(trx)
  await sql`update customer set listed_at = null`.execute(trx)
  await sql`delete from backup_run where finished_at is null`.execute(trx)
}

/** In another database transactions have other numbers, and no job is under way. */
export const adaptToDatabase = async (trx: Transaction<Tables>): Promise<void> => {
  await sql`update signal_agent set changed_by = pg_current_xact_id()`.execute(trx)
  await sql`update job set holder = null, lease_until = null where holder is not null`.execute(trx)
}

export const restoreFiles = (
  { store, manifest: { id, files }, key }: OpenBackup,
  to: { files: FileStore; dataFolder: string },
): Promise<number> =>
  unpackEntries(readPart({ store, id, key, name: filesPart }, files.part), (entry, content) =>
    writeEntry(to, entry, content),
  )

/**
 * On the newest migrations. Ends requests that were under way, because their records may have been delivered after the backup; audits
 * ledgers and audit logs. In lines for the operator.
 */
export const settleRestored = async (db: Database): Promise<string[]> => {
  await db.owner.deleteFrom('server_process').execute()
  await db.owner.deleteFrom('process_report').execute()
  const ended = await endOpenRequests(db)
  const orgs = await organisations(db)
  const broken: string[] = []
  for (const orgId of orgs) {
    const { brokenAt } = await db.asOrg(orgId, verifyChain)
    if (brokenAt !== null) broken.push(`${orgId} from entry ${brokenAt}`)
  }
  const mismatches = await auditLedger(db)
  const parked = await countParked(db)
  const total = parked.messages + parked.emails + parked.activities
  const { customers } = await db.owner
    .selectFrom('billing_customer')
    .select(sql<number>`count(*)::int`.as('customers'))
    .executeTakeFirstOrThrow()
  return [
    total === 0 ? 'Nothing waited to be sent.' : parkedLines(parked).join('\n'),
    ended.length === 0
      ? 'No download or push was under way.'
      : `Ended ${ended.length} downloads and pushes that were under way; what wasn’t delivered isn’t charged: ${ended.join(', ')}.`,
    mismatches.length === 0
      ? `The ledgers of ${orgs.length} organisations add up.`
      : `Ledgers don’t add up, and their organisations can’t be charged: ${mismatches.map(({ orgId, check }) => `${orgId} (${check})`).join(', ')}.`,
    broken.length === 0
      ? `The audit logs of ${orgs.length} organisations are whole.`
      : `Audit logs are broken: ${broken.join(', ')}.`,
    `After its start Fieldbook asks Stripe about ${customers} organisations, and Clerk about the members of each one that is used.`,
  ]
}

const endOpenRequests = async (db: Database): Promise<string[]> => {
  const open = await db.owner
    .selectFrom('download_request')
    .select(['org_id', 'id', 'name'])
    .where('status', 'in', openStatuses)
    .execute()
  for (const { org_id: orgId, id } of open)
    await db.asOrg(orgId, async (trx) => {
      const request = await lockedRequest(trx, id)
      if (request && isOpen(request))
        await endFailed(trx, request, 'Fieldbook was restored before this was done. Try again.')
    })
  return open.map(({ org_id: orgId, name }) => `‘${name}’ of ${orgId}`)
}
