import { lookUp } from './known.ts'
import { linkMatches } from './link-matches.ts'
import { markDeleted } from './links.ts'
import { planWrite, type Planned } from './plan.ts'
import { pushCreates } from './push-creates.ts'
import { pushUpdates } from './push-updates.ts'
import {
  failure,
  later,
  noteOf,
  type Item,
  type Pushed,
  type Results,
  type Side,
} from './pushed.ts'
import { createdBy, markUsed, openRecords } from './sent.ts'
import type { Session } from './session.ts'

const rounds = 4

/** By our id. Plans from what the CRM has now, and again where that changed meanwhile. */
export const pushSide = async (
  session: Session,
  side: Side,
  items: readonly Item[],
): Promise<Results> => {
  const { db, orgId, connectionId, request } = session
  const results: Results = new Map()
  const ids = items.map(({ subject }) => subject.recordId)
  const { open, ours } = await db.asOrg(orgId, async (trx) => ({
    open: await openRecords(trx, connectionId, ids),
    ours: await createdBy(trx, request.id, ids),
  }))
  for (const id of open) results.set(id, later)
  let left = items.filter(({ subject }) => !open.has(subject.recordId))
  for (let round = 0; left.length > 0; round += 1) {
    if (round === rounds) {
      for (const { subject } of left)
        results.set(
          subject.recordId,
          failure(side, `${session.label} didn’t accept it. Retry this row.`),
        )
      break
    }
    left = await pushRound(session, side, left, results, round === rounds - 1)
  }
  for (const [id, isTwice] of ours) {
    const result = results.get(id)
    if (result && result !== later && result.externalId !== null)
      results.set(id, {
        ...result,
        isNew: true,
        outcome: 'created',
        reason: isTwice ? possiblyTwice(session.label) : result.reason,
      })
  }
  return results
}

/** The items to plan again. */
const pushRound = async (
  session: Session,
  side: Side,
  items: readonly Item[],
  results: Results,
  isLast: boolean,
): Promise<Item[]> => {
  const { db, orgId, connectionId, label, now } = session
  const subjects = items.map(({ subject }) => subject)
  const decisions = session.request.decisions ?? {}
  const looked = await lookUp({ ...session, decisions, links: 'all' }, side.plans, subjects)
  await db.asOrg(orgId, (trx) => markUsed(trx, session.request, [...looked.paidMatches]))
  await linkMatches(session, looked)
  await db.asOrg(orgId, (trx) => markDeleted(trx, connectionId, looked.dead, now()))
  const planned = new Map<string, Planned>()
  for (const subject of subjects) {
    const { recordId } = subject
    const match = looked.matches.get(recordId)
    if (match === undefined) continue
    const plan = (match.is === 'existing' && side.plans.get(match.object)) || side.primary
    const next = planWrite(subject, match, looked.current.get(recordId), plan, label)
    planned.set(recordId, next)
    const result = resultOf(next, side, looked.paidMatches.has(recordId))
    if (result) results.set(recordId, { ...result, isNew: !looked.links.has(recordId) })
  }
  const again = new Set<string>()
  const round = { side, looked, planned, results, again, isLast }
  await pushUpdates(session, round)
  await pushCreates(session, round, items)
  return items.filter(({ subject }) => again.has(subject.recordId))
}

/** Of what needs no write. */
const resultOf = (
  planned: Planned,
  { primary }: Side,
  isPaidMatch: boolean,
): Omit<Pushed, 'isNew'> | null => {
  const none = { externalId: null, url: null, matches: [], object: primary.object }
  if (planned.is === 'unchanged')
    return {
      outcome: 'unchanged',
      externalId: planned.id,
      url: planned.url,
      reason: noteOf(planned.notes),
      matches: [],
      object: planned.object,
      isPaid: true,
    }
  if (planned.is === 'conflict') {
    const { reason, matches } = planned
    return { ...none, outcome: 'conflict', reason, matches, isPaid: isPaidMatch }
  }
  return planned.is === 'skipped'
    ? {
        ...none,
        outcome: 'skipped',
        reason: planned.reason,
        isPaid: isPaidMatch || planned.isPaid === true,
      }
    : null
}

const possiblyTwice = (label: string): string =>
  `Possibly twice in ${label}: it didn’t answer when we created this. Please check.`
