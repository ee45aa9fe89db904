/** The address that opens a point in the device's own maps; `agent` is the browser's name of itself. Nothing of the person's own place is in it. */
export const mapsLink = (
  { lat, lng }: { lat: number; lng: number },
  name: string,
  agent: string = navigator.userAgent,
): string => {
  const point = `${lat},${lng}`
  const label = encodeURIComponent(name)
  if (/Android/i.test(agent)) return `geo:${point}?q=${point}(${label})`
  if (/iPhone|iPad|Macintosh/i.test(agent)) return `https://maps.apple.com/?ll=${point}&q=${label}`
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
}
