import { REFUND_FAILS, REFUND_LATE } from './cards.ts'
import { plan } from './due.ts'
import { invalid } from './errors.ts'
import { change, emit } from './events.ts'
import { cardOf } from './methods.ts'
import { find, HOUR, newId, now, store, table, type World } from './world.ts'
import { blank, idOf, type Charge, type Refund } from './wire.ts'

interface Input {
  amount?: number | undefined
  reason?: Refund['reason'] | undefined
  metadata?: Record<string, string> | undefined
}

export function newRefund(
  world: World,
  charge: Charge,
  { amount, reason, metadata }: Input,
): Refund {
  const left = charge.amount - charge.amount_refunded
  const wanted = amount ?? left
  if (charge.status !== 'succeeded')
    throw invalid('This charge has not been paid.', 'charge_not_refundable')
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  if (wanted < 1 || wanted > left)
    throw invalid(
      `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`,
      undefined,
      'amount',
    )
  const isLate = cardOf(world, charge.payment_method ?? '').number === REFUND_LATE
  const id = newId('re')
  const refund = store(world, 'refund', {
    id,
    object: 'refund',
    amount: wanted,
    charge: charge.id,
    created: now(world),
    currency: charge.currency,
    customer: idOf(charge.customer) || null,
    destination_details: {
      type: 'card',
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
    },
    metadata: metadata ?? {},
    payment_intent: idOf(charge.payment_intent) || null,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    status: isLate ? 'pending' : 'succeeded',
    ...blank(
      'balance_transaction',
      'customer_account',
      'receipt_number',
      'source_transfer_reversal',
      'transfer_reversal',
    ),
  })
  changeCharge(world, charge, wanted)
  emit(world, 'refund.created', refund)
  emit(world, 'charge.refunded', charge)
  if (isLate || failsLater(world, charge))
    plan(world, 'finish-refund', id, now(world) + HOUR, idOf(charge.customer) || null)
  return refund
}

/** Succeeds late, or fails after all. */
export function finishRefund(world: World, id: string): void {
  const refund = find(world, 'refund', id)
  const charge = table(world, 'charge')[idOf(refund.charge)]
  const fails = charge !== undefined && failsLater(world, charge)
  change(world, 'refund.updated', refund, () => {
    refund.status = fails ? 'failed' : 'succeeded'
    if (fails) refund.failure_reason = 'expired_or_canceled_card'
  })
  if (!fails) return
  changeCharge(world, charge, -refund.amount)
  emit(world, 'refund.failed', refund)
}

function failsLater(world: World, charge: Charge): boolean {
  return cardOf(world, charge.payment_method ?? '').number === REFUND_FAILS
}

function changeCharge(world: World, charge: Charge, amount: number): void {
  change(world, null, charge, () => {
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
  })
}
