import type { Category } from '../../contract/records/records.ts'
import type { FollowUp } from '../../contract/saved-work/follow-ups.ts'
import type { InputOf } from './calls.ts'
import type { Device } from './database.ts'
import { changeEdit, createEdit, moment } from './edits.ts'
import { readItems, type LiveItem } from './live.ts'
import { edit, type Edit, type Local } from './outbox.ts'

export type NewFollowUp = Pick<FollowUp, 'text' | 'dueDay' | 'dueTime' | 'origin'>

export type NamedRecord = { category: Category; recordId: string; name: string }

/** Adds a follow-up of the user. */
export const addFollowUp = (
  local: Local,
  about: NamedRecord,
  followUp: NewFollowUp,
): Promise<void> => edit(local, newFollowUpEdit(local, about, followUp))

export const newFollowUpEdit = (
  local: Local,
  { category, recordId, name }: NamedRecord,
  { text, ...rest }: NewFollowUp,
): Edit => {
  const id = local.newId()
  const now = moment(local)
  const value: FollowUp = {
    id,
    category,
    recordId,
    recordName: name,
    text: text.trim(),
    ...rest,
    state: 'open',
    ownerId: local.device.userId,
    version: 0,
    createdAt: now,
    updatedAt: now,
  }
  return createEdit('followUps', id, value)
}

export const changeFollowUp = (
  local: Local,
  seen: FollowUp,
  changes: InputOf<'patchFollowUp'>['changes'],
): Promise<void> => edit(local, changeEdit('followUps', seen.id, { ...seen }, changes))

/** The user's follow-ups, the next one due first. */
export const followUps = async (device: Device): Promise<LiveItem<FollowUp>[]> =>
  (await readItems<FollowUp>(device, 'followUps', dueOf)).toReversed()

/** Those with a record, the next one due first. */
export const followUpsOf = async (
  device: Device,
  recordId: string,
): Promise<LiveItem<FollowUp>[]> =>
  (
    await readItems<FollowUp>(device, 'followUps', dueOf, (tables) =>
      tables.followUps.where('value.recordId').equals(recordId).toArray(),
    )
  ).toReversed()

/** Those of a day without a time come first. */
const dueOf = ({ dueDay, dueTime, id }: FollowUp): string => `${dueDay} ${dueTime ?? ''} ${id}`
