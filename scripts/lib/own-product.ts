/** What a journey and the commands it runs read from the environment. */
export type JourneyProduct = {
  FIELDBOOK_URL: string
  FIELDBOOK_DATA: string
  PUSH_EMULATOR: string
}

const handedOut = 'JOURNEY_PRODUCTS'

/** Workers inherit the environment. */
export const handOutProducts = (products: readonly JourneyProduct[]): void => {
  process.env[handedOut] = JSON.stringify(products)
}

/** In a worker: no other worker at work has its number. Elsewhere it does nothing. */
export const takeOwnProduct = (): void => {
  const products = process.env[handedOut]
  const worker = process.env['TEST_PARALLEL_INDEX']
  if (products === undefined || worker === undefined) return
  Object.assign(process.env, (JSON.parse(products) as JourneyProduct[])[Number(worker)])
}
