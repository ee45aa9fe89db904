import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { harbour, southern, startTestApp, today, type TestApp } from '../../kit/app.ts'

let test: TestApp
let now = Date.parse(`${today}T01:00:00Z`)
let renames: [string, string][] = []
let clerkAnswers = true

beforeAll(async () => {
  test = await startTestApp({
    companies: 0,
    parts: {
      now: () => now,
      clerk: {
        roster: () => Promise.reject(new Error('offline')),
        rename: (orgId, name) => {
          if (!clerkAnswers) return Promise.reject(new Error('offline'))
          renames.push([orgId, name])
          return Promise.resolve(now + 1)
        },
        limitMembers: () => Promise.resolve(),
      },
    },
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.app.settled()
  now += 120_000
  renames = []
  clerkAnswers = true
})

const update = (input: unknown, as: object = {}, key: string = crypto.randomUUID()) =>
  test.ask('PUT', '/customer/update', { data: input }, { as, headers: { 'idempotency-key': key } })
const metadata = async (as: object = {}) =>
  (await test.ask('GET', '/customer/metadata', undefined, { as })).body.metadata

describe('the customer record', () => {
  it('changes the given fields only', async () => {
    const first = await update({
      website: 'https://new.example/about',
      billingEmail: 'bills@harbour.example',
    })
    expect(first).toMatchObject({
      status: 200,
      body: {
        id: harbour.id,
        name: harbour.name,
        website: 'https://new.example/about',
        billingEmail: 'bills@harbour.example',
        policies: { dncPolicy: 'hide', offlineGraceHours: 72 },
      },
    })
    await update({ policies: { dncPolicy: 'flag' } })
    const { body } = await update({ policies: { offlineGraceHours: 24 }, website: null })
    expect(body).toMatchObject({
      website: null,
      billingEmail: 'bills@harbour.example',
      policies: { dncPolicy: 'flag', offlineGraceHours: 24 },
    })
    expect(await metadata()).toMatchObject({ dncPolicy: 'flag', offlineGraceHours: 24 })
    expect(await metadata({ orgId: southern.id })).toMatchObject({
      dncPolicy: 'hide',
      offlineGraceHours: 72,
    })
  })

  it('is created if needed', async () => {
    const { body } = await update({ website: 'https://young.example' }, { orgId: 'org_young' })
    expect(body).toMatchObject({ id: 'org_young', website: 'https://young.example', country: 'AU' })
  })

  it('shows the billing email to admins only', async () => {
    const info = async (role: string) =>
      (await test.ask('GET', '/customer/info', undefined, { as: { role } })).body.customer
    expect(await info('org:admin')).toHaveProperty('billingEmail', 'bills@harbour.example')
    expect(await info('org:basic_member')).not.toHaveProperty('billingEmail')
  })

  it('refuses invalid names, web addresses, email addresses and policies with pointers', async () => {
    const wrong: [object, string][] = [
      [{ name: '  ' }, '/data/name'],
      [{ name: 'x'.repeat(81) }, '/data/name'],
      [{ website: 'harbour' }, '/data/website'],
      [{ website: 'javascript:alert(1)' }, '/data/website'],
      [{ website: 'https://user@harbour.example' }, '/data/website'],
      [{ website: `https://${'a.'.repeat(200_000)}` }, '/data/website'],
      [{ billingEmail: 'bills' }, '/data/billingEmail'],
      [{ policies: { dncPolicy: 'call' } }, '/data/policies/dncPolicy'],
      [{ policies: { offlineGraceHours: 0 } }, '/data/policies/offlineGraceHours'],
      [{ policies: { offlineGraceHours: 169 } }, '/data/policies/offlineGraceHours'],
    ]
    for (const [input, pointer] of wrong) {
      const { status, body } = await update(input)
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, pointer])
    }
  })
})

describe('a new organisation name', () => {
  it('is shown at once and sent to Clerk once, after the response', async () => {
    const key = crypto.randomUUID()
    for (const _ of [1, 2])
      expect((await update({ name: '  Harbour & Sons ' }, {}, key)).body.name).toBe(
        'Harbour & Sons',
      )
    await test.app.settled()
    expect(renames).toEqual([[harbour.id, 'Harbour & Sons']])
    await update({ name: 'Harbour & Sons' })
    await test.app.settled()
    expect(renames).toHaveLength(1)
  })

  it('is sent to Clerk later if Clerk is unreachable', async () => {
    clerkAnswers = false
    expect((await update({ name: 'Harbour Later' })).status).toBe(200)
    await test.app.settled()
    expect(renames).toEqual([])
    clerkAnswers = true
    now += 120_000
    const { body } = await test.ask('GET', '/customer/info')
    expect(body.customer.name).toBe('Harbour Later')
    await test.app.settled()
    expect(renames).toEqual([[harbour.id, 'Harbour Later']])
  })
})

describe('the default country', () => {
  const choose = (orgId: string, defaultCountry: unknown, as: object = {}) =>
    test.ask(
      'PUT',
      `/customer/${orgId}/update-country`,
      { data: { defaultCountry } },
      {
        as,
        headers: { 'idempotency-key': crypto.randomUUID() },
      },
    )

  it.each(['AU', 'NZ', 'ALL'])('can be %s', async (country) => {
    expect(await choose(harbour.id, country)).toMatchObject({
      status: 200,
      body: { defaultCountry: country },
    })
    expect(await metadata()).toMatchObject({ defaultCountry: country })
  })

  it('refuses other values', async () => {
    for (const country of ['au', 'US', '', null, ['AU']])
      expect((await choose(harbour.id, country)).status).toBe(422)
  })

  it('returns the same 404 for another organisation as for an unknown one', async () => {
    const theirs = await choose(southern.id, 'AU')
    const nobodys = await choose('org_of_nobody', 'AU')
    expect(theirs.status).toBe(404)
    const same = { requestId: '', instance: '' }
    expect({ ...theirs.body, ...same }).toEqual({ ...nobodys.body, ...same })
    expect(await metadata({ orgId: southern.id })).toMatchObject({ defaultCountry: 'NZ' })
  })
})

describe('metadata', () => {
  it('are empty for a new organisation', async () => {
    expect(await metadata({ orgId: 'org_fresh' })).toEqual({
      defaultCountry: null,
      caps: { cap: null, disabled: [] },
      limits: null,
      dncPolicy: 'hide',
      offlineGraceHours: 72,
      crmActivities: true,
    })
  })
})

describe('feature flags', () => {
  it('are public for the platform, and for members include the organisation’s disabled ones', async () => {
    const features = {
      'signal-intent': { enabled: true, payload: { since: '2026' } },
      analytics: { enabled: false },
    }
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .updateTable('customer')
        .set({ features: JSON.stringify(features) })
        .execute(),
    )
    const platform = await test.ask('GET', '/platform/features', undefined, { as: null })
    expect(platform.body.features).toMatchObject({ analytics: { enabled: false } })
    const own = await test.ask('GET', '/customer/features')
    const ofTrials = { 'signal-targeting': { enabled: true } }
    // The first organisation manages the sources.
    const ofOperator = { sources: { enabled: true } }
    expect(own.body).toEqual({ features: { ...ofTrials, ...ofOperator, ...features } })
    const other = await test.ask('GET', '/customer/features', undefined, {
      as: { orgId: southern.id },
    })
    expect(other.body).toEqual({ features: ofTrials })
  })
})
