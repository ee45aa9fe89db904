import { FeatureFlagsExtensions } from 'posthog-js/dist/extension-bundles'
import { posthog } from 'posthog-js/dist/module.slim.no-external'
import * as z from 'zod/mini'
import type { Analytics } from './telemetry.ts'
import { readStored, writeStored } from './storage.ts'
import { eventOf, type MeasuredCall } from './telemetry-events.ts'
import { refusesTracking, scrub } from './telemetry-scrub.ts'

export type { MeasuredCall }

/** By id, never by name or address. */
export type Visitor = { userId: string; orgId: string }

export type EarlyFeature = {
  flag: string
  name: string
  description: string
  joined: boolean
}

type Service = { key: string; host: string | null }

const shareKey = 'fieldbook.share-usage'

let currentVisitor: Visitor | null = null

/** Without recorder, surveys, cookies or external scripts; stores nothing on the device. */
export const startPosthog = (service: Service, visitor: Visitor): Analytics => {
  const begin = (): void => {
    currentVisitor = visitor
    if (posthog.__loaded) posthog.identify(visitor.userId)
    else initPosthog(service, visitor)
    posthog.group('organisation', visitor.orgId)
    offered = readEarlyAccess()
  }
  const end = (): void => {
    if (currentVisitor !== visitor) return
    currentVisitor = null
    posthog.reset()
  }
  let offered: Promise<Offered[]> = Promise.resolve([])
  const sharing = (): ReturnType<Analytics['sharing']> => {
    if (refusesTracking()) return 'refused'
    return readStored(shareKey) === false ? 'off' : 'on'
  }
  if (sharing() === 'on') begin()
  const capture = (event: string, properties: Record<string, unknown>): void => {
    if (currentVisitor === visitor) posthog.capture(event, properties)
  }
  return {
    page: (path) => capture('$pageview', { path }),
    call: (...call) => {
      const event = eventOf(...call)
      if (event !== null) capture(event.name, event.properties)
    },
    earlyAccess: async () =>
      (await offered).map((feature) => ({
        ...feature,
        joined: posthog.isFeatureEnabled(feature.flag) === true,
      })),
    join: (flag, joined) => {
      if (currentVisitor === visitor) posthog.updateEarlyAccessFeatureEnrollment(flag, joined)
    },
    sharing,
    share: (wanted) => {
      writeStored(shareKey, wanted)
      if (sharing() !== 'on') end()
      else if (currentVisitor !== visitor) begin()
    },
    end,
  }
}

const initPosthog = ({ key, host }: Service, { userId }: Visitor): void => {
  posthog.init(key, {
    ...(host !== null && { api_host: host }),
    __extensionClasses: FeatureFlagsExtensions,
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    capture_dead_clicks: false,
    capture_performance: false,
    capture_exceptions: false,
    enable_heatmaps: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_external_dependency_loading: true,
    save_referrer: false,
    save_campaign_params: false,
    person_profiles: 'identified_only',
    persistence: 'memory',
    // Nothing is stored, so without it every start would be a new visitor to be merged with the user.
    bootstrap: { distinctID: userId, isIdentifiedID: true },
    before_send: (event) => {
      if (currentVisitor === null || event === null) return null
      // PostHog adds the title of the page, which names records.
      const { title: _title, ...properties } = event.properties
      return scrub({ ...event, properties })
    },
  })
}

type Offered = Omit<EarlyFeature, 'joined'>

/** What the service offers early; none while it does not answer. */
const readEarlyAccess = (): Promise<Offered[]> =>
  new Promise((resolve) => {
    posthog.getEarlyAccessFeatures((features: unknown) => {
      const offered: unknown[] = Array.isArray(features) ? features : []
      resolve(
        offered.flatMap((feature) => {
          const { data } = z.safeParse(Offer, feature)
          if (data === undefined) return []
          return [{ flag: data.flagKey, name: data.name, description: data.description ?? '' }]
        }),
      )
    }, true)
  })

const Offer = z.object({
  flagKey: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
})
