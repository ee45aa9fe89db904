const earthKm = 6371

/** Kilometres between two points over the ground; undefined when the second has no coordinates. */
export const distanceKm = (
  from: { lat: number; lng: number },
  to: { lat?: number | undefined; lng?: number | undefined },
): number | undefined => {
  if (to.lat === undefined || to.lng === undefined) return undefined
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const halfLat = Math.sin(radians(to.lat - from.lat) / 2)
  const halfLng = Math.sin(radians(to.lng - from.lng) / 2)
  const chord =
    halfLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * halfLng ** 2
  return 2 * earthKm * Math.asin(Math.sqrt(chord))
}
