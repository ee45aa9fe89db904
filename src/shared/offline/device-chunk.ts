import { openDevice } from '../../offline/database.ts'
import { watch } from '../../offline/live.ts'
import { statesOf } from '../../offline/outbox.ts'
import { withoutOldContacts } from '../../offline/records.ts'
import type { DeviceCode } from './device-keeper.ts'

/** What is loaded once a device is needed: everything that brings Dexie along. */
export const deviceCode: DeviceCode = {
  openDevice: (userId, orgId) => withoutOldContacts(openDevice(userId, orgId), Date.now),
  watch,
  itemStates: (device) => device.read(async ({ outbox }) => statesOf(await outbox.toArray())),
}
