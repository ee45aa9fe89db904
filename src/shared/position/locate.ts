import { readStored, writeStored } from '../../lib/storage.ts'
import { storagePrefix } from '../../offline/names.ts'
import type { LatLng } from '../../offline/pin-search.ts'
import { locateDevice } from './locate-device.ts'
import { located } from './position.ts'

/** Whether the user of this device agreed to be located. */
const consentKey = `${storagePrefix}may-locate-and-send`
export const mayLocate = (): boolean => readStored(consentKey) === true

/** Locates the device, which is consent; returns the position, or the reason why it is unknown. */
export const locate = async (): Promise<LatLng | string> => {
  const found = await locateDevice()
  if (typeof found === 'string') return found
  writeStored(consentKey, true)
  located.at = found
  return found
}
