import { describe, expect, it } from 'vitest'
import { storeOf } from '../../../src/offline/device-stores.ts'
import { deviceDatabase } from '../../../src/offline/names.ts'
import { personalCache } from '../../../src/offline/sign-out-message.ts'
import { storageKey } from '../../../src/lib/query-storage.ts'
import { CATALOGUES, CLERK_JS } from '../../../sw/caching.ts'

describe('the list of browser stores', () => {
  it.each([
    ['database', deviceDatabase('user_1', 'org_1'), 'goes'],
    ['cache', personalCache('user_1', 'org_1'), 'goes'],
    ['cache', CATALOGUES, 'stays'],
    ['cache', 'fieldbook-catalogues-v1', 'goes'],
    ['cache', CLERK_JS, 'stays'],
    ['cache', 'fieldbook-base-map-v1', 'stays'],
    ['local storage', storageKey('user_1', 'org_1'), 'goes'],
    ['local storage', '__clerk_environment', 'goes'],
    ['cookie', '__session', 'goes'],
    ['cookie', '__session_Ab1_-x', 'goes'],
    ['cookie', '__client_uat_Ab1_-x', 'goes'],
    ['cookie', 'clerk_active_context', 'goes'],
    ['cookie', '__clerk_db_jwt_Ab1_-x', 'stays'],
  ] as const)('knows the %s %s, which %s', (kind, name, fate) => {
    expect(storeOf(kind, name)?.atSignOut).toBe(fate)
  })

  it('does not match a name that is only similar', () => {
    expect(storeOf('local storage', 'fieldbook.ui.user_1')).toBeUndefined()
    expect(storeOf('cache', 'fieldbook-catalogues-v1-of-user_1')).toBeUndefined()
    expect(storeOf('cookie', 'my__session')).toBeUndefined()
  })
})

describe('the display settings at sign-out', () => {
  const look = storeOf('local storage', 'fieldbook.ui')?.atSignOut
  const left = (value: string): string => (typeof look === 'function' ? look(value) : '')

  it('keep theme and density with known values only', () => {
    expect(left('{"theme":"dark","density":"comfortable","country":"NZ"}')).toBe(
      '{"theme":"dark","density":"comfortable"}',
    )
    expect(left('{"theme":"Pat Example","density":7}')).toBe('{"theme":"system","density":"auto"}')
  })
})
