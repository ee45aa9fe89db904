import { invalid } from './errors.ts'
import type { Tables } from './state.ts'
import { idOf, listOf, type Charge, type Customer, type Invoice } from './wire.ts'
import { all, type World } from './world.ts'

// Absent unless expanded.
const HIDDEN: Record<string, readonly string[]> = {
  invoice: ['confirmation_secret'],
  price: ['tiers', 'currency_options'],
  'checkout.session': ['line_items'],
}

const COMPUTED: Record<string, Record<string, (world: World, of: object) => unknown>> = {
  invoice: {
    payments: (world, invoice) => paymentsOf(world, invoice as Invoice),
  },
  charge: {
    refunds: (world, charge) => refundsOf(world, charge as Charge),
  },
  customer: {
    tax_ids: (world, customer) => taxIdsOf(world, customer as Customer),
    subscriptions: (world, customer) => subscriptionsOf(world, customer as Customer),
  },
}

/** A copy with the fields named by `expand[]`, at most four levels deep. */
export function render(world: World, value: unknown, expand: readonly string[]): unknown {
  const paths = expand.map((path) => path.split('.'))
  for (const path of paths)
    if (path.length > 4)
      throw invalid(`You cannot expand more than 4 levels of a property: ${path.join('.')}`)
  return walk(world, value, paths)
}

function walk(world: World, value: unknown, paths: string[][]): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => walk(world, each, paths))
  if (typeof value !== 'object' || value === null) return value
  const source: Record<string, unknown> = { ...value }
  const kind = String(source['object'])
  const wanted = new Set(paths.flatMap(([head]) => (head === undefined ? [] : [head])))
  for (const hidden of HIDDEN[kind] ?? []) if (!wanted.has(hidden)) delete source[hidden]
  for (const [name, compute] of Object.entries(COMPUTED[kind] ?? {}))
    if (wanted.has(name)) source[name] = compute(world, value)
  for (const name of wanted)
    if (!(name in source))
      throw invalid(`This property cannot be expanded (${name}).`, undefined, 'expand')
  return Object.fromEntries(
    Object.entries(source).map(([name, each]) => {
      const further = paths.filter(([head]) => head === name).map(([, ...rest]) => rest)
      return [name, wanted.has(name) ? expanded(world, each, further) : walk(world, each, [])]
    }),
  )
}

function expanded(world: World, value: unknown, further: string[][]): unknown {
  const resolve = (each: unknown): unknown =>
    typeof each === 'string' ? (lookUp(world, each) ?? each) : each
  const found = Array.isArray(value) ? value.map(resolve) : resolve(value)
  return walk(
    world,
    found,
    further.filter((path) => path.length > 0),
  )
}

function lookUp({ state }: World, id: string): object | undefined {
  for (const table of Object.values<Record<string, object>>(state.tables)) {
    const found = table[id]
    if (found) return found
  }
  return undefined
}

function paymentsOf(world: World, { id }: Invoice): object {
  const data = all(world, 'invoice_payment').filter(({ invoice }) => invoice === id)
  return listOf<Tables['invoice_payment']>(data, `/v1/invoice_payments?invoice=${id}`)
}

function refundsOf(world: World, { id }: Charge): object {
  const data = all(world, 'refund').filter(({ charge }) => charge === id)
  return listOf(data, `/v1/charges/${id}/refunds`)
}

function taxIdsOf(world: World, { id }: Customer): object {
  const data = all(world, 'tax_id').filter(({ customer }) => customer === id)
  return listOf(data, `/v1/customers/${id}/tax_ids`)
}

function subscriptionsOf(world: World, { id }: Customer): object {
  const data = all(world, 'subscription').filter(
    ({ customer, status }) => idOf(customer) === id && status !== 'canceled',
  )
  return listOf(data, `/v1/customers/${id}/subscriptions`)
}
