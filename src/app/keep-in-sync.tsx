import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { uuidv7 } from 'uuidv7'
import { opensApp } from '../../contract/org/customer.ts'
import { useIdentity } from '../session/use-identity.ts'
import { subscriptionQuery } from '../shared/queries.ts'
import type { Device } from '../offline/database.ts'
import { currentTab } from '../offline/wipe/current-tab.ts'
import { deviceDatabase } from '../offline/names.ts'
import { useDevice } from '../shared/offline/device.tsx'
import { log } from '../lib/log.ts'
import { useApi } from '../lib/use-api.ts'
import { useAfterFirstScreen } from '../lib/defer.ts'

export const KeepInSync = () => (useAfterFirstScreen() ? <Running /> : null)

const Running = () => {
  const device = useDevice()
  const refused = useIsWithoutPlan()
  return device === null || refused ? null : <InSync key={device.name} device={device} />
}

const now = (): number => Date.now()

/** Every request of the sync would be refused; what is unsent waits for the plan. */
const useIsWithoutPlan = (): boolean => {
  const { orgId } = useIdentity()
  const query = { ...subscriptionQuery(useApi(), orgId ?? ''), enabled: false }
  const { data } = useQuery(query)
  return data !== undefined && !opensApp(data, now())
}

const InSync = ({ device }: { device: Device }) => {
  const api = useApi()
  const local = useMemo(() => ({ device, now: Date.now, newId: uuidv7 }), [device])
  useEffect(() => {
    const ending = new AbortController()
    let stopSync = async (): Promise<void> => {}
    const begin = async (): Promise<void> => {
      const [{ startPageSync }, { sendWith }] = await Promise.all([
        import('./page-sync.ts'),
        import('../shared/offline/send.ts'),
      ])
      if (!ending.signal.aborted) stopSync = startPageSync({ local, send: sendWith(api) })
    }
    begin().catch((error: unknown) => log.error('Syncing could not be started', error))
    const stop = (): Promise<void> => {
      ending.abort()
      return stopSync()
    }
    const unsubscribe = currentTab.tab.onStop((scope) => {
      if (scope === 'everything' || deviceDatabase(scope.userId, scope.orgId) === local.device.name)
        return stop()
      return undefined
    })
    return () => {
      unsubscribe()
      void stop()
    }
  }, [local, api])
  return null
}
