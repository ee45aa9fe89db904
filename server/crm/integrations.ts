import type { Transaction } from 'kysely'
import type { CrmConnection, Integration } from '../../contract/money/crm.ts'
import type { ConnectorKind } from '../connectors/port.ts'
import { memberNames } from '../members/list.ts'
import type { Tables } from '../platform/db/tables.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import { livingConnections, type Connection } from './connections.ts'
import type { Crms } from './crms.ts'
import { mirrorsAsOf } from './mirror/passes.ts'
import { askToSignIn } from './problems.ts'

type Trx = Transaction<Tables>

/** All CRMs in the registry's order, with the organisation's connections. */
export const readIntegrations = async (
  trx: Trx,
  crms: Crms,
  now: number,
): Promise<{ integrations: Integration[]; included: number | null }> => {
  const connections = await livingConnections(trx).execute()
  const asOf = await mirrorsAsOf(trx)
  const names = await memberNames(
    trx,
    connections.map((connection) => connection.connected_by),
  )
  const { connectors: included } = await entitlementsOf(trx)
  return {
    integrations: crms.kinds.map((kind) => {
      const connection = connections.find(({ connector }) => connector === kind.key)
      return asIntegration(crms, kind, connection, { names, asOf, now })
    }),
    included,
  }
}

/** By user id, and by connection; `now` is in ms since 1970. */
type Known = {
  names: ReadonlyMap<string, string>
  asOf: ReadonlyMap<string, Date>
  now: number
}

const asIntegration = (
  crms: Crms,
  kind: ConnectorKind,
  connection: Connection | undefined,
  known: Known,
): Integration => {
  const { key, label, icon } = kind
  const crm = crms.find(key)
  return {
    key,
    label,
    icon,
    isSetUp: crm !== undefined,
    state:
      connection === undefined ? 'idle' : connection.pushed_at === null ? 'installed' : 'success',
    people: [...(crm?.connector.objects.person ?? [])],
    address: crm?.connector.oauth.hint ?? null,
    connection: connection ? asConnection(connection, label, crm !== undefined, known) : null,
  }
}

const asConnection = (
  connection: Connection,
  label: string,
  isSetUp: boolean,
  { names, asOf, now }: Known,
): CrmConnection => {
  const isRevoked = connection.state === 'revoked'
  const slowUntil = connection.slow_until
  return {
    id: connection.id,
    isWorking: isSetUp && !isRevoked,
    accountId: connection.account_id,
    accountName: connection.account_name,
    accountUser: connection.account_user,
    missingScopes: connection.missing_scopes,
    connectedBy: names.get(connection.connected_by) ?? null,
    connectedAt: connection.connected_at.toISOString(),
    problem: isSetUp
      ? (connection.problem ?? (isRevoked ? askToSignIn(label) : null))
      : `${label} isn’t set up here, so we can’t reach it.`,
    waitsUntil: slowUntil !== null && slowUntil.getTime() > now ? slowUntil.toISOString() : null,
    recordsAsOf: asOf.get(connection.id)?.toISOString() ?? null,
  }
}
