import { links } from '../../contract/links.ts'
import type { Clerk } from './clerk-word.ts'

const LIMIT_MS = 10_000

/**
 * After a start without the sign-in service clerk-js stays with what the cookies told it; this asks the service again and has
 * clerk-js take over the answer. Resolves with whether somebody is signed in; rejects when the service is not reached.
 */
export async function recover(clerk: Clerk): Promise<boolean> {
  if (clerk.session) {
    await recheck(clerk)
    return Boolean(clerk.session)
  }
  const client = await freshClient(clerk)
  const id = client.lastActiveSessionId ?? client.signedInSessions[0]?.id
  if (client.signedInSessions.length === 0 || id === undefined) return false
  await soon(clerk.setActive({ session: id }))
  return true
}

/** Asks the service who is here and where they belong; clerk-js tells what has changed. Rejects when it is not reached. */
export async function recheck(clerk: Clerk): Promise<void> {
  try {
    await soon<unknown>(clerk.session?.touch() ?? freshClient(clerk))
  } catch (error) {
    // An organisation one no longer belongs to, or a session that has ended: then everything has to be asked for.
    if (!isRefusal(error)) throw error
    await soon(clerk.handleUnauthenticated())
  }
}

/** Ends the session at the service. Rejects when it is not reached; never believes clerk-js that there is none. */
export async function endSession(clerk: Clerk): Promise<void> {
  if (!clerk.session) await freshClient(clerk)
  await clerk.signOut({ redirectUrl: links.signedOut() })
}

async function freshClient(clerk: Clerk): Promise<NonNullable<Clerk['client']>> {
  if (!clerk.client) throw new Error('clerk-js has not loaded')
  await soon(clerk.client.reload())
  return clerk.client
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('status' in error)) return false
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500
}

/** clerk-js repeats what fails for minutes; who waits here tries again by themselves. */
function soon<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The sign-in service did not answer')), LIMIT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
