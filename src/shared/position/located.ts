import { proxy, useSnapshot } from 'valtio'
import { readStored, writeStored } from '../../lib/storage.ts'
import { storagePrefix } from '../../offline/names.ts'
import type { LatLng } from '../../offline/pin-search.ts'
import { locateDevice } from './locate-device.ts'

/** Where the device was when it was last located. It ends with the page: nothing stores it. */
const located = proxy<{ at: LatLng | null }>({ at: null })

/** The last position of the device; null before the first one. */
export const usePosition = (): LatLng | null => useSnapshot(located).at

/** To about a kilometre: what a search sends. */
export const roundPosition = ({ lat, lng }: LatLng): LatLng => ({
  lat: Math.round(lat * 100) / 100,
  lng: Math.round(lng * 100) / 100,
})

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
