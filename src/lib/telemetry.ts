import { log } from './log.ts'
import { readPageSettings, type PageSettings } from './page-settings.ts'

/** Starts analytics and error reporting once the page is idle, each only if its key is set. */
export const startTelemetry = async (
  settings: PageSettings = readPageSettings(),
): Promise<void> => {
  const { posthogKey, sentryDsn } = settings
  if (!posthogKey && !sentryDsn) return
  await idle()
  try {
    if (sentryDsn)
      (await import('./telemetry-sentry.ts')).startSentry(sentryDsn, settings.deploymentId)
    if (posthogKey)
      (await import('./telemetry-posthog.ts')).startPosthog(posthogKey, settings.posthogHost)
  } catch (error) {
    log.warn('Telemetry could not be loaded', error)
  }
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: 10_000 })
    else setTimeout(resolve, 2_000)
  })
