import * as z from 'zod/mini'
import { dayMs, dayOf } from '../../contract/core/days.ts'
import { hasEnded, isPaidPlan, opensApp, type Subscription } from '../../contract/org/customer.ts'
import { audit } from '../audit/audit.ts'
import { monthsFrom } from '../credits/period.ts'
import { accountNow } from '../credits/roll.ts'
import { formatCredits } from '../credits/format-credits.ts'
import { customerOf, subscriptionOf } from '../customer/customer.ts'
import { findOrganisation } from '../customer/find-organisation.ts'
import type { Database } from '../platform/db/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { ownPrefix } from './end-due.ts'
import { Bucket, Plan, readPlan, readPlans, storePlan } from './plan.ts'
import { storeSubscription, subscriptionTo } from './subscription.ts'

const Organisation = z.string().check(z.minLength(1), z.maxLength(200))
const terms = {
  organisation: Organisation,
  bucket: Bucket,
  seats: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  /** The last day, included. */
  until: z.optional(z.iso.date()),
}

export const PlansCommand = z.discriminatedUnion('do', [
  z.object({ do: z.literal('list') }),
  z.object({
    do: z.literal('set'),
    bucket: Bucket,
    fields: z.record(z.string(), z.unknown()),
  }),
  z.object({ do: z.literal('import'), plans: z.array(z.unknown()).check(z.maxLength(100)) }),
  z.object({ do: z.literal('give'), ...terms }),
  z.object({ do: z.literal('change'), ...terms }),
  z.object({ do: z.literal('end'), organisation: Organisation }),
])
export type PlansCommand = z.infer<typeof PlansCommand>
type CommandTo<Do extends PlansCommand['do']> = Extract<PlansCommand, { do: Do }>

/** Resolves to lines for the operator; throws a Refusal. */
export const operatePlans = (
  db: Database,
  command: PlansCommand,
  now: number,
): Promise<string[]> => {
  if (command.do === 'list') return listPlans(db)
  if (command.do === 'set') return setPlan(db, command)
  if (command.do === 'import') return importPlans(db, command.plans)
  return command.do === 'end' ? endPlan(db, command, now) : sell(db, command, now)
}

const listPlans = async (db: Database): Promise<string[]> =>
  (await readPlans(db.owner)).map((plan) => JSON.stringify(plan))

const setPlan = async (db: Database, { bucket, fields }: CommandTo<'set'>): Promise<string[]> => {
  const before = await readPlan(db.owner, bucket)
  if (before === undefined) throw new Refusal(await unknownPlan(db, bucket))
  const plan = parsePlan({ ...before, ...fields, bucket })
  await storePlan(db.owner, plan)
  return [`${plan.name} is now ${JSON.stringify(plan)}`]
}

const importPlans = async (db: Database, rows: readonly unknown[]): Promise<string[]> => {
  const plans = rows.map(parsePlan)
  const doubled = plans.find(({ bucket }, index) =>
    plans.slice(0, index).some((each) => each.bucket === bucket),
  )
  if (doubled) throw new Refusal(`${doubled.bucket} is in the file twice.`)
  await db.owner.transaction().execute(async (trx) => {
    for (const plan of plans) await storePlan(trx, plan)
  })
  return [`Stored ${plans.length === 1 ? '1 plan' : `${plans.length} plans`}.`]
}

const parsePlan = (row: unknown): Plan => {
  const unknown = Object.keys(row ?? {}).find((field) => !Object.hasOwn(Plan.shape, field))
  if (unknown !== undefined)
    throw new Refusal(
      `A plan has no field ${unknown}. Its fields are ${Object.keys(Plan.shape).join(', ')}.`,
    )
  const parsed = z.safeParse(Plan, row)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Refusal(`This is no plan. ${faults.join('; ')}`)
}

const unknownPlan = async (db: Database, bucket: string): Promise<string> =>
  `There is no plan ${bucket}. Plans: ${(await readPlans(db.owner)).map((plan) => plan.bucket).join(', ')}.`

/** Gives a plan to an organisation without one, or changes the plan, its users or its last day. */
const sell = async (
  db: Database,
  { do: what, organisation, bucket, ...command }: CommandTo<'give' | 'change'>,
  now: number,
): Promise<string[]> => {
  const { orgId, name } = await findOrganisation(db, organisation)
  const plan = await readPlan(db.owner, bucket)
  if (plan === undefined) throw new Refusal(await unknownPlan(db, bucket))
  return db.asOrg(orgId, async (trx) => {
    const before = await subscriptionOf(trx)
    const current = opensApp(before, now) ? before : null
    refuseBilled(before, name)
    if (what === 'give' && current?.status === 'active')
      throw new Refusal(
        `${name} is on the ${current.plan.metadata.plan_name} plan. Use change, or end it first.`,
      )
    if (what === 'change' && current === null)
      throw new Refusal(`${name} has no plan to change. Use give.`)
    const changed = what === 'change' ? current : null
    const seats = seatsOf(plan, command.seats, changed?.metadata?.seats ?? plan.minSeats)
    const periodEnd = endOf(command.until, changed, now, plan)
    if (periodEnd <= now) throw new Refusal('The last day has passed. Use end.')
    const continued =
      changed !== null && (changed.status === 'trialing') === (plan.trialDays !== null)
    const subscription = subscriptionTo({
      // Permanent while the plan goes on, so that its credits are granted once.
      id: continued ? changed.id : `${ownPrefix}${orgId}_${now}`,
      orgId,
      plan,
      seats,
      country: (before?.billingCountry ?? (await customerOf(trx))?.country) === 'NZ' ? 'NZ' : 'AU',
      periodEnd,
    })
    await storeSubscription(trx, orgId, subscription)
    const account = await accountNow(trx, orgId, now)
    const until = dayOf(periodEnd - 1)
    const details = { plan: plan.name, seats, until }
    await audit(trx, { orgId, userId: null }, { act: 'plan', subject: subscription.id, details })
    return [
      `${name} has the ${plan.name} plan for ${seats === 1 ? '1 user' : `${seats} users`} until ${until}. Balance: ${formatCredits(account?.posted ?? 0)}.`,
    ]
  })
}

/** The payment provider's next answer would undo it, and it would go on charging. */
const refuseBilled = (subscription: Subscription | null, name: string): void => {
  if (subscription !== null && isPaidPlan(subscription) && !hasEnded(subscription))
    throw new Refusal(`${name} is billed by Stripe. Change or cancel its plan there.`)
}

/** Without a number: as many as before, within the plan. */
const seatsOf = (plan: Plan, wanted: number | undefined, before: number): number => {
  const { minSeats, maxSeats, name } = plan
  const most = maxSeats ?? Number.POSITIVE_INFINITY
  if (wanted === undefined) return Math.min(Math.max(before, minSeats), most)
  if (wanted < minSeats || wanted > most)
    throw new Refusal(
      `The ${name} plan is for ${maxSeats === null ? `${minSeats} users or more` : `${minSeats} to ${maxSeats} users`}. Use --seats.`,
    )
  return wanted
}

/** The first moment after the last day; by default a year, or the days of a trial. */
const endOf = (
  until: string | undefined,
  changed: Subscription | null,
  now: number,
  plan: Plan,
): number => {
  if (until !== undefined) return Date.parse(until) + dayMs
  if (changed?.metadata) return Date.parse(changed.metadata.periodEnd)
  return plan.trialDays === null ? monthsFrom(now, 12) : now + plan.trialDays * dayMs
}

const endPlan = async (
  db: Database,
  { organisation }: CommandTo<'end'>,
  now: number,
): Promise<string[]> => {
  const { orgId, name } = await findOrganisation(db, organisation)
  return db.asOrg(orgId, async (trx) => {
    const subscription = await subscriptionOf(trx)
    if (subscription === null || !opensApp(subscription, now))
      throw new Refusal(`${name} has no plan.`)
    refuseBilled(subscription, name)
    await storeSubscription(trx, orgId, endedAt(subscription, now))
    await accountNow(trx, orgId, now)
    const plan = subscription.plan.metadata.plan_name
    const details = { plan, until: dayOf(now) }
    await audit(trx, { orgId, userId: null }, { act: 'plan', subject: subscription.id, details })
    return [`The ${plan} plan of ${name} has ended. Its data is still there.`]
  })
}

const endedAt = (subscription: Subscription, now: number): Subscription => ({
  ...subscription,
  status: 'canceled',
  metadata: subscription.metadata && {
    ...subscription.metadata,
    periodEnd: new Date(now).toISOString(),
  },
})
