import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import { audit } from '../audit/audit.ts'
import { CrmError } from '../connectors/errors.ts'
import type { Account, Grant } from '../connectors/port.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import {
  livingConnection,
  livingConnections,
  lockConnections,
  storeConnection,
} from './connections.ts'
import type { Crm, Crms } from './crms.ts'
import { endConnection, revokeGrant } from './disconnect.ts'
import { problemOfCrm } from './problems.ts'
import type { Seal } from './seal.ts'
import { beginSignIn, endSignIn } from './sign-in.ts'

type Trx = Transaction<Tables>

export type ConnectParts = {
  crms: Crms
  seal: Seal
  now: () => number
  /** Where the CRM sends the browser back. */
  redirect: string
  log: FastifyBaseLogger | undefined
}

/** Where the admin allows Fieldbook. Throws ProblemError. */
export const startConnecting = async (
  { crms, seal, now, redirect }: ConnectParts,
  context: Context,
  key: string,
  address: string | undefined,
): Promise<string> => {
  const crm = setUpCrm(crms, key)
  const hint = address === undefined || address === '' ? undefined : address
  const { oauth } = crm.connector
  if (oauth.hint?.required === true && hint === undefined)
    throw invalidAddress(`Enter the address, for example ${oauth.hint.example}.`)
  const { state, challenge } = await context.inOrg(async (trx) => {
    await checkPlan(trx, key)
    return beginSignIn(trx, seal, context, { connector: key, address: hint ?? null, now: now() })
  })
  try {
    return oauth.authorize({ state, challenge, redirect, hint }).href
  } catch (cause) {
    if (hint === undefined) throw cause
    throw invalidAddress(
      `This isn’t an address of ${crm.kind.label}. An example: ${oauth.hint?.example ?? ''}.`,
      cause,
    )
  }
}

/** Redeems what the browser came back with. Resolves to the connector's key; throws ProblemError. */
export const finishConnecting = async (
  parts: ConnectParts,
  context: Context,
  back: { state: string; code?: string | undefined; error?: string | undefined },
): Promise<string> => {
  const { crms, seal, now } = parts
  const {
    connector: key,
    verifier,
    address,
  } = await context.inOrg((trx) => endSignIn(trx, seal, context, { state: back.state, now: now() }))
  const crm = setUpCrm(crms, key)
  if (back.code === undefined || back.code === '') throw notAllowed(crm, back.error)
  await context.inOrg((trx) => checkPlan(trx, key))
  const { grant, account } = await redeem(parts, crm, {
    code: back.code,
    verifier,
    redirect: parts.redirect,
    hint: address ?? undefined,
  }).catch((error: unknown) => {
    if (error instanceof CrmError) parts.log?.warn({ err: error, crm: key }, 'no sign-in to a CRM')
    throw problemOfCrm(error, crm.kind.label, now())
  })
  await store(parts, context, crm, grant, account)
  return key
}

const redeem = async (
  { log }: ConnectParts,
  crm: Crm,
  code: { code: string; verifier: string; redirect: string; hint: string | undefined },
): Promise<{ grant: Grant; account: Account }> => {
  const grant = await crm.connector.oauth.redeem(crm.http(null), code)
  try {
    const account = await crm.connector.account({ http: crm.http(grant), grant })
    return { grant, account }
  } catch (error) {
    await revokeGrant(crm, grant, log)
    throw error
  }
}

const store = async (
  { seal, now, log }: ConnectParts,
  context: Context,
  crm: Crm,
  grant: Grant,
  account: Account,
): Promise<void> => {
  const { orgId, userId, inOrg } = context
  const { key: connector, label } = crm.kind
  try {
    await inOrg(async (trx) => {
      await lockConnections(trx, orgId)
      await checkPlan(trx, connector)
      const before = await livingConnection(trx, connector)
      if (before && before.account_id !== account.id) await endConnection(trx, before, now())
      const id = await storeConnection(trx, seal, {
        orgId,
        userId,
        connector,
        account,
        grant,
        now: now(),
      })
      await audit(trx, context, {
        act: 'crm-connected',
        subject: id,
        details: { crm: label, account: account.id },
      })
    })
  } catch (error) {
    await revokeGrant(crm, grant, log)
    throw error
  }
}

/** Throws `feature-disabled` if the plan includes no further CRM. A connection that is made again is not another. */
const checkPlan = async (trx: Trx, connector: string): Promise<void> => {
  const { connectors, plan } = await entitlementsOf(trx)
  if (connectors === null) return
  const living = await livingConnections(trx).execute()
  const others = living.filter((connection) => connection.connector !== connector)
  if (others.length < connectors) return
  throw new ProblemError(
    'feature-disabled',
    connectors === 0
      ? `The ${plan} plan doesn’t include CRMs. Choose a plan that does.`
      : `The ${plan} plan includes ${connectors === 1 ? 'one CRM' : `${connectors} CRMs`}. Disconnect one, or choose a bigger plan.`,
  )
}

const setUpCrm = (crms: Crms, key: string): Crm => {
  const crm = crms.find(key)
  if (crm) return crm
  const label = crms.kinds.find((kind) => kind.key === key)?.label
  throw label === undefined
    ? new ProblemError('not-found', 'Fieldbook doesn’t know this CRM.')
    : new ProblemError('crm-away', `${label} isn’t set up here.`)
}

/** `access_denied` is what every CRM says when the user pressed Deny (RFC 6749, 4.1.2.1). */
const notAllowed = ({ kind: { label } }: Crm, error: string | undefined): ProblemError =>
  error === undefined || error === '' || error.startsWith('access_denied')
    ? new ProblemError('crm-refused', `You didn’t allow Fieldbook in ${label}. It isn’t connected.`)
    : new ProblemError('crm-refused', `${label} refused the sign-in: ${error.slice(0, 200)}.`)

const invalidAddress = (detail: string, cause?: unknown): ProblemError =>
  new ProblemError('invalid-input', detail, {
    errors: [{ pointer: '/address', code: 'unknown-value', detail }],
    cause,
  })
