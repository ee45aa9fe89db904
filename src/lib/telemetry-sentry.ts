import { browserTracingIntegration, init, replayIntegration } from '@sentry/react'
import { errorSampling } from '../../contract/constants.ts'

/** Constants of spec 9; `release` identifies the build. */
export const startSentry = (dsn: string, release: string | undefined): void => {
  init({
    dsn,
    ...(release !== undefined && { release }),
    ...errorSampling,
    integrations: (defaults) => [
      ...defaults.filter((integration) => integration.name !== 'Console'),
      browserTracingIntegration(),
      // Contact details are on screen: recordings show shapes, not words.
      replayIntegration({ maskAllText: true, blockAllMedia: true }),
    ],
  })
}
