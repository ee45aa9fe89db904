import type Stripe from 'stripe'
import { z } from 'zod'
import type { Router } from './call.ts'
import { newCreditNote } from './credit-notes.ts'
import { closeDispute } from './disputes.ts'
import { invalid } from './errors.ts'
import { change } from './events.ts'
import { page } from './lists.ts'
import { mergeMetadata } from './metadata.ts'
import { accepts, int, metadata, paging, range, text } from './params.ts'
import { newRefund } from './refunds.ts'
import { all, atTimeOf, find, type World } from './world.ts'
import { idOf, type Charge } from './wire.ts'

export function refundRoutes(on: Router): void {
  on(
    'POST',
    '/v1/refunds',
    accepts<Stripe.RefundCreateParams>()(
      {},
      {
        amount: int,
        charge: text,
        payment_intent: text,
        metadata: z.record(text, text),
        reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']),
      },
    ),
    ({ world, params }) => {
      const charge = chargeOf(world, params)
      return atTimeOf(world, idOf(charge.customer), () => newRefund(world, charge, params))
    },
  )
  on('GET', '/v1/refunds/:id', accepts<Stripe.RefundRetrieveParams>()({}, {}), ({ world, id }) =>
    find(world, 'refund', id),
  )
  on(
    'POST',
    '/v1/refunds/:id',
    accepts<Stripe.RefundUpdateParams>()({}, { metadata }),
    ({ world, id, params }) => {
      const refund = find(world, 'refund', id)
      change(world, 'refund.updated', refund, () => {
        refund.metadata = mergeMetadata(refund.metadata, params.metadata)
      })
      return refund
    },
  )
  on(
    'GET',
    '/v1/refunds',
    accepts<Stripe.RefundListParams>()(
      {},
      { ...paging, charge: text, payment_intent: text, created: range },
    ),
    ({ world, params }) => {
      const { charge, payment_intent: intent } = params
      const rows = all(world, 'refund').filter(
        (refund) =>
          (charge === undefined || refund.charge === charge) &&
          (intent === undefined || refund.payment_intent === intent),
      )
      return page(rows, params, '/v1/refunds')
    },
  )
  on('GET', '/v1/charges/:id', accepts<Stripe.ChargeRetrieveParams>()({}, {}), ({ world, id }) =>
    find(world, 'charge', id),
  )
  on(
    'GET',
    '/v1/charges',
    accepts<Stripe.ChargeListParams>()({}, { ...paging, customer: text, payment_intent: text }),
    ({ world, params }) => {
      const { customer, payment_intent: intent } = params
      const rows = all(world, 'charge').filter(
        (charge) =>
          (customer === undefined || charge.customer === customer) &&
          (intent === undefined || charge.payment_intent === intent),
      )
      return page(rows, params, '/v1/charges')
    },
  )
}

export function disputeRoutes(on: Router): void {
  on('GET', '/v1/disputes/:id', accepts<Stripe.DisputeRetrieveParams>()({}, {}), ({ world, id }) =>
    find(world, 'dispute', id),
  )
  on(
    'GET',
    '/v1/disputes',
    accepts<Stripe.DisputeListParams>()({}, { ...paging, charge: text, payment_intent: text }),
    ({ world, params }) => {
      const { charge, payment_intent: intent } = params
      const rows = all(world, 'dispute').filter(
        (dispute) =>
          (charge === undefined || dispute.charge === charge) &&
          (intent === undefined || dispute.payment_intent === intent),
      )
      return page(rows, params, '/v1/disputes')
    },
  )
  on(
    'POST',
    '/v1/disputes/:id',
    accepts<Stripe.DisputeUpdateParams>()(
      {},
      { metadata, evidence: z.strictObject({ uncategorized_text: text.optional() }), submit: text },
    ),
    ({ world, id, params }) => {
      const dispute = find(world, 'dispute', id)
      change(world, 'charge.dispute.updated', dispute, () => {
        dispute.metadata = mergeMetadata(dispute.metadata, params.metadata)
        Object.assign(dispute.evidence, params.evidence)
      })
      // As in Stripe's test mode, the words of the evidence decide.
      const verdict = params.evidence?.uncategorized_text
      if (verdict === 'winning_evidence') return closeDispute(world, id, 'won')
      return verdict === 'losing_evidence' ? closeDispute(world, id, 'lost') : dispute
    },
  )
  on(
    'POST',
    '/v1/disputes/:id/close',
    accepts<Stripe.DisputeCloseParams>()({}, {}),
    ({ world, id }) => closeDispute(world, id, 'lost'),
  )
}

export function creditNoteRoutes(on: Router): void {
  on(
    'POST',
    '/v1/credit_notes',
    accepts<Stripe.CreditNoteCreateParams>()(
      { invoice: text },
      {
        amount: int,
        credit_amount: int,
        lines: z.array(
          z.strictObject({
            type: z.literal('invoice_line_item'),
            invoice_line_item: text,
            quantity: int.optional(),
            amount: int.optional(),
          }),
        ),
        memo: text,
        metadata: z.record(text, text),
        out_of_band_amount: int,
        reason: z.enum(['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory']),
        refund_amount: int,
      },
    ),
    ({ world, params }) => {
      const invoice = find(world, 'invoice', params.invoice, 'invoice')
      return atTimeOf(world, idOf(invoice.customer), () => newCreditNote(world, invoice, params))
    },
  )
  on(
    'GET',
    '/v1/credit_notes/:id',
    accepts<Stripe.CreditNoteRetrieveParams>()({}, {}),
    ({ world, id }) => find(world, 'credit_note', id),
  )
  on(
    'GET',
    '/v1/credit_notes',
    accepts<Stripe.CreditNoteListParams>()({}, { ...paging, customer: text, invoice: text }),
    ({ world, params }) => {
      const { customer, invoice } = params
      const rows = all(world, 'credit_note').filter(
        (note) =>
          (customer === undefined || note.customer === customer) &&
          (invoice === undefined || note.invoice === invoice),
      )
      return page(rows, params, '/v1/credit_notes')
    },
  )
}

function chargeOf(
  world: World,
  {
    charge,
    payment_intent: intentId,
  }: { charge?: string | undefined; payment_intent?: string | undefined },
): Charge {
  if (charge !== undefined) return find(world, 'charge', charge, 'charge')
  if (intentId === undefined)
    throw invalid(
      'One of the following params should be provided: charge, payment_intent.',
      'parameter_missing',
    )
  const { latest_charge: latest } = find(world, 'payment_intent', intentId, 'payment_intent')
  if (latest === null)
    throw invalid('This PaymentIntent does not have a successful charge to refund.')
  return find(world, 'charge', idOf(latest))
}
