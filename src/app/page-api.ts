import { askAgain } from '../session/ask-again.ts'
import { session as pageSession, type Session } from '../session/session.ts'
import { getApiToken } from '../session/token.ts'
import { createApi, silentMs, type ApiClient } from '../lib/api.ts'
import { contact, line } from '../lib/contact.ts'
import { here } from '../offline/here.ts'

/** One person in one organisation; nulls where nobody is known, or no organisation is active. */
export type Who = { userId: string | null; orgId: string | null }

export type PageApiOptions = {
  /** Whose calls these are. They end with the moment somebody else, or another organisation, is there; left out: anybody's. */
  who?: Who
  /** The server answered, and refused with this status. */
  onRefused?: (status: number) => void
  send?: typeof fetch
  session?: Session
}

/** The page's API client: its tokens come from whoever is signed in, its answers tell whether the server is reached. */
export const pageApi = (
  deploymentId: string,
  { who, onRefused, send = fetch, session = pageSession }: PageApiOptions = {},
): ApiClient =>
  createApi({
    fetch: here.tab.withinEpoch(async (input, init) => {
      const response = await send(input, init)
      if (refusals.has(response.status)) void askAgain(session)
      if (!response.ok) onRefused?.(response.status)
      return response
    }),
    getToken: ({ fresh }) => getApiToken({ fresh, session, line }),
    isSignedIn: () => session.current().identity.mode === 'live',
    deploymentId,
    ...(who ? { signal: whileThere(session, who) } : {}),
    onContact: (reached) => {
      contact.reached = reached
      contact.slow = false
      heardAt = Date.now()
    },
    onSilence: () => {
      if (Date.now() - heardAt >= silentMs) contact.slow = true
    },
    kept: async (url) => globalThis.caches?.match(url, { ignoreVary: true }),
    onOutdated: () => {
      contact.outdated = true
    },
  })

/** When the server last said anything to this page. */
let heardAt = 0

// Removed from the organisation, another role, a session that was ended: Clerk knows.
const refusals = new Set([401, 403])

/** Aborts in the moment in which somebody else, or another organisation, is there: a call of the one must never carry the token of the other. */
const whileThere = (session: Session, { userId, orgId }: Who): AbortSignal => {
  const end = new AbortController()
  const stop = session.subscribe(() => {
    const { identity } = session.current()
    if (identity.userId === userId && identity.orgId === orgId) return
    stop()
    end.abort(new DOMException('The organisation was changed', 'AbortError'))
  })
  return end.signal
}
