import type { EarlyFeature, MeasuredCall, Visitor } from './telemetry-posthog.ts'
import type { Visitors } from './telemetry-sentry.ts'
import { onIdle } from './defer.ts'
import { readPageSettings, type PageSettings } from './page-settings.ts'

export type Analytics = {
  /** Only the path is sent. */
  page: (path: string) => void
  /** Only ids and counts are sent, of the calls that matter. */
  call: (...call: MeasuredCall) => void
  earlyAccess: () => Promise<EarlyFeature[]>
  join: (flag: string, joined: boolean) => void
  /** `refused` by the browser, for all sites. */
  sharing: () => 'on' | 'off' | 'refused'
  /** The user's choice on this device. */
  share: (wanted: boolean) => void
  /** For the next user or organisation nothing is sent in this name. */
  end: () => void
}

/** Once the page is idle, if the page has a key. */
export const startErrorReports = async (
  visitors: Visitors,
  settings: PageSettings = readPageSettings(),
): Promise<void> => {
  const { sentryDsn, deploymentId } = settings
  if (!sentryDsn) return
  await loadWhenIdle(async () => {
    const { startSentry } = await import('./telemetry-sentry.ts')
    startSentry(sentryDsn, deploymentId, visitors)
  })
}

let running: Promise<Analytics | null | void> = Promise.resolve()

/** Once analytics have loaded; never where they do not run. */
export const withAnalytics = async <Result>(
  use: (analytics: Analytics) => Result | Promise<Result>,
): Promise<Result | null> => {
  const analytics = await running
  return analytics ? use(analytics) : null
}

/**
 * Only where the flags allow it (spec 6). Where person profiles are disabled every call is ignored (spec 8). Returns how to end
 * them.
 */
export const startAnalytics = (
  visitor: Visitor,
  { posthogKey: key, posthogHost: host, posthogPersonProfiles }: PageSettings = readPageSettings(),
): (() => void) => {
  if (!key || posthogPersonProfiles === false) return () => undefined
  let ended = false
  const started = loadWhenIdle(async () => {
    if (ended) return null
    const { startPosthog } = await import('./telemetry-posthog.ts')
    return ended ? null : startPosthog({ key, host: host ?? null }, visitor)
  })
  running = started
  return () => {
    ended = true
    if (running === started) running = Promise.resolve()
    void started.then((analytics) => analytics?.end())
  }
}

/** A blocked script is the user's choice. */
const loadWhenIdle = async <Loaded>(load: () => Promise<Loaded>): Promise<Loaded | void> => {
  await new Promise<void>((resolve) => void onIdle(resolve))
  return load().catch(() => undefined)
}
