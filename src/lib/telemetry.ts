import { onIdle } from './defer.ts'
import { log } from './log.ts'
import { readPageSettings, type PageSettings } from './page-settings.ts'
import type { Visitor } from './telemetry-posthog.ts'

export type Analytics = {
  /** Only the path is sent. */
  page: (path: string) => void
  /** For the next user or organisation nothing is sent in this name. */
  end: () => void
}

/** Once the page is idle, if the page has a key. */
export const startErrorReports = async (
  settings: PageSettings = readPageSettings(),
): Promise<void> => {
  const { sentryDsn, deploymentId } = settings
  if (!sentryDsn) return
  await loadWhenIdle(async () => {
    const { startSentry } = await import('./telemetry-sentry.ts')
    startSentry(sentryDsn, deploymentId)
  })
}

/** Only where the flags allow it (spec 6). Where person profiles are disabled every call is ignored (spec 8). */
export const startAnalytics = (
  visitor: Visitor,
  settings: PageSettings = readPageSettings(),
): Analytics => {
  const { posthogKey, posthogHost, posthogPersonProfiles = true } = settings
  if (!posthogKey || !posthogPersonProfiles) return { page: () => undefined, end: () => undefined }
  let ended = false
  let running: Analytics | null = null
  const before: string[] = []
  void loadWhenIdle(async () => {
    if (ended) return
    const { startPosthog } = await import('./telemetry-posthog.ts')
    if (ended) return
    running = startPosthog({ key: posthogKey, host: posthogHost ?? null }, visitor)
    for (const path of before.splice(0)) running.page(path)
  })
  return {
    page: (path) => {
      if (running) running.page(path)
      else before.push(path)
    },
    end: () => {
      ended = true
      running?.end()
    },
  }
}

const loadWhenIdle = async (load: () => Promise<void>): Promise<void> => {
  await new Promise<void>((resolve) => void onIdle(resolve))
  await load().catch((error: unknown) => log.warn('Telemetry could not be loaded', error))
}
