type Point = { lat?: number | undefined; lng?: number | undefined; approx?: boolean | undefined }

/**
 * The device's own maps need no network; `agent` is the user agent. Never contains the user's position. Without an exact point
 * the maps search for `name`.
 */
export const mapsLink = (
  { lat, lng, approx }: Point,
  name: string,
  agent: string = navigator.userAgent,
): string => {
  const label = encodeURIComponent(name)
  const known = lat !== undefined && lng !== undefined && approx !== true
  const point = known ? `${lat},${lng}` : null
  if (/Android/i.test(agent))
    return point === null ? `geo:0,0?q=${label}` : `geo:${point}?q=${point}(${label})`
  if (/iPhone|iPad|Macintosh/i.test(agent))
    return `https://maps.apple.com/?${point === null ? '' : `ll=${point}&`}q=${label}`
  return point === null
    ? `https://www.openstreetmap.org/search?query=${label}`
    : `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
}
