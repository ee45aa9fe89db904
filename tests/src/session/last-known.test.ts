import { beforeEach, describe, expect, it } from 'vitest'
import {
  dropLastKnown,
  lastKnownAfter,
  lastKnownKey,
  readLastKnown,
  writeLastKnown,
} from '../../../src/session/last-known.ts'
import { storeOf } from '../../../src/offline/device-stores.ts'
import { alexAsPerson, anHour } from '../../kit/session/people.ts'

const now = 1_800_000_000_000
const known = lastKnownAfter(null, alexAsPerson, now)

beforeEach(() => localStorage.clear())

describe('the last known identity', () => {
  it('comes back as it was written, and is gone when it is dropped', () => {
    writeLastKnown(known)
    expect(readLastKnown()).toEqual(known)
    dropLastKnown()
    expect(readLastKnown()).toBeNull()
  })

  it('is known to the list of what a device keeps, and goes at sign-out', () => {
    expect(storeOf('local storage', lastKnownKey)).toMatchObject({ atSignOut: 'goes' })
  })

  const { name: _name, ...withoutName } = known
  it.each([
    ['text', 'not json'],
    ['another shape', JSON.stringify({ userId: 'user_1' })],
    ['an older version', JSON.stringify({ ...known, version: 0 })],
    ['a missing field', JSON.stringify(withoutName)],
    ['a role nobody has', JSON.stringify({ ...known, role: 'owner' })],
    ['a time that is none', JSON.stringify({ ...known, verifiedAt: 'yesterday' })],
    ['a list', '[]'],
    ['nothing', 'null'],
  ])('is not there where it is damaged: %s', (_, text) => {
    localStorage.setItem(lastKnownKey, text)
    expect(readLastKnown()).toBeNull()
  })

  it('is not there where storage is refused, and nothing fails', () => {
    const refuse = (): never => {
      throw new DOMException('refused', 'SecurityError')
    }
    // Only what is called of it.
    const refused = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage
    writeLastKnown(known, refused)
    expect(readLastKnown(refused)).toBeNull()
  })

  it('leaves no older record behind where a new one does not fit', () => {
    writeLastKnown(known)
    const setItem = (): never => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const removeItem = (key: string): void => localStorage.removeItem(key)
    // Only what is called of it.
    const full = { setItem, removeItem } as unknown as Storage
    writeLastKnown({ ...known, userId: 'user_2' }, full)
    expect(readLastKnown()).toBeNull()
  })
})

describe('what a confirmation leaves behind on the device', () => {
  it('is nothing for the same person in the same organisations', () => {
    expect(lastKnownAfter(known, alexAsPerson, now + anHour)).toEqual({
      ...known,
      verifiedAt: now + anHour,
    })
  })

  it('is the organisation one was removed from', () => {
    const after = lastKnownAfter(
      known,
      {
        ...alexAsPerson,
        orgId: 'org_2',
        memberships: [{ orgId: 'org_2', name: 'Tidal Research' }],
      },
      now,
    )
    expect(after.toForget).toEqual([{ userId: 'user_1', orgId: 'org_1' }])
  })

  it('is everything of another person', () => {
    const after = lastKnownAfter(known, { ...alexAsPerson, userId: 'user_2' }, now)
    expect(after.toForget).toEqual([
      { userId: 'user_1', orgId: 'org_1' },
      { userId: 'user_1', orgId: 'org_2' },
    ])
  })

  it('is not forgotten before it was deleted, unless one belongs there again', () => {
    const removed = { ...alexAsPerson, orgId: null, memberships: [] }
    const after = lastKnownAfter(known, removed, now)
    expect(lastKnownAfter(after, removed, now).toForget).toEqual(after.toForget)
    expect(lastKnownAfter(after, alexAsPerson, now).toForget).toEqual([])
  })
})
