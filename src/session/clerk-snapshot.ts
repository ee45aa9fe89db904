import type { useAuth, useClerk, useUser } from '@clerk/clerk-react'
import { roleOf } from '../../contract/core/roles.ts'
import type { AuthSignal } from './session-controller.ts'
import { membershipsOf, type Person } from './last-known.ts'

export type Clerk = ReturnType<typeof useClerk>

export type ClerkView = {
  status: Clerk['status']
  /** In the service's last answer; null before the first. */
  sessions: number | null
  isLoaded: boolean
  isSignedIn: boolean | undefined
  orgRole: ReturnType<typeof useAuth>['orgRole']
  user: ReturnType<typeof useUser>['user']
  session: Clerk['session']
}

/** Separates what the service confirmed from what clerk-js guessed offline. */
export function toAuthSignal(view: ClerkView): AuthSignal {
  const { status, isLoaded, isSignedIn } = view
  if (status === 'error') return { status, signedIn: null, person: null }
  if (!isLoaded)
    return { status: status === 'ready' ? 'ready' : 'loading', signedIn: null, person: null }
  if (isSignedIn !== true) {
    // If the service fails during its request, clerk-js drops a session that the service still lists.
    const sure = status === 'ready' && view.sessions === 0
    return { status: sure ? 'ready' : 'degraded', signedIn: false, person: null }
  }
  return { status: isReal(view) ? 'ready' : 'degraded', signedIn: true, person: personOf(view) }
}

// The user that clerk-js builds from a cookie has no addresses; its status stays 'degraded' after the real user has loaded.
export function isReal({ status, user }: Pick<ClerkView, 'status' | 'user'>): boolean {
  return status === 'ready' || Boolean(user?.primaryEmailAddress ?? user?.primaryPhoneNumber)
}

function personOf(view: ClerkView): Person | null {
  const { user, session, orgRole } = view
  if (!user || !session) return null
  const memberships = membershipsOf(user.organizationMemberships)
  const last = session.lastActiveOrganizationId
  const active = memberships.find((membership) => membership.orgId === last)
  // Only a confirmed user has complete memberships: the session of a removed member still names the organisation.
  const orgId = isReal(view) ? (active?.orgId ?? null) : last
  const email = user.primaryEmailAddress?.emailAddress ?? null
  return {
    userId: user.id,
    sessionId: session.id,
    orgId,
    role: orgId !== null && orgRole ? roleOf(orgRole) : null,
    orgName: active?.name ?? null,
    name: user.fullName ?? email ?? '',
    email,
    imageUrl: user.imageUrl || null,
    memberships,
    expireAt: session.expireAt.getTime(),
  }
}
