import { browserTracingIntegration, init, replayIntegration } from '@sentry/react'

/** Constants of spec 9; `release` identifies the build. */
export const startSentry = (dsn: string, release: string | undefined): void => {
  init({
    dsn,
    ...(release !== undefined && { release }),
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    integrations: (defaults) => [
      ...defaults.filter((integration) => integration.name !== 'Console'),
      browserTracingIntegration(),
      // Contact details are on screen: recordings show shapes, not words.
      replayIntegration({ maskAllText: true, blockAllMedia: true }),
    ],
  })
}
