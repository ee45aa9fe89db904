import { expect, test } from 'vitest'
import { toAuthSignal, type ClerkView } from '../../../src/session/clerk-snapshot.ts'
import { alexAsPerson } from '../../kit/session/people.ts'

const organization = (id: string, name: string) => ({ organization: { id, name } })
const harbour = organization('org_1', 'Harbour Advisory')
const tidal = organization('org_2', 'Tidal Research')

const user = (memberships: unknown[], email: string | null = 'alex@harbour.example') => ({
  id: 'user_1',
  fullName: email === null ? null : 'Alex',
  imageUrl: '',
  primaryEmailAddress: email === null ? null : { emailAddress: email },
  primaryPhoneNumber: null,
  organizationMemberships: memberships,
})

const session = { id: 'sess_1', lastActiveOrganizationId: 'org_1', expireAt: new Date(4e12) }

/** Alex signed in, except for `given`; only the members that are used. */
const view = (given: Record<string, unknown> = {}): ClerkView =>
  ({
    status: 'ready',
    sessions: 1,
    isLoaded: true,
    isSignedIn: true,
    orgRole: 'org:admin',
    user: user([harbour, tidal]),
    session,
    ...given,
  }) as unknown as ClerkView

const nobody = { isSignedIn: false, user: null, session: null, sessions: 0 }

test('a confirmed user is reported with all fields', () => {
  expect(toAuthSignal(view())).toEqual({ status: 'ready', signedIn: true, person: alexAsPerson })
})

test('a user guessed from a cookie is reported as degraded', () => {
  const guessed = view({ status: 'degraded', user: user([], null) })
  expect(toAuthSignal(guessed)).toMatchObject({
    status: 'degraded',
    signedIn: true,
    person: { userId: 'user_1', orgId: 'org_1', memberships: [] },
  })
})

test('a confirmed user is reported as ready although clerk-js still says degraded', () => {
  expect(toAuthSignal(view({ status: 'degraded' })).status).toBe('ready')
})

test('an organisation that removed the user is not active, although it was the last active', () => {
  expect(toAuthSignal(view({ user: user([tidal]) })).person).toMatchObject({
    orgId: null,
    role: null,
    orgName: null,
    memberships: [{ orgId: 'org_2', name: 'Tidal Research' }],
  })
})

test.each<[string, Record<string, unknown>, 'ready' | 'degraded']>([
  ['after a start in which the service answered', nobody, 'ready'],
  ['after a start without the service', { ...nobody, status: 'degraded' }, 'degraded'],
  ['while the service still lists a session', { ...nobody, sessions: 1 }, 'degraded'],
  ['before the first request', { ...nobody, sessions: null }, 'degraded'],
])('a signed-out user is reported with the right status %s', (_, given, status) => {
  expect(toAuthSignal(view(given))).toEqual({ status, signedIn: false, person: null })
})

test('no user is reported before clerk-js has loaded, or after it has failed', () => {
  const silent = { signedIn: null, person: null }
  const before = { isLoaded: false, isSignedIn: undefined, user: undefined, session: undefined }
  expect(toAuthSignal(view({ ...before, status: 'loading' }))).toEqual({
    status: 'loading',
    ...silent,
  })
  expect(toAuthSignal(view({ ...before, status: 'error' }))).toEqual({ status: 'error', ...silent })
  // While clerk-js switches session or organisation.
  expect(toAuthSignal(view({ ...before, status: 'ready' }))).toEqual({ status: 'ready', ...silent })
})
