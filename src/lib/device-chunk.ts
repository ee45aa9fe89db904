import { statesOf } from '../local/outbox.ts'
import type { Device } from '../local/database.ts'
import type { ItemState } from '../local/outbox.ts'

// What `device-keeper.ts` loads once a device is needed: everything that brings Dexie along.
export { openDevice } from '../local/database.ts'
export { watch } from '../local/live.ts'

/** The state of every entity with unsent edits. */
export const itemStates = (device: Device): Promise<Map<string, ItemState>> =>
  device.read(async ({ outbox }) => statesOf(await outbox.toArray()))
