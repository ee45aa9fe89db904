import { startPushService } from '../../../emulators/push/emulator.ts'
import { startProduct } from '../../../scripts/product.ts'

/** FIELDBOOK_URL, with FIELDBOOK_DATA, names a running product instead; then PUSH_EMULATOR names its push service. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['FIELDBOOK_URL'] !== undefined) return undefined
  const push = await startPushService({ env: {} })
  process.env['PUSH_EMULATOR'] = push.url
  // The market changes only when a journey asks for it, so that data does not change under the others.
  const product = await startProduct({ FIELDBOOK_DEMO: 'still' })
  process.env['FIELDBOOK_URL'] = product.url
  process.env['FIELDBOOK_DATA'] = product.data
  return async () => {
    await product.stop()
    await push.close()
  }
}
