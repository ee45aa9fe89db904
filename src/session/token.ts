import { earlyToken } from './early.ts'
import { session as pageSession, type Session, type Snapshot } from './session.ts'

export type TokenOptions = {
  /** How long to wait for the sign-in service, in ms; it retries for minutes by itself when the network is down. */
  limitMs?: number
  /** Ask for a new token although the last one has not expired, as after a 401. */
  fresh?: boolean
  /** Once the server cannot be reached the sign-in service is not waited for long either. */
  line?: Line
  session?: Session
}

/** Whether the server is reached, and how to hear of changes; `subscribe` returns how to stop. */
export type Line = { reached: () => boolean; subscribe: (changed: () => void) => () => void }

const unknownLine: Line = { reached: () => true, subscribe: () => () => undefined }

const LIMIT_MS = 8_000
// Long enough for one that is back before we know; a screen that waits longer shows nothing, and an edit is 'being sent' that is not.
const UNREACHED_LIMIT_MS = 1_000
// Offline only a token that is still in memory can come, and that one comes at once.
const OFFLINE_LIMIT_MS = 50

/** A session token for one request; null when nobody is signed in or none came in time. Never throws, never stored. */
export async function getApiToken(options: TokenOptions = {}): Promise<string | null> {
  const { session = pageSession, fresh = false, line = unknownLine } = options
  const early = fresh ? null : earlyToken(session.current())
  if (early !== null) return early
  const { onLine } = navigator
  const late = new AbortController()
  const lateAfter = (ms: number) => setTimeout(() => late.abort(), ms)
  const timer = lateAfter(options.limitMs ?? (onLine ? LIMIT_MS : OFFLINE_LIMIT_MS))
  let lost: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    if (!line.reached()) lost ??= lateAfter(UNREACHED_LIMIT_MS)
  }
  const stop = line.subscribe(look)
  look()
  try {
    const known = await settled(session, onLine, late.signal)
    if (known?.identity.state !== 'signed-in' || !known.service) return null
    const token = await Promise.race([known.service.token(fresh), aborted(late.signal)])
    const waited = token === null && late.signal.aborted
    if (waited && onLine && lost === undefined) known.service.unanswered()
    return token
  } catch {
    if (onLine) session.current().service?.unanswered()
    return null
  } finally {
    stop()
    clearTimeout(timer)
    clearTimeout(lost)
    late.abort()
  }
}

/**
 * The first snapshot in which a token can be asked for, or in which it is certain that none can; null when the signal comes first.
 * A person drawn from what the device knows has no token before the sign-in service has spoken.
 */
function settled(session: Session, onLine: boolean, signal: AbortSignal): Promise<Snapshot | null> {
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

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
