import { session as pageSession, type Session } from './session.ts'

const MIN_INTERVAL_MS = 10_000
const requestedAt = new WeakMap<Session, number>()

/**
 * For a tab that was away, or an answer as if something had changed. At most every ten seconds, unless the service is
 * unreachable. Never rejects.
 */
export async function revalidateSession(
  session: Session = pageSession,
  now: number = Date.now(),
): Promise<void> {
  const { identity, service } = session.current()
  if (identity.mode !== 'live' || !service) return
  if (now - (requestedAt.get(session) ?? 0) < MIN_INTERVAL_MS) return
  requestedAt.set(session, now)
  await service.revalidate().catch(() => service.markUnreachable())
}
