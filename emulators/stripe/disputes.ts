import { change, emit } from './events.ts'
import { invalid } from './errors.ts'
import { DAY, find, newId, now, store, type World } from './world.ts'
import { blank, idOf, type Charge, type Dispute } from './wire.ts'

const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const

/** An inquiry takes no money unless it becomes a dispute. */
export function openDispute(
  world: World,
  charge: Charge,
  { reason, isInquiry }: { reason: string; isInquiry: boolean },
): Dispute {
  const created = now(world)
  charge.disputed = true
  const dispute = store(world, 'dispute', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...blank(...EVIDENCE), enhanced_evidence: {} },
    evidence_details: {
      due_by: created + 9 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent) || null,
    payment_method_details: {
      type: 'card',
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: charge.payment_method_details?.card?.brand ?? 'visa',
        network_reason_code: '10',
      },
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  })
  emit(world, 'charge.dispute.created', dispute)
  if (!isInquiry) emit(world, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** `won` gives the money back. Closing by the account's owner loses. */
export function closeDispute(world: World, id: string, verdict: 'lost' | 'won'): Dispute {
  const dispute = find(world, 'dispute', id)
  if (['lost', 'won', 'warning_closed'].includes(dispute.status))
    throw invalid('This dispute is already closed.', undefined, 'id')
  const isInquiry = dispute.status.startsWith('warning_')
  change(world, null, dispute, () => {
    dispute.status = isInquiry ? 'warning_closed' : verdict
  })
  emit(world, 'charge.dispute.closed', dispute)
  if (dispute.status === 'won') emit(world, 'charge.dispute.funds_reinstated', dispute)
  return dispute
}
