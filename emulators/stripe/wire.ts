import type Stripe from 'stripe'

// stripe-node's enumerations are open: its OtherString would accept any misspelt status.
type Known<T> = T extends string ? (string extends T ? never : T) : T
type Fields<T> = T extends Stripe.Decimal
  ? string
  : T extends string
    ? T
    : T extends readonly (infer E)[]
      ? Wire<E>[]
      : T extends object
        ? { [K in keyof T]: Wire<T[K]> }
        : T

/** A type of stripe-node as it travels: decimals are texts, enumerations are closed. */
export type Wire<T> = [Extract<T, string>] extends [never]
  ? Fields<T>
  : [Known<Extract<T, string>>] extends [never]
    ? Fields<T>
    : Known<Extract<T, string>> | Fields<Exclude<T, string>>

export type Address = Wire<Stripe.Address>
export type Charge = Wire<Stripe.Charge>
export type Coupon = Wire<Stripe.Coupon>
export type CreditNote = Wire<Stripe.CreditNote>
export type Customer = Wire<Stripe.Customer>
export type BalanceTransaction = Wire<Stripe.CustomerBalanceTransaction>
export type Discount = Wire<Stripe.Discount>
export type Dispute = Wire<Stripe.Dispute>
export type Invoice = Wire<Stripe.Invoice>
export type InvoiceItem = Wire<Stripe.InvoiceItem>
export type InvoicePayment = Wire<Stripe.InvoicePayment>
export type Line = Wire<Stripe.InvoiceLineItem>
export type PaymentIntent = Wire<Stripe.PaymentIntent>
export type PaymentMethod = Wire<Stripe.PaymentMethod>
export type Plan = Wire<Stripe.Plan>
export type PortalConfiguration = Wire<Stripe.BillingPortal.Configuration>
export type PortalSession = Wire<Stripe.BillingPortal.Session>
export type Price = Wire<Stripe.Price>
export type Product = Wire<Stripe.Product>
export type PromotionCode = Wire<Stripe.PromotionCode>
export type Refund = Wire<Stripe.Refund>
export type Schedule = Wire<Stripe.SubscriptionSchedule>
export type Session = Wire<Stripe.Checkout.Session>
export type SetupIntent = Wire<Stripe.SetupIntent>
export type Subscription = Wire<Stripe.Subscription>
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>
export type TaxId = Wire<Stripe.TaxId>
export type TaxRate = Wire<Stripe.TaxRate>
export type TestClock = Wire<Stripe.TestHelpers.TestClock>
export type WebhookEndpoint = Wire<Stripe.WebhookEndpoint>

/** All with the value null. */
export function blank<K extends string>(...names: K[]): Record<K, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<K, null>
}

/** Of a field that may be expanded; the emulator stores ids only. */
export function idOf(value: string | { id: string } | null | undefined): string {
  return typeof value === 'string' ? value : (value?.id ?? '')
}

export function listOf<T>(
  data: T[],
  url: string,
): { object: 'list'; data: T[]; has_more: boolean; url: string } {
  return { object: 'list', data, has_more: false, url }
}
