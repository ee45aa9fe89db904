import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCrmConnection } from '../shared/crm/connection.ts'
import { useIdentity } from '../session/use-identity.ts'
import { useOffline } from '../lib/connectivity.ts'
import { useLocal } from '../shared/offline/device.tsx'
import {
  newestSignalsQuery,
  useSignalPrefix,
  type SignalPrefix,
} from '../shared/signals/newest-signals.ts'
import { startAlerts } from '../shared/notifications/push-alerts.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useApi } from '../lib/use-api.ts'
import { onNetworkIdle } from '../lib/defer.ts'

const Services = lazyComponent(() => import('./services.tsx').then((m) => m.Services))

/** Spec 4 and 6. */
export const Extras = () => {
  useCrmConnection()
  useKeepAlerts()
  return (
    <>
      <KeepSignals />
      <Services />
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
