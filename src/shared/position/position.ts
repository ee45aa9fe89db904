import { proxy, useSnapshot } from 'valtio'
import type { LatLng } from '../../offline/pin-search.ts'

/** Where the device was when it was last located. It ends with the page: nothing stores it. */
export const located = proxy<{ at: LatLng | null }>({ at: null })

/** The last position of the device; null before the first one. */
export const usePosition = (): LatLng | null => useSnapshot(located).at

/** To about a kilometre: what a search sends. */
export const roundPosition = ({ lat, lng }: LatLng): LatLng => ({
  lat: Math.round(lat * 100) / 100,
  lng: Math.round(lng * 100) / 100,
})
