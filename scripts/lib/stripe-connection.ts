import { join } from 'node:path'
import type { Env } from '../../server/platform/process/env.ts'
import type { PaymentsConnection } from '../../server/platform/vendors/payments.ts'
import { addressOf } from './clerk-connection.ts'

export type StripeConnection = {
  /** Null: no card payment; plans are given by `npm run plans`. */
  connection: PaymentsConnection | null
  /** The emulator's page; undefined without it. */
  inspector: string | undefined
  close: () => Promise<void>
}

/** Without keys the emulator runs beside Clerk's; people who sign in with the real Clerk never pay in an emulator. */
export const connectStripe = async (env: Env): Promise<StripeConnection> => {
  if (env.stripe !== undefined)
    return {
      connection: { ...env.stripe, api: undefined, scriptUrl: undefined },
      inspector: undefined,
      close: () => Promise.resolve(),
    }
  if (env.clerk !== undefined)
    return { connection: null, inspector: undefined, close: () => Promise.resolve() }
  const { startStripeEmulator } = await import('../../emulators/stripe/emulator.ts')
  const emulator = await startStripeEmulator({
    dataFolder: join(env.dataFolder, 'stripe'),
    webhook: { url: () => `${addressOf(env)}/api/webhooks/stripe` },
  })
  return {
    connection: {
      secretKey: emulator.secretKey,
      publishableKey: emulator.publishableKey,
      webhookSecrets: [emulator.webhookSecret],
      tax: 'rates',
      api: emulator.connection,
      scriptUrl: emulator.scriptUrl,
    },
    inspector: emulator.url,
    close: () => emulator.close(),
  }
}
