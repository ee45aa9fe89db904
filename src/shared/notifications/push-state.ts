import { proxy } from 'valtio'
import type { AlertsState } from './push.ts'

/** The last known state of this device's alerts; null until it has been checked. */
export const alerts = proxy<{ state: AlertsState | null }>({ state: null })
