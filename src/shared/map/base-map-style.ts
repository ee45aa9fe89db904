import type { FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { OpenedArchive } from './archive.ts'
import type { MapColours } from './map-colours.ts'

/** Nothing is fetched for it: text is drawn with fonts of the page and the device, because `glyphs` is not set. */
export const styleOf = (
  { archive, layers }: Pick<OpenedArchive, 'archive' | 'layers'>,
  colours: MapColours,
): StyleSpecification => {
  const layerOf = (names: readonly string[]) => names.find((name) => layers.has(name))
  return {
    version: 8,
    sources: { base: { type: 'vector', url: `pmtiles://${archive.source.getKey()}` } },
    layers: [
      // Shown with the land: a map that is all sea looks as if nothing were there.
      {
        id: 'sea',
        type: 'background',
        layout: { visibility: 'none' },
        paint: { 'background-color': colours.sea },
      },
      ...drawings(colours).flatMap(({ from, ...layer }): LayerSpecification[] => {
        const sourceLayer = layerOf(from)
        // Holds: what a drawing lacks of a layer is added.
        return sourceLayer === undefined
          ? []
          : [{ ...layer, source: 'base', 'source-layer': sourceLayer } as LayerSpecification]
      }),
    ],
  }
}

type Drawing = Omit<
  Extract<LayerSpecification, { 'source-layer'?: string }>,
  'source' | 'source-layer'
> & {
  /** Our name of the layer, and that of Protomaps (https://docs.protomaps.com/basemaps/layers). */
  from: readonly string[]
}

const font = ['Figtree', 'sans-serif']

const drawings = (colours: MapColours): Drawing[] => [
  {
    id: 'land',
    from: ['land', 'earth'],
    type: 'fill',
    paint: { 'fill-color': colours.land },
  },
  {
    id: 'coast',
    from: ['land', 'earth'],
    type: 'line',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'line-color': colours.coast, 'line-width': 0.75 },
  },
  {
    id: 'water',
    from: ['water'],
    type: 'fill',
    paint: { 'fill-color': colours.sea },
  },
  {
    id: 'roads',
    from: ['roads'],
    type: 'line',
    paint: {
      'line-color': colours.road,
      'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 5, 0.5, 18, 12],
    },
  },
  {
    id: 'borders',
    from: ['states', 'boundaries'],
    type: 'line',
    paint: { 'line-color': colours.border, 'line-width': 1, 'line-dasharray': [3, 2] },
  },
  {
    id: 'postcodes',
    from: ['postcodes'],
    type: 'symbol',
    minzoom: 9,
    layout: {
      'text-field': ['get', 'code'],
      'text-font': font,
      'text-size': 12,
      'text-offset': [0, 1.2],
    },
    paint: {
      'text-color': colours.faintLabel,
      'text-halo-color': colours.land,
      'text-halo-width': 1,
    },
  },
  {
    id: 'towns',
    from: ['places'],
    type: 'symbol',
    filter: shown,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, 12, 9, 14],
      'text-max-width': 8,
      'symbol-sort-key': [
        'coalesce',
        ['get', 'rank'],
        ['-', 0, ['coalesce', ['get', 'population_rank'], 0]],
      ],
    },
    paint: {
      'text-color': colours.label,
      'text-halo-color': colours.land,
      'text-halo-width': 1.25,
    },
  },
]

const shown: FilterSpecification = ['<=', ['coalesce', ['get', 'min_zoom'], 0], ['zoom']]
