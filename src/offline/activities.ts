import type { Activity, VisitOutcome } from '../../contract/saved-work/activities.ts'
import type { Category } from '../../contract/records/records.ts'
import type { InputOf } from './calls.ts'
import { changeEdit, createEdit, moment, removeEdit } from './edits.ts'
import { newFollowUpEdit, type NewFollowUp } from './follow-ups.ts'
import { edit, type Edit, type Local } from './outbox.ts'

export type About = { category: Category; recordId: string }

export const addNote = (local: Local, about: About, text: string): Promise<string> =>
  add(local, about, { kind: 'note', text })

/** Adds a visit, now unless `at` (ISO 8601) says when, and with it the follow-up it leads to. The device's position is not stored. */
export const addVisit = (
  local: Local,
  about: About,
  visit: { outcome: VisitOutcome; text?: string; at?: string },
  next: (Omit<NewFollowUp, 'origin'> & { name: string }) | null = null,
): Promise<string> =>
  add(local, about, { kind: 'visit', text: '', ...visit }, (id) => {
    if (next === null) return []
    const { name, ...followUp } = next
    return [
      newFollowUpEdit(local, { ...about, name }, { ...followUp, origin: { kind: 'visit', id } }),
    ]
  })

/** Reports that a field of a record is wrong, and why. */
export const reportWrong = (
  local: Local,
  about: About,
  report: { field: string; text: string },
): Promise<string> => add(local, about, { kind: 'report', ...report })

export const changeActivity = (
  local: Local,
  seen: Activity,
  changes: InputOf<'patchActivity'>['changes'],
): Promise<void> => edit(local, changeEdit('activities', seen.id, { ...seen }, changes))

export const deleteActivity = (local: Local, id: string): Promise<void> =>
  edit(local, removeEdit('activities', id))

/** Sends feedback to Fieldbook and answers its id. Only the outbox stores it. */
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
  alsoEdits: (id: string) => readonly Edit[] = () => [],
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
  await edit(local, createEdit('activities', id, value), ...alsoEdits(id))
  return id
}
