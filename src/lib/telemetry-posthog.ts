import { posthog } from 'posthog-js/dist/module.slim.no-external'

/** Analytics without recorder, surveys or scripts from elsewhere; calls are ignored where person profiles are disabled (spec 8). */
export const startPosthog = (key: string, host: string | null | undefined): void => {
  posthog.init(key, {
    ...(host && { api_host: host }),
    autocapture: false,
    capture_pageview: 'history_change',
    disable_session_recording: true,
    disable_external_dependency_loading: true,
    person_profiles: 'identified_only',
  })
}
