import { join } from 'node:path'
import { readJson, writeJson } from '../json-file.ts'
import type {
  BalanceTransaction,
  Charge,
  Coupon,
  CreditNote,
  Customer,
  Discount,
  Dispute,
  Invoice,
  InvoiceItem,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  PromotionCode,
  Refund,
  Schedule,
  Session,
  SetupIntent,
  Subscription,
  TaxId,
  TaxRate,
  TestClock,
  WebhookEndpoint,
} from './wire.ts'

/** Under the value of `object`, as Stripe answers them; references are ids. */
export interface Tables {
  product: Product
  price: Price
  coupon: Coupon
  promotion_code: PromotionCode
  discount: Discount
  tax_rate: TaxRate
  tax_id: TaxId
  customer: Customer
  customer_balance_transaction: BalanceTransaction
  payment_method: PaymentMethod
  payment_intent: PaymentIntent
  setup_intent: SetupIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  subscription: Subscription
  subscription_schedule: Schedule
  invoice: Invoice
  invoiceitem: InvoiceItem
  invoice_payment: InvoicePayment
  credit_note: CreditNote
  'checkout.session': Session
  'billing_portal.configuration': PortalConfiguration
  'billing_portal.session': PortalSession
  'test_helpers.test_clock': TestClock
  webhook_endpoint: WebhookEndpoint
}

export interface State {
  tables: { [K in keyof Tables]: Record<string, Tables[K]> }
  /** Of the emulator's clock before real time, in seconds. */
  offset: number
  invoiceNumber: number
  /** Test cards by payment method; only the four last digits are shown. */
  cards: Record<string, CardRecord>
  due: Record<string, DueRecord>
  answers: Record<string, AnswerRecord>
  events: EventRecord[]
  deliveries: DeliveryRecord[]
  /** Parameters of checkout that Stripe does not return. */
  checkouts: Record<string, CheckoutRecord>
}

export interface CardRecord {
  number: string
  /** Passed 3-D Secure at set-up or first payment. */
  isAuthenticated: boolean
}

/** What happens by itself at a time. */
export interface DueRecord {
  at: number
  action: string
  id: string
  customer: string | null
}

export interface CheckoutRecord {
  items: {
    price: string
    quantity: number
    least: number
    most: number
    isAdjustable: boolean
    taxRates: string[]
  }[]
  discounts: { coupon?: string; promotion_code?: string }[]
  takesTaxId: boolean
  updatesAddress: boolean
  updatesName: boolean
  savesCard: boolean
  subscription: {
    default_tax_rates: string[]
    description?: string
    invoice_settings: {
      account_tax_ids?: string[]
      custom_fields?: { name: string; value: string }[]
      footer?: string
    }
    metadata: Record<string, string>
    missingMethod: 'cancel' | 'create_invoice' | 'pause'
    trialEnd: number | null
    trialDays: number | null
  }
  intentMetadata: Record<string, string>
  /** Waits for 3-D Secure. */
  method: string | null
}

export interface AnswerRecord {
  at: number
  request: string
  status: number
  body: string
}

export interface EventRecord {
  id: string
  type: string
  created: number
  /** As signed and sent, but for the count of pending webhooks. */
  body: Record<string, unknown>
}

export interface DeliveryRecord {
  id: string
  eventId: string
  endpointId: string
  attempts: number
  /** In milliseconds of real time. */
  nextAt: number
  status: 'waiting' | 'delivered' | 'given up' | 'lost'
  answer: string | null
}

const empty = (): State => ({
  tables: {
    product: {},
    price: {},
    coupon: {},
    promotion_code: {},
    discount: {},
    tax_rate: {},
    tax_id: {},
    customer: {},
    customer_balance_transaction: {},
    payment_method: {},
    payment_intent: {},
    setup_intent: {},
    charge: {},
    refund: {},
    dispute: {},
    subscription: {},
    subscription_schedule: {},
    invoice: {},
    invoiceitem: {},
    invoice_payment: {},
    credit_note: {},
    'checkout.session': {},
    'billing_portal.configuration': {},
    'billing_portal.session': {},
    'test_helpers.test_clock': {},
    webhook_endpoint: {},
  },
  offset: 0,
  invoiceNumber: 0,
  cards: {},
  due: {},
  answers: {},
  events: [],
  deliveries: [],
  checkouts: {},
})

/** Without a folder only in memory; `save` writes atomically, readable by its owner only. */
export function openState(folder: string | undefined): { state: State; save: () => void } {
  if (folder === undefined) return { state: empty(), save: () => {} }
  const file = join(folder, 'state.json')
  const state = readJson(file, empty())
  return { state, save: () => writeJson(file, state) }
}
