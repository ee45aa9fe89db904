import type { Activity, Api, Written } from '../port.ts'
import type { Calls, Sent } from './calls.ts'
import { readAll } from './pages.ts'
import { Note, parseData, parsePage, parseSent, Task, User } from './shapes.ts'
import { refusedRow } from './write.ts'

/**
 * A visit or a note becomes a note of the person, or else of the company; a task needs a person. Notes have no key: their last line
 * carries ours. Changes the note or task where `id` is set.
 */
export const writeActivity = async (
  calls: Calls,
  api: Api,
  activity: Activity,
): Promise<Written> => {
  const { ref, id } = activity
  const subject = subjectOf(activity)
  if (!subject) return refuse(ref, 'Salesloft needs a company or a person for a note.')
  if (activity.kind === 'task' && !activity.person)
    return refuse(ref, 'A task in Salesloft needs a person.')
  const user = await readUser(calls, api, activity.ownerId)
  if (!user) return refuse(ref, 'Salesloft does not have this user.', 'ownerId')
  if (activity.kind === 'task') return writeTask(calls, api, activity, user)
  const content = contentOf(activity, user)
  const sent =
    id === undefined
      ? await calls.send(api, 'POST', '/notes', {
          content,
          subject: activity.subject,
          associated_with_type: subject.type,
          associated_with_id: Number(subject.id),
          user_guid: user.guid,
        })
      : await calls.send(api, 'PUT', `/notes/${encodeURIComponent(id)}`, { content })
  return writtenOf(activity, sent)
}

/** Of an activity whose answer was lost at `sentAt`, after `settleMs`. */
export const resolveActivity = async (
  calls: Calls,
  api: Api,
  activity: Activity,
  sentAt: number,
): Promise<Written> => {
  const { ref } = activity
  const subject = subjectOf(activity)
  const id =
    activity.kind === 'task'
      ? await findTask(calls, api, activity.key)
      : subject && (await findNote(calls, api, subject, markOf(activity), sentAt - skewMs))
  return id === undefined ? { ref, is: 'absent' } : { ref, is: 'created', id }
}

type Subject = { type: 'account' | 'person'; id: string }

const subjectOf = ({ person, company }: Activity): Subject | undefined => {
  if (person) return { type: 'person', id: person.id }
  return company === null ? undefined : { type: 'account', id: company }
}

const refuse = (ref: string, text: string, field?: string): Written => ({
  ref,
  is: 'refused',
  code: 'no-subject',
  text,
  field,
  retry: 'never',
})

/** Undefined: the user is not there any longer. */
const readUser = async (
  calls: Calls,
  api: Api,
  ownerId: string | null,
): Promise<User | undefined> => {
  if (ownerId === null) return parseData(User, await calls.get(api, '/me'))
  const answer = await calls.get(api, '/users', [['ids[]', ownerId]])
  return parsePage(User, answer).items.find(({ id }) => String(id) === ownerId)
}

const writeTask = async (
  calls: Calls,
  api: Api,
  activity: Activity,
  user: User,
): Promise<Written> => {
  const { id, key, person } = activity
  const body = {
    subject: activity.subject,
    description: activity.text,
    due_date: dayOf(activity.at, user),
    person_id: Number(person?.id),
    user_id: user.id,
    task_type: 'general',
  }
  if (id !== undefined)
    return writtenOf(
      activity,
      await calls.send(api, 'PUT', `/tasks/${encodeURIComponent(id)}`, body),
    )
  const sent = await calls.send(api, 'POST', '/tasks', { ...body, idempotency_key: key })
  if ('refusal' in sent && sent.refusal.errors.some(({ field }) => field === 'idempotency_key')) {
    const existing = await findTask(calls, api, key)
    if (existing !== undefined) return { ref: activity.ref, is: 'created', id: existing }
  }
  return writtenOf(activity, sent)
}

const writtenOf = ({ ref, id }: Activity, sent: Sent): Written => {
  if ('refusal' in sent) return refusedRow(ref, sent.refusal)
  if (id !== undefined) return { ref, is: 'updated', id }
  return { ref, is: 'created', id: String(parseSent(Task, sent.data).id) }
}

const findTask = async (calls: Calls, api: Api, key: string): Promise<string | undefined> => {
  const answer = await calls.get(api, '/tasks', [['idempotency_key', key]])
  const [task, other] = parsePage(Task, answer).items
  // A filter that is ignored answers with all tasks.
  return task && !other ? String(task.id) : undefined
}

const findNote = async (
  calls: Calls,
  api: Api,
  { type, id }: Subject,
  mark: string,
  since: number,
): Promise<string | undefined> => {
  const notes = await readAll(
    calls,
    api,
    '/notes',
    [
      ['associated_with_type', type],
      ['associated_with_id', id],
      ['updated_at[gte]', new Date(since).toISOString()],
    ],
    Note,
  )
  const note = notes.find(({ content }) => content?.includes(mark))
  return note && String(note.id)
}

/** Between our clock and Salesloft's, at most. */
const skewMs = 600_000

const markOf = ({ key }: Activity): string => `Fieldbook reference: ${key}`

const contentOf = (activity: Activity, user: User): string =>
  [
    `${activity.subject}, ${new Date(activity.at).toLocaleString('en-AU', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zoneOf(user),
    })}`,
    activity.text,
    markOf(activity),
  ].join('\n\n')

const dayOf = (at: number, user: User): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zoneOf(user), dateStyle: 'short' }).format(at)

const zoneOf = ({ time_zone: zone }: User): string => {
  try {
    return new Intl.DateTimeFormat('en-AU', { timeZone: zone ?? 'UTC' }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
