import type { useAuth, useClerk, useUser } from '@clerk/clerk-react'
import { roleOf } from '../../contract/core/roles.ts'
import type { Word } from './follow.ts'
import { membershipsOf, type Person } from './last-known.ts'

export type Clerk = ReturnType<typeof useClerk>

/** What clerk-js knows at one moment. */
export type ClerkView = {
  status: Clerk['status']
  /** How many sessions the service named when it was last asked; null before it was. */
  sessions: number | null
  isLoaded: boolean
  isSignedIn: boolean | undefined
  orgRole: ReturnType<typeof useAuth>['orgRole']
  user: ReturnType<typeof useUser>['user']
  session: Clerk['session']
}

/** What of it is the service's own word, and what clerk-js makes up because it could not ask. */
export function wordOf(view: ClerkView): Word {
  const { status, isLoaded, isSignedIn } = view
  if (status === 'error') return { status, signedIn: null, person: null }
  if (!isLoaded)
    return { status: status === 'ready' ? 'ready' : 'loading', signedIn: null, person: null }
  if (isSignedIn !== true) {
    // Where the service fails while it is asked who is here, clerk-js drops a session that it still lists.
    const sure = status === 'ready' && view.sessions === 0
    return { status: sure ? 'ready' : 'degraded', signedIn: false, person: null }
  }
  return { status: isReal(view) ? 'ready' : 'degraded', signedIn: true, person: personOf(view) }
}

// The person whom clerk-js makes from a cookie has no addresses; its status stays 'degraded' after the real one has come.
export function isReal({ status, user }: Pick<ClerkView, 'status' | 'user'>): boolean {
  return status === 'ready' || Boolean(user?.primaryEmailAddress ?? user?.primaryPhoneNumber)
}

function personOf(view: ClerkView): Person | null {
  const { user, session, orgRole } = view
  if (!user || !session) return null
  const memberships = membershipsOf(user.organizationMemberships)
  const last = session.lastActiveOrganizationId
  const active = memberships.find((one) => one.orgId === last)
  // Only a real person's memberships are complete: one who was removed still has the organisation as the last active one.
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
