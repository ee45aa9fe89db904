import type { FastifyInstance } from 'fastify'
import { StripeError } from './errors.ts'

/** A page whose host name resolves to this machine must not reach the emulator, nor must a proxy's visitors. */
export function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const isProxied = headers['x-forwarded-host'] || headers['x-forwarded-for'] || headers.forwarded
    if (isProxied || !/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(headers.host ?? ''))
      throw new StripeError(403, 'The emulator of Stripe answers only this machine.')
  })
}
