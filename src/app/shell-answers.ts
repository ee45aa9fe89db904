import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../lib/use-api.ts'
import {
  configsQuery,
  customerFeaturesQuery,
  customerInfoQuery,
  customerMetadataQuery,
  filterOptionsQuery,
  filtersQuery,
  platformFeaturesQuery,
  registerQuery,
} from '../lib/queries.ts'
import { settleCountry } from '../lib/ui-state.ts'

/** The options every search starts with (spec 2 and 9). */
const preloaded = ['company_size', 'multiple_locations', 'revenue'] as const

/** What the app shell loads (spec 2): configs, features, filters, the register of both categories, and then the preloaded options. */
export const useShellAnswers = (): void => {
  const api = useApi()
  const client = useQueryClient()
  useQuery(configsQuery(api))
  useQuery(platformFeaturesQuery(api))
  useQuery(customerFeaturesQuery(api))
  useQuery(customerInfoQuery(api))
  useQuery(registerQuery(api, 'company'))
  useQuery(registerQuery(api, 'people'))
  const ready = useQuery(filtersQuery(api)).isSuccess
  const metadata = useQuery(customerMetadataQuery(api)).data

  useEffect(() => {
    if (metadata) settleCountry(metadata.defaultCountry)
  }, [metadata])

  useEffect(() => {
    if (!ready) return
    for (const identifier of preloaded)
      void client.prefetchQuery(filterOptionsQuery(api, identifier))
  }, [ready, client, api])
}
