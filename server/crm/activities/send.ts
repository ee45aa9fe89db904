import { dayMs } from '../../../contract/core/days.ts'
import { BatchRefused, Forbidden, Uncertain, Unreadable } from '../../connectors/errors.ts'
import type { Activity, Connector, Written } from '../../connectors/port.ts'
import { Postponed } from '../../platform/db/queue.ts'
import { isProblem } from '../../platform/http/problem-error.ts'
import type { Patience } from '../patience.ts'
import { contentOf } from './content.ts'
import { nextStep, type Content, type Step } from './next-step.ts'
import type { Owners } from './owners.ts'
import {
  recordAbsent,
  recordDone,
  recordLost,
  recordRefused,
  recordSending,
  recordSkipped,
  recordUnknown,
  type Subject,
} from './record.ts'

export type Sending = Subject & {
  connector: Connector
  label: string
  patience: Patience
  owners: Owners
  now: () => number
}

const lookAgainMs = 60_000
const giveUpMs = 3 * dayMs
const lockedMs = 60_000

/** Until nothing is left to do for an activity at one CRM. Throws Postponed while it has to wait. */
export const sendActivity = async (sending: Sending): Promise<void> => {
  const { db, job, key } = sending
  for (let isFirst = true; ; isFirst = false) {
    const step = await db.asOrg(job.orgId, (trx) => nextStep(trx, key, isFirst))
    if (step.is === 'over') return
    try {
      await (step.is === 'open' ? findOut(sending, step) : send(sending, step.content))
    } catch (error) {
      // The connection ended, or an admin must sign in; it goes on once the connection works.
      if (isProblem(error, 'crm-away')) return
      throw error
    }
  }
}

/** An edit may be sent again once the earlier one can no longer arrive. */
const findOut = async (
  sending: Sending,
  { create, sentAt }: Extract<Step, { is: 'open' }>,
): Promise<void> => {
  const { patience, connector, label, now } = sending
  await patience.waitUntil(sentAt + connector.limits.settleMs)
  if (create === null) return recordAbsent(sending)
  const activity = await activityOf(sending, create)
  const written = await patience
    .call((api) => connector.resolveActivity(api, activity, sentAt))
    .catch(unanswered)
  if (written?.is === 'absent') return recordAbsent(sending)
  if (written?.is === 'created' || written?.is === 'updated') return recordDone(sending, written.id)
  if (sentAt + giveUpMs < now())
    return recordLost(sending, `${label} doesn’t say whether it has this. Look there first.`)
  throw new Postponed(`${label} does not know yet what became of an activity`, now() + lookAgainMs)
}

const unanswered = (error: unknown): undefined => {
  if (error instanceof Uncertain || error instanceof Unreadable) return undefined
  throw error
}

const activityOf = async (
  { key, patience, owners }: Sending,
  { source, records, externalId, author, chosen }: Content,
): Promise<Activity> => {
  const id = await owners(patience.call, key.connectionId, chosen, author)
  return contentOf(source, records, { id, author: author.name }, externalId)
}

const send = async (sending: Sending, content: Content): Promise<void> => {
  const { patience, now, label } = sending
  const { version } = content.source
  const activity = await activityOf(sending, content)
  let isSent = false
  try {
    const written = await patience.call(async (api, connector) => {
      isSent = true
      await recordSending(sending, activity, version, now())
      return connector.activity(api, activity)
    })
    await record(sending, activity, written)
  } catch (error) {
    if (error instanceof Uncertain || error instanceof Unreadable) await recordUnknown(sending)
    else if (error instanceof Forbidden)
      await recordRefused(sending, `${label} doesn’t allow it: ${error.message}`)
    else if (error instanceof BatchRefused) await recordRefused(sending, error.message)
    else {
      // Nothing of the call was done, or the connection ended before it.
      const isUndone = error instanceof Postponed || isProblem(error, 'crm-away')
      if (isSent && isUndone) await recordAbsent(sending)
      throw error
    }
  }
}

const record = async (sending: Sending, activity: Activity, written: Written): Promise<void> => {
  const { label, now } = sending
  if (written.is === 'created' || written.is === 'updated') return recordDone(sending, written.id)
  if (written.is === 'deleted')
    return recordSkipped(sending, `It was deleted in ${label}, so it isn’t changed there.`)
  if (written.is === 'refused' && written.retry === 'soon') {
    await recordAbsent(sending)
    throw new Postponed(`${label} has locked the record`, now() + lockedMs)
  }
  if (written.is === 'refused') return recordRefused(sending, `${label}: ${written.text}`)
  if (written.is === 'exists' && activity.id === undefined && written.candidates[0] !== undefined)
    return recordDone(sending, written.candidates[0])
  await recordUnknown(sending)
}
