import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../lib/use-api.ts'
import { useFlag } from '../lib/features.ts'
import {
  configsQuery,
  customerInfoQuery,
  customerMetadataQuery,
  filterOptionsQuery,
  filtersQuery,
  registerQuery,
} from '../lib/queries.ts'
import { startAnalytics } from '../lib/telemetry.ts'
import { settleCountry } from '../lib/ui-state.ts'

/** The options every search starts with (spec 2 and 9). */
const preloaded = ['company_size', 'multiple_locations', 'revenue'] as const

/** What the app shell loads (spec 2): configs, features, filters, the register of both categories, and then the preloaded options. */
export const useShellAnswers = (): void => {
  const api = useApi()
  const client = useQueryClient()
  const configs = useQuery(configsQuery(api)).data
  const analytics = useFlag('analytics')
  useQuery(customerInfoQuery(api))
  useQuery(registerQuery(api, 'company'))
  useQuery(registerQuery(api, 'people'))
  const ready = useQuery(filtersQuery(api)).isSuccess
  const metadata = useQuery(customerMetadataQuery(api)).data

  useEffect(() => {
    if (metadata) settleCountry(metadata.defaultCountry)
  }, [metadata])

  // Flags gate analytics (spec 6).
  const measured = analytics === true && configs?.posthog === true
  useEffect(() => {
    if (measured) void startAnalytics()
  }, [measured])

  useEffect(() => {
    if (!ready) return
    for (const identifier of preloaded)
      void client.prefetchQuery(filterOptionsQuery(api, identifier))
  }, [ready, client, api])
}
