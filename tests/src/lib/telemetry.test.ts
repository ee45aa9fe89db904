import { beforeEach, expect, it, vi } from 'vitest'
import { flagOf } from '../../../src/lib/features.ts'
import { readPageSettings } from '../../../src/lib/page-settings.ts'
import { startAnalytics, startErrorReports } from '../../../src/lib/telemetry.ts'

const loaded = vi.hoisted(() => ({
  sentry: vi.fn<(dsn: string, release: string | undefined) => void>(),
  posthog: vi.fn<(key: string, host: string | null | undefined) => void>(),
}))
vi.mock('../../../src/lib/telemetry-sentry.ts', () => ({ startSentry: loaded.sentry }))
vi.mock('../../../src/lib/telemetry-posthog.ts', () => ({ startPosthog: loaded.posthog }))

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
})

it('Without its key neither analytics nor error reporting starts', async () => {
  await startAnalytics({ sentryDsn: 'https://k@errors.example/1' })
  await startErrorReports({ posthogKey: 'phc_1' })
  expect(loaded.sentry).not.toHaveBeenCalled()
  expect(loaded.posthog).not.toHaveBeenCalled()
})

it('Error reports name the build as their release', async () => {
  await startErrorReports({ sentryDsn: 'https://k@errors.example/1', deploymentId: 'build-7' })
  expect(loaded.sentry).toHaveBeenCalledExactlyOnceWith('https://k@errors.example/1', 'build-7')
  expect(loaded.posthog).not.toHaveBeenCalled()
})

it('Analytics starts with its key and host', async () => {
  await startAnalytics({ posthogKey: 'phc_1', posthogHost: 'https://analytics.example' })
  expect(loaded.posthog).toHaveBeenCalledExactlyOnceWith('phc_1', 'https://analytics.example')
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
