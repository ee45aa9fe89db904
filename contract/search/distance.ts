export type Point = { lat: number; lng: number }

const radians = Math.PI / 180
const earthDiameterKm = 12_742

/**
 * Grows with the distance, which is enough for sorting. Every evaluator must compute it exactly like this, so that ties stay
 * ties.
 */
export const haversine = (from: Point, lat: number, lng: number): number => {
  const up = Math.sin(((lat - from.lat) * radians) / 2)
  const across = Math.sin(((lng - from.lng) * radians) / 2)
  return up * up + Math.cos(from.lat * radians) * Math.cos(lat * radians) * across * across
}

/** The haversine to the nearest point; null without points. */
export const nearestHaversine = (from: Point, points: readonly Point[]): number | null => {
  let least: number | null = null
  for (const { lat, lng } of points) {
    const far = haversine(from, lat, lng)
    if (least === null || far < least) least = far
  }
  return least
}

export const haversineOf = (km: number): number => Math.sin(km / earthDiameterKm) ** 2

export const kmOf = (far: number): number =>
  earthDiameterKm * Math.asin(Math.min(1, Math.sqrt(far)))
