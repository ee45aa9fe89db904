import type { Here } from '../../offline/pin-search.ts'

/** Where the device is, or in words why that cannot be told. The browser asks the person, the first time. */
export const whereAmI = (
  places: Geolocation | undefined = navigator.geolocation,
): Promise<Here | string> =>
  new Promise((done) => {
    if (typeof places?.getCurrentPosition !== 'function')
      return done('This browser can’t share your location.')
    places.getCurrentPosition(
      ({ coords }) => done({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => done(reasons[code] ?? 'We couldn’t get your location.'),
      { maximumAge: 60_000, timeout: 20_000, enableHighAccuracy: false },
    )
  })

const reasons: Record<number, string> = {
  1: 'Fieldbook isn’t allowed to use your location. Allow it in your browser’s site settings.',
  2: 'Your location isn’t available. Move outside and try again.',
  3: 'We couldn’t get your location. Move outside and try again.',
}
