import { startProduct } from '../../../scripts/product.ts'

/** One product for all journeys; FIELDBOOK_URL, with FIELDBOOK_DATA, names one that is running already. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['FIELDBOOK_URL'] !== undefined) return undefined
  const product = await startProduct()
  process.env['FIELDBOOK_URL'] = product.url
  process.env['FIELDBOOK_DATA'] = product.data
  return product.stop
}
