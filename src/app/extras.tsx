import { useEffect, useState } from 'react'
import { useCrmConnection } from '../shared/crm/connection.ts'
import { useIdentity } from '../session/use-identity.ts'
import { startAlerts } from '../shared/notifications/push-alerts.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Services } from './services.tsx'
import { useApi } from '../lib/use-api.ts'
import { onNetworkIdle } from '../lib/defer.ts'

const KeepSignals = lazyComponent(() =>
  // Nothing on the screen needs it.
  import('./keep-signals.tsx').then(
    (m) => m.KeepSignals,
    () => () => null,
  ),
)

const KeepBriefs = lazyComponent(() =>
  import('./keep-briefs.tsx').then(
    (m) => m.KeepBriefs,
    () => () => null,
  ),
)

/** Spec 4 and 6. */
export const Extras = () => {
  useCrmConnection()
  useKeepAlerts()
  const [quiet, setQuiet] = useState(false)
  useEffect(() => onNetworkIdle(() => setQuiet(true), { latestMs: 10_000 }), [])
  return (
    <>
      {quiet && <KeepSignals />}
      {quiet && <KeepBriefs />}
      <Services />
    </>
  )
}

const useKeepAlerts = (): void => {
  const api = useApi()
  const { userId, orgId } = useIdentity()
  useEffect(() => {
    if (userId === null || orgId === null) return undefined
    return startAlerts({ api, owner: { userId, orgId } })
  }, [api, userId, orgId])
}
