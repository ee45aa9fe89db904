import { Uncertain, Unreadable } from '../connectors/errors.ts'
import type { Written } from '../connectors/port.ts'
import { chunked } from './known.ts'
import { saveLinks } from './links.ts'
import { endSent, markMaybeTwice, unknownCreates, type Sent } from './sent.ts'
import { fence, type Session } from './session.ts'

/** So long after it was sent, a create that the CRM cannot name is sent again. */
const giveUpMs = 30 * 60_000

/**
 * Finds out what became of creates without an answer, of all requests; resolves to when to look again, null if none is left. Repeatable ones
 * end, and their requests plan them again: what was sent may hold what its person has since been removed with.
 */
export const resolveOpen = async (session: Session): Promise<number | null> => {
  const { db, orgId, connectionId, connector, repeatable, now } = session
  const open = await db.asOrg(orgId, (trx) => unknownCreates(trx, connectionId))
  const settle = connector.limits.settleMs
  const isDue = ({ object, sentAt }: Sent): boolean =>
    repeatable.has(object) || sentAt + settle <= now()
  for (const group of groupsOf(open.filter(isDue), connector.limits.read)) {
    const [first] = group
    if (first === undefined) continue
    if (repeatable.has(first.object)) {
      const ids = group.map(({ id }) => id)
      await fence(session, (trx) => endSent(trx, ids, 'absent'))
    } else {
      await fence(session)
      await recordResolved(session, group, await lookFor(session, group))
    }
  }
  const left = await db.asOrg(orgId, (trx) => unknownCreates(trx, connectionId))
  if (left.length === 0) return null
  const soon = now() + lookAgainMs
  return Math.min(
    ...left.map((sent) => (isDue(sent) ? soon : Math.max(soon, sent.sentAt + settle))),
  )
}

const lookAgainMs = 5_000

const lookFor = async (
  { call, connector }: Session,
  group: readonly Sent[],
): Promise<readonly Written[]> => {
  const writes = group.map(({ write }) => write)
  const since = Math.min(...group.map(({ sentAt }) => sentAt))
  try {
    return await call((api) => connector.resolve(api, writes, since))
  } catch (error) {
    if (!(error instanceof Uncertain) && !(error instanceof Unreadable)) throw error
    return []
  }
}

const recordResolved = async (
  { db, orgId, connectionId, now }: Session,
  group: readonly Sent[],
  written: readonly Written[],
): Promise<void> => {
  const byRef = new Map(written.map((each) => [each.ref, each]))
  const answered = group.map((sent) => ({ sent, answer: byRef.get(sent.write.ref) }))
  const idsOf = (...kinds: Written['is'][]): string[] =>
    answered.flatMap(({ sent, answer }) => (answer && kinds.includes(answer.is) ? sent.id : []))
  const lost = answered.flatMap(({ sent, answer }) => {
    const isOpen = answer === undefined || answer.is === 'unknown'
    return isOpen && sent.sentAt + giveUpMs < now() ? sent.id : []
  })
  const links = answered.flatMap(({ sent, answer }) =>
    answer?.is === 'created' || answer?.is === 'updated'
      ? [{ recordId: sent.recordId, object: sent.object, id: answer.id, isOurs: true }]
      : [],
  )
  await db.asOrg(orgId, async (trx) => {
    await saveLinks(trx, { orgId, connectionId, at: now() }, links)
    await endSent(trx, idsOf('created', 'updated'), 'done')
    await endSent(trx, idsOf('exists', 'deleted', 'refused'), 'refused')
    await markMaybeTwice(trx, lost)
    await endSent(trx, [...idsOf('absent'), ...lost], 'absent')
  })
}

/** Of one object, sent at about the same time. */
const groupsOf = (open: readonly Sent[], size: number): Sent[][] => {
  const byObject = new Map<string, Sent[]>()
  for (const sent of open) byObject.set(sent.object, [...(byObject.get(sent.object) ?? []), sent])
  return [...byObject.values()].flatMap((group) => chunked(group, size))
}
