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

const whenIdle = async (): Promise<void> => {
  for (const run of idle.splice(0)) run()
  await new Promise((resolve) => setTimeout(resolve))
  await vi.dynamicImportSettled()
}

it('Analytics and error reporting do not start without their keys', async () => {
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

it('Analytics start once the page is idle, with key, host and user, and report the earlier screens', async () => {
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

it('Analytics that end before they load never start, and those that run end', async () => {
  startAnalytics(alex, settings).end()
  await whenIdle()
  expect(loaded.posthog).not.toHaveBeenCalled()
  const analytics = startAnalytics(alex, settings)
  await whenIdle()
  analytics.end()
  expect(loaded.end).toHaveBeenCalledOnce()
})

it('Analytics load nothing and ignore every call if person profiles are disabled', async () => {
  const analytics = startAnalytics(alex, { ...settings, posthogPersonProfiles: false })
  analytics.page('/dashboard')
  analytics.end()
  await whenIdle()
  expect(loaded.posthog).not.toHaveBeenCalled()
})

it('Invalid page settings disable telemetry', () => {
  const page = document.implementation.createHTMLDocument()
  page.body.innerHTML = '<script type="application/json" id="boot">{oops</script>'
  expect(readPageSettings(page)).toEqual({})
})

it('A flag of the organisation wins over the platform, and an unknown flag is off', () => {
  const platform = { 'signal-intent': { enabled: true }, tours: { enabled: true } }
  const customer = { 'signal-intent': { enabled: false } }
  expect(flagOf('signal-intent', platform, customer)).toBe(false)
  expect(flagOf('tours', platform, customer)).toBe(true)
  expect(flagOf('signal-targeting', platform, customer)).toBe(false)
})
