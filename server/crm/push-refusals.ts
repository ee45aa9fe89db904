import type { Field, Written } from '../connectors/port.ts'
import { shorten } from '../connectors/shorten.ts'
import { fieldsOf } from './describe.ts'
import { failure, type Round } from './pushed.ts'
import type { Session } from './session.ts'

const lockedPauseMs = 2_000

/** An answer that is no record: its row fails, or is planned again. */
export const onRefusal = async (
  session: Session,
  { side, planned, results, again, isLast }: Round,
  recordId: string,
  answer: Written | undefined,
): Promise<void> => {
  const { label, patience, now } = session
  const plan = planned.get(recordId)
  const object = plan !== undefined && 'object' in plan ? plan.object : side.primary.object
  if (answer?.is === 'refused' && answer.retry !== 'soon') {
    // An owner who left is no row's fault: the push ends and says who.
    const isOwner = answer.field !== undefined && answer.field === side.primary.owner?.field.name
    const described =
      answer.retry === 'after-schema' || isOwner ? await session.checkSchema() : session.described
    const reason = describeRefusal(label, answer, fieldsOf(described, object))
    results.set(recordId, failure(side, reason))
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
      answer?.is === 'refused'
        ? describeRefusal(label, answer, fieldsOf(session.described, object))
        : `${label} didn’t answer. Retry this row.`,
    ),
  )
}

/** What the CRM refused, in its own sentence, with its field's label, and what to do. */
export const describeRefusal = (
  label: string,
  { text, field, retry }: Extract<Written, { is: 'refused' }>,
  fields: readonly Pick<Field, 'name' | 'label'>[],
): string => {
  const plain = shorten(text.replaceAll(/\s+/g, ' ').trim(), maxText)
  const sentence = /[.!?…]$/.test(plain) ? plain : `${plain}.`
  const refused = `${label} refused it`
  if (retry === 'soon') return `${refused}: ${sentence} Retry this row.`
  if (field === undefined)
    return `${refused}: ${sentence} Fix that in ${label} or under Map fields, then retry this row.`
  const name = shorten(fields.find((each) => each.name === field)?.label ?? field, maxLabel)
  return `${refused} because of “${name}”: ${sentence} An admin can change what goes into “${name}” under Map fields. Then retry this row.`
}

/** So that what to do is never cut off. */
const maxText = 200
const maxLabel = 60
