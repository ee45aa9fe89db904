import { afterEach, describe, expect, it, vi } from 'vitest'
import { waitForEarlyAnswers, earlyPerson, takeEarlyPlan } from '../../../src/session/early.ts'
import type { SignedIn } from '../../../src/session/identity.ts'
import { createSession } from '../../../src/session/session.ts'
import { getApiToken } from '../../../src/session/token.ts'
import { alex, signedInSession } from '../../kit/session/people.ts'

const now = 1_800_000_000_000
/** Without a valid signature. */
const tokenUntil = (ms: number): string => `head.${btoa(JSON.stringify({ exp: ms / 1000 }))}.seal`

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
const answerEarly = (answer: unknown, plan: unknown = null): void => {
  const early = { client: Promise.resolve(answer), plan: Promise.resolve(plan) }
  Reflect.set(globalThis, 'fieldbookEarly', early)
}
afterEach(() => void Reflect.deleteProperty(globalThis, 'fieldbookEarly'))

describe('the early answer', () => {
  it('names the user and their memberships, without a token', async () => {
    answerEarly(client())
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

  it('names no user if the session has ended, no organisation is active, or the answer is unexpected', async () => {
    expect(await earlyPerson()).toBeNull()
    for (const answer of [
      client({ status: 'ended' }),
      client({ last_active_organization_id: null }),
      client({ last_active_organization_id: 'org_left' }),
      client({ user: null }),
      { errors: [{ code: 'rate_limited' }] },
      null,
    ]) {
      answerEarly(answer)
      expect(await earlyPerson()).toBeNull()
    }
    const broken = { client: Promise.reject(new Error('broken off')), plan: Promise.resolve(null) }
    Reflect.set(globalThis, 'fieldbookEarly', broken)
    expect(await earlyPerson()).toBeNull()
  })

  it('returns the plan of its organisation once', async () => {
    answerEarly(client(), { orgId: 'org_1', reply: { subscription: null } })
    expect(await takeEarlyPlan('org_1')).toEqual({ subscription: null })
    expect(await takeEarlyPlan('org_1')).toBeNull()
    answerEarly(client(), { orgId: 'org_2', reply: { subscription: null } })
    expect(await takeEarlyPlan('org_1')).toBeNull()
  })

  it('delays the code that signs in until it has arrived', async () => {
    expect(await waitForEarlyAnswers()).toBeUndefined()
    let plan = 'asked'
    const answer = Promise.resolve().then(() => (plan = 'told'))
    Reflect.set(globalThis, 'fieldbookEarly', { client: Promise.resolve(null), plan: answer })
    await waitForEarlyAnswers()
    expect(plan).toBe('told')
  })

  it('is deleted if it names no user', async () => {
    answerEarly({ sessions: [] }, { orgId: 'org_1', reply: { subscription: null } })
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
  const answerWithToken = async () => {
    vi.spyOn(Date, 'now').mockReturnValue(now)
    answerEarly(client())
    await earlyPerson()
    return tokenUntil(now + 60_000)
  }
  afterEach(() => vi.restoreAllMocks())

  it('serves the first requests of its user, until Clerk provides tokens', async () => {
    const token = await answerWithToken()
    const session = aSession()
    expect(await getApiToken({ session, limitMs: 5 })).toBe(token)
    const loading = signedInSession({ token: async () => null }).current()
    session.update({ service: loading.service })
    expect(await getApiToken({ session, limitMs: 5 })).toBe(token)
    const { identity, service } = signedInSession({ token: async () => 'its own' }).current()
    session.update({ identity, service })
    expect(await getApiToken({ session, limitMs: 5 })).toBe('its own')
  })

  it('serves no other session or organisation, and nothing after a refusal or its expiry', async () => {
    await answerWithToken()
    for (const change of [{ sessionId: 'sess_2' }, { orgId: 'org_2' }])
      expect(await getApiToken({ session: aSession(change), limitMs: 5 })).toBeNull()
    expect(await getApiToken({ session: createSession(), limitMs: 5 })).toBeNull()
    expect(await getApiToken({ session: aSession(), fresh: true, limitMs: 5 })).toBeNull()
    vi.spyOn(Date, 'now').mockReturnValue(now + 55_000)
    expect(await getApiToken({ session: aSession(), limitMs: 5 })).toBeNull()
  })
})
