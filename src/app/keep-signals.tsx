import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOffline } from '../lib/connectivity.ts'
import { useApi } from '../lib/use-api.ts'
import { refreshMap } from '../shared/map/map-files.ts'
import { useLocal } from '../shared/offline/device.tsx'
import {
  newestSignalsQuery,
  useSignalPrefix,
  type SignalPrefix,
} from '../shared/signals/newest-signals.ts'

/** Stores the newest signals on the device, and again whenever the server is reached again; and the code of a map that is used. */
export const KeepSignals = () => {
  const prefix = useSignalPrefix()
  const offline = useOffline()
  useEffect(() => {
    if (!offline) void refreshMap().catch(() => {})
  }, [offline])
  return prefix ? <Keeping prefix={prefix} /> : null
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
