import { expect, it, vi } from 'vitest'
import { flagOf } from '../../../src/lib/features.ts'
import { readPageSettings } from '../../../src/lib/page-settings.ts'
import { startTelemetry } from '../../../src/lib/telemetry.ts'

const loaded = vi.hoisted(() => ({
  sentry: vi.fn<(dsn: string, release: string | undefined) => void>(),
  posthog: vi.fn<(key: string) => void>(),
}))
vi.mock('../../../src/lib/telemetry-sentry.ts', () => ({ startSentry: loaded.sentry }))
vi.mock('../../../src/lib/telemetry-posthog.ts', () => ({ startPosthog: loaded.posthog }))

it('Without a key nothing of telemetry starts', async () => {
  await startTelemetry({})
  expect(loaded.sentry).not.toHaveBeenCalled()
  expect(loaded.posthog).not.toHaveBeenCalled()
})

it('With a key only its own part starts, with the build as the release', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  await startTelemetry({ sentryDsn: 'https://k@errors.example/1', deploymentId: 'build-7' })
  expect(loaded.sentry).toHaveBeenCalledExactlyOnceWith('https://k@errors.example/1', 'build-7')
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
