import * as z from 'zod/mini'
import type { Activity, Api, Written } from '../port.ts'
import { escapeHtml } from '../escape-html.ts'
import type { Calls } from './calls.ts'
import { ownId } from './own-id.ts'
import { refusedRow } from './refusals.ts'
import { guidOf, tables } from './tables.ts'
import { readTimeZone } from './time-zone.ts'
import { isDone, refuseSlow } from './write.ts'

/**
 * A visit or a note becomes a note in the timeline of the person, or else of the company; a task becomes a task. Their ids are ours, so
 * that a repeated create meets the first. Changes the note or task where `id` is set.
 */
export const writeActivity = async (
  calls: Calls,
  api: Api,
  activity: Activity,
  now: () => number,
): Promise<Written> => {
  const { ref, key, kind } = activity
  const subject = subjectOf(activity)
  if (!subject)
    return {
      ref,
      is: 'refused',
      code: 'no-subject',
      text: 'Dynamics 365 needs a company or a person for an activity.',
      retry: 'never',
    }
  const set = kind === 'task' ? 'tasks' : 'annotations'
  const isNew = activity.id === undefined
  const id = isNew ? ownId(set, key) : guidOf(activity.id ?? '')
  const answers = await calls.batch(api, [
    {
      method: 'PATCH',
      path: `/${set}(${id})`,
      headers: isNew ? { 'If-None-Match': '*' } : { 'If-Match': '*' },
      body: {
        ...(kind === 'task' ? taskOf(activity) : noteOf(activity, await zoneOf(calls, api))),
        ...(isNew && linksOf(activity, subject)),
      },
    },
  ])
  refuseSlow(answers, now())
  const [answer] = answers
  if (!answer) return { ref, is: 'unknown' }
  if (!isNew) return isDone(answer) ? { ref, is: 'updated', id } : refusedRow(ref, id, answer)
  // It is there from an attempt before.
  if (isDone(answer) || answer.status === 412) return { ref, is: 'created', id }
  return refusedRow(ref, id, answer)
}

type Subject = { object: 'company' | 'contact' | 'lead'; id: string }

const subjectOf = ({ person, company }: Activity): Subject | undefined =>
  person ?? (company === null ? undefined : { object: 'company', id: company })

/** Dataverse names a link by the table that it leads to. */
const linksOf = ({ kind, ownerId }: Activity, { object, id }: Subject): Record<string, string> => {
  const { name, set } = tables[object]
  const link = kind === 'task' ? `regardingobjectid_${name}_task` : `objectid_${name}`
  return {
    [`${link}@odata.bind`]: `/${set}(${guidOf(id)})`,
    ...(ownerId !== null && { 'ownerid@odata.bind': `/systemusers(${guidOf(ownerId)})` }),
  }
}

const taskOf = ({ subject, text, at }: Activity) => ({
  subject: subject.slice(0, 200),
  description: text,
  scheduledend: new Date(at).toISOString(),
})

/** The timeline shows notes as HTML. */
const noteOf = ({ subject, text, at }: Activity, timeZone: string) => {
  const time = new Date(at).toLocaleString('en-AU', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const lines = [timeZone === 'UTC' ? `${time} UTC` : time, ...text.split(/\r?\n/)]
  return {
    subject: subject.slice(0, 500),
    notetext: lines.map((line) => `<div>${escapeHtml(line) || '<br>'}</div>`).join(''),
  }
}

const zoneOf = async (calls: Calls, api: Api): Promise<string> => {
  const { UserId } = await calls.get(api, '/WhoAmI', z.object({ UserId: z.string() }))
  return (await readTimeZone(calls, api, UserId)) ?? 'UTC'
}
