import type { Device } from '../../../src/session/follow.ts'
import type { SignedIn } from '../../../src/session/identity.ts'
import type { Person } from '../../../src/session/last-known.ts'
import { createSession, type Service, type Session } from '../../../src/session/session.ts'

export const alex: SignedIn = {
  state: 'signed-in',
  mode: 'live',
  userId: 'user_1',
  sessionId: 'sess_1',
  orgId: 'org_1',
  role: 'admin',
  orgName: 'Harbour Advisory',
  name: 'Alex',
  email: 'alex@harbour.example',
  imageUrl: null,
  trouble: null,
}

/** A session in which Alex is signed in, with these answers of the sign-in service. */
export function signedInSession(
  answers: Partial<Service> = {},
  changes: Partial<SignedIn> = {},
): Session {
  const session = createSession()
  session.update({
    identity: { ...alex, ...changes },
    memberships: [
      { orgId: 'org_1', name: 'Harbour Advisory' },
      { orgId: 'org_2', name: 'Tidal Research' },
    ],
    service: {
      token: async () => 'token',
      activate: async () => undefined,
      signOut: async () => undefined,
      check: async () => undefined,
      unanswered: () => undefined,
      ...answers,
    },
  })
  return session
}

/** A device on which nothing is owed and nothing happens. */
export const aDevice = (changes: Partial<Device> = {}): Device => ({
  signOutPending: () => false,
  leave: async () => undefined,
  forgetOrganisation: async () => undefined,
  settle: async () => undefined,
  ...changes,
})

export const anHour = 3_600_000

/** Alex as the sign-in service describes them, a member of two organisations. */
export const alexAsPerson: Person = {
  userId: 'user_1',
  sessionId: 'sess_1',
  orgId: 'org_1',
  role: 'admin',
  orgName: 'Harbour Advisory',
  name: 'Alex',
  email: 'alex@harbour.example',
  imageUrl: null,
  memberships: [
    { orgId: 'org_1', name: 'Harbour Advisory' },
    { orgId: 'org_2', name: 'Tidal Research' },
  ],
  expireAt: 4_000_000_000_000,
}
