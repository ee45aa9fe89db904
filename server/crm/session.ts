import type { FastifyBaseLogger } from 'fastify'
import type { CrmMapping } from '../../contract/money/crm.ts'
import { Forbidden, Unavailable } from '../connectors/errors.ts'
import type { Account, Connector, ObjectKind } from '../connectors/port.ts'
import { lockedRun, type Request } from '../downloads/store.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Connection } from './connections.ts'
import type { Described } from './describe.ts'
import type { Plans } from './mapping.ts'
import type { Patience } from './patience.ts'
import { repeated } from './repeated.ts'
import { claimWriter } from './writer.ts'

/** One run of a push. */
export type Session = {
  db: Database
  log: FastifyBaseLogger | undefined
  request: Request
  orgId: string
  connection: Connection
  connectionId: string
  connector: Connector
  label: string
  now: () => number
  patience: Patience
  call: Patience['call']
  mapping: CrmMapping
  described: Described
  plans: Plans
  /** Objects whose creates may be sent again at once. */
  repeatable: ReadonlySet<ObjectKind>
  /** Our record by the hash of a key. */
  claims: Map<string, string>
  /** What the CRM deleted is created again, because a member retries. */
  recreates: boolean
  /** Describes the CRM again, once, after it refused a row for its fields. */
  checkSchema(): Promise<Described>
}

/** Makes our own key field where the CRM has one; without it, a create may not be sent again at once. */
export const repeatableObjects = async (
  call: Patience['call'],
  connector: Connector,
): Promise<Set<ObjectKind>> => {
  const objects: ObjectKind[] = ['company', ...connector.objects.person]
  const { ownKey, createGuard } = connector
  if (createGuard === 'resolve' && ownKey === null) return new Set()
  const repeatable = new Set<ObjectKind>()
  for (const object of objects) {
    const needsField = ownKey !== null
    const isThere =
      !needsField ||
      (ownKey.field[object] !== undefined &&
        (await repeated(() => call((api) => ownKey.ensure(api, object)).catch(notAllowed))))
    if (isThere === undefined) throw new Unavailable('Our own field was not made.')
    if (isThere && createGuard === 'repeat') repeatable.add(object)
  }
  return repeatable
}

const notAllowed = (error: unknown): false => {
  if (error instanceof Forbidden) return false
  throw error
}

/** Before anything is sent: throws RunLost for an earlier run, and `crm-away` if the connection ended or another request writes. */
export const fence = async (
  { db, orgId, connectionId, request, label }: Session,
  more?: (trx: Parameters<Parameters<Database['asOrg']>[1]>[0]) => Promise<void>,
): Promise<void> => {
  await db.asOrg(orgId, async (trx) => {
    await lockedRun(trx, request)
    if (!(await claimWriter(trx, connectionId, request.id)))
      throw new ProblemError('crm-away', `${label} was disconnected.`)
    await more?.(trx)
  })
}

/** Enough of it to build addresses of records. */
export const accountOf = (connection: Connection): Account => ({
  id: connection.account_id,
  name: connection.account_name,
  timeZone: null,
  userId: '',
  userEmail: connection.account_user,
  missingScopes: connection.missing_scopes,
})
