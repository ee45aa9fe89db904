import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../../contract/core/days.ts'
import { auditAccount } from '../../../server/credits/audit.ts'
import { accountNow } from '../../../server/credits/roll.ts'
import { subscriptionOf } from '../../../server/customer/customer.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { answerWithProblems } from '../../../server/platform/http/answers.ts'
import { endDuePlans } from '../../../server/plans/end-due.ts'
import { operatePlans, PlansCommand } from '../../../server/plans/operating.ts'
import { readPlan, readPlans } from '../../../server/plans/plan.ts'
import { storeSubscription } from '../../../server/plans/subscription.ts'
import { serveCommands } from '../../kit/commands.ts'
import { freshDatabase } from '../../kit/database.ts'

const start = Date.parse('2026-03-03T01:00:00Z')
let db: Database
let count = 0
let orgId = ''
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  count += 1
  orgId = `org_${count}`
  await db.asOrg(orgId, async (trx) => {
    const row = {
      org_id: orgId,
      name: `Firm ${count}`,
      country: 'NZ' as const,
      default_country: null,
      website: null,
    }
    await trx.insertInto('customer').values(row).execute()
  })
})

const run = (command: object, now = start) =>
  operatePlans(db, PlansCommand.parse({ organisation: orgId, ...command }), now)
const give = (more: object, now = start) => run({ do: 'give', bucket: 'bkt_growth', ...more }, now)
const change = (more: object, now = start) =>
  run({ do: 'change', bucket: 'bkt_growth', ...more }, now)
const paidMonthly = {
  provider: 'stripe',
  interval: 'month',
  unitAmount: 14_900,
  renewsAt: null,
  endsAt: null,
  scheduled: null,
  failedPayment: null,
} as const
const plan = () => db.asOrg(orgId, subscriptionOf)
const balance = (now = start) =>
  db.asOrg(orgId, async (trx) => {
    const account = await accountNow(trx, orgId, now)
    expect(await auditAccount(trx, orgId)).toEqual([])
    return account?.posted
  })

describe('a plan that an operator gives', () => {
  it('opens with its users, currency, last day and the first month’s credits', async () => {
    expect(await give({ seats: 4, until: '2026-12-31' })).toEqual([
      `Firm ${count} has the Growth plan for 4 users until 2026-12-31. Balance: 2,400 credits.`,
    ])
    expect(await plan()).toMatchObject({
      status: 'active',
      planBucketId: 'bkt_growth',
      billingCurrency: 'NZD',
      metadata: { seats: 4, credits: 2_400, periodEnd: '2027-01-01T00:00:00.000Z' },
    })
  })

  it('lasts a year for the fewest users unless the command says otherwise', async () => {
    await give({})
    expect((await plan())?.metadata).toMatchObject({
      seats: 3,
      periodEnd: '2027-03-03T01:00:00.000Z',
    })
  })

  it('is refused while another is active, beyond its users, and after its last day', async () => {
    await expect(give({ seats: 2 })).rejects.toThrow('is for 3 to 50 users')
    await expect(give({ until: '2026-03-01' })).rejects.toThrow('The last day has passed')
    await expect(give({ bucket: 'bkt_gold' })).rejects.toThrow('There is no plan bkt_gold')
    await expect(change({})).rejects.toThrow('has no plan to change')
    await give({})
    await expect(give({})).rejects.toThrow('Use change, or end it first')
  })

  it('gives the rest of the month’s share at once for more users, and takes nothing for fewer', async () => {
    await give({ seats: 3, until: '2027-03-02' })
    expect(await balance()).toBe(1_800)
    // The period began on 3 February: of its 28 days 14 are left.
    const half = Date.parse('2026-03-17T00:00:00Z')
    const before = await balance(half)
    await change({ seats: 5 }, half)
    const after = await balance(half)
    const left = 17 / 31
    expect((after ?? 0) - (before ?? 0)).toBe(Math.floor(2 * 600 * left))
    await change({ seats: 3 }, half)
    await change({ seats: 5 }, half)
    expect(await balance(half)).toBe(after)
  })

  it('grants nothing twice when its last day moves', async () => {
    await give({ until: '2027-03-02' })
    await change({ until: '2027-03-20' }, start + dayMs)
    expect(await balance(start + 2 * dayMs)).toBe(1_800)
  })

  it('follows a trial with a whole month, and keeps what the trial left', async () => {
    await give({ bucket: 'bkt_trial' })
    expect((await plan())?.status).toBe('trialing')
    await change({ bucket: 'bkt_growth' }, start + dayMs)
    expect(await balance(start + dayMs)).toBe(1_800 + 50)
  })

  it('may be a longer trial, whose credits are granted once', async () => {
    await give({ bucket: 'bkt_trial' })
    await change({ bucket: 'bkt_trial', until: '2026-04-30' })
    expect((await plan())?.metadata?.periodEnd).toBe('2026-05-01T00:00:00.000Z')
    expect(await balance(start + 30 * dayMs)).toBe(50)
  })

  it('is refused while Stripe bills the organisation, which would undo it and go on charging', async () => {
    await give({})
    const paid = await plan()
    if (paid === null) throw new Error('No plan was given')
    await db.asOrg(orgId, (trx) => storeSubscription(trx, orgId, { ...paid, billing: paidMonthly }))
    await expect(change({ seats: 9 })).rejects.toThrow('is billed by Stripe')
    await expect(run({ do: 'end' })).rejects.toThrow('is billed by Stripe')
    expect((await plan())?.metadata?.seats).toBe(paid.metadata?.seats)
  })

  it('ends after its last day by a job, and at once by the command', async () => {
    await give({ until: '2026-03-31' })
    await endDuePlans(db, Date.parse('2026-03-31T23:59:59Z'))
    expect((await plan())?.status).toBe('active')
    await endDuePlans(db, Date.parse('2026-04-01T00:00:00Z'))
    expect((await plan())?.status).toBe('canceled')
    const later = Date.parse('2026-04-02T00:00:00Z')
    await give({}, later)
    expect(await run({ do: 'end' }, later)).toEqual([
      `The Growth plan of Firm ${count} has ended. Its data is still there.`,
    ])
    await expect(run({ do: 'end' }, later)).rejects.toThrow('has no plan')
  })
})

describe('the rows of plans', () => {
  it('change by field, and refuse unknown fields and values', async () => {
    const set = (fields: object) => run({ do: 'set', bucket: 'bkt_starter', fields })
    expect((await set({ auMonth: 9_500, maxSeats: null }))[0]).toMatch(/^Starter is now \{/)
    expect(await readPlan(db.owner, 'bkt_starter')).toMatchObject({
      auMonth: 9_500,
      maxSeats: null,
    })
    await expect(set({ auMnth: 1 })).rejects.toThrow('A plan has no field auMnth')
    await expect(set({ auMonth: 'much' })).rejects.toThrow('auMonth')
    await expect(set({ minSeats: 9, maxSeats: 2 })).rejects.toThrow('is below minSeats')
    await expect(run({ do: 'set', bucket: 'bkt_gold', fields: {} })).rejects.toThrow(
      'no plan bkt_gold',
    )
  })

  it('are stored from a file as the list prints them, all or none', async () => {
    const listed = (await run({ do: 'list' })).map((line) => JSON.parse(line))
    expect(listed).toEqual(await readPlans(db.owner))
    const gold = { ...listed[2], bucket: 'bkt_gold', name: 'Gold', position: 9 }
    await expect(run({ do: 'import', plans: [gold, { ...gold, name: '' }] })).rejects.toThrow(
      'name',
    )
    await expect(run({ do: 'import', plans: [gold, gold] })).rejects.toThrow('twice')
    expect(await readPlan(db.owner, 'bkt_gold')).toBeUndefined()
    expect(await run({ do: 'import', plans: [gold] })).toEqual(['Stored 1 plan.'])
    expect(await readPlan(db.owner, 'bkt_gold')).toEqual(gold)
  })
})

it('The control route of plans takes commands with its token only', async () => {
  const app = fastify()
  answerWithProblems(app, () => 'http://localhost')
  await app.register(serveCommands(db, { now: () => start }))
  const send = (payload: object, token = 'the token') =>
    app.inject({
      method: 'POST',
      url: '/_control/plans',
      headers: { authorization: `Bearer ${token}` },
      payload,
    })
  const command = { do: 'give', organisation: orgId, bucket: 'bkt_starter' }
  expect((await send(command, 'another')).statusCode).toBe(401)
  expect((await send({ do: 'delete' })).statusCode).toBe(400)
  expect((await send({ ...command, organisation: 'unknown' })).json()).toMatchObject({
    detail: expect.stringContaining('find the organisation unknown'),
  })
  expect((await send(command)).json()).toEqual({ lines: [expect.stringContaining('Starter plan')] })
  await app.close()
})
