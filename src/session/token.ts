import { earlyToken } from './early.ts'
import { session as pageSession, type Session, type Snapshot } from './session.ts'

export type TokenOptions = {
  /** In ms; offline the service's own retries take minutes. */
  limitMs?: number
  fresh?: boolean
  connection?: Connection
  session?: Session
}

export type Connection = { isOnline: () => boolean; subscribe: (changed: () => void) => () => void }

const unknownConnection: Connection = { isOnline: () => true, subscribe: () => () => undefined }

const LIMIT_MS = 8_000
// Long enough for a connection that returns before the app notices; a longer wait shows empty screens, and 'sending' on edits that are not sent.
const UNREACHED_LIMIT_MS = 1_000
// Offline only a token in memory is available, at once.
const OFFLINE_LIMIT_MS = 50

/** Null if no user is signed in or no token arrived in time. Never throws, never stored. */
export async function getApiToken(options: TokenOptions = {}): Promise<string | null> {
  const { session = pageSession, fresh = false, connection = unknownConnection } = options
  const early = fresh ? null : earlyToken(session.current())
  if (early !== null) return early
  const { onLine } = navigator
  const late = new AbortController()
  const lateAfter = (ms: number) => setTimeout(() => late.abort(), ms)
  const timer = lateAfter(options.limitMs ?? (onLine ? LIMIT_MS : OFFLINE_LIMIT_MS))
  let lost: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    if (!connection.isOnline()) lost ??= lateAfter(UNREACHED_LIMIT_MS)
  }
  const stop = connection.subscribe(look)
  look()
  try {
    const known = await waitForIdentity(session, onLine, late.signal)
    if (known?.identity.state !== 'signed-in' || !known.service) return null
    const token = await Promise.race([known.service.token(fresh), waitForAbort(late.signal)])
    const waited = token === null && late.signal.aborted
    if (waited && onLine && lost === undefined) known.service.markUnreachable()
    return token
  } catch {
    if (onLine) session.current().service?.markUnreachable()
    return null
  } finally {
    stop()
    clearTimeout(timer)
    clearTimeout(lost)
    late.abort()
  }
}

/** A user drawn from the device has no token until the sign-in service answers. Null if the signal aborts first. */
function waitForIdentity(
  session: Session,
  onLine: boolean,
  signal: AbortSignal,
): Promise<Snapshot | null> {
  return new Promise((resolve) => {
    const look = () => {
      const { identity, service } = session.current()
      if (identity.state === 'signed-out') finish(session.current())
      if (identity.state === 'signed-in' && service && (identity.mode === 'live' || !onLine))
        finish(session.current())
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

function waitForAbort(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
