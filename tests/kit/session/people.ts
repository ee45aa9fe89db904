import type { Device } from '../../../src/session/session-controller.ts'
import type { SignedIn } from '../../../src/session/identity.ts'
import type { MemberService } from '../../../src/session/members.ts'
import type { Person } from '../../../src/session/last-known.ts'
import { createSession, type Service, type Session } from '../../../src/session/session.ts'

const profile = {
  userId: 'user_1',
  sessionId: 'sess_1',
  orgId: 'org_1',
  role: 'admin',
  orgName: 'Harbour Advisory',
  name: 'Alex',
  email: 'alex@harbour.example',
  imageUrl: null,
} as const

const memberships = [
  { orgId: 'org_1', name: 'Harbour Advisory' },
  { orgId: 'org_2', name: 'Tidal Research' },
]

/** Refuses everything. */
export const noMemberService: MemberService = {
  pending: async () => [],
  invite: () => Promise.reject(new Error('invite was called')),
  refuse: () => Promise.reject(new Error('refuse was called')),
  accept: () => Promise.reject(new Error('accept was called')),
  setRole: () => Promise.reject(new Error('setRole was called')),
  remove: () => Promise.reject(new Error('remove was called')),
}

export const alex: SignedIn = { ...profile, state: 'signed-in', mode: 'live', trouble: null }

export function signedInSession(
  answers: Partial<Service> = {},
  changes: Partial<SignedIn> = {},
): Session {
  const session = createSession()
  session.update({
    identity: { ...alex, ...changes },
    memberships,
    service: {
      token: async () => 'token',
      activate: async () => undefined,
      signOut: async () => undefined,
      revalidate: async () => undefined,
      markUnreachable: () => undefined,
      members: noMemberService,
      ...answers,
    },
  })
  return session
}

export const aDevice = (changes: Partial<Device> = {}): Device => ({
  signOutPending: () => false,
  wipeDevice: async () => undefined,
  forgetOrganisation: async () => undefined,
  completeSignOut: async () => undefined,
  ...changes,
})

export const anHour = 3_600_000

export const alexAsPerson: Person = { ...profile, memberships, expireAt: 4_000_000_000_000 }
