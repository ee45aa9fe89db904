import { describe, expect, it } from 'vitest'
import { addDays, dayOf, localDayOf } from '../../../contract/core/days.ts'
import { isUuid } from '../../../contract/core/ids.ts'
import { escapePointer } from '../../../contract/core/problem.ts'

describe('days', () => {
  it('names the UTC day of a moment', () => {
    expect(dayOf(Date.UTC(2026, 2, 1, 23, 59))).toBe('2026-03-01')
    expect(dayOf(new Date('2026-03-01T23:30:00-05:00'))).toBe('2026-03-02')
  })

  it('names the day of the device for a moment', () => {
    expect(localDayOf(new Date(2026, 2, 1, 23, 59))).toBe('2026-03-01')
    expect(localDayOf(new Date(2026, 11, 31, 0, 0).getTime())).toBe('2026-12-31')
  })

  it('adds and subtracts days over months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addDays('2026-03-01', 0)).toBe('2026-03-01')
  })
})

describe('ids', () => {
  it('accepts a UUID in lower case only', () => {
    expect(isUuid('0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')).toBe(true)
    expect(isUuid('0199A1B2-C3D4-7E5F-8A9B-0C1D2E3F4A5B')).toBe(false)
    expect(isUuid('x0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')).toBe(false)
  })
})

describe('pointers of problems', () => {
  it('escapes ~ before / (RFC 6901)', () => {
    expect(escapePointer('a/b~c')).toBe('a~1b~0c')
  })
})
