import { afterEach, describe, expect, it, vi } from 'vitest'
import { earlyIsTold, earlyPerson, takeEarlyPlan } from '../../../src/session/early.ts'
import type { SignedIn } from '../../../src/session/identity.ts'
import { createSession } from '../../../src/session/session.ts'
import { getApiToken } from '../../../src/session/token.ts'
import { alex, signedInSession } from '../../kit/session/people.ts'

const now = 1_800_000_000_000
/** A token that ends at a moment, in ms since 1970; nobody checks its signature here. */
const tokenUntil = (ms: number): string => `head.${btoa(JSON.stringify({ exp: ms / 1000 }))}.seal`

/** As Clerk's Frontend API answers /v1/client, with more than is read here. */
const client = (changes: object = {}) => ({
  object: 'client',
  last_active_session_id: 'sess_1',
  sessions: [
    { id: 'sess_0', status: 'ended', user: null, last_active_token: null },
    {
      id: 'sess_1',
      status: 'active',
      expire_at: 1_800_000_000_000,
      last_active_organization_id: 'org_1',
      last_active_token: { jwt: tokenUntil(now + 60_000) },
      user: {
        id: 'user_1',
        first_name: 'Alex',
        last_name: null,
        image_url: 'https://localhost/u.svg',
        primary_email_address_id: 'idn_2',
        email_addresses: [
          { id: 'idn_1', email_address: 'old@harbour.example' },
          { id: 'idn_2', email_address: 'alex@harbour.example' },
        ],
        organization_memberships: [
          { role: 'org:basic_member', organization: { id: 'org_2', name: 'Wattle' } },
          { role: 'org:admin', organization: { id: 'org_1', name: 'Harbour' } },
        ],
      },
      ...changes,
    },
  ],
})
const told = (answer: unknown, plan: unknown = null): void => {
  const early = { client: Promise.resolve(answer), plan: Promise.resolve(plan) }
  Reflect.set(globalThis, 'fieldbookEarly', early)
}
afterEach(() => void Reflect.deleteProperty(globalThis, 'fieldbookEarly'))

describe('what the page was told before the app had come', () => {
  it('says who is here and where they belong, and no token', async () => {
    told(client())
    expect(await earlyPerson()).toEqual({
      userId: 'user_1',
      sessionId: 'sess_1',
      orgId: 'org_1',
      role: 'admin',
      orgName: 'Harbour',
      name: 'Alex',
      email: 'alex@harbour.example',
      imageUrl: 'https://localhost/u.svg',
      memberships: [
        { orgId: 'org_2', name: 'Wattle' },
        { orgId: 'org_1', name: 'Harbour' },
      ],
      expireAt: 1_800_000_000_000,
    })
  })

  it('names nobody whose session is over, who has no organisation, or whom the answer does not describe', async () => {
    expect(await earlyPerson()).toBeNull()
    for (const answer of [
      client({ status: 'ended' }),
      client({ last_active_organization_id: null }),
      client({ last_active_organization_id: 'org_left' }),
      client({ user: null }),
      { errors: [{ code: 'rate_limited' }] },
      null,
    ]) {
      told(answer)
      expect(await earlyPerson()).toBeNull()
    }
    const broken = { client: Promise.reject(new Error('broken off')), plan: Promise.resolve(null) }
    Reflect.set(globalThis, 'fieldbookEarly', broken)
    expect(await earlyPerson()).toBeNull()
  })

  it('says the plan of one organisation, once', async () => {
    told(client(), { orgId: 'org_1', reply: { subscription: null } })
    expect(await takeEarlyPlan('org_1')).toEqual({ subscription: null })
    expect(await takeEarlyPlan('org_1')).toBeNull()
    told(client(), { orgId: 'org_2', reply: { subscription: null } })
    expect(await takeEarlyPlan('org_1')).toBeNull()
  })

  it('is waited for by the code that signs in', async () => {
    expect(await earlyIsTold()).toBeUndefined()
    let plan = 'asked'
    const answer = Promise.resolve().then(() => (plan = 'told'))
    Reflect.set(globalThis, 'fieldbookEarly', { client: Promise.resolve(null), plan: answer })
    await earlyIsTold()
    expect(plan).toBe('told')
  })

  it('is forgotten where it names nobody', async () => {
    told({ sessions: [] }, { orgId: 'org_1', reply: { subscription: null } })
    expect(await earlyPerson()).toBeNull()
    expect(await takeEarlyPlan('org_1')).toBeNull()
  })
})

describe('the token of the early answer', () => {
  const aSession = (changes: Partial<SignedIn> = {}) => {
    const session = createSession()
    session.update({ identity: { ...alex, mode: 'degraded', ...changes } })
    return session
  }
  const told60s = async () => {
    vi.spyOn(Date, 'now').mockReturnValue(now)
    told(client())
    await earlyPerson()
    return tokenUntil(now + 60_000)
  }
  afterEach(() => vi.restoreAllMocks())

  it('serves the first calls of whom it names, until the service gives them', async () => {
    const token = await told60s()
    const session = aSession()
    expect(await getApiToken({ session, limitMs: 5 })).toBe(token)
    const loading = signedInSession({ token: async () => null }).current()
    session.update({ service: loading.service })
    expect(await getApiToken({ session, limitMs: 5 })).toBe(token)
    const { identity, service } = signedInSession({ token: async () => 'its own' }).current()
    session.update({ identity, service })
    expect(await getApiToken({ session, limitMs: 5 })).toBe('its own')
  })

  it('serves nobody else, no other organisation, not after a refusal and not once it has ended', async () => {
    await told60s()
    for (const who of [{ sessionId: 'sess_2' }, { orgId: 'org_2' }])
      expect(await getApiToken({ session: aSession(who), limitMs: 5 })).toBeNull()
    expect(await getApiToken({ session: createSession(), limitMs: 5 })).toBeNull()
    expect(await getApiToken({ session: aSession(), fresh: true, limitMs: 5 })).toBeNull()
    vi.spyOn(Date, 'now').mockReturnValue(now + 55_000)
    expect(await getApiToken({ session: aSession(), limitMs: 5 })).toBeNull()
  })
})
