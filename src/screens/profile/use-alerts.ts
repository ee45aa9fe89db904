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

/** How alerts stand on this device, and how they are turned on and off. */
export type Alerts = {
  /** Null until the device has been looked at. */
  state: AlertsState | null
  /** The browser or Fieldbook is being asked. */
  busy: boolean
  /** To be called by a tap: the browser asks the person. */
  on: () => void
  off: () => void
  /** After somebody changed a setting of the browser. */
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
        : { who: { userId, orgId }, api, browser: pushBrowser() },
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
      // Private windows of some browsers refuse to keep anything.
      () => {
        alerts.state = { is: 'unsupported' }
      },
    )
  }, [of])
  useEffect(look, [look])
  // The browser's settings are changed beside the page, and seen when one comes back to it.
  useEffect(() => {
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [look])
  return { state, busy, on: () => ask(turnOn), off: () => ask(turnOff), look }
}
