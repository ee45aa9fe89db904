import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLedger } from '../../../server/credits/audit.ts'
import { grantAddon } from '../../../server/credits/grants.ts'
import { release, reserve, chargeAndRelease } from '../../../server/credits/ledger.ts'
import { monthsFrom, periodOf } from '../../../server/credits/period.ts'
import { accountNow, rollDuePeriods } from '../../../server/credits/roll.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import type { Subscription } from '../../../contract/org/customer.ts'
import { freshDatabase } from '../../kit/database.ts'
import { dayOf } from '../../../contract/core/days.ts'

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const plan = (
  periodEnd: string,
  change: { status?: Subscription['status']; credits?: number; id?: string } = {},
): Subscription => ({
  id: change.id ?? 'sub_1',
  customer: 'cus_1',
  status: change.status ?? 'active',
  billingCountry: 'AU',
  billingCurrency: 'AUD',
  planBucketId: 'bkt_growth',
  plan: { product: 'prod_growth', metadata: { plan_name: 'Growth' } },
  items: { data: [] },
  metadata: {
    plan_name: 'Growth',
    bucketId: 'bkt_growth',
    seats: 3,
    credits: change.credits ?? 100,
    periodEnd: `${periodEnd}T00:00:00.000Z`,
  },
})

describe('the credits of a plan', () => {
  let db: Database
  let org = ''
  let organisations = 0
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())
  beforeEach(() => {
    organisations += 1
    org = `org_periods_${organisations}`
  })
  afterEach(async () => {
    const mismatches = await auditLedger(db)
    if (mismatches.length > 0) throw new Error(JSON.stringify(mismatches))
  })

  const subscribe = (subscription: Subscription) =>
    db.asOrg(org, (trx) =>
      trx
        .insertInto('subscription')
        .values({ org_id: org, data: JSON.stringify(subscription) })
        .onConflict((conflict) =>
          conflict.column('org_id').doUpdateSet({ data: JSON.stringify(subscription) }),
        )
        .execute(),
    )
  const touch = (day: string) => db.asOrg(org, (trx) => accountNow(trx, org, at(day)))
  const spend = (n: number) =>
    db.asOrg(org, async (trx) => {
      const charge = {
        id: crypto.randomUUID(),
        userId: 'user_1',
        action: 'download' as const,
        title: 'Some',
      }
      await reserve(trx, org, charge, n)
      const ids = Array.from({ length: n }, () => crypto.randomUUID())
      return chargeAndRelease(trx, org, charge, { category: 'people', ids })
    })
  const hold = (id: string, n: number) =>
    db.asOrg(org, (trx) =>
      reserve(trx, org, { id, userId: 'user_1', action: 'download', title: 'Some' }, n),
    )
  const addon = (n: number, sourceRef: string) =>
    db.asOrg(org, (trx) => grantAddon(trx, org, { n, sourceRef, title: 'Bought' }))
  const left = async (): Promise<Record<string, number>> => {
    const lots = await db.asOrg(org, (trx) =>
      trx.selectFrom('credit_lot').select(['kind', 'remaining']).execute(),
    )
    const sums: Record<string, number> = {}
    for (const { kind, remaining } of lots)
      if (remaining > 0) sums[kind] = (sums[kind] ?? 0) + remaining
    return sums
  }
  const kinds = async (): Promise<string[]> => {
    const entries = await db.asOrg(org, (trx) =>
      trx.selectFrom('credit_entry').select(['kind', 'n']).orderBy('seq').execute(),
    )
    return entries.map(({ kind, n }) => `${kind} ${n}`)
  }

  it('are granted once per period, however many callers read the account', async () => {
    await subscribe(plan('2026-04-10'))
    await Promise.all([touch('2026-03-20'), touch('2026-03-20'), touch('2026-03-20')])
    await touch('2026-03-21')
    expect(await kinds()).toEqual(['grant 100'])
    expect(await left()).toEqual({ subscription: 100 })
  })

  it('roll over for one period at most', async () => {
    await subscribe(plan('2026-04-10'))
    await touch('2026-03-20')
    await spend(30)
    await subscribe(plan('2026-05-10'))
    await touch('2026-04-09')
    expect(await left()).toEqual({ subscription: 70 })
    await touch('2026-04-10')
    expect(await left()).toEqual({ subscription: 100, rollover: 70 })
    await spend(110)
    expect(await left()).toEqual({ rollover: 60 })
    await subscribe(plan('2026-06-10'))
    const account = await touch('2026-05-10')
    expect(await left()).toEqual({ subscription: 100 })
    expect(account).toMatchObject({ posted: 100, spent: 0 })
    expect(await kinds()).toEqual([
      'grant 100',
      'reserve 30',
      'commit 30',
      'grant 100',
      'reserve 110',
      'commit 110',
      'expire 60',
      'grant 100',
    ])
  })

  it('are spent before add-on credits, which never expire', async () => {
    await subscribe(plan('2026-04-10'))
    await touch('2026-03-20')
    await addon(50, 'invoice_1')
    await addon(50, 'invoice_1')
    await spend(120)
    expect(await left()).toEqual({ addon: 30 })
    await touch('2027-03-20')
    expect(await left()).toEqual({ addon: 30 })
  })

  it('of an annual plan are granted monthly, also after the server was off', async () => {
    await subscribe(plan('2027-01-31'))
    await touch('2026-02-15')
    await touch('2026-05-15')
    expect(await kinds()).toEqual([
      'grant 100',
      'grant 100',
      'expire 100',
      'grant 100',
      'expire 100',
      'grant 100',
    ])
    expect(await left()).toEqual({ subscription: 100, rollover: 100 })
  })

  it('stay for one more month after the plan has ended', async () => {
    await subscribe(plan('2026-04-10'))
    await touch('2026-03-20')
    expect(await touch('2026-04-11')).toMatchObject({ posted: 100, period_end: null })
    expect(await left()).toEqual({ rollover: 100 })
    await touch('2026-05-09')
    expect(await left()).toEqual({ rollover: 100 })
    await touch('2026-05-10')
    expect(await left()).toEqual({})
  })

  it('of a trial are granted once and roll over into the plan', async () => {
    await subscribe(plan('2026-03-30', { status: 'trialing', credits: 50 }))
    await touch('2026-03-16')
    await spend(20)
    await subscribe(plan('2026-04-20'))
    await touch('2026-03-20')
    expect(await left()).toEqual({ subscription: 100, rollover: 30 })
  })

  it('are not granted while the plan is unpaid', async () => {
    await subscribe(plan('2026-04-10', { status: 'past_due' }))
    expect(await touch('2026-03-20')).toBeUndefined()
    await subscribe(plan('2026-04-10', { status: 'unpaid' }))
    await rollDuePeriods(db, at('2026-03-21'))
    expect(await kinds()).toEqual([])
  })

  it('do not expire while they are reserved', async () => {
    const request = crypto.randomUUID()
    await subscribe(plan('2026-04-10'))
    await touch('2026-03-20')
    await hold(request, 90)
    await touch('2026-04-11')
    await touch('2026-05-20')
    expect(await left()).toEqual({ rollover: 90 })
    await db.asOrg(org, (trx) => release(trx, org, request))
    await rollDuePeriods(db, at('2026-05-20'))
    expect(await left()).toEqual({})
  })

  it('roll for every organisation in the hourly job, in separate transactions', async () => {
    await subscribe(plan('2026-04-10'))
    await touch('2026-03-20')
    await subscribe(plan('2026-05-10'))
    await rollDuePeriods(db, at('2026-04-12'))
    expect(await left()).toEqual({ subscription: 100, rollover: 100 })
  })
})

describe('the periods of a plan', () => {
  it('are counted back in months from the end of the paid period', () => {
    const year = plan('2027-01-31')
    const ends = ['2026-02-15', '2026-02-28', '2026-03-01', '2027-01-30'].map((day) =>
      dayOf(periodOf(year, at(day))?.end ?? NaN),
    )
    expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-03-31', '2027-01-31'])
    expect(periodOf(year, at('2027-01-31'))).toBeNull()
  })

  it('are named by the days of the country that is billed', () => {
    const plain = plan('2026-04-10')
    const ending = (billingCountry: string) =>
      periodOf(
        {
          ...plain,
          billingCountry,
          metadata: {
            plan_name: 'Team',
            bucketId: 'bkt_team',
            seats: 1,
            credits: 100,
            periodEnd: '2026-04-10T13:30:00Z',
          },
        },
        at('2026-03-20'),
      )?.title
    expect([ending('AU'), ending('NZ')]).toEqual([
      expect.stringContaining('to 10 April'),
      expect.stringContaining('to 11 April'),
    ])
  })

  it('keep the time of day and the last day of short months', () => {
    const from = Date.parse('2026-03-31T13:45:00Z')
    expect(new Date(monthsFrom(from, -1)).toISOString()).toBe('2026-02-28T13:45:00.000Z')
    expect(new Date(monthsFrom(from, 11)).toISOString()).toBe('2027-02-28T13:45:00.000Z')
  })
})
