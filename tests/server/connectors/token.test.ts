import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crmTokens, type CrmCaller } from '../../../server/connectors/token.ts'
import { readOrCreateKey } from '../../../server/platform/process/stored-key.ts'
import { Refusal } from '../../../server/platform/refusal.ts'
import { harbour, southern, startTestApp, today, type TestApp } from '../../kit/app.ts'

const minute = 60_000
const start = Date.parse('2026-03-03T01:00:00Z')
const key = new Uint8Array(32).fill(7)
const sam: CrmCaller = { orgId: 'org_1', userId: 'user_2', role: 'standard' }

const checked = async (token: string, { orgId = 'org_1', after = 0, by = key } = {}) => {
  const tokens = crmTokens(by, () => start + after)
  return tokens.verify(token, orgId).catch((error: { reason?: string }) => error.reason)
}

describe('a token of the CRM integration', () => {
  it('names user, organisation and role, and is valid for 15 minutes', async () => {
    const { token, expiresAt } = await crmTokens(key, () => start).sign(sam)
    expect(expiresAt).toBe(start + 15 * minute)
    expect(await checked(token)).toEqual(sam)
    expect(await checked(token, { after: 15 * minute - 1000 })).toEqual(sam)
  })

  it('is refused after it has expired', async () => {
    const { token } = await crmTokens(key, () => start).sign(sam)
    expect(await checked(token, { after: 15 * minute })).toBe('expired')
  })

  it('is refused for another organisation', async () => {
    const { token } = await crmTokens(key, () => start).sign(sam)
    expect(await checked(token, { orgId: 'org_2' })).toBe('other-organisation')
  })

  it('is refused with another key, or if it is no token', async () => {
    const { token } = await crmTokens(key, () => start).sign(sam)
    expect(await checked(token, { by: new Uint8Array(32).fill(8) })).toBe('invalid')
    expect(await checked('token')).toBe('invalid')
  })

  const signToken = (claims: { audience?: string; issuer?: string; role?: string }) =>
    new SignJWT({ org: 'org_1', role: claims.role ?? 'standard' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(claims.issuer ?? 'fieldbook')
      .setAudience(claims.audience ?? 'fieldbook:crm')
      .setSubject('user_2')
      .setIssuedAt(start / 1000)
      .setExpirationTime(start / 1000 + 60)
      .sign(key)

  it('is refused with another purpose, issuer or role', async () => {
    expect(await checked(await signToken({}))).toEqual(sam)
    expect(await checked(await signToken({ audience: 'fieldbook:files' }))).toBe('invalid')
    expect(await checked(await signToken({ issuer: 'somebody' }))).toBe('invalid')
    expect(await checked(await signToken({ role: 'other' }))).toBe('invalid')
  })
})

describe('GET /crm/org', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 0 })
  })
  afterAll(() => test.close())

  it.each([
    ['an admin', harbour.id, 'admin', 'admin'],
    ['a Standard user', harbour.id, 'org:basic_member', 'standard'],
    ['an admin of another organisation', southern.id, 'org:admin', 'admin'],
  ])('returns %s a token of their own organisation', async (_, orgId, role, named) => {
    const { status, body, headers } = await test.ask('GET', '/crm/org', undefined, {
      as: { userId: 'user_2', orgId, role },
    })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    const { token, expiresAt } = body
    const at = Date.parse(`${today}T01:00:00Z`)
    expect(expiresAt).toBe(new Date(at + 15 * minute).toISOString())
    expect(await crmTokens(key, () => at).verify(token, orgId)).toEqual({
      orgId,
      userId: 'user_2',
      role: named,
    })
  })

  it('returns 402 without a subscription', async () => {
    const { status, body } = await test.ask('GET', '/crm/org', undefined, {
      as: { orgId: 'org_new' },
    })
    expect([status, body.code]).toEqual([402, 'subscription-required'])
  })
})

describe('the key of an installation', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldbook-key-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is created once, readable by its owner only, and stays the same', () => {
    const firstKey = readOrCreateKey(folder, 'crm')
    expect(firstKey).toHaveLength(32)
    expect(readOrCreateKey(folder, 'crm')).toEqual(firstKey)
    expect(readOrCreateKey(folder, 'other')).not.toEqual(firstKey)
    expect(readdirSync(folder).sort()).toEqual(['crm.key', 'other.key'])
    expect(statSync(join(folder, 'crm.key')).mode & 0o777).toBe(0o600)
  })

  it('is not silently replaced if its file is damaged', () => {
    writeFileSync(join(folder, 'torn.key'), 'short')
    expect(() => readOrCreateKey(folder, 'torn')).toThrow(Refusal)
    expect(() => readOrCreateKey(folder, 'torn')).toThrow(/delete the file and start again/)
  })
})
