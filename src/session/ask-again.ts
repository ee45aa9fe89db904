import { session as pageSession, type Session } from './session.ts'

const PAUSE_MS = 10_000
const asked = new WeakMap<Session, number>()

/**
 * Has the sign-in service say anew who is here and where they belong: the tab was away, or the server answered as if something had
 * changed. At most every ten seconds; while the service is not reached it is asked anyway. Never rejects.
 */
export async function askAgain(
  session: Session = pageSession,
  now: number = Date.now(),
): Promise<void> {
  const { identity, service } = session.current()
  if (identity.mode !== 'live' || !service) return
  if (now - (asked.get(session) ?? 0) < PAUSE_MS) return
  asked.set(session, now)
  await service.check().catch(() => service.unanswered())
}
