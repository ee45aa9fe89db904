import { persistence } from '../../shared/offline/persistence.ts'
import type { Device } from '../../offline/database.ts'
import { pins } from '../../offline/live.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Whether to ask about keeping things safe: at the first pin, where the browser can be asked and has not agreed yet. */
export const maySayNo = async (device: Device): Promise<boolean> => {
  if ((await persistence.state()) !== 'may be cleared') return false
  const held = await pins(device).catch(() => [])
  return held.length === 1
}

/** Asks the browser and tells what it said. */
export const askToKeep = async (): Promise<void> => {
  const agreed = await persistence.ask()
  showToast({
    title: agreed
      ? 'Your offline lists are protected'
      : 'The browser said no. Offline lists may be deleted if this device runs out of space.',
    tone: agreed ? 'plain' : 'danger',
  })
}
