import type { Transaction } from 'kysely'
import { flags } from '../../contract/signals/signal-flags.ts'
import type { Tables } from '../platform/db/tables.ts'
import { customerOf, subscriptionOf } from './customer.ts'

type Trx = Transaction<Tables>

/** Besides credits; limits are per organisation. */
export type Entitlements = { flags: readonly string[]; agents: number; uploadBytes: number }

const megabyte = 1_000_000
const trial: Entitlements = {
  flags: [flags.targeting],
  agents: 1,
  uploadBytes: 100 * megabyte,
}
/** The gate refuses new uploads without a subscription; existing ones stay within a trial's bytes. */
const nothing: Entitlements = { flags: [], agents: 0, uploadBytes: trial.uploadBytes }

/** By bucket (product 2.5). */
const plans: ReadonlyMap<string, Entitlements> = new Map([
  ['bkt_trial', trial],
  ['bkt_starter', { flags: [flags.targeting], agents: 3, uploadBytes: 250 * megabyte }],
  ['bkt_growth', { flags: [flags.targeting], agents: 20, uploadBytes: 1_000 * megabyte }],
  [
    'bkt_enterprise',
    { flags: [flags.targeting, flags.intent], agents: 100, uploadBytes: 2_500 * megabyte },
  ],
])

/** Nothing without a subscription, a trial's entitlements for an unknown plan. */
export const entitlementsOf = async (trx: Trx): Promise<Entitlements> => {
  const subscription = await subscriptionOf(trx)
  return subscription === null ? nothing : (plans.get(subscription.planBucketId) ?? trial)
}

export type Features = Record<string, { enabled: boolean; payload?: unknown }>

export const featuresOf = async (trx: Trx): Promise<Features> => {
  const { flags: included } = await entitlementsOf(trx)
  const own = (await customerOf(trx))?.features ?? {}
  return { ...Object.fromEntries(included.map((flag) => [flag, { enabled: true }])), ...own }
}
