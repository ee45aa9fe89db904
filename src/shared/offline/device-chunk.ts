import { openDevice } from '../../offline/database.ts'
import { countUnsettled, watch } from '../../offline/live.ts'
import { statesOf } from '../../offline/outbox.ts'
import { withoutOldContacts } from '../../offline/records.ts'
import type { DeviceCode } from './device-keeper.ts'

/** The code that is loaded with the first device, Dexie included. */
export const deviceCode: DeviceCode = {
  openDevice: (userId, orgId) => withoutOldContacts(openDevice(userId, orgId), Date.now),
  watch,
  countUnsettled,
  itemStates: (device) => device.read(async ({ outbox }) => statesOf(await outbox.toArray())),
}
