import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitlementsOf, featuresOf } from '../../../server/plans/entitlements.ts'
import {
  listFlags,
  operateFlags,
  platformFeatures,
  turnable,
  type Flag,
} from '../../../server/flags.ts'
import { serveCommands } from '../../kit/commands.ts'
import { seedDemoCustomers } from '../../../demo/customers.ts'
import { answerWithProblems } from '../../../server/platform/http/answers.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { harbour, southern } from '../../kit/app.ts'
import { freshDatabase } from '../../kit/database.ts'
import { widenTrial } from '../../kit/plans.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
  await seedDemoCustomers(db, [harbour, southern], Date.parse('2026-03-03T00:00:00Z'))
})
afterAll(() => db.close())

const inPlan = (planBucketId: string) =>
  db.asOrg(harbour.id, async (trx) => {
    const { data } = await trx.selectFrom('subscription').select('data').executeTakeFirstOrThrow()
    await trx
      .updateTable('subscription')
      .set({ data: JSON.stringify({ ...data, planBucketId }) })
      .execute()
    const { flags, agents } = await entitlementsOf(trx)
    return [agents, ...flags]
  })
const on = async (orgId: string): Promise<string[]> => {
  const features = await db.asOrg(orgId, featuresOf)
  return Object.keys(features).filter((flag) => features[flag]?.enabled === true)
}

describe('what a plan includes', () => {
  it('has flags and a limit of agents; without a plan it is empty', async () => {
    expect(await inPlan('bkt_enterprise')).toEqual([100, 'signal-targeting', 'signal-intent'])
    expect(await inPlan('bkt_growth')).toEqual([20, 'signal-targeting'])
    expect(await inPlan('bkt_starter')).toEqual([3])
    expect(await inPlan('bkt_of_tomorrow')).toEqual([1])
    expect(await inPlan('bkt_trial')).toEqual([1])
    const none = await db.asOrg('org_without_plan', entitlementsOf)
    expect(none).toMatchObject({ flags: [], agents: 0 })
  })
})

describe('the flags command of an operator', () => {
  beforeAll(() => widenTrial(db))

  const turn = (organisation: string | null, flag: Flag, to: boolean | null) =>
    operateFlags(db, { do: 'set', organisation, flag, on: to })

  it('sets a flag of an organisation by its id or name, overriding its plan', async () => {
    expect(await turn('Harbour', 'signal-intent', true)).toEqual([
      'Harbour has signal-intent on. Signals it sees: company, people, intent.',
    ])
    expect(await on(harbour.id)).toEqual(['signal-targeting', 'signal-intent'])
    expect(await on(southern.id)).toEqual(['signal-targeting'])
    await turn(harbour.id, 'signal-targeting', false)
    expect(await on(harbour.id)).toEqual(['signal-intent'])
    expect(await turn(harbour.id, 'signal-intent', false)).toEqual([
      'Harbour has signal-intent off. Signals it sees: none.',
    ])
    await expect(turn('unknown', 'signal-intent', true)).rejects.toThrow(
      'find the organisation unknown',
    )
  })

  it('sets a flag of the platform, which an organisation’s own value overrides', async () => {
    const platform = () => platformFeatures(db, { posthog: true, chat: false })
    expect(await platform()).toEqual({
      analytics: { enabled: true },
      'product-tours': { enabled: true },
      'chat-widget': { enabled: false },
      today: { enabled: true },
    })
    expect(await turn(null, 'analytics', false)).toEqual([
      'analytics is off for every organisation without its own setting.',
    ])
    await turn(southern.id, 'analytics', true)
    expect((await platform())['analytics']).toEqual({ enabled: false })
    expect(await operateFlags(db, { do: 'list' })).toEqual([
      'signal-targeting: comes with plans; gates signals about companies and people',
      '  Harbour: off, set for it',
      '  Southern: on, in its plan',
      'signal-intent: comes with plans; gates signals of intent',
      '  Harbour: off, set for it',
      'analytics: off for all; gates analytics by PostHog',
      '  Southern: on, set for it',
      'product-tours: on by default; gates tours, ours and those of Product Fruits',
      'chat-widget: on with HUBSPOT_CHAT_TOKEN by default; gates the chat of HubSpot',
      'today: on by default; gates follow-ups, plans of the day, Today and My visits',
    ])
    expect((await listFlags(db)).map(({ flag }) => flag)).toEqual(turnable)
    await turn(southern.id, 'analytics', null)
    expect(await turn(null, 'analytics', null)).toEqual(['analytics is back to its default.'])
    expect((await platform())['analytics']).toEqual({ enabled: true })
    expect(await on(southern.id)).toEqual(['signal-targeting'])
  })

  it('never gives a paid feature to all organisations, not even by a row of the database', async () => {
    await expect(turn(null, 'signal-intent', true)).rejects.toThrow('comes with plans')
    await db.owner
      .insertInto('platform_flag')
      .values({ name: 'signal-intent', enabled: true })
      .execute()
    expect(Object.keys(await platformFeatures(db, { posthog: false, chat: true }))).toEqual([
      'analytics',
      'product-tours',
      'chat-widget',
      'today',
    ])
    expect(await on(southern.id)).toEqual(['signal-targeting'])
  })

  it('is accepted on the control route with its token only', async () => {
    const app = fastify()
    answerWithProblems(app, () => 'http://localhost')
    await app.register(serveCommands(db))
    const send = (payload: object, token = 'the token') =>
      app.inject({
        method: 'POST',
        url: '/_control/flags',
        headers: { authorization: `Bearer ${token}` },
        payload,
      })
    const order = { do: 'set', organisation: 'Southern', flag: 'signal-intent', on: true }
    expect((await send(order, 'another')).statusCode).toBe(401)
    expect((await send({ ...order, flag: '__proto__' })).statusCode).toBe(400)
    expect((await send({ ...order, organisation: 'x' })).json()).toMatchObject({
      code: 'malformed',
    })
    expect(await on(southern.id)).toEqual(['signal-targeting'])
    expect((await send(order)).json()).toEqual({ lines: [expect.stringContaining('on.')] })
    expect(await on(southern.id)).toEqual(['signal-targeting', 'signal-intent'])
    await app.close()
  })
})
