import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Replaces https://js.stripe.com/endive/stripe.js where the product's setting names it. */
export function browserScript(app: FastifyInstance, url: () => string): void {
  const source = readFileSync(join(import.meta.dirname, 'stripe-js.browser.js'), 'utf8')
  app.get('/stripe.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(source.replaceAll('EMULATOR_URL', url())),
  )
}
