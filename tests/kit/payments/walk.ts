import { Stripe } from 'stripe'
import { signatureOf } from '../../../emulators/stripe/signature.ts'
import { storeBillingSetting } from '../../../server/billing/catalog.ts'
import { setUpCatalog } from '../../../server/billing/set-up-catalog.ts'
import { sweepBilling } from '../../../server/billing/jobs.ts'
import { accountNow } from '../../../server/credits/roll.ts'
import { changeCustomer } from '../../../server/customer/store.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import type { Payments } from '../../../server/platform/vendors/payments.ts'
import { startTestApp, today, type TestApp } from '../app.ts'
import { paymentsTo } from '../billing.ts'
import type { Chance } from '../chance.ts'
import { startStripe, type StartedStripe } from '../stripe/start.ts'
import { judge, type Verdict } from './judge.ts'
import { mortalDatabase, mortalPayments, type Life } from './mortal.ts'
import { steps } from './steps.ts'

/** One organisation, its provider, and the server that may die. */
export type Walker = {
  app: TestApp
  db: Database
  stripe: StartedStripe
  client: Stripe
  chance: Chance
  orgId: string
  country: 'AU' | 'NZ'
  /** Purchases of add-on credits that were pressed, not repeated requests. */
  presses: number
  /** A request of an admin to a server that may die in it. Repeated under its key if there was no answer. */
  ask(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    // oxlint-disable-next-line typescript/no-explicit-any -- steps look into answers of every shape
  ): Promise<{ status: number; body: any }>
  mayDie(work: () => Promise<unknown>): Promise<void>
}

export type Walked = Verdict & { steps: string[]; events: number }

export type Walks = {
  /** Resolves to what was wrong after it; `steps` names what was done. */
  walk(chance: Chance): Promise<Walked>
  /** With the database. */
  close(): Promise<void>
}

const least = 8
const most = 24

/** Without a plan most steps are refused, and without time nothing renews. */
const nextStep = (chance: Chance, isFirst: boolean): keyof typeof steps => {
  if (isFirst && chance.is(0.8))
    return chance.of(['trial', 'checkout', 'checkout', 'checkout 3-D Secure'] as const)
  if (chance.is(0.2)) return chance.of(['days', 'month', 'month'] as const)
  return chance.of(Object.keys(steps) as (keyof typeof steps)[])
}

/** All walks share a server and a database; each has an organisation and a provider of its own. */
export const openWalks = async (db: Database): Promise<Walks> => {
  const life: Life = { stepsLeft: null }
  let stripe: StartedStripe | null = null
  let payments: Payments | null = null
  const start = Date.parse(`${today}T01:00:00Z`)
  const now = (): number => (stripe?.time() ?? start / 1000) * 1000
  const living = mortalPayments(() => {
    if (payments === null) throw new Error('There is no provider outside a walk.')
    return payments
  }, life)
  const app = await startTestApp({
    companies: 0,
    people: 0,
    asSold: true,
    db,
    parts: { db: mortalDatabase(db, life), payments: living, now },
  })
  let count = 0

  const walk = async (chance: Chance): Promise<Walked> => {
    count += 1
    const running = await startStripe({ now: () => start })
    stripe = running
    payments = paymentsTo(running, () => start)
    await setUpCatalog(db, payments)
    await storeBillingSetting(db.owner, 'event', String(running.start))
    const walker = walkerOf({ app, db, stripe: running, chance, life, orgId: `org_walk_${count}` })
    await foundOrganisation(walker)
    const mail = openMail(walker)
    const sweep = () =>
      sweepBilling({ db: mortalDatabase(db, life), payments: living, now, listeners: [] })
    const done: string[] = []
    for (let left = least + chance.whole(most - least); left > 0; left -= 1) {
      const name = nextStep(chance, done.length === 0)
      done.push(name)
      await steps[name](walker).catch(unlessRefused)
      await mail.deliver()
      if (chance.is(0.5)) await walker.mayDie(() => app.work())
      if (chance.is(0.1)) await walker.mayDie(sweep)
      await restart(db)
    }
    // What was not delivered is found by the sweep.
    await sweep()
    await app.work()
    const at = now()
    await db.asOrg(walker.orgId, (trx) => accountNow(trx, walker.orgId, at))
    const verdict = await judge(walker, { db, payments: living, now, listeners: [] })
    const events = mail.count()
    await running.close()
    return { ...verdict, steps: done, events }
  }
  return { walk, close: app.close }
}

const walkerOf = (
  parts: Pick<Walker, 'app' | 'db' | 'stripe' | 'chance' | 'orgId'> & { life: Life },
): Walker => {
  const { app, chance, life, orgId } = parts
  const mayDie: Walker['mayDie'] = async (work) => {
    if (chance.is(0.25)) life.stepsLeft = chance.whole(24)
    try {
      await work()
    } catch (error) {
      if (life.stepsLeft === null) throw error
    } finally {
      await app.app.settled().catch(() => undefined)
      life.stepsLeft = null
    }
  }
  const send = (method: 'GET' | 'POST', path: string, body: object | undefined, key: string) =>
    app.ask(method, path, body, {
      as: { orgId },
      headers: method === 'POST' ? { 'idempotency-key': key } : {},
    })
  return {
    ...parts,
    client: parts.stripe.client,
    country: chance.is(0.7) ? 'AU' : 'NZ',
    presses: 0,
    mayDie,
    ask: async (method, path, body) => {
      const key = uuidOf(chance)
      let answer = { status: 0, body: null as unknown }
      for (let tries = 0; tries < 3 && (answer.status === 0 || answer.status >= 500); tries += 1) {
        await mayDie(async () => {
          answer = await send(method, path, body, key)
        })
        if (chance.is(0.3)) break
      }
      return answer
    },
  }
}

const uuidOf = (chance: Chance): string => {
  const hex = Array.from({ length: 32 }, () => chance.whole(16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

const foundOrganisation = async ({ db, orgId, country }: Walker): Promise<void> =>
  db.asOrg(orgId, async (trx) => {
    await changeCustomer(trx, orgId, { name: 'Wattle Advisory' }, 0)
    await trx.updateTable('customer').set({ country }).execute()
    await trx
      .insertInto('member')
      .values({
        org_id: orgId,
        user_id: 'user_alex',
        role: 'admin',
        role_at: new Date(0),
        name_at: new Date(0),
        name: 'Alex',
        email: `alex@${orgId.replaceAll('_', '-')}.example`,
        updated_at: new Date(0),
      })
      .execute()
  })

/** Webhooks on their way: lost, doubled, late and in any order. */
const openMail = ({ app, stripe, chance, mayDie }: Walker) => {
  // The emulator forgets events after 30 days.
  const seen = new Set(stripe.events().map(({ id }) => id))
  let bag: object[] = []
  return {
    count: () => seen.size,
    deliver: async (): Promise<void> => {
      for (const { id, body } of stripe.events()) {
        if (seen.has(id)) continue
        seen.add(id)
        if (chance.is(0.3)) continue
        bag.push(body)
        if (chance.is(0.2)) bag.push(body)
      }
      const later: object[] = []
      while (bag.length > 0) {
        const [event] = bag.splice(chance.whole(bag.length), 1)
        if (event === undefined) break
        if (chance.is(0.3)) later.push(event)
        else await mayDie(() => post(event))
      }
      bag = later
    },
  }
  async function post(event: object): Promise<void> {
    const body = JSON.stringify(event)
    await app.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signatureOf(stripe.webhookSecret, stripe.start, body),
      },
      payload: body,
    })
  }
}

/** A card may be declined, and what is asked of the provider may not be possible. */
const unlessRefused = (error: unknown): void => {
  const isRefused =
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError
  if (!isRefused) throw error
}

/** As a start of the server: jobs of the killed one are free. */
const restart = async (db: Database): Promise<void> => {
  await db.owner
    .updateTable('job')
    .set({ holder: null, lease_until: null, run_at: new Date(0) })
    .execute()
}
