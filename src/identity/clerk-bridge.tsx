import { useAuth, useClerk, useUser } from '@clerk/clerk-react'
import { useEffect } from 'react'
import { links } from '../../contract/links.ts'
import { roleOf } from '../../contract/roles.ts'
import { nobody, type Identity } from './identity.ts'
import { session, type Snapshot } from './session.ts'
import { untilDone } from './until-done.ts'

/** Tells the session of the page what Clerk knows, each time it changes. */
export function ClerkBridge() {
  const clerk = useClerk()
  const { isLoaded, isSignedIn, userId, sessionId, orgId, orgRole } = useAuth()
  const { user } = useUser()

  useEffect(() => {
    const service: Snapshot['service'] = {
      token: async (fresh) => (await clerk.session?.getToken({ skipCache: fresh })) ?? null,
      activate: (organization) => clerk.setActive({ organization }),
      signOut: () => clerk.signOut({ redirectUrl: links.signedOut() }),
    }
    session.update({ service })
    return () => session.update({ service: null })
  }, [clerk])

  useEffect(() => {
    if (!isLoaded) {
      // Clerk moves on to the next page before it says who has just signed in: until then it is not known, and not nobody.
      if (session.current().identity.state === 'signed-out')
        session.update({ identity: nobody('loading') })
      return
    }
    const memberships = (user?.organizationMemberships ?? []).map(({ organization }) => ({
      orgId: organization.id,
      name: organization.name,
    }))
    session.update({ identity: identity(), memberships })

    function identity(): Identity {
      if (isSignedIn) {
        return {
          state: 'signed-in',
          userId,
          sessionId,
          orgId: orgId ?? null,
          role: orgId && orgRole ? roleOf(orgRole) : null,
          orgName: memberships.find((one) => one.orgId === orgId)?.name ?? null,
          name: user?.fullName ?? user?.primaryEmailAddress?.emailAddress ?? '',
          email: user?.primaryEmailAddress?.emailAddress ?? null,
          imageUrl: user?.imageUrl ?? null,
          trouble: null,
        }
      }
      const unsure = clerk.status !== 'ready' && mayHaveSession(document.cookie)
      return unsure
        ? nobody('loading', 'The sign-in service cannot be reached. Trying again.')
        : nobody('signed-out')
    }
  }, [clerk, isLoaded, isSignedIn, userId, sessionId, orgId, orgRole, user])

  const unsure = isLoaded && !isSignedIn && clerk.status !== 'ready'
  const stub = isSignedIn === true && clerk.status === 'degraded'

  useEffect(() => {
    if (!unsure && !stub) return undefined
    const gone = new AbortController()
    void untilDone(() => recover(clerk), { pauseMs: RETRY_MS, signal: gone.signal })
    return () => gone.abort()
  }, [clerk, unsure, stub])

  return null
}

const RETRY_MS = 10_000

/** After a start without the sign-in service clerk-js stays with what the cookies told it; this asks the service again. */
async function recover(clerk: ReturnType<typeof useClerk>): Promise<void> {
  if (clerk.session) {
    await clerk.session.touch()
    return
  }
  if (!mayHaveSession(document.cookie)) return
  await clerk.client?.reload()
  // It does not pick up a session it did not start with.
  window.location.reload()
}

/** Whether the browser's cookies speak of a session: then 'nobody is signed in', said by a service that was not reached, is no answer. */
export function mayHaveSession(cookies: string): boolean {
  return /(?:^|;\s*)__client_uat(?:_[\w-]+)?=[1-9]/.test(cookies)
}
