import { authenticatedOutcome, chargeOutcome, setupOutcome, type Decline } from './cards.ts'
import { amountOf } from './catalog.ts'
import { newTaxId } from './customers.ts'
import { withoutRedeeming } from './discounts.ts'
import { plan } from './due.ts'
import { change, emit } from './events.ts'
import { confirmIntent, newIntent } from './intents.ts'
import { buildInvoice } from './invoices.ts'
import type { Draft } from './lines.ts'
import { attach, cardOf } from './methods.ts'
import { cycleDrafts, nameOf } from './proration.ts'
import { confirmSetup, newSetupIntent } from './setup-intents.ts'
import type { CheckoutRecord } from './state.ts'
import {
  buildSubscription,
  createSubscription,
  trialEndOf,
  type SubscriptionInput,
} from './subscription-create.ts'
import { invoiceBasics, ratesOf } from './subscriptions.ts'
import { atTimeOf, find, newId, now, store, table, type World } from './world.ts'
import { blank, idOf, type Invoice, type Session, type TaxId } from './wire.ts'

type Fields = Pick<Session, 'mode' | 'expires_at' | 'success_url' | 'cancel_url'> & Partial<Session>

export function newSession(world: World, record: CheckoutRecord, fields: Fields): Session {
  const id = newId('cs_test')
  const session = store(world, 'checkout.session', {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    allow_promotion_codes: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    created: now(world),
    currency: null,
    custom_fields: [],
    custom_text: blank('after_submit', 'shipping_address', 'submit', 'terms_of_service_acceptance'),
    livemode: false,
    metadata: {},
    payment_method_collection: fields.mode === 'subscription' ? 'always' : null,
    payment_method_options: {},
    payment_method_types: ['card'],
    phone_number_collection: { enabled: false },
    payment_status: fields.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    shipping_options: [],
    status: 'open',
    ui_mode: 'hosted_page',
    url: `${world.url()}/c/pay/${id}`,
    ...blank('after_expiration', 'allowed_payment_method_types', 'billing_address_collection'),
    ...blank(
      'client_reference_id',
      'client_secret',
      'collected_information',
      'consent',
      'consent_collection',
    ),
    ...blank(
      'currency_conversion',
      'customer',
      'customer_account',
      'customer_creation',
      'customer_details',
    ),
    ...blank(
      'customer_email',
      'discounts',
      'integration_identifier',
      'invoice',
      'invoice_creation',
      'locale',
    ),
    ...blank(
      'managed_payments',
      'optional_items',
      'origin_context',
      'payment_intent',
      'payment_link',
    ),
    ...blank('payment_method_configuration_details', 'permissions', 'recovered_from'),
    ...blank(
      'saved_payment_method_options',
      'setup_intent',
      'shipping_address_collection',
      'shipping_cost',
    ),
    ...blank('submit_type', 'subscription', 'total_details', 'wallet_options'),
    ...fields,
  })
  world.state.checkouts[id] = record
  writeTotals(world, session)
  plan(world, 'expire-session', id, session.expires_at, idOf(session.customer))
  return session
}

/** The invoice that paying would make. */
export function quote(world: World, session: Session): Invoice {
  const record = recordOf(world, session)
  const customer = find(world, 'customer', idOf(session.customer), 'customer')
  if (session.mode === 'subscription') {
    return withoutRedeeming(world, () => {
      const subscription = buildSubscription(world, subscriptionInput(world, session, record))
      const drafts = cycleDrafts(world, subscription, subscription.items.data)
      const fields = invoiceBasics(world, subscription, drafts)
      return buildInvoice(world, customer, drafts, {
        ...fields,
        billing_reason: 'subscription_create',
      })
    })
  }
  return buildInvoice(
    world,
    customer,
    record.items.map((item) => draftOf(world, item)),
    {
      currency: session.currency ?? 'aud',
      billing_reason: 'manual',
    },
  )
}

function draftOf(
  world: World,
  { price: id, quantity, taxRates }: CheckoutRecord['items'][number],
): Draft {
  const price = find(world, 'price', id, 'line_items[0][price]')
  const at = now(world)
  return {
    amount: amountOf(price, quantity),
    currency: price.currency,
    description: nameOf(world, price),
    period: { start: at, end: at },
    quantity,
    price,
    unitAmount: price.unit_amount_decimal,
    isProration: false,
    isNet: false,
    taxRates: ratesOf(world, taxRates),
  }
}

export function writeTotals(world: World, session: Session): void {
  const record = recordOf(world, session)
  if (session.mode === 'setup') return
  const invoice = quote(world, session)
  const tax = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const discount = (invoice.total_discount_amounts ?? []).reduce(
    (sum, { amount }) => sum + amount,
    0,
  )
  session.currency = invoice.currency
  session.amount_subtotal = invoice.subtotal
  session.amount_total = invoice.total
  session.total_details = { amount_discount: discount, amount_shipping: 0, amount_tax: tax }
  session.line_items = {
    object: 'list',
    has_more: false,
    url: `/v1/checkout/sessions/${session.id}/line_items`,
    data: invoice.lines.data.map((line, index) => {
      const lineTax = (line.taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
      const lineDiscount = (line.discount_amounts ?? []).reduce(
        (sum, { amount }) => sum + amount,
        0,
      )
      const item = record.items[index]
      return {
        id: `li_${session.id.slice(8, 30)}${index}`,
        object: 'item',
        adjustable_quantity: item?.isAdjustable
          ? { enabled: true, minimum: item.least, maximum: item.most }
          : null,
        amount_discount: lineDiscount,
        amount_subtotal: line.amount,
        amount_tax: lineTax,
        amount_total: line.amount - lineDiscount + lineTax,
        currency: line.currency,
        description: item ? nameOf(world, find(world, 'price', item.price)) : line.description,
        metadata: {},
        price: item ? find(world, 'price', item.price) : null,
        quantity: line.quantity,
      }
    }),
  }
}

export interface Buyer {
  country: string
  name: string
  taxId: { type: TaxId['type']; value: string } | null
}

type Result = 'complete' | 'authenticate' | Decline

/** Nothing is bought before the card has passed. */
export function paySession(
  world: World,
  session: Session,
  methodId: string | null,
  isAuthenticated: boolean,
): Result {
  return atTimeOf(world, idOf(session.customer), () => {
    const owes = session.mode !== 'setup' && (session.amount_total ?? 0) > 0
    if (methodId !== null) {
      const card = cardOf(world, methodId)
      const outcome = isAuthenticated
        ? authenticatedOutcome(card)
        : owes
          ? chargeOutcome(card, false)
          : setupOutcome(card)
      if (outcome !== 'ok') return outcome
    }
    complete(world, session, methodId, isAuthenticated)
    return 'complete'
  })
}

export function updateBuyer(world: World, session: Session, { country, name, taxId }: Buyer): void {
  const record = recordOf(world, session)
  const customer = find(world, 'customer', idOf(session.customer))
  change(world, 'customer.updated', customer, () => {
    const address = {
      ...blank('city', 'line1', 'line2', 'postal_code', 'state'),
      ...customer.address,
      country,
    }
    if (record.updatesAddress) customer.address = address
    if (record.updatesName && name !== '') customer.name = name
  })
  if (taxId) newTaxId(world, customer, taxId.type, taxId.value)
}

function complete(
  world: World,
  session: Session,
  methodId: string | null,
  isAuthenticated: boolean,
): void {
  const record = recordOf(world, session)
  const customer = find(world, 'customer', idOf(session.customer))
  const method = methodId === null ? null : find(world, 'payment_method', methodId)
  if (method && (session.mode !== 'payment' || record.savesCard)) attach(world, method, customer.id)
  if (session.mode === 'subscription') {
    const input = subscriptionInput(world, session, record)
    const subscription = createSubscription(world, {
      ...input,
      ...(methodId !== null && { default_payment_method: methodId }),
      isAuthenticated,
    })
    session.subscription = subscription.id
    session.invoice = subscription.latest_invoice
  } else if (session.mode === 'payment' && methodId !== null) {
    const intent = newIntent(world, {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'aud',
      customer: customer.id,
      payment_method: methodId,
      metadata: record.intentMetadata,
    })
    confirmIntent(world, intent, { offSession: false, isAuthenticated })
    session.payment_intent = intent.id
  } else if (methodId !== null) {
    const intent = newSetupIntent(world, {
      customer: customer.id,
      payment_method: methodId,
      metadata: record.intentMetadata,
      status: 'requires_confirmation',
    })
    confirmSetup(world, intent, null)
    if (intent.status === 'requires_action') intent.status = 'succeeded'
    session.setup_intent = intent.id
  }
  session.status = 'complete'
  session.url = null
  if (session.mode !== 'setup')
    session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid'
  session.customer_details = {
    ...blank('business_name', 'individual_name', 'phone'),
    address: customer.address ?? null,
    email: customer.email,
    name: customer.name ?? null,
    tax_exempt: customer.tax_exempt ?? 'none',
    tax_ids: Object.values(table(world, 'tax_id'))
      .filter((taxId) => taxId.customer === customer.id)
      .map(({ type, value }) => ({ type, value })),
  }
  plan(world, 'expire-session', session.id, null, null)
  emit(world, 'checkout.session.completed', session)
}

function subscriptionInput(
  world: World,
  session: Session,
  record: CheckoutRecord,
): SubscriptionInput {
  const { subscription: requested } = record
  const { account_tax_ids: ids, custom_fields, footer } = requested.invoice_settings
  return {
    customer: idOf(session.customer),
    items: record.items.map(({ price, quantity, taxRates }) => ({
      price,
      quantity,
      tax_rates: taxRates,
    })),
    automatic_tax: { enabled: session.automatic_tax.enabled },
    default_tax_rates: requested.default_tax_rates,
    description: requested.description,
    discounts: record.discounts,
    invoice_settings: {
      account_tax_ids: ids ?? null,
      custom_fields: custom_fields ?? null,
      footer: footer ?? null,
    },
    metadata: requested.metadata,
    missingMethod: requested.missingMethod,
    off_session: false,
    trialEnd: trialEndOf(world, requested.trialEnd ?? undefined, requested.trialDays ?? undefined),
  }
}

export function recordOf(world: World, { id }: Session): CheckoutRecord {
  const record = world.state.checkouts[id]
  if (!record) throw new Error(`the checkout ${id} has no record`)
  return record
}

export function expireSession(world: World, id: string): void {
  const session = table(world, 'checkout.session')[id]
  if (session?.status !== 'open') return
  change(world, null, session, () => {
    session.status = 'expired'
    session.url = null
  })
  plan(world, 'expire-session', id, null, null)
  emit(world, 'checkout.session.expired', session)
}
