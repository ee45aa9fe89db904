import { change, emit } from './events.ts'
import { newId, now, store, table, type World } from './world.ts'
import { blank, idOf, type Address, type Customer, type TaxId } from './wire.ts'
import { StripeError } from './errors.ts'

export function newCustomer(world: World, fields: Partial<Customer>): Customer {
  const id = newId('cus')
  const customer = store(world, 'customer', {
    id,
    object: 'customer',
    balance: 0,
    created: now(world),
    delinquent: false,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: blank(
      'custom_fields',
      'default_payment_method',
      'footer',
      'rendering_options',
    ),
    livemode: false,
    metadata: {},
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    ...blank('address', 'currency', 'default_source', 'description', 'discount', 'email'),
    ...blank('name', 'phone', 'shipping', 'test_clock'),
    ...fields,
  })
  emit(world, 'customer.created', customer)
  return customer
}

export function newTaxId(
  world: World,
  customer: Customer,
  type: TaxId['type'],
  value: string,
): TaxId {
  if (type === 'au_abn' && !isAbn(value)) throw badTaxId(value)
  if (type === 'nz_gst' && !/^\d{8,9}$/.test(value.replaceAll('-', ''))) throw badTaxId(value)
  const taxId = store(world, 'tax_id', {
    id: newId('txi'),
    object: 'tax_id',
    country: type.slice(0, 2).toUpperCase(),
    created: now(world),
    customer: customer.id,
    customer_account: null,
    livemode: false,
    owner: { type: 'customer', customer: customer.id, customer_account: null },
    type,
    value,
    verification: {
      status: 'verified',
      verified_address: null,
      verified_name: customer.name ?? null,
    },
  })
  emit(world, 'customer.tax_id.created', taxId)
  return taxId
}

export function deleteTaxId(world: World, taxId: TaxId): void {
  delete table(world, 'tax_id')[taxId.id]
  emit(world, 'customer.tax_id.deleted', taxId)
}

export function taxIdsOf(world: World, customerId: string): TaxId[] {
  return Object.values(table(world, 'tax_id')).filter(
    ({ customer }) => idOf(customer) === customerId,
  )
}

export function moveBalance(
  world: World,
  customer: Customer,
  amount: number,
  entry: {
    type: 'adjustment' | 'applied_to_invoice' | 'credit_note'
    invoice?: string
    currency: string
    description?: string
  },
): string {
  const { type, invoice, currency, description } = entry
  change(world, 'customer.updated', customer, () => {
    customer.balance += amount
  })
  const id = newId('cbtxn')
  store(world, 'customer_balance_transaction', {
    id,
    object: 'customer_balance_transaction',
    amount,
    created: now(world),
    currency,
    customer: customer.id,
    description: description ?? null,
    ending_balance: customer.balance,
    invoice: invoice ?? null,
    livemode: false,
    metadata: {},
    type,
    ...blank('checkout_session', 'credit_note', 'customer_account'),
  })
  return id
}

export function addressOf(fields: { [K in keyof Address]?: Address[K] | undefined }): Address {
  const { city, country, line1, line2, postal_code, state } = fields
  return {
    city: city ?? null,
    country: country ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    postal_code: postal_code ?? null,
    state: state ?? null,
  }
}

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

function isAbn(value: string): boolean {
  const digits = Array.from(value.replaceAll(' ', ''), Number)
  if (digits.length !== 11 || digits.some(Number.isNaN)) return false
  const sum = ABN_WEIGHTS.reduce(
    (total, weight, index) => total + weight * ((digits[index] ?? 0) - (index === 0 ? 1 : 0)),
    0,
  )
  return sum % 89 === 0
}

function badTaxId(value: string): StripeError {
  return new StripeError(400, `Invalid value for the tax id: ${value}.`, {
    code: 'tax_id_invalid',
    param: 'value',
  })
}
