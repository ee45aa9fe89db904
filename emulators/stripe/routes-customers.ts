import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call, Router } from './call.ts'
import {
  addressOf,
  deleteTaxId,
  moveBalance,
  newCustomer,
  newTaxId,
  taxIdsOf,
} from './customers.ts'
import { change, emit } from './events.ts'
import { page, within } from './lists.ts'
import { mergeMetadata, orNull, setPresent } from './metadata.ts'
import { accepts, address, int, metadata, paging, range, text, texts } from './params.ts'
import { cancelNow } from './subscription-state.ts'
import { all, find, type World } from './world.ts'
import { blank, idOf, type Customer } from './wire.ts'
import { missing } from './errors.ts'
import { defined } from './routes-catalog.ts'

const taxIdType = z.enum(['au_abn', 'au_acn', 'nz_gst', 'nz_bn', 'eu_vat', 'gb_vat', 'us_ein'])
const customFields = z.union([
  z.literal('').transform(() => null),
  z.array(z.strictObject({ name: text, value: text })),
])
const fields = {
  address,
  description: text,
  email: text,
  metadata,
  name: text,
  phone: text,
  preferred_locales: texts,
  tax_exempt: z.enum(['none', 'exempt', 'reverse']),
  balance: int,
  payment_method: text,
  invoice_settings: z.strictObject({
    custom_fields: customFields.optional(),
    default_payment_method: text.optional(),
    footer: text.optional(),
  }),
}

export function customerRoutes(on: Router): void {
  on(
    'POST',
    '/v1/customers',
    accepts<Stripe.CustomerCreateParams>()(
      {},
      {
        ...fields,
        test_clock: text,
        tax_id_data: z.array(z.strictObject({ type: taxIdType, value: text })),
      },
    ),
    ({ world, params }) => {
      const { test_clock: clock, tax_id_data: taxIds = [], ...rest } = params
      if (clock !== undefined) find(world, 'test_helpers.test_clock', clock, 'test_clock')
      const customer = newCustomer(world, {
        ...valuesOf(world, rest, null),
        ...(clock !== undefined && { test_clock: clock }),
      })
      for (const { type, value } of taxIds) newTaxId(world, customer, type, value)
      return customer
    },
  )
  on(
    'GET',
    '/v1/customers/:id',
    accepts<Stripe.CustomerRetrieveParams>()({}, {}),
    ({ world, id }) => {
      const customer = find(world, 'customer', id)
      return isDeleted(customer) ? tombstone(id) : customer
    },
  )
  on(
    'POST',
    '/v1/customers/:id',
    accepts<Stripe.CustomerUpdateParams>()({}, fieldsOfUpdate()),
    ({ world, id, params }) => {
      const customer = live(world, id)
      change(world, 'customer.updated', customer, () =>
        setPresent(customer, valuesOf(world, params, customer)),
      )
      return customer
    },
  )
  on(
    'DELETE',
    '/v1/customers/:id',
    accepts<Stripe.CustomerDeleteParams>()({}, {}),
    ({ world, id }) => {
      const customer = live(world, id)
      for (const subscription of all(world, 'subscription'))
        if (
          idOf(subscription.customer) === id &&
          !['canceled', 'incomplete_expired'].includes(subscription.status)
        )
          cancelNow(world, subscription, {})
      Reflect.set(customer, 'deleted', true)
      emit(world, 'customer.deleted', customer)
      return tombstone(id)
    },
  )
  on(
    'GET',
    '/v1/customers',
    accepts<Stripe.CustomerListParams>()(
      {},
      { ...paging, email: text, created: range, test_clock: text },
    ),
    ({ world, params }) => {
      const rows = all(world, 'customer').filter(
        (customer) =>
          !isDeleted(customer) &&
          (params.email === undefined || customer.email === params.email) &&
          (params.test_clock ?? null) === (idOf(customer.test_clock) || null) &&
          within(customer.created, params.created),
      )
      return page(rows, params, '/v1/customers')
    },
  )
}

export function customerPartRoutes(on: Router): void {
  on(
    'POST',
    '/v1/customers/:id/tax_ids',
    accepts<Stripe.CustomerCreateTaxIdParams>()({ type: taxIdType, value: text }, {}),
    ({ world, id, params: { type, value } }) => newTaxId(world, live(world, id), type, value),
  )
  on(
    'GET',
    '/v1/customers/:id/tax_ids',
    accepts<Stripe.CustomerListTaxIdsParams>()({}, paging),
    ({ world, id, params }) =>
      page(taxIdsOf(world, id).toReversed(), params, `/v1/customers/${id}/tax_ids`),
  )
  on('GET', '/v1/customers/:id/tax_ids/:second', accepts<object>()({}, {}), ({ world, second }) =>
    find(world, 'tax_id', second),
  )
  on(
    'DELETE',
    '/v1/customers/:id/tax_ids/:second',
    accepts<object>()({}, {}),
    ({ world, second }) => {
      deleteTaxId(world, find(world, 'tax_id', second))
      return { id: second, object: 'tax_id', deleted: true }
    },
  )
  on(
    'GET',
    '/v1/customers/:id/payment_methods',
    accepts<Stripe.CustomerListPaymentMethodsParams>()({}, { ...paging, type: z.literal('card') }),
    methodsOf,
  )
  on(
    'GET',
    '/v1/customers/:id/payment_methods/:second',
    accepts<object>()({}, {}),
    ({ world, second }) => find(world, 'payment_method', second),
  )
  on(
    'POST',
    '/v1/customers/:id/balance_transactions',
    accepts<Stripe.CustomerCreateBalanceTransactionParams>()(
      { amount: int, currency: text },
      { description: text },
    ),
    ({ world, id, params: { amount, currency, description } }) => {
      const entry = { type: 'adjustment', currency, ...defined({ description }) } as const
      return find(
        world,
        'customer_balance_transaction',
        moveBalance(world, live(world, id), amount, entry),
      )
    },
  )
  on(
    'GET',
    '/v1/customers/:id/balance_transactions',
    accepts<Stripe.CustomerListBalanceTransactionsParams>()({}, paging),
    ({ world, id, params }) => {
      const rows = all(world, 'customer_balance_transaction').filter(
        ({ customer }) => customer === id,
      )
      return page(rows, params, `/v1/customers/${id}/balance_transactions`)
    },
  )
}

function methodsOf({ world, id, params }: Call<{ limit?: number | undefined }>): object {
  const rows = all(world, 'payment_method').filter(({ customer }) => customer === id)
  return page(rows, params, `/v1/customers/${id}/payment_methods`)
}

function fieldsOfUpdate() {
  const { payment_method: _, ...rest } = fields
  return rest
}

type Input = Partial<{ [K in keyof typeof fields]: z.output<(typeof fields)[K]> | undefined }>

function valuesOf(world: World, input: Input, present: Customer | null): Partial<Customer> {
  const { address, description, email, name, phone, invoice_settings: settings } = input
  const method = input.payment_method
  if (method !== undefined) find(world, 'payment_method', method, 'payment_method')
  const chosen = settings?.default_payment_method
  if (chosen) find(world, 'payment_method', chosen, 'invoice_settings[default_payment_method]')
  return defined({
    address: address === undefined ? undefined : address === '' ? null : addressOf(address),
    description: description === undefined ? undefined : orNull(description),
    email: email === undefined ? undefined : orNull(email),
    name: name === undefined ? undefined : orNull(name),
    phone: phone === undefined ? undefined : orNull(phone),
    preferred_locales: input.preferred_locales,
    tax_exempt: input.tax_exempt,
    balance: input.balance,
    metadata: mergeMetadata(present?.metadata ?? {}, input.metadata),
    invoice_settings: {
      ...(present?.invoice_settings ??
        blank('custom_fields', 'default_payment_method', 'footer', 'rendering_options')),
      ...defined({
        custom_fields: settings?.custom_fields,
        default_payment_method: chosen === undefined ? undefined : orNull(chosen),
        footer: settings?.footer === undefined ? undefined : orNull(settings.footer),
      }),
    },
  })
}

export function live(world: World, id: string): Customer {
  const customer = find(world, 'customer', id)
  if (isDeleted(customer)) throw missing('customer', id)
  return customer
}

function isDeleted(customer: Customer): boolean {
  return 'deleted' in customer
}

function tombstone(id: string): object {
  return { id, object: 'customer', deleted: true }
}
