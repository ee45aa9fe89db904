import { useEffect, useMemo } from 'react'
import { uuidv7 } from 'uuidv7'
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
  return device === null ? null : <InSync key={device.name} device={device} />
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
