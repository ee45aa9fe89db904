import type { DoNotCall, Place, RecordView } from '../../../contract/records/records.ts'
import { haversine } from '../../../contract/search/match.ts'
import type { Distance, Here } from '../../offline/pin-search.ts'

/** A place with a point on the map. */
export type Spot = { lat: number; lng: number; place: Place }

/** The office to go to: the nearest one where one stands somewhere, else the head office. Of people their own place. */
export const spotOf = (view: RecordView, here: Here | null): Spot | null => {
  const places: Place[] =
    'position' in view
      ? view.location
        ? [view.location]
        : []
      : [...(view.hq ? [view.hq] : []), ...view.locations]
  const spots = places.flatMap((place): Spot[] =>
    place.lat === undefined || place.lng === undefined
      ? []
      : [{ lat: place.lat, lng: place.lng, place }],
  )
  if (here === null) return spots[0] ?? null
  return spots.reduce<Spot | null>(
    (best, spot) =>
      best === null || haversine(here, spot.lat, spot.lng) < haversine(here, best.lat, best.lng)
        ? spot
        : best,
    null,
  )
}

/** 'Perth WA'; empty where nothing is known. */
export const townOf = (place: Place | undefined): string =>
  [place?.suburb ?? place?.city, place?.state].filter((part) => part !== undefined).join(' ')

/** '850 m', '3.4 km', '120 km', with 'approx.' where only the middle of the postcode is known. */
export const distanceWords = ({ km, approx }: Distance): string => {
  const figure =
    km < 0.95
      ? `${Math.max(50, Math.round(km * 20) * 50)} m`
      : km < 9.95
        ? `${km.toFixed(1)} km`
        : `${Math.round(km)} km`
  return approx ? `approx. ${figure}` : figure
}

/** The number to call, as it is written, and what the Do Not Call Register says of it; null where none is known, is not unlocked, or must not be called. */
export const phoneOf = (
  view: RecordView,
): { number: string; dnc?: DoNotCall | undefined } | null => {
  const numbers =
    'position' in view
      ? [view.mobile, view.direct_phone].map((one) => ({ number: one?.value, dnc: one?.dnc }))
      : [{ number: view.phones[0] ?? view.mobiles[0], dnc: undefined }]
  for (const { number, dnc } of numbers)
    if (number !== undefined && dnc?.listed !== 'yes') return { number, dnc }
  return null
}
