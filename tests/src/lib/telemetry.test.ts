import { beforeEach, expect, it, vi } from 'vitest'
import { flagOf } from '../../../src/shared/members/features.ts'
import { readPageSettings } from '../../../src/lib/page-settings.ts'
import type { startSentry } from '../../../src/lib/telemetry-sentry.ts'
import { silentAnalytics } from '../../kit/analytics.ts'
import { session } from '../../../src/session/session.ts'
import type { Visitor } from '../../../src/lib/telemetry-posthog.ts'
import {
  startAnalytics,
  startErrorReports,
  withAnalytics,
  type Analytics,
} from '../../../src/lib/telemetry.ts'

const loaded = vi.hoisted(() => ({
  sentry: vi.fn<typeof startSentry>(),
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
  loaded.posthog.mockReturnValue({ ...silentAnalytics, page: loaded.page, end: loaded.end })
  idle = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
})

const whenIdle = async (): Promise<void> => {
  for (const run of idle.splice(0)) run()
  await new Promise((resolve) => setTimeout(resolve))
  await vi.dynamicImportSettled()
}

it('Analytics and error reporting do not start without their keys', async () => {
  startAnalytics(alex, { sentryDsn: 'https://k@errors.example/1' })
  void startErrorReports(session, { posthogKey: 'phc_1' })
  await whenIdle()
  expect(loaded.sentry).not.toHaveBeenCalled()
  expect(loaded.posthog).not.toHaveBeenCalled()
})

it('Error reports name the build as their release', async () => {
  void startErrorReports(session, {
    sentryDsn: 'https://k@errors.example/1',
    deploymentId: 'build-7',
  })
  await whenIdle()
  expect(loaded.sentry).toHaveBeenCalledExactlyOnceWith(
    'https://k@errors.example/1',
    'build-7',
    session,
  )
  expect(loaded.posthog).not.toHaveBeenCalled()
})

const settings = { posthogKey: 'phc_1', posthogHost: 'https://analytics.example' }
const page = (path: string) => withAnalytics((analytics) => analytics.page(path))

it('Analytics start once the page is idle, with key, host and user, and report the earlier screens', async () => {
  const end = startAnalytics(alex, settings)
  const before = page('/dashboard')
  expect(loaded.posthog).not.toHaveBeenCalled()
  await whenIdle()
  await before
  expect(loaded.posthog).toHaveBeenCalledExactlyOnceWith(
    { key: 'phc_1', host: 'https://analytics.example' },
    alex,
  )
  await page('/dashboard/list')
  expect(loaded.page.mock.calls).toEqual([['/dashboard'], ['/dashboard/list']])
  end()
})

it('Analytics that end before they load never start, and those that run end', async () => {
  startAnalytics(alex, settings)()
  await whenIdle()
  expect(loaded.posthog).not.toHaveBeenCalled()
  const end = startAnalytics(alex, settings)
  await whenIdle()
  await page('/dashboard')
  end()
  await page('/dashboard/list')
  expect(loaded.end).toHaveBeenCalledOnce()
  expect(loaded.page.mock.calls).toEqual([['/dashboard']])
})

it('Analytics load nothing and ignore every call if person profiles are disabled', async () => {
  const end = startAnalytics(alex, { ...settings, posthogPersonProfiles: false })
  await page('/dashboard')
  end()
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
