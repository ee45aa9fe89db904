import type { Walker } from './walk.ts'
import { fillForm } from '../stripe/pages.ts'

const day = 86_400

const plans = {
  bkt_starter: { key: 'starter', least: 1, most: 5 },
  bkt_growth: { key: 'growth', least: 3, most: 9 },
}
const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002500003155',
  failsLater: '4000000000000341',
}

/** What an organisation, its bank and the clock may do. A step that is not possible is refused, and that must do no harm. */
export const steps = {
  trial: async (walker) => {
    await walker.ask('POST', '/checkout', { orgId: walker.orgId, isTrialMode: true })
  },
  checkout: (walker) => buyPlan(walker, walker.chance.of(['good', 'good', 'failsLater'] as const)),
  decline: (walker) => buyPlan(walker, 'declined'),
  'checkout 3-D Secure': (walker) => buyPlan(walker, 'challenged'),
  upgrade: (walker) => change(walker, 'bkt_growth', 6 + walker.chance.whole(4)),
  seats: (walker) => change(walker, null, 1 + walker.chance.whole(9)),
  downgrade: (walker) => change(walker, 'bkt_starter', 1 + walker.chance.whole(3)),
  cancel: (walker) => end(walker, 'cancel'),
  resume: (walker) => end(walker, 'resume'),
  'a card that fails': (walker) => useCard(walker, 'pm_card_chargeCustomerFail'),
  'a card that is challenged': (walker) => useCard(walker, 'pm_card_authenticationRequired'),
  recovery: async (walker) => {
    await useCard(walker, 'pm_card_visa')
    await payOpenInvoices(walker)
  },
  'add-on': (walker) => buyCredits(walker, 'pm_card_visa'),
  'add-on that is disputed': (walker) => buyCredits(walker, 'pm_card_createDispute'),
  refund: (walker) => refund(walker),
  verdict: (walker) => closeDispute(walker),
  minutes: (walker) => Promise.resolve(walker.stripe.advance(60 * (1 + walker.chance.whole(90)))),
  days: (walker) => Promise.resolve(walker.stripe.advance(day * (1 + walker.chance.whole(12)))),
  month: (walker) => Promise.resolve(walker.stripe.advance(day * (28 + walker.chance.whole(12)))),
} satisfies Record<string, (walker: Walker) => Promise<void>>

const buyPlan = async (walker: Walker, card: keyof typeof cards): Promise<void> => {
  const { chance, orgId, country } = walker
  const bucket = chance.of(Object.keys(plans) as (keyof typeof plans)[])
  const { key, least, most } = plans[bucket]
  const answer = await walker.ask('POST', '/checkout', {
    orgId,
    isTrialMode: false,
    price: priceOf(walker, key),
    userCount: least + chance.whole(most - least + 1),
    billingCountry: country,
  })
  if (answer.status !== 200 || chance.is(0.1)) return
  const pay = { action: 'pay', number: cards[card], expiry: '12/34', country, name: 'Wattle' }
  const paid = await fillForm(answer.body.url, pay)
  if (paid.location.includes('/3ds/'))
    await fillForm(paid.location, { action: chance.is(0.6) ? 'complete' : 'fail' })
}

const priceOf = ({ chance, country }: Walker, key: string): string =>
  `${key}_${chance.is(0.75) ? 'month' : 'year'}_${country === 'AU' ? 'aud' : 'nzd'}`

const change = async (
  walker: Walker,
  bucket: keyof typeof plans | null,
  seats: number,
): Promise<void> => {
  const subscription = await activePlan(walker)
  if (subscription === null) return
  const { key } =
    plans[bucket ?? (subscription.planBucketId as keyof typeof plans)] ?? plans.bkt_growth
  const wanted = { id: subscription.id, priceId: priceOf(walker, key), qty: seats }
  const preview = await walker.ask('POST', `/subscription/${subscription.id}/preview-prorata`, {
    ...wanted,
    customerId: subscription.customer,
    subscriptionItemId: subscription.items.data[0]?.id,
  })
  if (preview.status !== 200) return
  const { prorationDate, total } = preview.body
  const answer = await walker.ask('POST', `/subscription/${subscription.id}/change`, {
    ...wanted,
    prorationDate,
    total: walker.chance.is(0.1) ? total + 1 : total,
  })
  if (answer.status !== 200 || answer.body.status !== 'action' || answer.body.url === null) return
  const redirect = await fillForm(answer.body.url, {})
  if (redirect.location.includes('/3ds/'))
    await fillForm(redirect.location, { action: walker.chance.is(0.6) ? 'complete' : 'fail' })
}

const activePlan = async (walker: Walker) => {
  const { body } = await walker.ask('GET', `/customer/${walker.orgId}/subscription/active-plan`)
  return body?.subscription ?? null
}

const end = async (walker: Walker, what: 'cancel' | 'resume'): Promise<void> => {
  const subscription = await activePlan(walker)
  if (subscription !== null)
    await walker.ask('POST', `/subscription/${subscription.id}/${what}`, { id: subscription.id })
}

const customerOf = async ({ db, orgId }: Walker): Promise<string | null> => {
  const row = await db.asOrg(orgId, (trx) =>
    trx.selectFrom('billing_customer').select('customer_id').executeTakeFirst(),
  )
  return row?.customer_id ?? null
}

/** In the provider's portal. */
const useCard = async (walker: Walker, card: string): Promise<void> => {
  const { client } = walker
  const customer = await customerOf(walker)
  if (customer === null) return
  const { id } = await client.paymentMethods.attach(card, { customer })
  await client.customers.update(customer, { invoice_settings: { default_payment_method: id } })
  const { data } = await client.subscriptions.list({ customer, limit: 10 })
  for (const subscription of data)
    await client.subscriptions.update(subscription.id, { default_payment_method: id })
}

const payOpenInvoices = async (walker: Walker): Promise<void> => {
  const { client } = walker
  const customer = await customerOf(walker)
  if (customer === null) return
  const { data } = await client.invoices.list({ customer, status: 'open', limit: 100 })
  for (const { id, parent } of data) if (parent?.subscription_details) await client.invoices.pay(id)
}

const buyCredits = async (walker: Walker, card: string): Promise<void> => {
  const { client, chance, orgId, country } = walker
  const subscription = await activePlan(walker)
  if (subscription === null) return
  const offer = await walker.ask(
    'GET',
    `/plans/${subscription.id}/addon-credits?billingCountry=${country}`,
  )
  if (offer.status !== 200) return
  const { stripe_price_id: priceId, tiers, currency } = offer.body.plan
  const totalCredits = chance.of([100, 150, 500, 2_000])
  const tier = tiers.findLast(({ from }: { from: number }) => from <= totalCredits)
  walker.presses += 1
  const answer = await walker.ask('POST', `/customer/${orgId}/addon-credits-payment-intent`, {
    orgId,
    totalCredits,
    pricePerCredit: tier.price_per_credit,
    amount: totalCredits * tier.price_per_credit,
    priceId,
    currency,
    useCard: chance.is(0.3),
  })
  if (answer.status !== 200 || answer.body.status === 'done' || chance.is(0.2)) return
  const customer = await customerOf(walker)
  if (customer === null || answer.body.paymentIntentId === null) return
  const { id } = await client.paymentMethods.attach(card, { customer })
  await client.paymentIntents.confirm(answer.body.paymentIntentId, { payment_method: id })
}

const refund = async (walker: Walker): Promise<void> => {
  const { client, chance } = walker
  const customer = await customerOf(walker)
  if (customer === null) return
  const { data } = await client.charges.list({ customer, limit: 100 })
  const charges = data.filter(
    ({ status, amount, amount_refunded: refunded, disputed }) =>
      status === 'succeeded' && refunded < amount && !disputed,
  )
  if (charges.length === 0) return
  const { id, amount, amount_refunded: refunded } = chance.of(charges)
  const part = 1 + chance.whole(amount - refunded)
  await client.refunds.create({ charge: id, ...(chance.is(0.5) && { amount: part }) })
}

const closeDispute = async (walker: Walker): Promise<void> => {
  const { client, chance } = walker
  const { data } = await client.disputes.list({ limit: 100 })
  const open = data.filter(({ status }) => status === 'needs_response')
  if (open.length === 0) return
  const verdict = chance.of(['winning_evidence', 'losing_evidence'])
  await client.disputes.update(chance.of(open).id, { evidence: { uncategorized_text: verdict } })
}
