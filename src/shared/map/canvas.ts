import {
  Map as MapLibre,
  setWorkerUrl,
  type GeoJSONSource,
  type MapMouseEvent,
  type StyleSpecification,
} from 'maplibre-gl'
import css from 'maplibre-gl/dist/maplibre-gl.css?inline'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { Point } from '../../../contract/search/distance.ts'
import { colourOf, drawDisc } from './discs.ts'
import { boundsOf, edgeOf, featuresOf, type Area, type Bounds, type Placed } from './map-data.ts'

/** What is drawn over the base map. `isRoute`: numbered, in their order, joined by a line. */
export type Drawn = {
  points: readonly Placed[]
  isRoute: boolean
  area: Area | null
  me: Point | null
}

export type MapCanvas = {
  draw: (drawn: Drawn) => void
  setDark: (isDark: boolean) => void
  zoomBy: (levels: number) => void
  centreOn: (point: Point) => void
  close: () => void
}

/** The files of the map: this one, and the script of its worker. */
export const codeFiles = [import.meta.url, new URL(workerUrl, import.meta.url).href]

const maxZoom = 16

/** `onPress` gets the records at the pressed point, none beside all of them. */
export const createMapCanvas = (
  container: HTMLElement,
  options: {
    style: (theme: 'light' | 'dark') => StyleSpecification
    isDark: boolean
    label: string
    /** Moves at once, for users who want no motion. */
    isStill: boolean
    onPress: (ids: readonly string[]) => void
    onMove: (bounds: Bounds) => void
  },
): MapCanvas => {
  adoptStyles()
  setWorkerUrl(workerUrl)
  const styleOf = (isDark: boolean) => options.style(isDark ? 'dark' : 'light')
  const map = new MapLibre({
    container,
    style: styleOf(options.isDark),
    center: [134, -27],
    zoom: 3,
    maxZoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    ...(options.isStill && { fadeDuration: 0 }),
  })
  map.touchZoomRotate.disableRotation()
  map.getCanvas().setAttribute('aria-label', options.label)
  const duration = options.isStill ? 0 : 300
  let dark = options.isDark
  let drawn: Drawn = { points: [], isRoute: false, area: null, me: null }
  let fitted: readonly Placed[] | null = null

  const addLayers = (): void => {
    if (map.getSource('records')) return
    addDrawnLayers(map, drawn)
  }
  const update = (): void => {
    for (const [id, data] of Object.entries(dataOf(drawn)))
      void map.getSource<GeoJSONSource>(id)?.setData(data)
  }
  // A search of an area leaves the view as it is, and so does a change of the records that are there.
  const fit = ({ points, area }: Drawn): void => {
    const isFirst = fitted === null
    if (fitted !== null && (area !== null || hasSameIds(fitted, points))) return
    fitted = points
    const bounds = isFirst && area !== null ? boundsOf(edgeOf(area)) : boundsOf(points)
    if (bounds === null) return
    const { west, south, east, north } = bounds
    map.fitBounds([west, south, east, north], { padding: 48, maxZoom: 13, duration: 0 })
  }
  const report = (): void => {
    const bounds = map.getBounds()
    options.onMove({
      south: bounds.getSouth(),
      west: bounds.getWest(),
      north: bounds.getNorth(),
      east: bounds.getEast(),
    })
  }
  map.on('style.load', addLayers)
  map.on('sourcedata', ({ sourceId, isSourceLoaded }) => {
    if (sourceId === 'base' && isSourceLoaded) map.setLayoutProperty('sea', 'visibility', 'visible')
  })
  map.setMissingStyleImageResolver((id) => {
    if (id.startsWith('disc-') && !map.hasImage(id))
      map.addImage(id, drawDisc(id.slice('disc-'.length)), { pixelRatio: 2 })
  })
  map.on('moveend', report)
  map.on('click', (event) => void press(map, event, duration).then(options.onPress))
  return {
    draw: (next) => {
      drawn = next
      fit(next)
      update()
      report()
    },
    setDark: (isDark) => {
      if (isDark === dark) return
      dark = isDark
      map.setStyle(styleOf(isDark), { diff: false })
    },
    zoomBy: (levels) => map.easeTo({ zoom: map.getZoom() + levels, duration }),
    centreOn: ({ lat, lng }) =>
      map.easeTo({ center: [lng, lat], zoom: Math.max(map.getZoom(), 11), duration }),
    close: () => map.remove(),
  }
}

const hasSameIds = (before: readonly Placed[], after: readonly Placed[]): boolean =>
  before.length === after.length && before.every(({ id }, at) => id === after[at]?.id)

let isStyled = false

/** The page's own stylesheet stays as it is. */
const adoptStyles = (): void => {
  if (isStyled) return
  isStyled = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}

const dataOf = ({ points, isRoute, area, me }: Drawn) => ({
  records: featuresOf(points),
  route: lineOf(isRoute ? points : []),
  area: lineOf(area === null ? [] : edgeOf(area)),
  me: featuresOf(me === null ? [] : [{ id: 'me', name: '', ...me }]),
})

const lineOf = (points: readonly Point[]) => ({
  type: 'FeatureCollection' as const,
  features:
    points.length < 2
      ? []
      : [
          {
            type: 'Feature' as const,
            properties: {},
            geometry: {
              type: 'LineString' as const,
              coordinates: points.map(({ lat, lng }) => [lng, lat]),
            },
          },
        ],
})

const addDrawnLayers = (map: MapLibre, drawn: Drawn): void => {
  const { isRoute } = drawn
  for (const [id, data] of Object.entries(dataOf(drawn)))
    map.addSource(id, {
      type: 'geojson',
      data,
      ...(id === 'records' && { cluster: !isRoute, clusterRadius: 44, clusterMaxZoom: maxZoom }),
    })
  const accent = colourOf('--color-accent')
  for (const [id, dash] of [
    ['area', [2, 2]],
    ['route', [1, 0]],
  ] as const)
    map.addLayer({
      id,
      type: 'line',
      source: id,
      paint: { 'line-color': accent, 'line-width': 2.5, 'line-dasharray': [...dash] },
    })
  map.addLayer({
    id: 'me',
    type: 'circle',
    source: 'me',
    paint: {
      'circle-radius': 8,
      'circle-color': colourOf('--color-info'),
      'circle-stroke-color': colourOf('--color-card'),
      'circle-stroke-width': 3,
    },
  })
  map.addLayer({
    id: 'records',
    type: 'symbol',
    source: 'records',
    layout: {
      // A record alone is a disc without a number, a stop has its number.
      'icon-image': isRoute
        ? ['concat', 'disc-', ['get', 'order']]
        : ['concat', 'disc-', ['to-string', ['get', 'point_count_abbreviated']]],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'symbol-sort-key': isRoute ? ['-', 0, ['get', 'order']] : 0,
    },
  })
}

/** Zooms into a cluster, as far as it falls apart; otherwise answers the records there. */
const press = async (
  map: MapLibre,
  { point }: MapMouseEvent,
  duration: number,
): Promise<readonly string[]> => {
  const reach = 12
  const found = map.queryRenderedFeatures(
    [
      [point.x - reach, point.y - reach],
      [point.x + reach, point.y + reach],
    ],
    { layers: ['records'] },
  )
  const clusterId: unknown = found[0]?.properties['cluster_id']
  if (typeof clusterId !== 'number') return idsOf(found)
  const source = map.getSource<GeoJSONSource>('records')
  const geometry = found[0]?.geometry
  if (!source || geometry?.type !== 'Point') return []
  const zoom = await source.getClusterExpansionZoom(clusterId)
  if (zoom > maxZoom) return idsOf(await source.getClusterLeaves(clusterId, 100, 0))
  const [lng = 0, lat = 0] = geometry.coordinates
  map.easeTo({ center: [lng, lat], zoom, duration })
  return []
}

const idsOf = (features: readonly { properties: Record<string, unknown> | null }[]): string[] => [
  ...new Set(
    features.flatMap(({ properties }) =>
      typeof properties?.['id'] === 'string' ? [properties['id']] : [],
    ),
  ),
]
