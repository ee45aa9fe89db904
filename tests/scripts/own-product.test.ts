import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handOutProducts, takeOwnProduct } from '../../scripts/lib/own-product.ts'

const products = [0, 1].map((n) => ({
  FIELDBOOK_URL: `http://localhost:400${n}`,
  FIELDBOOK_DATA: `/data/${n}`,
  PUSH_EMULATOR: `http://localhost:500${n}`,
}))

const productOfEnv = () =>
  Object.fromEntries(Object.keys(products[0] ?? {}).map((name) => [name, process.env[name]]))

beforeEach(() => {
  for (const name of [...Object.keys(products[0] ?? {}), 'JOURNEY_PRODUCTS', 'TEST_PARALLEL_INDEX'])
    vi.stubEnv(name, undefined)
})
afterEach(() => vi.unstubAllEnvs())

it.each([0, 1])('worker %i of the journeys takes the product of its number', (worker) => {
  handOutProducts(products)
  vi.stubEnv('TEST_PARALLEL_INDEX', String(worker))
  takeOwnProduct()
  expect(productOfEnv()).toEqual(products[worker])
})

it('a journey on a running product keeps the address that was given', () => {
  vi.stubEnv('FIELDBOOK_URL', 'http://localhost:3000')
  vi.stubEnv('TEST_PARALLEL_INDEX', '0')
  takeOwnProduct()
  expect(process.env['FIELDBOOK_URL']).toBe('http://localhost:3000')
})
