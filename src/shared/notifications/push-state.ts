import { proxy } from 'valtio'
import type { AlertsState } from './push.ts'

/** How alerts stand on this device, as one last knew; null until somebody has looked. */
export const alerts = proxy<{ state: AlertsState | null }>({ state: null })
