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
  it('is read as it was written, until it is dropped', () => {
    writeLastKnown(known)
    expect(readLastKnown()).toEqual(known)
    dropLastKnown()
    expect(readLastKnown()).toBeNull()
  })

  it('is in the list of browser stores, and is deleted at sign-out', () => {
    expect(storeOf('local storage', lastKnownKey)).toMatchObject({ atSignOut: 'goes' })
  })

  const { name: _name, ...withoutName } = known
  it.each([
    ['text', 'not json'],
    ['another shape', JSON.stringify({ userId: 'user_1' })],
    ['an older version', JSON.stringify({ ...known, version: 0 })],
    ['a missing field', JSON.stringify(withoutName)],
    ['an unknown role', JSON.stringify({ ...known, role: 'owner' })],
    ['an invalid time', JSON.stringify({ ...known, verifiedAt: 'yesterday' })],
    ['a list', '[]'],
    ['nothing', 'null'],
  ])('is null if the record is damaged: %s', (_, text) => {
    localStorage.setItem(lastKnownKey, text)
    expect(readLastKnown()).toBeNull()
  })

  it('is null without an error if storage is blocked', () => {
    const refuse = (): never => {
      throw new DOMException('refused', 'SecurityError')
    }
    // Safe cast: only these methods are called.
    const refused = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage
    writeLastKnown(known, refused)
    expect(readLastKnown(refused)).toBeNull()
  })

  it('is deleted if a newer record does not fit', () => {
    writeLastKnown(known)
    const setItem = (): never => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const removeItem = (key: string): void => localStorage.removeItem(key)
    // Safe cast: only these methods are called.
    const full = { setItem, removeItem } as unknown as Storage
    writeLastKnown({ ...known, userId: 'user_2' }, full)
    expect(readLastKnown()).toBeNull()
  })
})

describe('the data to delete after a confirmation', () => {
  it('is empty for the same user in the same organisations', () => {
    expect(lastKnownAfter(known, alexAsPerson, now + anHour)).toEqual({
      ...known,
      verifiedAt: now + anHour,
    })
  })

  it('includes the organisation that removed the user', () => {
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

  it('includes everything of another user', () => {
    const after = lastKnownAfter(known, { ...alexAsPerson, userId: 'user_2' }, now)
    expect(after.toForget).toEqual([
      { userId: 'user_1', orgId: 'org_1' },
      { userId: 'user_1', orgId: 'org_2' },
    ])
  })

  it('stays listed until it is deleted, unless the user is a member again', () => {
    const removed = { ...alexAsPerson, orgId: null, memberships: [] }
    const after = lastKnownAfter(known, removed, now)
    expect(lastKnownAfter(after, removed, now).toForget).toEqual(after.toForget)
    expect(lastKnownAfter(after, alexAsPerson, now).toForget).toEqual([])
  })
})
