import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { mutates, type Endpoint } from '../../../contract/core/endpoint.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'

describe('the gate of the API', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 0 })
  })
  afterAll(() => test.close())

  const closed = Object.entries<Endpoint>(api).filter(([, call]) => call.callers !== 'anyone')
  const addressed = (call: Endpoint): string =>
    call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      key === 'orgId' ? harbour.id : key === 'category' ? 'company' : crypto.randomUUID(),
    )

  it.each(closed)('answers 401 to %s without a session', async (_, call) => {
    const answer = await test.ask(
      call.method,
      addressed(call),
      call.method === 'GET' ? undefined : {},
      { as: null },
    )
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('unauthenticated')
  })

  it.each(closed)('answers 403 to %s for an unknown role', async (_, call) => {
    const answer = await test.ask(call.method, addressed(call), validBody(call), {
      as: { role: 'org:guest' },
    })
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe('role-forbidden')
  })

  it('refuses an expired session with a problem', async () => {
    const answer = await test.ask('GET', '/customer/metadata', undefined, { as: { expired: true } })
    expect(answer.status).toBe(401)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.body).toMatchObject({
      code: 'unauthenticated',
      instance: '/api/customer/metadata',
    })
    expect(answer.body.requestId).toBe(answer.headers['x-request-id'])
  })

  it('answers 402 without a subscription, except for endpoints about the organisation', async () => {
    const stranger = { orgId: 'org_without_plan' }
    const records = await test.ask('POST', '/records', { category: 'company' }, { as: stranger })
    expect(records.status).toBe(402)
    expect(records.body.code).toBe('subscription-required')
    const plan = await test.ask(
      'GET',
      '/customer/org_without_plan/subscription/active-plan',
      undefined,
      { as: stranger },
    )
    expect(plan).toMatchObject({ status: 200, body: { subscription: null } })
  })

  it('reads the organisation from the session only: another id returns 404', async () => {
    const own = await test.ask('GET', `/customer/${harbour.id}/subscription/active-plan`)
    const other = await test.ask('GET', `/customer/${southern.id}/subscription/active-plan`)
    const missing = await test.ask('GET', '/customer/org_of_nobody/subscription/active-plan')
    expect(own.body.subscription.status).toBe('trialing')
    expect(other.status).toBe(404)
    expect({ ...other.body, requestId: '', instance: '' }).toEqual({
      ...missing.body,
      requestId: '',
      instance: '',
    })
  })

  it('lets only admins change the organisation’s country', async () => {
    const path = `/customer/${harbour.id}/update-country`
    const body = { data: { defaultCountry: 'NZ' } }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const standard = await test.ask('PUT', path, body, {
      as: { role: 'org:basic_member' },
      headers,
    })
    expect(standard.status).toBe(403)
    const admin = await test.ask('PUT', path, body, { as: { role: 'org:admin' }, headers })
    expect(admin).toMatchObject({ status: 200, body: { defaultCountry: 'NZ' } })
    const metadata = await test.ask('GET', '/customer/metadata')
    expect(metadata.body.metadata.defaultCountry).toBe('NZ')
    const elsewhere = await test.ask('GET', '/customer/metadata', undefined, {
      as: { orgId: southern.id },
    })
    expect(elsewhere.body.metadata.defaultCountry).toBe('NZ')
  })

  it('has few endpoints that read with a body', () => {
    const reading = Object.entries<Endpoint>(api).filter(
      ([, call]) => call.method !== 'GET' && !mutates(call),
    )
    expect(reading.map(([name]) => name).sort()).toEqual([
      'accountIntelligencePreview',
      'coreSignals',
      'counts',
      'crmMapping',
      'customerPortal',
      'downloadHistory',
      'downloadRows',
      'dryRun',
      'estimate',
      'integrations',
      'intentSignals',
      'listCounts',
      'listIds',
      'listRecords',
      'mapPoints',
      'optionLabels',
      'parsePrompt',
      'previewAgent',
      'previewProrata',
      'recordIds',
      'records',
      'register',
      'signals',
      'signalsOverTime',
      'targetingSignals',
      'uploadPreview',
      'uploadRows',
    ])
  })

  const validBody = (call: Endpoint): unknown =>
    call.method === 'GET' ? undefined : call.path === '/records' ? { category: 'company' } : {}
})
