import type { FullConfig } from '@playwright/test'
import { startPushService } from '../../../emulators/push/emulator.ts'
import { run } from '../../../scripts/lib/tools.ts'
import { startProduct } from '../../../scripts/product.ts'
import { handOutProducts, type JourneyProduct } from '../../../scripts/lib/own-product.ts'

/**
 * A product for each worker. FIELDBOOK_URL, with FIELDBOOK_DATA, names a running product instead; then PUSH_EMULATOR names its push
 * service, and there may be only one worker.
 */
export default async function setup(
  config: FullConfig,
): Promise<(() => Promise<void>) | undefined> {
  if (process.env['FIELDBOOK_URL'] !== undefined) return undefined
  // Two products that start at once would both build.
  await run(process.execPath, ['scripts/build.mjs'])
  const starts = await Promise.allSettled(Array.from({ length: config.workers }, startWithPush))
  const started = starts.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((each) => each.stop()))
  }
  const failed = starts.find((each) => each.status === 'rejected')
  if (failed !== undefined) {
    await stop()
    throw failed.reason
  }
  handOutProducts(started.map(({ product }) => product))
  return stop
}

type Started = { product: JourneyProduct; stop: () => Promise<void> }

const startWithPush = async (): Promise<Started> => {
  const push = await startPushService({ env: {} })
  const env = { PUSH_EMULATOR: push.url }
  // The market changes only when a journey asks for it, so that data does not change under the others.
  const product = await startProduct({ ...env, FIELDBOOK_DEMO: 'still' })
  return {
    product: { ...env, FIELDBOOK_URL: product.url, FIELDBOOK_DATA: product.data },
    stop: async () => {
      await product.stop()
      await push.close()
    },
  }
}
