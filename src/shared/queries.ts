import { queryOptions } from '@tanstack/react-query'
import { staleMs } from '../../contract/constants.ts'
import type { Subscription } from '../../contract/org/customer.ts'
import type { Category } from '../../contract/records/records.ts'
import { takeEarlyPlan } from '../session/early.ts'
import type { ApiClient } from '../lib/api.ts'

/** The queries that contain records: invalidated after many reveals. */
export const recordQueryKeys = ['records', 'record', 'list-records', 'people-of', 'people-to-call']

/** What the shell loads and every screen may read (spec 2, app shell). The first part of each key decides whether it is persisted over a reload. */

export const configsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['configs'],
    queryFn: ({ signal }) => api.configs({}, { signal }),
    select: (reply) => reply.configs,
  })

/** Feature and token queries never go stale and are not retried (spec 7). */
export const neverRefetch = { staleTime: staleMs, retry: false } as const

export const platformFeaturesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['features', 'platform'],
    queryFn: ({ signal }) => api.platformFeatures({}, { signal }),
    ...neverRefetch,
  })

export const customerFeaturesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['features', 'customer'],
    queryFn: ({ signal }) => api.customerFeatures({}, { signal }),
    ...neverRefetch,
  })

export const filtersQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['filters'],
    queryFn: ({ signal }) => api.filters({ module: 'core' }, { signal }),
  })

/** Headline counts and columns of a category in a country. */
export const registerQuery = (api: ApiClient, category: Category, country: 'AU' | 'NZ') =>
  queryOptions({
    queryKey: ['register', category, country],
    queryFn: ({ signal }) => api.register({ category, countries: [country] }, { signal }),
    select: (reply) => reply.records.register,
  })

export const subscriptionQuery = (api: ApiClient, orgId: string) =>
  queryOptions({
    queryKey: ['subscription', orgId],
    queryFn: async ({ signal }) => {
      // index.html may have requested the plan before the app loaded.
      const early = await takeEarlyPlan(orgId)
      return isPlan(early) ? early : api.activePlan({ orgId }, { signal })
    },
    select: (reply) => reply.subscription,
  })

const isPlan = (value: unknown): value is { subscription: Subscription | null } =>
  typeof value === 'object' && value !== null && 'subscription' in value

export const customerInfoQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['customer', 'info'],
    queryFn: ({ signal }) => api.customerInfo({}, { signal }),
  })

export const creditsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['customer', 'credits'],
    queryFn: ({ signal }) => api.credits({}, { signal }),
    staleTime: 60_000,
  })

export const customerMetadataQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['customer', 'metadata'],
    queryFn: ({ signal }) => api.customerMetadata({}, { signal }),
    select: (reply) => reply.metadata,
  })

export const filterOptionsQuery = (api: ApiClient, identifier: string) =>
  queryOptions({
    queryKey: ['options', identifier],
    queryFn: ({ signal }) => api.filterOptions({ identifier }, { signal }),
  })

/** What only the server counts: results of searches, and how many are new. Refetched when Home or the lists open. */
export const countsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['list-counts'],
    queryFn: ({ signal }) => api.lists({}, { signal }),
    staleTime: 60_000,
    retry: false,
  })
