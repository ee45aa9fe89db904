import { session as pageSession, type Session, type Snapshot } from './session.ts'

export type TokenOptions = {
  /** How long to wait for the sign-in service, in ms; it retries for minutes by itself when the network is down. */
  limitMs?: number
  /** Ask for a new token although the last one has not expired, as after a 401. */
  fresh?: boolean
  session?: Session
}

const LIMIT_MS = 8_000
// Offline only a token that is still in memory can come, and that one comes at once.
const OFFLINE_LIMIT_MS = 50

/** A session token for one request; null when nobody is signed in or none came in time. Never throws, never stored. */
export async function getApiToken(options: TokenOptions = {}): Promise<string | null> {
  const { session = pageSession, fresh = false } = options
  const limitMs = options.limitMs ?? (navigator.onLine ? LIMIT_MS : OFFLINE_LIMIT_MS)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), limitMs)
  try {
    const known = await settled(session, late.signal)
    if (known?.identity.state !== 'signed-in' || !known.service) return null
    return await Promise.race([known.service.token(fresh), aborted(late.signal)])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    late.abort()
  }
}

/** The first snapshot that says whether someone is signed in; null when the signal comes first. */
function settled(session: Session, signal: AbortSignal): Promise<Snapshot | null> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.current().identity.state !== 'loading') finish(session.current())
    }
    const giveUp = () => finish(null)
    const finish = (found: Snapshot | null) => {
      stop()
      signal.removeEventListener('abort', giveUp)
      resolve(found)
    }
    const stop = session.subscribe(look)
    signal.addEventListener('abort', giveUp)
    look()
  })
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
