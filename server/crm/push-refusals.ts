import type { Written } from '../connectors/port.ts'
import { failure, type Round } from './pushed.ts'
import type { Session } from './session.ts'

const lockedPauseMs = 2_000

/** An answer that is no record: its row fails, or is planned again. */
export const onRefusal = async (
  session: Session,
  { side, results, again, isLast }: Round,
  recordId: string,
  answer: Written | undefined,
): Promise<void> => {
  const { label, patience, now } = session
  if (answer?.is === 'refused' && answer.retry !== 'soon') {
    // An owner who left is no row's fault: the push ends and says who.
    const isOwner = answer.field !== undefined && answer.field === side.primary.owner?.field.name
    if (answer.retry === 'after-schema' || isOwner) await session.checkSchema()
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
  return `${label} refused it${field === undefined ? '' : ` because of “${field}”`}: ${sentence}`
}
