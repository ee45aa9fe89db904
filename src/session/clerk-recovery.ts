import { links } from '../../contract/links.ts'
import type { Clerk } from './clerk-snapshot.ts'

const LIMIT_MS = 10_000

/**
 * After a degraded start clerk-js keeps what the cookies said: makes it take over the service's answer. Resolves with whether a
 * user is signed in; rejects if the service is unreachable.
 */
export async function recover(clerk: Clerk): Promise<boolean> {
  if (clerk.session) {
    await recheck(clerk)
    return Boolean(clerk.session)
  }
  const client = await freshClient(clerk)
  const id = client.lastActiveSessionId ?? client.signedInSessions[0]?.id
  if (client.signedInSessions.length === 0 || id === undefined) return false
  await withTimeout(clerk.setActive({ session: id }))
  return true
}

/** Rejects if the sign-in service is unreachable. */
export async function recheck(clerk: Clerk): Promise<void> {
  try {
    await withTimeout<unknown>(clerk.session?.touch() ?? freshClient(clerk))
  } catch (error) {
    // The user has left the organisation or the session has ended: reload everything.
    if (!isRefusal(error)) throw error
    await withTimeout(clerk.handleUnauthenticated())
  }
}

/** Even if clerk-js says that no session exists. Rejects if the service is unreachable. */
export async function endSession(clerk: Clerk): Promise<void> {
  if (!clerk.session) await freshClient(clerk)
  await clerk.signOut({ redirectUrl: links.signedOut() })
}

async function freshClient(clerk: Clerk): Promise<NonNullable<Clerk['client']>> {
  if (!clerk.client) throw new Error('clerk-js has not loaded')
  await withTimeout(clerk.client.reload())
  return clerk.client
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('status' in error)) return false
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500
}

/** clerk-js retries for minutes; callers have their own retry. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The sign-in service did not answer')), LIMIT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
