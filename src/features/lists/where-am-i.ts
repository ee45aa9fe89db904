import type { Here } from '../../local/pin-search.ts'

/** Where the device is, or in words why that cannot be told. The browser asks the person, the first time. */
export const whereAmI = (
  places: Geolocation | undefined = navigator.geolocation,
): Promise<Here | string> =>
  new Promise((done) => {
    if (typeof places?.getCurrentPosition !== 'function')
      return done('This browser cannot tell where you are.')
    places.getCurrentPosition(
      ({ coords }) => done({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => done(reasons[code] ?? 'Your device could not tell where you are.'),
      { maximumAge: 60_000, timeout: 20_000, enableHighAccuracy: false },
    )
  })

const reasons: Record<number, string> = {
  1: 'Location is not allowed for Fieldbook. You can allow it in the browser’s settings for this site.',
  2: 'Your device could not tell where you are. Try again under open sky.',
  3: 'Your device took too long to find itself. Try again under open sky.',
}
