import type { Decline } from './cards.ts'
import { newId, now, store, table, type World } from './world.ts'
import { blank, idOf, type Charge, type PaymentIntent } from './wire.ts'

export function newCharge(world: World, intent: PaymentIntent, decline: Decline | null): Charge {
  const methodId = idOf(intent.payment_method)
  const method = table(world, 'payment_method')[methodId]
  const card = method?.card
  const id = newId('ch')
  return store(world, 'charge', {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details: method?.billing_details ?? {
      address: null,
      ...blank('email', 'name', 'phone', 'tax_id'),
    },
    captured: decline === null,
    created: now(world),
    currency: intent.currency,
    customer: idOf(intent.customer) || null,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    outcome: {
      advice_code: (decline?.advice_code ?? null) as null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.decline_code ?? null,
      risk_level: 'normal',
      seller_message: decline
        ? 'The bank did not return any further details.'
        : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: methodId,
    payment_method_details: card
      ? {
          type: 'card',
          card: {
            amount_authorized: intent.amount,
            authorization_code: null,
            brand: card.brand,
            checks: card.checks,
            country: card.country,
            electronic_commerce_indicator: null,
            exp_month: card.exp_month,
            exp_year: card.exp_year,
            fingerprint: card.fingerprint ?? null,
            funding: card.funding,
            installments: null,
            last4: card.last4,
            mandate: null,
            network: card.brand,
            network_transaction_id: null,
            regulated_status: null,
            three_d_secure: null,
            transaction_link_id: null,
            wallet: null,
          },
        }
      : null,
    receipt_url: `${world.url()}/receipts/${id}`,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
    ...blank('application', 'application_fee', 'application_fee_amount', 'balance_transaction'),
    ...blank('calculated_statement_descriptor', 'description', 'failure_balance_transaction'),
    ...blank('on_behalf_of', 'receipt_email', 'receipt_number', 'review', 'shipping', 'source'),
    ...blank('source_transfer', 'statement_descriptor', 'statement_descriptor_suffix'),
    ...blank('transfer_data', 'transfer_group'),
  })
}
