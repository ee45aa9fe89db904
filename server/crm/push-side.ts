import type { ObjectKind, Written } from '../connectors/port.ts'
import type { Subject } from './facts.ts'
import { lookUp, type Looked } from './known.ts'
import { linkedRecords, markDeleted, saveLinks } from './links.ts'
import type { Result } from './outcomes.ts'
import { planWrite, type ObjectPlan, type Planned } from './plan.ts'
import { sendCreates, sendUpdates } from './send.ts'
import { createdBy, openRecords } from './sent.ts'
import { accountOf, type Session } from './session.ts'

/** A record in the CRM, or why it is not there. `isNew`: linked by this call or this request. */
export type Pushed = Result & { isNew: boolean; object: ObjectKind }

export type Side = {
  plans: ReadonlyMap<ObjectKind, ObjectPlan>
  /** What a new record becomes. */
  primary: ObjectPlan
}

/** The outcome of a create is open, here or in another request: the row is taken up again later. */
export const later = 'later' as const

export type Item = { row: number; subject: Subject }

type Results = Map<string, Pushed | typeof later>

const rounds = 4
const lockedPauseMs = 2_000

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
          failure(side, `${session.label} didn’t accept it. Try again.`),
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
  const looked = await lookUp(session, side.plans, subjects)
  await storeLinks(session, looked)
  await db.asOrg(orgId, (trx) => markDeleted(trx, connectionId, looked.dead, now()))
  const planned = new Map<string, Planned>()
  for (const subject of subjects) {
    const { recordId } = subject
    const match = looked.matches.get(recordId)
    if (match === undefined) continue
    const plan = (match.is === 'existing' && side.plans.get(match.object)) || side.primary
    const next = planWrite(subject, match, looked.current.get(recordId), plan, label)
    planned.set(recordId, next)
    const result = resultOf(next, side)
    if (result) results.set(recordId, { ...result, isNew: !looked.links.has(recordId) })
  }
  const again = new Set<string>()
  await update(session, side, looked, planned, results, again, isLast)
  await create(session, side, items, planned, results, again, isLast)
  return items.filter(({ subject }) => again.has(subject.recordId))
}

/** Of what needs no write. */
const resultOf = (planned: Planned, { primary }: Side): Omit<Pushed, 'isNew'> | null => {
  const none = { externalId: null, url: null, matches: [], object: primary.object }
  if (planned.is === 'unchanged')
    return {
      outcome: 'unchanged',
      externalId: planned.id,
      url: planned.url,
      reason: noteOf(planned.notes),
      matches: [],
      object: planned.object,
    }
  if (planned.is === 'conflict')
    return { ...none, outcome: 'conflict', reason: planned.reason, matches: planned.matches }
  return planned.is === 'skipped' ? { ...none, outcome: 'skipped', reason: planned.reason } : null
}

const update = async (
  session: Session,
  side: Side,
  looked: Looked,
  planned: ReadonlyMap<string, Planned>,
  results: Results,
  again: Set<string>,
  isLast: boolean,
): Promise<void> => {
  const updates = [...planned].flatMap(([recordId, each]) =>
    each.is === 'update' ? [{ recordId, ...each }] : [],
  )
  for (const object of side.plans.keys()) {
    const group = updates.filter((each) => each.object === object)
    const answers = await sendUpdates(
      session,
      group.map(({ recordId, id, values, etag }) => ({
        ref: recordId,
        object,
        key: recordId,
        values,
        id,
        ...(etag !== undefined && { etag }),
      })),
    )
    for (const { recordId, id, url, notes } of group) {
      const answer = answers.get(recordId)
      if (answer?.is === 'updated' || answer?.is === 'created')
        results.set(recordId, {
          outcome: 'updated',
          externalId: id,
          url,
          reason: noteOf(notes),
          matches: [],
          isNew: !looked.links.has(recordId),
          object,
        })
      else if (answer?.is === 'exists')
        results.set(
          recordId,
          conflictOf(session, object, answer.candidates, 'Another record has the same details'),
        )
      else await onOther(session, side, { recordId, object, answer, results, again, isLast })
    }
  }
}

const create = async (
  session: Session,
  side: Side,
  items: readonly Item[],
  planned: ReadonlyMap<string, Planned>,
  results: Results,
  again: Set<string>,
  isLast: boolean,
): Promise<void> => {
  const creates = items.flatMap(({ row, subject }) => {
    const each = planned.get(subject.recordId)
    if (each?.is !== 'create') return []
    const { recordId, keys } = subject
    const write = { ref: recordId, object: each.object, key: recordId, values: each.values }
    return [{ row, write, keys, notes: each.notes }]
  })
  const answers = await sendCreates(session, creates)
  for (const { write, notes } of creates) {
    const { key: recordId, object } = write
    const answer = answers.get(recordId)
    if (answer === undefined || answer.is === 'unknown') results.set(recordId, later)
    else if (answer.is === 'created' || answer.is === 'updated')
      results.set(recordId, {
        outcome: 'created',
        externalId: answer.id,
        url: urlOf(session, object, answer.id),
        reason: noteOf(notes),
        matches: [],
        isNew: true,
        object,
      })
    else if (answer.is === 'exists') {
      const adopted = await adopt(session, recordId, object, answer.candidates)
      if (adopted && !isLast) again.add(recordId)
      else
        results.set(
          recordId,
          conflictOf(session, object, answer.candidates, `${session.label} has it already`),
        )
    } else await onOther(session, side, { recordId, object, answer, results, again, isLast })
  }
}

/** The record that the CRM says it has is ours to update, unless another of our records is linked to it. */
const adopt = async (
  { db, orgId, connectionId, now }: Session,
  recordId: string,
  object: ObjectKind,
  candidates: readonly string[],
): Promise<boolean> => {
  const [id] = candidates
  if (id === undefined || candidates.length > 1) return false
  return db.asOrg(orgId, async (trx) => {
    const linked = await linkedRecords(trx, connectionId, [object], [id])
    if (linked.has(id) && linked.get(id) !== recordId) return false
    const at = { orgId, connectionId, at: now() }
    await saveLinks(trx, at, [{ recordId, object, id, isOurs: false }])
    return true
  })
}

const onOther = async (
  session: Session,
  side: Side,
  row: {
    recordId: string
    object: ObjectKind
    answer: Written | undefined
    results: Results
    again: Set<string>
    isLast: boolean
  },
): Promise<void> => {
  const { recordId, answer, results, again, isLast } = row
  const { label, patience, now } = session
  if (answer?.is === 'refused' && answer.retry === 'never') {
    results.set(recordId, failure(side, refusal(label, answer)))
    return
  }
  if (answer?.is === 'refused' && answer.retry === 'after-schema') {
    await session.checkSchema()
    results.set(recordId, failure(side, refusal(label, answer)))
    return
  }
  if (!isLast) {
    if (again.size === 0 && answer?.is !== 'deleted')
      await patience.waitUntil(now() + lockedPauseMs)
    again.add(recordId)
    return
  }
  results.set(
    recordId,
    failure(
      side,
      answer?.is === 'refused' ? refusal(label, answer) : `${label} didn’t answer. Try again.`,
    ),
  )
}

const refusal = (
  label: string,
  { text, field }: { text: string; field?: string | undefined },
): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  const sentence = /[.!?]$/.test(plain) ? plain : `${plain}.`
  return `${label} refused it${field === undefined ? '' : ` because of ‘${field}’`}: ${sentence}`
}

const failure = ({ primary }: Side, reason: string): Pushed => ({
  outcome: 'failed',
  externalId: null,
  url: null,
  reason,
  matches: [],
  isNew: false,
  object: primary.object,
})

const conflictOf = (
  session: Session,
  object: ObjectKind,
  candidates: readonly string[],
  reason: string,
): Pushed => ({
  outcome: 'conflict',
  externalId: null,
  url: null,
  reason: `${reason}.`,
  matches: candidates.flatMap((id) => {
    const url = urlOf(session, object, id)
    return url === null ? [] : [{ name: id, url }]
  }),
  isNew: false,
  object,
})

const urlOf = (
  { connector, connection, patience }: Session,
  object: ObjectKind,
  id: string,
): string | null => {
  const grant = patience.grant()
  return grant && connector.recordUrl(accountOf(connection), grant, object, id)
}

/** Of matched records, and of those that were merged into others. */
const storeLinks = async (
  { db, orgId, connectionId, now }: Session,
  { matches, current, links }: Looked,
): Promise<void> => {
  const found = [...matches].flatMap(([recordId, match]) =>
    match.is === 'existing' && current.has(recordId) ? [{ recordId, match }] : [],
  )
  const stored = await db.asOrg(orgId, (trx) =>
    linkedRecords(
      trx,
      connectionId,
      [...new Set(found.map(({ match }) => match.object))],
      found.map(({ match }) => match.id),
    ),
  )
  const fresh = found.flatMap(({ recordId, match: { object, id } }) =>
    links.get(recordId)?.id === id && stored.get(id) === recordId
      ? []
      : [{ recordId, object, id, isOurs: false }],
  )
  await db.asOrg(orgId, (trx) => saveLinks(trx, { orgId, connectionId, at: now() }, fresh))
}

const noteOf = (notes: readonly string[]): string | null =>
  notes.length === 0 ? null : notes.join(' ')

const possiblyTwice = (label: string): string =>
  `Possibly twice in ${label}: it didn’t answer when we created this. Please check.`
