import { expect, test } from 'vitest'
import { wordOf, type ClerkView } from '../../../src/session/clerk-word.ts'
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

/** clerk-js with Alex signed in, apart from what is given. Of its large objects only what is read. */
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

test('a person the service names is told whole', () => {
  expect(wordOf(view())).toEqual({ status: 'ready', signedIn: true, person: alexAsPerson })
})

test('a person made up from a cookie is not the word of the service', () => {
  const made = view({ status: 'degraded', user: user([], null) })
  expect(wordOf(made)).toMatchObject({
    status: 'degraded',
    signedIn: true,
    person: { userId: 'user_1', orgId: 'org_1', memberships: [] },
  })
})

test('a real person is believed although clerk-js still calls its start degraded', () => {
  expect(wordOf(view({ status: 'degraded' })).status).toBe('ready')
})

test('the organisation one was removed from is not the active one, although it was the last', () => {
  expect(wordOf(view({ user: user([tidal]) })).person).toMatchObject({
    orgId: null,
    role: null,
    orgName: null,
    memberships: [{ orgId: 'org_2', name: 'Tidal Research' }],
  })
})

test.each<[string, Record<string, unknown>, 'ready' | 'degraded']>([
  ['after a start in which the service answered', nobody, 'ready'],
  ['after a start without it', { ...nobody, status: 'degraded' }, 'degraded'],
  ['while the service still lists a session', { ...nobody, sessions: 1 }, 'degraded'],
  ['before it was asked', { ...nobody, sessions: null }, 'degraded'],
])('nobody is signed in, %s', (_, given, status) => {
  expect(wordOf(view(given))).toEqual({ status, signedIn: false, person: null })
})

test('before clerk-js has loaded, and when it has given up, it says nothing', () => {
  const silent = { signedIn: null, person: null }
  const before = { isLoaded: false, isSignedIn: undefined, user: undefined, session: undefined }
  expect(wordOf(view({ ...before, status: 'loading' }))).toEqual({ status: 'loading', ...silent })
  expect(wordOf(view({ ...before, status: 'error' }))).toEqual({ status: 'error', ...silent })
  // On its way from one session or organisation to the next.
  expect(wordOf(view({ ...before, status: 'ready' }))).toEqual({ status: 'ready', ...silent })
})
