import { onRefusal } from './push-refusals.ts'
import { conflictOf, noteOf, type Round } from './pushed.ts'
import { sendUpdates } from './send.ts'
import type { Session } from './session.ts'

export const pushUpdates = async (session: Session, round: Round): Promise<void> => {
  const { side, looked, planned, results } = round
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
          isPaid: true,
        })
      else if (answer?.is === 'exists')
        results.set(
          recordId,
          conflictOf(session, object, answer.candidates, 'Another record has the same details'),
        )
      else await onRefusal(session, round, recordId, answer)
    }
  }
}
