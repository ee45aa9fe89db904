import type { Transaction } from 'kysely'
import { customerOf, subscriptionOf } from '../customer/customer.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { readPlan, trialBucket, type Plan } from './plan.ts'

type Trx = Transaction<Tables>

/** The plan of the subscription; of an unknown bucket the trial's, and null without a subscription. */
export const activePlanOf = async (trx: Trx): Promise<Plan | null> => {
  const subscription = await subscriptionOf(trx)
  if (subscription === null) return null
  const bucket = subscription.planBucketId
  return (await readPlan(trx, bucket)) ?? (await readPlan(trx, trialBucket)) ?? null
}

/** Besides credits; limits are per organisation, `pinnedLists` per device. */
export type Entitlements = Pick<
  Plan,
  | 'flags'
  | 'agents'
  | 'pinnedLists'
  | 'rowsPerRequest'
  | 'connectors'
  | 'dataExchange'
  | 'uploadMegabytes'
> & { plan: string }

/** Existing uploads stay readable without a subscription. */
const nothing: Entitlements = {
  plan: '',
  flags: [],
  agents: 0,
  pinnedLists: 0,
  rowsPerRequest: 0,
  connectors: 0,
  dataExchange: false,
  uploadMegabytes: 0,
}

export const entitlementsOf = async (trx: Trx): Promise<Entitlements> => {
  const plan = await activePlanOf(trx)
  return plan === null ? nothing : { ...plan, plan: plan.name }
}

/** Throws `feature-disabled` in words. */
export const checkDataExchange = async (trx: Trx): Promise<void> => {
  const { dataExchange, plan } = await entitlementsOf(trx)
  if (!dataExchange)
    throw new ProblemError(
      'feature-disabled',
      `The ${plan} plan doesn’t include data exchange. An admin can choose a plan that does.`,
    )
}

export type Features = Record<string, { enabled: boolean; payload?: unknown }>

export const featuresOf = async (trx: Trx): Promise<Features> => {
  const { flags: included } = await entitlementsOf(trx)
  const own = (await customerOf(trx))?.features ?? {}
  return { ...Object.fromEntries(included.map((flag) => [flag, { enabled: true }])), ...own }
}
