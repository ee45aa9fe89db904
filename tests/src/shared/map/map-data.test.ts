import { describe, expect, it } from 'vitest'
import { haversine, kmOf } from '../../../../contract/search/distance.ts'
import {
  areaOf,
  boundsOf,
  edgeOf,
  featuresOf,
  sayShown,
} from '../../../../src/shared/map/map-data.ts'

const perth = { lat: -31.95, lng: 115.86 }
const at = (id: string, lat: number, lng: number) => ({ id, name: id, lat, lng })

describe('the bounds of a map', () => {
  it('hold every point', () => {
    expect(boundsOf([at('a', -32, 116), at('b', -31, 115), at('c', -33, 118)])).toEqual({
      south: -33,
      west: 115,
      north: -31,
      east: 118,
    })
  })

  it('are null without points', () => {
    expect(boundsOf([])).toBeNull()
  })
})

describe('the area of a view', () => {
  it('is the largest circle in it, in whole kilometres', () => {
    expect(areaOf({ south: -32.15, west: 115.36, north: -31.75, east: 116.36 })).toEqual({
      ...perth,
      withinKm: 22,
    })
    expect(areaOf({ south: -33, west: 115.76, north: -31, east: 115.96 })?.withinKm).toBe(9)
  })

  it('has a middle rounded to about 1 km, and at least 1 km around it', () => {
    expect(areaOf({ south: -31.9512, west: 115.8612, north: -31.9508, east: 115.8616 })).toEqual({
      ...perth,
      withinKm: 1,
    })
  })

  it('is null where a search may not be so wide', () => {
    expect(areaOf({ south: -40, west: 110, north: -20, east: 150 })).toBeNull()
  })

  it('has an edge at its radius', () => {
    for (const { lat, lng } of edgeOf({ ...perth, withinKm: 30 }))
      expect(kmOf(haversine(perth, lat, lng))).toBeCloseTo(30, 0)
  })
})

describe('the points of a map', () => {
  it('are features with longitude first, the id, and the number of a stop', () => {
    expect(featuresOf([{ ...at('a', -31, 115), order: 4 }]).features).toEqual([
      {
        type: 'Feature',
        properties: { id: 'a', order: 4 },
        geometry: { type: 'Point', coordinates: [115, -31] },
      },
    ])
  })
})

describe('the sentence below a map', () => {
  const points = [at('a', -31, 115), at('b', -32, 116)]

  it('counts the records, and those without a position', () => {
    expect(sayShown('company', { points, read: 2, total: 2 })).toBe('2 companies on the map.')
    expect(sayShown('people', { points, read: 3, total: 3 })).toBe(
      '2 people on the map. 1 has no known position.',
    )
    expect(sayShown('stops', { points, read: 4, total: 4 })).toBe(
      '2 stops on the map. 2 have no known position.',
    )
  })

  it('says where the map shows only the first', () => {
    expect(sayShown('company', { points, read: 1_000, total: 8_412 })).toBe(
      'The map shows the first 1,000 of 8,412. 998 have no known position.',
    )
  })
})
