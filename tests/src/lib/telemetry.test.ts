import { beforeEach, expect, it, vi } from 'vitest'
import { flagOf } from '../../../src/shared/members/features.ts'
import { readPageSettings } from '../../../src/lib/page-settings.ts'
import type { Visitor } from '../../../src/lib/telemetry-posthog.ts'
import { startAnalytics, startErrorReports, type Analytics } from '../../../src/lib/telemetry.ts'

const loaded = vi.hoisted(() => ({
  sentry: vi.fn<(dsn: string, release: string | undefined) => void>(),
  posthog: vi.fn<(service: { key: string; host: string | null }, visitor: Visitor) => Analytics>(),
  page: vi.fn<Analytics['page']>(),
  end: vi.fn<Analytics['end']>(),
}))
vi.mock('../../../src/lib/telemetry-sentry.ts', () => ({ startSentry: loaded.sentry }))
vi.mock('../../../src/lib/telemetry-posthog.ts', () => ({ startPosthog: loaded.posthog }))

const alex: Visitor = { userId: 'user_1', orgId: 'org_1' }
let idle: (() => void)[] = []

beforeEach(() => {
  vi.clearAllMocks()
  loaded.posthog.mockReturnValue({ page: loaded.page, end: loaded.end })
  idle = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
})

/** The browser has a moment, and what is loaded then has come. */
const whenIdle = async (): Promise<void> => {
  for (const run of idle.splice(0)) run()
  await new Promise((resolve) => setTimeout(resolve))
  await vi.dynamicImportSettled()
}

it('Without its key neither analytics nor error reporting starts', async () => {
  startAnalytics(alex, { sentryDsn: 'https://k@errors.example/1' }).page('/dashboard')
  void startErrorReports({ posthogKey: 'phc_1' })
  await whenIdle()
  expect(loaded.sentry).not.toHaveBeenCalled()
  expect(loaded.posthog).not.toHaveBeenCalled()
})

it('Error reports name the build as their release', async () => {
  void startErrorReports({ sentryDsn: 'https://k@errors.example/1', deploymentId: 'build-7' })
  await whenIdle()
  expect(loaded.sentry).toHaveBeenCalledExactlyOnceWith('https://k@errors.example/1', 'build-7')
  expect(loaded.posthog).not.toHaveBeenCalled()
})

const settings = { posthogKey: 'phc_1', posthogHost: 'https://analytics.example' }

it('Analytics start once the page is idle, with key, host and person, and are told what was opened before', async () => {
  const analytics = startAnalytics(alex, settings)
  analytics.page('/dashboard')
  expect(loaded.posthog).not.toHaveBeenCalled()
  await whenIdle()
  expect(loaded.posthog).toHaveBeenCalledExactlyOnceWith(
    { key: 'phc_1', host: 'https://analytics.example' },
    alex,
  )
  analytics.page('/dashboard/list')
  expect(loaded.page.mock.calls).toEqual([['/dashboard'], ['/dashboard/list']])
})

it('Analytics that ended before they were loaded never start; those that run are told', async () => {
  startAnalytics(alex, settings).end()
  await whenIdle()
  expect(loaded.posthog).not.toHaveBeenCalled()
  const analytics = startAnalytics(alex, settings)
  await whenIdle()
  analytics.end()
  expect(loaded.end).toHaveBeenCalledOnce()
})

it('Where person profiles are disabled every analytics call is ignored and nothing is loaded', async () => {
  const analytics = startAnalytics(alex, { ...settings, posthogPersonProfiles: false })
  analytics.page('/dashboard')
  analytics.end()
  await whenIdle()
  expect(loaded.posthog).not.toHaveBeenCalled()
})

it('Settings that cannot be read mean no telemetry', () => {
  const page = document.implementation.createHTMLDocument()
  page.body.innerHTML = '<script type="application/json" id="boot">{oops</script>'
  expect(readPageSettings(page)).toEqual({})
})

it('A flag of the organisation wins over the platform, and an unknown one is off', () => {
  const platform = { 'signal-intent': { enabled: true }, tours: { enabled: true } }
  const customer = { 'signal-intent': { enabled: false } }
  expect(flagOf('signal-intent', platform, customer)).toBe(false)
  expect(flagOf('tours', platform, customer)).toBe(true)
  expect(flagOf('signal-targeting', platform, customer)).toBe(false)
})
