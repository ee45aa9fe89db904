import * as z from 'zod/mini'
import { Uncertain } from '../errors.ts'
import type { Activity, Api, Written } from '../port.ts'
import { readUser } from './account.ts'
import { ReadRefused, type Refusal } from './answers.ts'
import type { Calls, Sent } from './calls.ts'
import { textOf } from './candidates.ts'
import { refusedRow } from './row-errors.ts'
import { like, quote } from './soql.ts'

/**
 * A task of Salesforce: done for a visit or a note, open for a task. `CallObject` carries our key; where the user may not set it, the end
 * of the subject does. Changes the task where `id` is set.
 */
export const writeActivity = async (
  calls: Calls,
  api: Api,
  activity: Activity,
): Promise<Written> => {
  const { ref, id } = activity
  const people = peopleOf(activity)
  if (!people)
    return {
      ref,
      is: 'refused',
      code: 'no-subject',
      text: 'A task in Salesforce needs a company or a person.',
      retry: 'never',
    }
  const { timeZone } = await readUser(calls, api)
  const body = { ...people, ...bodyOf(activity, timeZone ?? 'UTC') }
  const sent = await send(calls, api, id, {
    ...body,
    Subject: cut(activity.subject, maxSubject),
    CallObject: callObjectOf(activity),
  })
  if (!('refusal' in sent) || !sent.refusal.problems.some(isCallObjectHidden))
    return writtenOf(activity, sent)
  const mark = ` ${markOf(activity)}`
  return writtenOf(
    activity,
    await send(calls, api, id, {
      ...body,
      Subject: `${cut(activity.subject, maxSubject - mark.length)}${mark}`,
    }),
  )
}

/** Of an activity whose answer was lost, when that call can no longer be done. */
export const resolveActivity = async (
  calls: Calls,
  api: Api,
  activity: Activity,
): Promise<Written> => {
  const { ref } = activity
  const [task] = [
    ...(await findTasks(calls, api, `CallObject = ${quote(callObjectOf(activity))}`)),
    ...(await findTasks(calls, api, `Subject LIKE ${like(markOf(activity))}`)),
  ]
  return task === undefined ? { ref, is: 'absent' } : { ref, is: 'created', id: task }
}

const maxSubject = 255
const maxText = 32_000

const callObjectOf = ({ key }: Activity): string => `fieldbook:${key}`
const markOf = ({ key }: Activity): string => `[fieldbook:${key}]`

/** A lead has no account, so a task of a lead names no company. Undefined: neither is named. */
const peopleOf = ({ person, company }: Activity): Record<string, string> | undefined => {
  if (!person) return company === null ? undefined : { WhatId: company }
  if (person.object === 'lead' || company === null) return { WhoId: person.id }
  return { WhoId: person.id, WhatId: company }
}

/** A task has a day and no time: the time leads the text. An open task has the account's own first status. */
const bodyOf = ({ kind, at, text, ownerId }: Activity, timeZone: string) => {
  const time = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(at)
  return {
    Description: cut(kind === 'task' ? text : `${time}\n\n${text}`, maxText),
    ActivityDate: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at),
    TaskSubtype: 'Task',
    ...(kind !== 'task' && { Status: 'Completed' }),
    ...(ownerId !== null && { OwnerId: ownerId }),
  }
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

const send = (
  calls: Calls,
  api: Api,
  id: string | undefined,
  body: Record<string, string>,
): Promise<Sent> => {
  if (id === undefined) return calls.send(api, 'POST', '/sobjects/Task', body)
  // What kind of task it is, is fixed when it is created.
  const { TaskSubtype: _, ...changes } = body
  return calls.send(api, 'PATCH', `/sobjects/Task/${encodeURIComponent(id)}`, changes)
}

const isCallObjectHidden = ({ code, text, fields }: Refusal['problems'][number]): boolean =>
  (code === 'INVALID_FIELD' || code === 'INVALID_FIELD_FOR_INSERT_UPDATE') &&
  (fields.includes('CallObject') || text.includes('CallObject'))

const Created = z.object({ id: z.string(), success: z.literal(true) })

const writtenOf = ({ ref, id }: Activity, sent: Sent): Written => {
  if ('refusal' in sent) return refusedRow(ref, sent.refusal.problems, { id })
  if (id !== undefined) return { ref, is: 'updated', id }
  const created = Created.safeParse(sent.data)
  if (!created.success) throw new Uncertain('The answer of Salesforce names no task.')
  return { ref, is: 'created', id: created.data.id }
}

/** None where the user may not see the field. */
const findTasks = async (calls: Calls, api: Api, condition: string): Promise<readonly string[]> => {
  try {
    const rows = await calls.query(
      api,
      `SELECT Id FROM Task WHERE ${condition} ORDER BY Id LIMIT 2`,
    )
    return rows.map((row) => textOf(row['Id']))
  } catch (error) {
    if (error instanceof ReadRefused && error.code === 'INVALID_FIELD') return []
    throw error
  }
}
