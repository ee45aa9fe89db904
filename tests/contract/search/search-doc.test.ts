import { describe, expect, it } from 'vitest'
import { companyDoc, employerOf, personDoc } from '../../../contract/search/search-doc.ts'
import { aCompany, aPerson } from '../../kit/fixtures/records.ts'

const today = { today: '2026-03-03' }
const perth = { city: 'Perth', state: 'WA', country: 'AU', lat: -31.95, lng: 115.86 }
const sydney = { city: 'Sydney', state: 'NSW', country: 'AU', lat: -33.87, lng: 151.2100004 }
const employer = aCompany(1, {
  hq: sydney,
  locations: [
    { ...sydney, is_hq: true },
    { ...perth, is_hq: false, approx: true },
    { city: 'Hobart', state: 'TAS', country: 'AU', is_hq: false },
  ],
})
const pointsOf = (location: object | undefined) =>
  personDoc(
    aPerson(1, { location } as object),
    employerOf(employer, companyDoc(employer, today)),
    today,
  ).points

describe('the points of a search document', () => {
  it('of a company are its offices, each once, in millionths of a degree', () => {
    expect(companyDoc(employer, today).points).toEqual([
      { lat: -33.87, lng: 151.21 },
      { lat: -31.95, lng: 115.86, approx: true },
    ])
  })

  it('of a person are where they are, or the head office of their employer while that is unknown', () => {
    expect(pointsOf({ country: 'NZ', lat: -36.85, lng: 174.76 })).toEqual([
      { lat: -36.85, lng: 174.76 },
    ])
    expect(pointsOf({ state: 'WA', country: 'AU' })).toEqual([])
    expect(pointsOf(undefined)).toEqual([{ lat: -33.87, lng: 151.21 }])
  })
})
