import { dayMs } from '../../contract/core/days.ts'
import type { CrmMapping } from '../../contract/money/crm.ts'
import { sql, type Selectable, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Account, Grant } from '../connectors/port.ts'
import { shorten } from '../connectors/shorten.ts'
import type { Tables } from '../platform/db/tables.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Crm, Crms } from './crms.ts'
import { sealGrant } from './grant.ts'
import { signInAgain } from './problems.ts'
import type { Seal } from './seal.ts'

type Trx = Transaction<Tables>

export type Connection = Selectable<Tables['crm_connection']>

/** Undefined if the organisation is not connected to this CRM. */
export const livingConnection = (trx: Trx, connectorKey: string): Promise<Connection | undefined> =>
  livingConnections(trx).where('connector', '=', connectorKey).executeTakeFirst()

/** Throws ProblemError `crm-away` if it is not connected, needs an admin to sign in, or is not set up in this installation. */
export const connectedCrm = async (
  trx: Trx,
  crms: Crms,
  key: string,
): Promise<{ crm: Crm; connection: Connection }> => {
  const crm = crms.find(key)
  const connection = await livingConnection(trx, key)
  if (crm && connection?.state === 'connected') return { crm, connection }
  const label = crms.kinds.find((kind) => kind.key === key)?.label ?? 'This CRM'
  if (crm && connection) throw signInAgain(label)
  throw new ProblemError(
    'crm-away',
    `${label} isn’t connected. An admin can connect it under Integrations.`,
  )
}

export const livingConnections = (trx: Trx) =>
  trx.selectFrom('crm_connection').selectAll().where('state', '<>', 'disconnected')

/** Of one organisation, until the transaction ends: what it connects and disconnects. */
export const lockConnections = async (trx: Trx, orgId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crm ${orgId}`}, 0))`.execute(trx)
}

export type NewGrant = {
  orgId: string
  userId: string
  connector: string
  account: Account
  grant: Grant
  now: number
}

/**
 * Connects, or connects again: the same account keeps its connection with links and mapping, also 30 days after it was disconnected.
 * Needs `lockConnections`; a connection to another account of this CRM must have ended before.
 */
export const storeConnection = async (
  trx: Trx,
  seal: Seal,
  { orgId, userId, connector, account, grant, now }: NewGrant,
): Promise<string> => {
  const before = await trx
    .selectFrom('crm_connection')
    .select(['id', 'generation'])
    .where('connector', '=', connector)
    .where('account_id', '=', account.id)
    .where((where) =>
      where.or([
        where('state', '<>', 'disconnected'),
        where('disconnected_at', '>', new Date(now - linksLiveMs)),
      ]),
    )
    .orderBy('connected_at', 'desc')
    .forUpdate()
    .executeTakeFirst()
  const id = before?.id ?? uuidv7()
  const generation = (before?.generation ?? 0) + 1
  const row = {
    state: 'connected' as const,
    account_name: shorten(account.name, maxName).toWellFormed(),
    account_user: account.userEmail && shorten(account.userEmail, maxName),
    missing_scopes: [...account.missingScopes],
    connected_by: userId,
    connected_at: new Date(now),
    sealed_grant: sealGrant(seal, grant, { orgId, id, generation }),
    generation,
    access_until: momentOf(grant.expiresAt),
    refreshed_at: new Date(now),
    refreshing_until: null,
    refreshed_by: null,
    disconnected_at: null,
    slow_until: null,
    problem: null,
  }
  if (before) await trx.updateTable('crm_connection').set(row).where('id', '=', id).execute()
  else {
    const version = await nextMappingVersion(trx, connector)
    const known = { org_id: orgId, id, connector, account_id: account.id, mapping_version: version }
    await trx
      .insertInto('crm_connection')
      .values({ ...known, ...row })
      .execute()
    await storeMapping(trx, { orgId, connectionId: id, version, mapping: null, userId, now })
  }
  return id
}

/** No two connections of a CRM share a version: a push knows by it which account it was accepted for. Needs `lockConnections`. */
export const nextMappingVersion = async (trx: Trx, connector: string): Promise<number> => {
  const { version } = await trx
    .selectFrom('crm_connection')
    .select(sql<number>`coalesce(max(mapping_version), 0) + 1`.as('version'))
    .where('connector', '=', connector)
    .executeTakeFirstOrThrow()
  return version
}

export const storeMapping = async (
  trx: Trx,
  saved: {
    orgId: string
    connectionId: string
    version: number
    mapping: CrmMapping | null
    userId: string
    now: number
  },
): Promise<void> => {
  await trx
    .insertInto('crm_mapping')
    .values({
      org_id: saved.orgId,
      connection_id: saved.connectionId,
      version: saved.version,
      mapping: JSON.stringify(saved.mapping),
      saved_by: saved.userId,
      saved_at: new Date(saved.now),
    })
    .execute()
}

const maxName = 200

/** Links to records outlive a connection by so long. */
export const linksLiveMs = 30 * dayMs

export const momentOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
