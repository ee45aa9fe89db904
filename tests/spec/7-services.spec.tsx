import { captureException, flush } from '@sentry/react'
import { expect, it, vi, describe } from 'vitest'
import { startPosthog } from '../../src/lib/telemetry-posthog.ts'
import { startSentry } from '../../src/lib/telemetry-sentry.ts'
import { createSession } from '../../src/session/session.ts'

// The libraries take the page's fetch when they load.
const requests = vi.hoisted(() => {
  const calls: string[] = []
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    calls.push(`${init?.method ?? 'GET'} ${address.replace(/\?.*/, '')}`)
    return new Response('{}')
  }
  return calls
})

describe('7. Calls made: third parties', () => {
  it('an analytics service (a decide POST and an early-access features GET) [decision 061]', async () => {
    Object.defineProperty(navigator, 'webdriver', { value: false })
    const service = { key: 'phc_1', host: 'https://analytics.example' }
    const analytics = startPosthog(service, { userId: 'user_1', orgId: 'org_1' })
    await vi.waitUntil(() => requests.some((request) => request.includes('/flags/')))
    await vi.waitUntil(() => requests.some((request) => request.includes('early_access')))
    expect(requests).toContain('POST https://analytics.example/flags/')
    expect(requests).toContain('GET https://analytics.example/api/early_access_features/')
    analytics.end()
  })

  it('and an error-reporting service', async () => {
    startSentry('https://public@errors.example/42', 'build-7', createSession())
    captureException(new Error('broken'))
    await flush(5_000)
    expect(requests).toContain('POST https://errors.example/api/42/envelope/')
  })
})
