import type { Point } from '../../../contract/search/distance.ts'

/** `result` sees the haversine to the nearest point as `least`: Infinity without one. As `haversine` of our contract computes it. */
export const haversineScript = (
  from: Point,
  result: string,
  params: Readonly<Record<string, number>> = {},
) => ({
  lang: 'painless',
  source: `${nearest} return ${result};`,
  params: { lat: from.lat, lng: from.lng, radians: Math.PI / 180, ...params },
})

const nearest = `double least = Double.POSITIVE_INFINITY;
double cosine = Math.cos(params.lat * params.radians);
for (long point : doc['points']) {
  double lat = (double)(point / 536870912L - 90000000L) / 1e6;
  double lng = (double)(point % 536870912L - 180000000L) / 1e6;
  double up = Math.sin(((lat - params.lat) * params.radians) / 2);
  double across = Math.sin(((lng - params.lng) * params.radians) / 2);
  double far = up * up + cosine * Math.cos(lat * params.radians) * across * across;
  if (far < least) { least = far; }
}`.replaceAll('\n', ' ')
