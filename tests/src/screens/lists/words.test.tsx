import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  listAddress,
  questionOf,
  readListState,
  toggled,
  withWords,
} from '../../../../src/screens/lists/list-state.ts'
import { distanceWords, phoneOf } from '../../../../src/screens/lists/places.ts'
import { whereAmI } from '../../../../src/screens/lists/where-am-i.ts'
import { formatBytes } from '../../../../src/lib/bytes.ts'
import { mapsLink } from '../../../../src/lib/maps.ts'
import { PinAge } from '../../../../src/ui/pin-age.tsx'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { aPerson } from '../../../kit/screens/screen.tsx'

const hour = 3_600_000

afterEach(cleanup)

describe('the age of what is available offline', () => {
  it.each([
    [0, 'Updated just now', 'in the last 24 hours', 'accent'],
    [23.9 * hour, 'Updated 23 hours ago', 'in the last 24 hours', 'accent'],
    [24.1 * hour, 'Updated 1 day ago', 'More than a day', 'warn'],
    [6.9 * 24 * hour, 'Updated 6 days ago', 'More than a day', 'warn'],
    [7.01 * 24 * hour, 'Updated 7 days ago', 'More than a week', 'danger'],
  ])('after %s ms it says %s', (past, words, meaning, tone) => {
    render(<PinAge fetchedAt={Date.now() - past} />)
    const badge = screen.getByText(new RegExp(`^${words}`))
    expect(badge.textContent).toContain(meaning)
    expect(badge.className).toContain(`text-${tone}`)
  })
})

describe('the address of a list', () => {
  it('says how it is looked at, and nothing that holds anyway', () => {
    const plain = readListState('id=a', 'company')
    expect(listAddress('a', plain)).toBe('/dashboard/list?id=a')
    const looked = {
      ...withWords(
        toggled(toggled(plain, 'industry', 'Mining'), 'industry', 'Construction'),
        'steel & sons',
      ),
      sort: 'name:asc',
    }
    const address = listAddress('a', looked)
    expect(readListState(address.split('?')[1] ?? '', 'company')).toEqual(looked)
    expect(questionOf(looked)).toMatchObject({
      criteria: { search: 'steel & sons', filters: { industry: ['Mining', 'Construction'] } },
      sorting: [{ field: 'name', order: 'asc' }],
    })
    expect(toggled(toggled(plain, 'industry', 'Mining'), 'industry', 'Mining')).toEqual(plain)
  })

  it('leaves out what makes no sense in a list of its kind', () => {
    const given = 'id=a&seniority=VP/GM&near=-31,115&sort=employees:desc&x=1'
    expect(readListState(given, 'company')).toEqual({
      criteria: emptyCriteria,
      sort: 'employees:desc',
    })
    expect(readListState('sort=employees:desc', 'people').sort).toBeNull()
  })
})

describe('words for the field', () => {
  it('says distances as one would, and that some are approximate', () => {
    expect(distanceWords({ km: 0.01, approx: false })).toBe('50 m')
    expect(distanceWords({ km: 0.42, approx: false })).toBe('400 m')
    expect(distanceWords({ km: 3.44, approx: true })).toBe('approx. 3.4 km')
    expect(distanceWords({ km: 119.6, approx: false })).toBe('120 km')
  })

  it('says sizes with three figures at most', () => {
    expect([0, 999, 3_400, 12_345_678, 2_000_000_000].map(formatBytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '3.4 KB',
      '12 MB',
      '2 GB',
    ])
  })

  it('opens a point in the maps the device has', () => {
    const perth = { lat: -31.95, lng: 115.86 }
    expect(mapsLink(perth, 'A & B', 'Linux; Android 16')).toBe(
      'geo:-31.95,115.86?q=-31.95,115.86(A%20%26%20B)',
    )
    expect(mapsLink(perth, 'A', 'iPhone')).toBe('https://maps.apple.com/?ll=-31.95,115.86&q=A')
    expect(mapsLink(perth, 'A', 'Windows NT')).toContain('mlat=-31.95&mlon=115.86')
  })

  it('offers no number of someone on the Do Not Call Register, nor a masked one', () => {
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

  it('tells in words why a place could not be found', async () => {
    const refusing = {
      getCurrentPosition: (_: unknown, failed: PositionErrorCallback) =>
        failed({ code: 1 } as GeolocationPositionError),
    } as Geolocation
    expect(await whereAmI(refusing)).toMatch(/^Fieldbook isn’t allowed/)
  })
})
