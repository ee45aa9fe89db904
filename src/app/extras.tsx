import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useCrmConnection } from '../shared/crm/connection.ts'
import { openWorkspaceTours } from '../screens/help/workspace-tours.ts'
import { useIdentity } from '../session/use-identity.ts'
import { useOffline } from '../lib/connectivity.ts'
import { useLocal } from '../shared/offline/device.tsx'
import { Feature } from '../shared/members/features.ts'
import { log } from '../lib/log.ts'
import {
  newestSignalsQuery,
  useSignalPrefix,
  type SignalPrefix,
} from '../shared/signals/newest-signals.ts'
import { configsQuery } from '../shared/queries.ts'
import { startAlerts } from '../shared/notifications/push-alerts.ts'
import { startAnalytics, type Analytics } from '../lib/telemetry.ts'
import { useApi } from '../lib/use-api.ts'
import { onNetworkIdle } from '../lib/defer.ts'

/** Spec 4 and 6. */
export const Extras = () => {
  useCrmConnection()
  useKeepAlerts()
  return (
    <>
      <KeepSignals />
      <Feature name="analytics">
        <Measured />
      </Feature>
      <Feature name="product-tours">
        <ProductTours />
      </Feature>
    </>
  )
}

/** Once the start is quiet, and whenever the server is reached again. */
const KeepSignals = () => {
  const prefix = useSignalPrefix()
  const [quiet, setQuiet] = useState(false)
  useEffect(() => onNetworkIdle(() => setQuiet(true), { latestMs: 10_000 }), [])
  return quiet && prefix ? <Keeping prefix={prefix} /> : null
}

const Keeping = ({ prefix }: { prefix: SignalPrefix }) => {
  const { refetch, isStale } = useQuery(newestSignalsQuery(useApi(), useLocal(), prefix))
  const offline = useOffline()
  useEffect(() => {
    if (!offline && isStale) void refetch()
    // A connection that comes back is the occasion; that time passes is none.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [offline])
  return null
}

const useKeepAlerts = (): void => {
  const api = useApi()
  const { userId, orgId } = useIdentity()
  useEffect(() => {
    if (userId === null || orgId === null) return undefined
    return startAlerts({ api, owner: { userId, orgId } })
  }, [api, userId, orgId])
}

const Measured = () => {
  const configs = useQuery(configsQuery(useApi())).data
  const { userId, orgId } = useIdentity()
  const [path] = useLocation()
  const analytics = useRef<Analytics | null>(null)
  const wanted = configs?.posthog === true
  useEffect(() => {
    if (!wanted || userId === null || orgId === null) return undefined
    const started = startAnalytics({ userId, orgId })
    analytics.current = started
    return () => {
      analytics.current = null
      started.end()
    }
  }, [wanted, userId, orgId])
  useEffect(() => analytics.current?.page(path), [wanted, userId, orgId, path])
  return null
}

/** Spec 8: without a workspace code there is nothing to show, and the console says so. */
const ProductTours = () => {
  const configs = useQuery(configsQuery(useApi())).data
  // Without Product Fruits only our own tours are there.
  const code = configs?.product_fruits === true ? configs.product_fruits_workspace_code : undefined
  const { userId, role } = useIdentity()
  useEffect(() => {
    if (code === null) log.warn('Workspace code is not defined.')
    else if (code !== undefined && userId !== null && role !== null)
      openWorkspaceTours(code, { userId, role })
  }, [code, userId, role])
  return null
}
