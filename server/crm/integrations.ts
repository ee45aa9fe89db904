import type { Transaction } from 'kysely'
import type { CrmConnection, Integration } from '../../contract/money/crm.ts'
import type { ConnectorKind } from '../connectors/port.ts'
import { memberNames } from '../members/list.ts'
import type { Tables } from '../platform/db/tables.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import { livingConnections, type Connection } from './connections.ts'
import type { Crm, Crms } from './crms.ts'
import { openGrant } from './grant.ts'
import { mirrorsAsOf } from './mirror/passes.ts'
import { askToSignIn } from './problems.ts'
import { SealBroken, type Seal } from './seal.ts'
import { accountOf } from './session.ts'

type Trx = Transaction<Tables>

/** All CRMs in the registry's order, with the organisation's connections. */
export const readIntegrations = async (
  trx: Trx,
  { crms, seal, now }: { crms: Crms; seal: Seal; now: () => number },
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
      return asIntegration(crms, kind, connection, { names, asOf, seal, now: now() })
    }),
    included,
  }
}

/** By user id, and by connection; `now` is in ms since 1970. */
type Known = {
  names: ReadonlyMap<string, string>
  asOf: ReadonlyMap<string, Date>
  seal: Seal
  now: number
}

const asIntegration = (
  crms: Crms,
  kind: ConnectorKind,
  connection: Connection | undefined,
  known: Known,
): Integration => {
  const { key, label, icon, initials } = kind
  const crm = crms.find(key)
  return {
    key,
    label,
    icon,
    initials,
    isSetUp: crm !== undefined,
    state:
      connection === undefined ? 'idle' : connection.pushed_at === null ? 'installed' : 'success',
    people: [...(crm?.connector.objects.person ?? [])],
    address: crm?.connector.oauth.hint ?? null,
    connection: connection ? asConnection(connection, label, crm, known) : null,
  }
}

const asConnection = (
  connection: Connection,
  label: string,
  crm: Crm | undefined,
  { names, asOf, seal, now }: Known,
): CrmConnection => {
  const isSetUp = crm !== undefined
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
    recordUrls: crm === undefined ? {} : recordUrlsOf(crm, connection, seal),
  }
}

/** Empty if the tokens cannot be unsealed: an admin must sign in again. */
const recordUrlsOf = (
  { connector }: Crm,
  connection: Connection,
  seal: Seal,
): Record<string, string> => {
  const { sealed_grant: sealed, org_id: orgId, id, generation } = connection
  if (sealed === null) return {}
  try {
    const grant = openGrant(seal, sealed, { orgId, id, generation })
    return Object.fromEntries(
      (['company', ...connector.objects.person] as const).map((object) => [
        object,
        connector.recordUrl(accountOf(connection), grant, object, anId).replace(anId, '{id}'),
      ]),
    )
  } catch (error) {
    if (error instanceof SealBroken) return {}
    throw error
  }
}

const anId = 'RECORD'
