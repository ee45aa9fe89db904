import { persistence } from './persistence.ts'
import type { Device } from '../../offline/database.ts'
import { pins } from '../../offline/live.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Whether to ask the browser for persistent storage: at the first offline copy, where it can be asked and has not agreed. */
export const shouldRequestPersistence = async (device: Device): Promise<boolean> => {
  if ((await persistence.state()) !== 'may be cleared') return false
  const pinned = await pins(device).catch(() => [])
  return pinned.length === 1
}

export const requestPersistence = async (): Promise<void> => {
  const agreed = await persistence.ask()
  showToast({
    title: agreed
      ? 'Your offline lists are protected'
      : 'Your browser said no, so it may delete offline lists if space runs low. Install Fieldbook, then ask again in Storage.',
    tone: agreed ? 'plain' : 'danger',
  })
}
