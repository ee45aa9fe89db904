import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { Category } from '../records/records.ts'
import { changeOf, Id, Moment, Overruled, ReportedDay, Version } from './item.ts'

/** 'HH:MM', wherever the member is on that day. */
const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** What a member chooses: an undone or reopened follow-up is open again. */
const ChosenState = z.enum(['open', 'done', 'dropped'])
export type ChosenState = z.infer<typeof ChosenState>

/** What led to it. */
const Origin = z.object({ kind: z.enum(['visit', 'note', 'signal']), id: Id })

/** What a member means to do next about a company or a person, and on which day. Only its owner sees it. */
export const FollowUp = z.object({
  id: Id,
  category: Category,
  recordId: Id,
  /** Null where the record was removed, and on a device that does not know it. */
  recordName: z.nullable(z.string()),
  /** Empty: the day says enough. */
  text: z.string(),
  dueDay: z.string(),
  dueTime: z.nullable(z.string()),
  /** ended: its record was removed. */
  state: z.enum(['open', 'done', 'dropped', 'ended']),
  origin: z.nullable(Origin),
  ownerId: z.string(),
  version: Version,
  createdAt: Moment,
  updatedAt: Moment,
})
export type FollowUp = z.infer<typeof FollowUp>

const Text = z.string().check(z.trim(), z.maxLength(200))

/** What a device syncs. */
export const followUpsChanges = [changeOf('follow-up', FollowUp)] as const

/** Ext. Idempotent with an `id` from the caller. */
export const followUpsEndpoints = {
  addFollowUp: memberEndpoint({
    method: 'POST',
    path: '/follow-ups',
    summary: 'What to do next about a company or a person, and on which day',
    input: z.object({
      id: z.optional(Id),
      category: Category,
      recordId: Id,
      text: z._default(Text, ''),
      dueDay: ReportedDay,
      dueTime: z._default(z.nullable(TimeOfDay), null),
      origin: z._default(z.nullable(Origin), null),
      /** Offline it may be over before it is sent. */
      state: z._default(ChosenState, 'open'),
    }),
    output: FollowUp,
    status: 201,
    offline: true,
  }),
  patchFollowUp: memberEndpoint({
    method: 'PATCH',
    path: '/follow-ups/{id}',
    summary: 'Changes, moves, ends or reopens a follow-up of the caller',
    input: z.object({
      id: Id,
      baseVersion: Version,
      changes: z.object({
        text: z.optional(Text),
        dueDay: z.optional(ReportedDay),
        dueTime: z.optional(z.nullable(TimeOfDay)),
        state: z.optional(ChosenState),
      }),
    }),
    output: z.object({ followUp: FollowUp, overruled: z.array(Overruled) }),
    offline: true,
  }),
}
