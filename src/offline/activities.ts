import type { Activity, VisitOutcome } from '../../contract/saved-work/activities.ts'
import type { Category } from '../../contract/records/records.ts'
import type { InputOf } from './calls.ts'
import { changing, creating, moment, removing } from './edits.ts'
import { edit, type Local } from './outbox.ts'

/** The record something was done with. */
export type About = { category: Category; recordId: string }

/** A note on a record; answers its id. It is on this device when this resolves. */
export const addNote = (local: Local, about: About, text: string): Promise<string> =>
  add(local, about, { kind: 'note', text })

/** A visit, just now unless `at` (ISO 8601) says when; where it took place is not kept. */
export const addVisit = (
  local: Local,
  about: About,
  visit: { outcome: VisitOutcome; text?: string; at?: string },
): Promise<string> => add(local, about, { kind: 'visit', text: '', ...visit })

/** Tells that a field of a record is wrong, and what is wrong with it. */
export const reportWrong = (
  local: Local,
  about: About,
  report: { field: string; text: string },
): Promise<string> => add(local, about, { kind: 'report', ...report })

export const changeActivity = (
  local: Local,
  seen: Activity,
  changes: InputOf<'patchActivity'>['changes'],
): Promise<void> => edit(local, changing('activity', 'activities', seen.id, { ...seen }, changes))

export const deleteActivity = (local: Local, id: string): Promise<void> =>
  edit(local, removing('activity', 'activities', id))

/** A word to the people who make Fieldbook; answers its id. It has no place on the device besides the outbox. */
export const sendFeedback = async (
  local: Local,
  feedback: InputOf<'feedback'>,
): Promise<string> => {
  const id = local.newId()
  await edit(local, {
    kind: 'feedback',
    table: null,
    item: id,
    entity: `feedback:${id}`,
    effect: { do: 'ask' },
    extra: { ...feedback },
  })
  return id
}

const add = async (
  local: Local,
  about: About,
  said: Pick<Activity, 'kind' | 'text'> & Partial<Pick<Activity, 'outcome' | 'field' | 'at'>>,
): Promise<string> => {
  const id = local.newId()
  const now = moment(local)
  const value: Activity = {
    id,
    ...about,
    outcome: null,
    field: null,
    at: now,
    ...said,
    text: said.text.trim(),
    authorId: local.device.userId,
    isAuthor: true,
    version: 0,
    createdAt: now,
    updatedAt: now,
  }
  await edit(local, creating('activity', 'activities', id, value))
  return id
}
