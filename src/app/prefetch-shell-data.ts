import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { preloadedFilters } from '../../contract/constants.ts'
import { useIdentity } from '../session/use-identity.ts'
import { storeGraceHours } from '../offline/offline-grace.ts'
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
} from '../shared/queries.ts'
import { onIdle } from '../lib/defer.ts'
import { initDefaultCountry, useCountry } from '../lib/ui-state.ts'

/** Spec 2: configs, features, filters, the register of both categories, and then the preloaded options. */
export const usePrefetchShellData = (): void => {
  const api = useApi()
  const client = useQueryClient()
  // The screen's own requests go first.
  const enabled = useAfterPaint()
  useQuery({ ...configsQuery(api), enabled })
  useQuery({ ...platformFeaturesQuery(api), enabled })
  useQuery({ ...customerFeaturesQuery(api), enabled })
  useQuery({ ...customerInfoQuery(api), enabled })
  const country = useCountry()
  useQuery({ ...registerQuery(api, 'company', country), enabled })
  useQuery({ ...registerQuery(api, 'people', country), enabled })
  const ready = useQuery({ ...filtersQuery(api), enabled }).isSuccess
  const metadata = useQuery(customerMetadataQuery(api)).data

  useEffect(() => {
    if (metadata) initDefaultCountry(metadata.defaultCountry)
  }, [metadata])

  const { userId, orgId } = useIdentity()
  const graceHours = metadata?.offlineGraceHours
  useEffect(() => {
    if (graceHours !== undefined) storeGraceHours({ userId, orgId }, graceHours)
  }, [userId, orgId, graceHours])

  useEffect(() => {
    if (!ready) return
    for (const identifier of preloadedFilters)
      void client.prefetchQuery(filterOptionsQuery(api, identifier))
  }, [ready, client, api])
}

const useAfterPaint = (): boolean => {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    let stop = (): void => undefined
    // A hidden tab draws no frame, and needs none.
    const frame = requestAnimationFrame(() => {
      stop = onIdle(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [])
  return painted
}
