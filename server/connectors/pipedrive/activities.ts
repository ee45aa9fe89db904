import * as z from 'zod/mini'
import type { Activity, Api, Written } from '../port.ts'
import { escapeHtml } from '../escape-html.ts'
import { skewMs, type Calls } from './calls.ts'
import { eachPage, secondsOf } from './pages.ts'
import { parseData } from './shapes.ts'
import { idOf, refusedRow } from './write.ts'

/** A visit or a task becomes an activity, a note becomes a note. Neither has a key: their last line carries ours. */
export const writeActivity = async (
  calls: Calls,
  api: Api,
  activity: Activity,
): Promise<Written> => {
  const { ref, id, kind } = activity
  const write = async (body: object): Promise<Written> => {
    const path = kind === 'note' ? 'v1/notes' : 'v2/activities'
    const sent =
      id === undefined
        ? await calls.send(api, 'POST', path, body)
        : await calls.send(
            api,
            kind === 'note' ? 'PUT' : 'PATCH',
            `${path}/${encodeURIComponent(id)}`,
            body,
          )
    if ('refusal' in sent) return refusedRow(ref, sent.refusal, [{ name: 'type', code: 'type' }])
    return id === undefined ? { ref, is: 'created', id: idOf(sent) } : { ref, is: 'updated', id }
  }
  if (kind === 'note') return write(noteOf(activity))
  const type = kind === 'task' ? 'task' : 'meeting'
  const written = await write(activityOf(activity, type))
  if (written.is !== 'refused' || written.field !== 'type') return written
  const other = await readType(calls, api)
  return other === undefined ? written : write(activityOf(activity, other))
}

/** Of an activity whose answer was lost at `sentAt`, after `settleMs`. */
export const resolveActivity = async (
  calls: Calls,
  api: Api,
  activity: Activity,
  sentAt: number,
): Promise<Written> => {
  const { ref, kind, company, person } = activity
  // An edit may be sent again.
  if (activity.id !== undefined) return { ref, is: 'absent' }
  const query = {
    ...(company === null ? { person_id: person?.id } : { org_id: company }),
    updated_since: secondsOf(sentAt - skewMs),
  }
  const mark = markOf(activity)
  const id =
    kind === 'note'
      ? await findNote(calls, api, query, mark)
      : await findIn(calls, api, query, mark)
  return id === undefined ? { ref, is: 'absent' } : { ref, is: 'created', id: String(id) }
}

type Scope = { org_id?: string | undefined; person_id?: string | undefined; updated_since: string }

const notesPerPage = 100

const Stored = z.object({ id: z.number(), note: z.nullish(z.string()) })
const Note = z.object({ id: z.number(), content: z.nullish(z.string()) })
const NotePage = z.object({
  additional_data: z.nullish(
    z.object({
      pagination: z.nullish(z.object({ more_items_in_collection: z.nullish(z.boolean()) })),
    }),
  ),
})
const ActivityType = z.object({ key_string: z.string(), active_flag: z.nullish(z.boolean()) })

const findIn = async (
  calls: Calls,
  api: Api,
  scope: Scope,
  mark: string,
): Promise<number | undefined> => {
  let found: number | undefined
  await eachPage(calls, api, 'v2/activities', scope, Stored, (items) => {
    found = items.find(({ note }) => note?.includes(mark))?.id
    return found !== undefined
  })
  return found
}

const findNote = async (
  calls: Calls,
  api: Api,
  scope: Scope,
  mark: string,
): Promise<number | undefined> => {
  for (let start = 0; ; start += notesPerPage) {
    const query = { ...scope, sort: 'id DESC', start, limit: notesPerPage }
    const answer = await calls.get(api, 'v1/notes', query)
    if (answer === null) return undefined
    const notes = parseData(z.nullable(z.array(Note)), answer) ?? []
    const note = notes.find(({ content }) => content?.includes(mark))
    const page = NotePage.safeParse(answer)
    const hasMore = page.data?.additional_data?.pagination?.more_items_in_collection === true
    if (note || !hasMore) return note?.id
  }
}

/** For accounts that removed or renamed the usual types. */
const readType = async (calls: Calls, api: Api): Promise<string | undefined> => {
  const answer = await calls.get(api, 'v1/activityTypes')
  if (answer === null) return undefined
  const types = parseData(z.nullable(z.array(ActivityType)), answer) ?? []
  return types.find(({ active_flag: isActive }) => isActive !== false)?.key_string
}

const activityOf = (activity: Activity, type: string): object => {
  const at = new Date(activity.at).toISOString()
  const { subject, ownerId, company, person } = activity
  return {
    subject,
    type,
    done: activity.kind === 'visit',
    due_date: at.slice(0, 10),
    due_time: at.slice(11, 19),
    note: `${paragraphs(activity.text)}${markOf(activity)}`,
    ...(ownerId !== null && { owner_id: Number(ownerId) }),
    ...(company !== null && { org_id: Number(company) }),
    ...(person && { participants: [{ person_id: Number(person.id), primary: true }] }),
  }
}

/** Only admins may name another author. */
const noteOf = (activity: Activity): object => {
  const { subject, text, at, id, company, person } = activity
  const content = `<p><b>${escapeHtml(subject)}</b></p>${paragraphs(text)}${markOf(activity)}`
  if (id !== undefined) return { content }
  return {
    content,
    add_time: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    ...(company !== null && { org_id: Number(company) }),
    ...(person && { person_id: Number(person.id) }),
  }
}

/** Survives the CRM's cleaning of HTML, which a comment would not. */
const markOf = ({ key }: Activity): string => `<p>Fieldbook reference: ${escapeHtml(key)}</p>`

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')
