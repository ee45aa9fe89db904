type Point = { lat?: number | undefined; lng?: number | undefined; approx?: boolean | undefined }

/**
 * The address that opens a place in the device's own maps, which need no network; `agent` is the browser's name of itself. Nothing of
 * the person's own place is in it. Where the point is not known, or only its postcode's middle, the maps look for the words of `name`.
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
