import type { ObjectKind } from '../connectors/port.ts'
import type { Match } from './match.ts'
import { linkedRecords, saveLinks } from './links.ts'
import { onRefusal } from './push-refusals.ts'
import { conflictOf, later, noteOf, urlOf, type Item, type Round } from './pushed.ts'
import { sendCreates } from './send.ts'
import type { Session } from './session.ts'

export const pushCreates = async (
  session: Session,
  round: Round,
  items: readonly Item[],
): Promise<void> => {
  const { looked, planned, results, again, isLast } = round
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
        isPaid: true,
      })
    else if (answer.is === 'exists') {
      const match = looked.matches.get(recordId)
      const adopted =
        !isUnwanted(match, answer.candidates) &&
        (await adopt(session, recordId, object, answer.candidates))
      if (adopted && !isLast) again.add(recordId)
      else
        results.set(
          recordId,
          conflictOf(session, object, answer.candidates, `${session.label} has it already`),
        )
    } else await onRefusal(session, round, recordId, answer)
  }
}

/** A member decided that it is none of these. */
const isUnwanted = (match: Match | undefined, candidates: readonly string[]): boolean =>
  match?.is === 'new' && candidates.some((id) => match.beside.includes(id))

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
