import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limitSeats } from '../../../server/members/seats.ts'
import { readPlan } from '../../../server/plans/plan.ts'
import { storeSubscription, subscriptionTo } from '../../../server/plans/subscription.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'

let test: TestApp
let limits: [string, number][] = []
let answers = true

beforeAll(async () => {
  test = await startTestApp({
    companies: 0,
    parts: {
      clerk: {
        roster: () => Promise.resolve({ organisation: null, members: [] }),
        rename: () => Promise.resolve(0),
        limitMembers: (orgId, max) => {
          if (!answers) return Promise.reject(new Error('offline'))
          limits.push([orgId, max])
          return Promise.resolve()
        },
      },
    },
  })
  await test.app.jobs.runTimely()
  await test.work()
})
afterAll(() => test.close())
beforeEach(() => {
  limits = []
  answers = true
})

const subscribeFor = (seats: number, { announced }: { announced: boolean }) =>
  test.db.asOrg(harbour.id, async (trx) => {
    const plan = await readPlan(trx, 'bkt_growth')
    if (plan === undefined) throw new Error('There is no Growth plan.')
    const after = subscriptionTo({
      id: 'sub_1',
      orgId: harbour.id,
      plan,
      seats,
      country: 'AU',
      periodEnd: Date.parse('2027-01-01T00:00:00Z'),
    })
    await storeSubscription(trx, harbour.id, after)
    if (announced) await limitSeats(trx, { orgId: harbour.id, before: null, after })
  })

describe('the number of users of a plan', () => {
  it('reaches the sign-in service with the change that announces it', async () => {
    await subscribeFor(5, { announced: true })
    await test.work()
    expect(limits).toEqual([[harbour.id, 5]])
  })

  it('reaches it within a minute without an announcement, and once', async () => {
    await subscribeFor(7, { announced: false })
    await test.app.jobs.runTimely()
    await test.work()
    expect(limits).toEqual([[harbour.id, 7]])
    await test.app.jobs.runTimely()
    await test.work()
    expect(limits).toHaveLength(1)
  })

  it('reaches it later if the service does not answer', async () => {
    answers = false
    await subscribeFor(4, { announced: true })
    await test.work()
    expect(limits).toEqual([])
    answers = true
    await test.db.owner
      .updateTable('job')
      .set({ run_at: new Date(0) })
      .execute()
    await test.work()
    expect(limits).toEqual([[harbour.id, 4]])
  })

  it('sends the latest of several changes last', async () => {
    for (const seats of [8, 9, 6]) await subscribeFor(seats, { announced: true })
    await test.work()
    expect(limits.at(-1)).toEqual([harbour.id, 6])
  })
})
