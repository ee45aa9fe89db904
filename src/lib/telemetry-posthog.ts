import { posthog } from 'posthog-js/dist/module.slim.no-external'
import type { Analytics } from './telemetry.ts'

/** By id, never by name or address. */
export type Visitor = { userId: string; orgId: string }

type Service = { key: string; host: string | null }

let currentVisitor: Visitor | null = null

/** Without recorder, surveys, cookies or external scripts; stores nothing on the device. */
export const startPosthog = (service: Service, visitor: Visitor): Analytics => {
  currentVisitor = visitor
  if (posthog.__loaded) posthog.identify(visitor.userId)
  else initPosthog(service, visitor)
  posthog.group('organisation', visitor.orgId)
  return {
    page: (path) => void posthog.capture('$pageview', { path }),
    end: () => {
      currentVisitor = null
      posthog.reset()
    },
  }
}

const initPosthog = ({ key, host }: Service, { userId }: Visitor): void => {
  posthog.init(key, {
    ...(host !== null && { api_host: host }),
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_external_dependency_loading: true,
    advanced_disable_flags: true,
    person_profiles: 'identified_only',
    persistence: 'memory',
    // Nothing is stored, so without it every start would be a new visitor to be merged with the user.
    bootstrap: { distinctID: userId, isIdentifiedID: true },
    before_send: (event) =>
      currentVisitor === null || event === null
        ? null
        : { ...event, properties: withoutQueries(event.properties) },
  })
}

/** A query holds the search. */
const withoutQueries = <Properties extends Record<string, unknown>>(properties: Properties) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith(location.origin)
        ? value.replace(/[?#].*/s, '')
        : value,
    ]),
  )
