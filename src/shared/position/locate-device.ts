import type { LatLng } from '../../offline/pin-search.ts'

/** The position of the device, or the reason why it is unknown. The browser asks for permission the first time. */
export const locateDevice = (
  geolocation: Geolocation | undefined = navigator.geolocation,
): Promise<LatLng | string> =>
  new Promise((done) => {
    if (typeof geolocation?.getCurrentPosition !== 'function')
      return done('This browser can’t share your location.')
    geolocation.getCurrentPosition(
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
