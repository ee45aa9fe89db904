import { describe, expect, it } from 'vitest'
import {
  clearFilters,
  isNarrowed,
  listAddress,
  questionOf,
  readListState,
  toggleValue,
  withSearch,
} from '../../../../src/screens/lists/list-state.ts'
import { phoneOf } from '../../../../src/shared/do-not-call/do-not-call.ts'
import { formatDistance } from '../../../../src/shared/visits/locations.ts'
import { locateDevice } from '../../../../src/shared/position/locate-device.ts'
import { formatBytes } from '../../../../src/lib/bytes.ts'
import { mapsLink } from '../../../../src/lib/maps.ts'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { aPerson } from '../../../kit/fixtures/records.ts'

describe('the address of a list', () => {
  it('holds filters and order, and omits defaults', () => {
    const plain = readListState('id=a', 'company')
    expect(listAddress('a', plain)).toBe('/dashboard/list?id=a')
    const looked = {
      ...withSearch(
        toggleValue(toggleValue(plain, 'industry', 'Mining'), 'industry', 'Construction'),
        'steel & sons',
      ),
      sort: 'name:asc',
      nearest: { withinKm: 25 },
      notVisited: true,
    }
    const address = listAddress('a', looked)
    expect(readListState(address.split('?')[1] ?? '', 'company')).toEqual(looked)
    expect(questionOf(looked)).toMatchObject({
      criteria: { search: 'steel & sons', filters: { industry: ['Mining', 'Construction'] } },
      sorting: [{ field: 'name', order: 'asc' }],
    })
    expect(toggleValue(toggleValue(plain, 'industry', 'Mining'), 'industry', 'Mining')).toEqual(
      plain,
    )
  })

  it('holds the map and its area, by which the list is searched', () => {
    const area = { lat: -31.95, lng: 115.86, withinKm: 12 }
    const looked = { ...readListState('id=a', 'company'), area, map: true }
    const address = listAddress('a', looked)
    expect(address).toBe('/dashboard/list?id=a&area=-31.95%2C115.86%2C12&view=map')
    expect(readListState(address.split('?')[1] ?? '', 'company')).toEqual(looked)
    expect(questionOf(looked).criteria.metadata.near).toEqual({ ...area, onMap: true })
    expect(isNarrowed(looked)).toBe(true)
    expect(clearFilters(looked)).toMatchObject({ area: null, map: true })
  })

  it('drops parts that are invalid for its category', () => {
    const given = 'id=a&seniority=VP/GM&near=-31,115&sort=employees:desc&within=7&visited=x&x=1'
    expect(readListState(given, 'company')).toEqual({
      criteria: emptyCriteria,
      sort: 'employees:desc',
      nearest: null,
      notVisited: false,
      area: null,
      map: false,
    })
    expect(readListState('area=-31,115,900', 'company').area).toBeNull()
    expect(readListState('sort=employees:desc', 'people').sort).toBeNull()
  })
})

describe('the text for field work', () => {
  it('formats distances, with a mark for approximate ones', () => {
    expect(formatDistance({ km: 0.01, approx: false })).toBe('50 m')
    expect(formatDistance({ km: 0.42, approx: false })).toBe('400 m')
    expect(formatDistance({ km: 3.44, approx: true })).toBe('approx. 3.4 km')
    expect(formatDistance({ km: 119.6, approx: false })).toBe('120 km')
  })

  it('formats sizes with three digits at most', () => {
    expect([0, 999, 3_400, 12_345_678, 2_000_000_000].map(formatBytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '3.4 KB',
      '12 MB',
      '2 GB',
    ])
  })

  it('opens a point in the maps app of the device', () => {
    const perth = { lat: -31.95, lng: 115.86 }
    expect(mapsLink(perth, 'A & B', 'Linux; Android 16')).toBe(
      'geo:-31.95,115.86?q=-31.95,115.86(A%20%26%20B)',
    )
    expect(mapsLink(perth, 'A', 'iPhone')).toBe('https://maps.apple.com/?ll=-31.95,115.86&q=A')
    expect(mapsLink(perth, 'A', 'Windows NT')).toContain('mlat=-31.95&mlon=115.86')
  })

  it('offers no number that is masked or on the Do Not Call Register', () => {
    const mobile = { masked: '0491 *** ***', type: 'mobile', dnc: { listed: 'no' as const } }
    expect(phoneOf(aPerson(1, { mobile }))).toBeNull()
    const unlocked = { ...mobile, value: '0491 570 156' }
    expect(phoneOf(aPerson(1, { mobile: unlocked }))?.number).toBe('0491 570 156')
    const listed = { ...unlocked, dnc: { listed: 'yes' as const } }
    expect(phoneOf(aPerson(1, { mobile: listed }))).toBeNull()
    const line = { value: '08 5550 0006', masked: '08 **** ****' }
    expect(phoneOf(aPerson(1, { direct_phone: line }))?.number).toBe('08 5550 0006')
    const listedLine = { ...line, dnc: { listed: 'yes' as const } }
    expect(phoneOf(aPerson(1, { direct_phone: listedLine }))).toBeNull()
  })

  it('says why the position is unknown', async () => {
    const refusing = {
      getCurrentPosition: (_: unknown, failed: PositionErrorCallback) =>
        failed({ code: 1 } as GeolocationPositionError),
    } as Geolocation
    expect(await locateDevice(refusing)).toMatch(/^Fieldbook isn’t allowed/)
  })
})
