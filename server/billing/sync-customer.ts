import type { FastifyBaseLogger } from 'fastify'
import { sql, type Transaction } from 'kysely'
import {
  isPaidPlan,
  opensApp,
  type Billing,
  type Subscription,
} from '../../contract/org/customer.ts'
import { accountNow } from '../credits/roll.ts'
import { subscriptionOf } from '../customer/customer.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Payments } from '../platform/vendors/payments.ts'
import { productIdOf, readPlans, type Plan } from '../plans/plan.ts'
import { storeSubscription } from '../plans/subscription.ts'
import { applyCredits, applyPeriod, claimOnce } from './apply-periods.ts'
import { chooseSubscription, type Chosen } from './choose-subscription.ts'
import { nextPhase } from './answers.ts'
import { agreeOnDetails, readKnownDetails, storeDetails } from './details.ts'
import { paidCredits, paidPeriods, type PaidCredits, type PaidPeriod } from './paid-periods.ts'
import {
  readFailedPayment,
  readPrice,
  readProviderState,
  type FailedPayment,
  type MoneyBack,
  type ProviderState,
} from './provider-state.ts'
import { hasAbandonedChange, scheduleDeferredChange } from './scheduled-change.ts'
import { asSubscription, itemOf, rowOfPeriod } from './subscription-row.ts'
import { isWithdrawn, settleCredits } from './take-back.ts'

type Trx = Transaction<Tables>

/** In the transaction of the change. */
export type BillingListener = {
  changed(
    trx: Trx,
    change: {
      orgId: string
      before: Subscription | null
      after: Subscription | null
      now: number
    },
  ): Promise<void>
  /** Once for each refund and dispute. `credits` were revoked; `amount` is in cents. */
  moneyBack(
    trx: Trx,
    back: Pick<MoneyBack, 'kind' | 'id' | 'amount' | 'currency'> & {
      orgId: string
      credits: number
      now: number
    },
  ): Promise<void>
}

export type SyncParts = {
  db: Database
  payments: Payments
  now: () => number
  listeners: readonly BillingListener[]
  onDifference?: (() => void) | undefined
  log?: Pick<FastifyBaseLogger, 'error'> | undefined
}

/**
 * Asks the provider for all that it has of an organisation and rewrites our row: any order, repetition or loss of its events ends
 * in the same state. What was paid is granted once per invoice. Resolves to the subscription as it is afterwards.
 */
export const syncCustomer = async (
  parts: SyncParts,
  orgId: string,
): Promise<Subscription | null> => {
  const { db, payments, log } = parts
  const question = await db.asOrg(orgId, (trx) => nextRequest(trx))
  if (question === undefined) return db.asOrg(orgId, subscriptionOf)
  const known = await db.asOrg(orgId, readKnownDetails)
  // A detail that the provider refuses must not keep what was paid from being granted.
  const agreed = await agreeOnDetails(payments, question.customer_id, known).catch(
    (error: unknown) => {
      log?.error({ err: error, orgId }, 'the billing details could not be agreed on')
      return null
    },
  )
  const state = await readState(parts, orgId, question.customer_id)
  const plans = await readPlans(db.owner)
  const chosen = chooseSubscription(state.subscriptions)
  if (chosen !== null) reportDoubles(log, orgId, chosen)
  const details = chosen === null ? nothingMore : await readMore(payments, plans, state, chosen)
  return db.asOrg(orgId, async (trx) => {
    if (agreed !== null) await storeDetails(trx, known, agreed)
    return apply(trx, parts, {
      orgId,
      question: question.requested,
      state,
      plans,
      chosen,
      ...details,
    })
  })
}

/** A change that was deferred for an upgrade never paid is scheduled again before the answer counts. */
const readState = async (
  { payments, now, log }: SyncParts,
  orgId: string,
  customerId: string,
): Promise<ProviderState> => {
  const state = await readProviderState(payments, customerId)
  const abandoned = state.subscriptions.find((each) => hasAbandonedChange(each, now()))
  if (abandoned === undefined) return state
  try {
    await payments.call((stripe) => scheduleDeferredChange(stripe, abandoned.id))
  } catch (error) {
    log?.error({ err: error, orgId }, 'a deferred change could not be scheduled again')
    return state
  }
  return readProviderState(payments, customerId)
}

type Answer = {
  orgId: string
  question: number
  state: ProviderState
  plans: readonly Plan[]
  chosen: Chosen | null
} & More

type More = { scheduled: Billing['scheduled']; failed: FailedPayment | null }
const nothingMore: More = { scheduled: null, failed: null }

/** The later question has the later answer, so an earlier one is not stored over it. */
const nextRequest = (trx: Trx): Promise<{ customer_id: string; requested: number } | undefined> =>
  trx
    .updateTable('billing_customer')
    .set({ requested: sql`requested + 1` })
    .returning(['customer_id', 'requested'])
    .executeTakeFirst()

const apply = async (trx: Trx, parts: SyncParts, answer: Answer): Promise<Subscription | null> => {
  const { orgId, question, state } = answer
  const isNews = await trx
    .updateTable('billing_customer')
    .set({ answered: question, synced_at: sql<Date>`now()` })
    .where('answered', '<', question)
    .returning('org_id')
    .executeTakeFirst()
  const before = await subscriptionOf(trx)
  if (isNews === undefined) return before
  const now = parts.now()
  const periods = paidPeriods(state.invoices, answer.plans, now)
  await applyPaid(trx, answer, periods)
  const after = rowToKeep(before, answer, periods, now)
  if (after !== null) await storeSubscription(trx, orgId, after)
  await accountNow(trx, orgId, now)
  await settleMoneyBack(trx, parts, answer)
  // In the order of the schema, as the row is read.
  const stored = await subscriptionOf(trx)
  if (JSON.stringify(before) !== JSON.stringify(stored)) {
    parts.onDifference?.()
    for (const { changed } of parts.listeners)
      await changed(trx, { orgId, before, after: stored, now })
  }
  return stored
}

const applyPaid = async (
  trx: Trx,
  { orgId, state }: Answer,
  periods: readonly PaidPeriod[],
): Promise<void> => {
  for (const period of periods) {
    if (isCovered(period, periods)) continue
    const paid = state.subscriptions.find(({ id }) => id === period.subscriptionId)
    if (paid) await applyPeriod(trx, orgId, period, rowOfPeriod(state.customerId, paid, period))
  }
  for (const credits of paidCredits(state.invoices)) await applyCredits(trx, orgId, credits)
}

/** The renewal of a plan that was changed to another interval before it was paid: the change gave its price back. */
const isCovered = (period: PaidPeriod, periods: readonly PaidPeriod[]): boolean =>
  periods.some(
    ({ subscriptionId, start, end, paidAt }) =>
      subscriptionId === period.subscriptionId &&
      paidAt <= period.paidAt &&
      start <= period.start &&
      end > period.end,
  )

/** A trial, or a plan that an operator gave, stays until a paid plan begins, and after one has ended. */
const rowToKeep = (
  before: Subscription | null,
  { state, plans, chosen, scheduled, failed }: Answer,
  periods: readonly PaidPeriod[],
  now: number,
): Subscription | null => {
  const isOwn = before !== null && !isPaidPlan(before)
  // The organisation is another customer now.
  if (chosen === null) return before === null || isOwn ? before : { ...before, status: 'canceled' }
  const { subscription } = chosen
  const row = asSubscription({
    customerId: state.customerId,
    subscription,
    plan: planOf(plans, itemOf(subscription).price.product),
    periods: periods.filter(({ subscriptionId }) => subscriptionId === subscription.id),
    scheduled,
    failed,
  })
  return isOwn && opensApp(before, now) && !opensApp(row, now) ? before : row
}

const settleMoneyBack = async (trx: Trx, parts: SyncParts, answer: Answer): Promise<void> => {
  const { orgId, state } = answer
  const all = paidCredits(state.invoices)
  const revoked = new Map<PaidCredits, number>()
  for (const paid of all) revoked.set(paid, await settleCredits(trx, orgId, paid, state.moneyBack))
  for (const back of state.moneyBack) {
    if (!isWithdrawn(back) || !(await claimOnce(trx, orgId, back.id))) continue
    const { kind, id, amount, currency } = back
    const paid = all.find(({ paymentIntents }) => paymentIntents.includes(back.paymentIntent ?? ''))
    const left = (paid && revoked.get(paid)) ?? 0
    // Of several at once each has its share.
    const credits = paid ? Math.min(left, Math.ceil((paid.credits * amount) / paid.total)) : 0
    if (paid) revoked.set(paid, left - credits)
    for (const { moneyBack } of parts.listeners)
      await moneyBack(trx, { orgId, kind, id, amount, currency, credits, now: parts.now() })
  }
}

const readMore = async (
  payments: Payments,
  plans: readonly Plan[],
  state: ProviderState,
  { subscription }: Chosen,
): Promise<More> => ({
  scheduled: await readScheduled(payments, plans, subscription),
  failed: await readFailure(payments, state, subscription),
})

const readScheduled = async (
  payments: Payments,
  plans: readonly Plan[],
  { schedule, items }: ProviderState['subscriptions'][number],
): Promise<Billing['scheduled']> => {
  const end = items.data[0]?.current_period_end ?? 0
  const next = schedule && nextPhase(schedule, end)
  if (!next) return null
  const { product, interval } = await readPrice(payments, next.priceId)
  const plan = planOf(plans, product)
  if (plan === undefined || (interval !== 'month' && interval !== 'year')) return null
  return {
    bucketId: plan.bucket,
    plan_name: plan.name,
    seats: next.seats,
    interval,
    at: new Date(next.startsAt * 1000).toISOString(),
  }
}

const readFailure = async (
  payments: Payments,
  { invoices }: ProviderState,
  { id, status }: ProviderState['subscriptions'][number],
): Promise<FailedPayment | null> => {
  if (status !== 'past_due' && status !== 'unpaid') return null
  const unpaid = invoices
    .filter((invoice) => invoice.status === 'open' && subscriptionIdOf(invoice) === id)
    .toSorted((a, b) => b.created - a.created)[0]
  if (unpaid === undefined) return null
  const intent = unpaid.payments.data[0]?.payment.payment_intent
  if (!intent) return { at: unpaid.created, reason: null, last4: null }
  return readFailedPayment(payments, intent)
}

const subscriptionIdOf = ({ parent }: ProviderState['invoices'][number]): string | undefined =>
  parent?.subscription_details?.subscription

const planOf = (plans: readonly Plan[], product: string): Plan | undefined =>
  plans.find(({ bucket }) => productIdOf(bucket) === product)

const reportDoubles = (
  log: SyncParts['log'],
  orgId: string,
  { subscription, others }: Chosen,
): void => {
  if (others.length > 0)
    log?.error(
      { orgId, chosen: subscription.id, others: others.map(({ id }) => id) },
      'an organisation pays for several plans: cancel and refund all but the chosen one',
    )
  if (subscription.items.data.length > 1)
    log?.error(
      { orgId, subscription: subscription.id },
      'a plan has several items: only the first counts',
    )
}
