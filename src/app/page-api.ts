import { navigate } from 'wouter/use-browser-location'
import { links } from '../../contract/links.ts'
import { revalidateSession } from '../session/revalidate-session.ts'
import { session as pageSession, type Session } from '../session/session.ts'
import { getApiToken } from '../session/token.ts'
import { createApi, silentMs, type ApiClient } from '../lib/api.ts'
import { connectivity, connection } from '../lib/connectivity.ts'
import { withAnalytics } from '../lib/telemetry.ts'
import { currentTab } from '../offline/wipe/current-tab.ts'

/** Null if unknown, or without an active organisation. */
export type Caller = { userId: string | null; orgId: string | null }

export type PageApiOptions = {
  /** Requests abort when the user or the organisation changes; any caller if omitted. */
  caller?: Caller
  onRefused?: (status: number) => void
  send?: typeof fetch
  session?: Session
}

export const pageApi = (
  deploymentId: string,
  { caller, onRefused, send = fetch, session = pageSession }: PageApiOptions = {},
): ApiClient =>
  createApi({
    fetch: currentTab.tab.withinEpoch(async (input, init) => {
      const response = await send(input, init)
      if (refusals.has(response.status)) void revalidateSession(session)
      if (!response.ok) onRefused?.(response.status)
      followMaintenance(response)
      return response
    }),
    getToken: ({ fresh }) => getApiToken({ fresh, session, connection }),
    isSignedIn: () => session.current().identity.mode === 'live',
    deploymentId,
    ...(caller ? { signal: createCallerSignal(session, caller) } : {}),
    onContact: (reached) => {
      connectivity.online = reached
      connectivity.slow = false
      lastContactAt = Date.now()
    },
    onAnswer: (...call) => void withAnalytics((analytics) => analytics.call(...call)),
    onSilence: () => {
      if (Date.now() - lastContactAt >= silentMs) connectivity.slow = true
    },
    getCached: async (url) => globalThis.caches?.match(url, { ignoreVary: true }),
    onOutdated: () => {
      connectivity.outdated = true
    },
  })

let lastContactAt = 0
let isDown = false

/** Opens the maintenance screen when maintenance begins; lists stay a press away. */
const followMaintenance = ({ headers }: Response): void => {
  // What the worker stored says nothing about the server.
  if (headers.has('fieldbook-cached')) return
  const wasDown = isDown
  isDown = headers.has('maintenance-until')
  const { pathname, search } = location
  if (isDown && !wasDown && pathname.startsWith(links.home()))
    navigate(links.inMaintenance(pathname + search))
}

// Removed from the organisation, another role, or an ended session: Clerk knows.
const refusals = new Set([401, 403])

/** A request of one user must never carry the token of another. */
const createCallerSignal = (session: Session, { userId, orgId }: Caller): AbortSignal => {
  const end = new AbortController()
  const stop = session.subscribe(() => {
    const { identity } = session.current()
    if (identity.userId === userId && identity.orgId === orgId) return
    stop()
    end.abort(new DOMException('The organisation was changed', 'AbortError'))
  })
  return end.signal
}
