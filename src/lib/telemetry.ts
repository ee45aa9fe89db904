import * as z from 'zod/mini'
import { log } from './log.ts'

/** Keys the server writes into the page's settings; without one nothing is loaded. */
const Settings = z.object({
  deploymentId: z.optional(z.string()),
  posthogKey: z.nullish(z.string()),
  posthogHost: z.nullish(z.string()),
  sentryDsn: z.nullish(z.string()),
})
export type TelemetrySettings = z.infer<typeof Settings>

export const readTelemetrySettings = (page: Document = document): TelemetrySettings => {
  try {
    return z.parse(Settings, JSON.parse(page.getElementById('boot')?.textContent ?? '{}'))
  } catch {
    return {}
  }
}

/** Starts analytics and error reporting once the page is idle, each only if its key is set. */
export const startTelemetry = async (
  settings: TelemetrySettings = readTelemetrySettings(),
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
