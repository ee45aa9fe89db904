import { startPushService } from '../../../emulators/push/emulator.ts'
import { startProduct } from '../../../scripts/product.ts'

/**
 * One product for all journeys, and a push service beside it; FIELDBOOK_URL, with FIELDBOOK_DATA, names one that is running already.
 * Its journeys about alerts need the push service it was started with, in PUSH_EMULATOR.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['FIELDBOOK_URL'] !== undefined) return undefined
  const push = await startPushService({ env: {} })
  process.env['PUSH_EMULATOR'] = push.url
  // The market stands still unless a journey lets something happen: what one of them reads is not changed under it.
  const product = await startProduct({ FIELDBOOK_DEMO: 'still' })
  process.env['FIELDBOOK_URL'] = product.url
  process.env['FIELDBOOK_DATA'] = product.data
  return async () => {
    await product.stop()
    await push.close()
  }
}
