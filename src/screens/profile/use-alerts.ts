import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useIdentity } from '../../session/use-identity.ts'
import { pushBrowser } from '../../shared/notifications/push-browser.ts'
import { alerts } from '../../shared/notifications/push-state.ts'
import {
  alertsState,
  turnOff,
  turnOn,
  type AlertsOf,
  type AlertsState,
} from '../../shared/notifications/push.ts'
import { useApi } from '../../lib/use-api.ts'

export type Alerts = {
  state: AlertsState | null
  busy: boolean
  /** Call it from a tap: the browser asks the user for permission. */
  on: () => void
  off: () => void
  look: () => void
}

export const useAlerts = (): Alerts => {
  const api = useApi()
  const { userId, orgId } = useIdentity()
  const { state } = useSnapshot(alerts)
  const [busy, setBusy] = useState(false)
  const of = useMemo<AlertsOf | null>(
    () =>
      userId === null || orgId === null
        ? null
        : { owner: { userId, orgId }, api, browser: pushBrowser() },
    [api, userId, orgId],
  )
  const ask = useCallback(
    (change: (of: AlertsOf) => Promise<AlertsState>) => {
      if (of === null) return
      setBusy(true)
      change(of)
        .then((next) => {
          alerts.state = next
        })
        .catch(() => {
          alerts.state = { is: 'trouble', why: 'refused' }
        })
        .finally(() => setBusy(false))
    },
    [of],
  )
  const look = useCallback(() => {
    if (of === null) return
    alertsState(of).then(
      (found) => {
        alerts.state = found
      },
      // Private windows of some browsers refuse to store anything.
      () => {
        alerts.state = { is: 'unsupported' }
      },
    )
  }, [of])
  useEffect(look, [look])
  // The user changes browser settings outside the page, so it reads them when it becomes visible.
  useEffect(() => {
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [look])
  return { state, busy, on: () => ask(turnOn), off: () => ask(turnOff), look }
}
