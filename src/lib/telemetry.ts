import { log } from './log.ts'
import { readPageSettings, type PageSettings } from './page-settings.ts'

/** Starts error reporting once the page is idle, if the server gave the page its key. */
export const startErrorReports = async (
  settings: PageSettings = readPageSettings(),
): Promise<void> => {
  const { sentryDsn, deploymentId } = settings
  if (!sentryDsn) return
  await whenIdle(async () => {
    const { startSentry } = await import('./telemetry-sentry.ts')
    startSentry(sentryDsn, deploymentId)
  })
}

/** Starts analytics once the page is idle, if the server gave the page its key; ask only where the flags allow it (spec 6). */
export const startAnalytics = async (
  settings: PageSettings = readPageSettings(),
): Promise<void> => {
  const { posthogKey, posthogHost } = settings
  if (!posthogKey) return
  await whenIdle(async () => {
    const { startPosthog } = await import('./telemetry-posthog.ts')
    startPosthog(posthogKey, posthogHost)
  })
}

const whenIdle = async (work: () => Promise<void>): Promise<void> => {
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: 10_000 })
    else setTimeout(resolve, 2_000)
  })
  await work().catch((error: unknown) => log.warn('Telemetry could not be loaded', error))
}
