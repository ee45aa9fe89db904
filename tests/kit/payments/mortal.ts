import type { Stripe } from 'stripe'
import type { Database } from '../../../server/platform/db/db.ts'
import type { Payments } from '../../../server/platform/vendors/payments.ts'

/** A server that can be killed: after so many more steps nothing that it does has any effect. */
export type Life = { stepsLeft: number | null }

export class Killed extends Error {
  override name = 'Killed'
}

const step = (life: Life): void => {
  if (life.stepsLeft === null) return
  if (life.stepsLeft <= 0) throw new Killed('The server was killed.')
  life.stepsLeft -= 1
}

/** Dies before a transaction, before its commit, or after it. */
export const mortalDatabase = (db: Database, life: Life): Database => ({
  ...db,
  asOrg: async (orgId, work) => {
    step(life)
    const result = await db.asOrg(orgId, async (trx) => {
      const done = await work(trx)
      step(life)
      return done
    })
    step(life)
    return result
  },
})

/** Dies between any two calls of the provider. */
export const mortalPayments = (payments: () => Payments, life: Life): Payments => ({
  get publishableKey() {
    return payments().publishableKey
  },
  scriptUrl: undefined,
  tax: 'rates',
  call: async (work) => {
    const result = await payments().call((stripe) => work(watched(stripe, life)))
    step(life)
    return result
  },
  readEvent: (body, signature) => payments().readEvent(body, signature),
})

const watched = (stripe: Stripe, life: Life): Stripe => watch(stripe, life)

/** Counts a step before each method. */
const watch = <T extends object>(target: T, life: Life): T =>
  new Proxy(target, {
    get: (_, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value === 'function')
        return (...args: unknown[]): unknown => {
          step(life)
          return Reflect.apply(value, target, args)
        }
      return typeof value === 'object' && value !== null ? watch(value, life) : value
    },
  })
