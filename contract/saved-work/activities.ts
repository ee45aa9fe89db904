import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { Category } from '../records/records.ts'
import { Id, Moment, Nothing, Overruled, ToldMoment, Version } from './item.ts'

export const visitOutcomes = [
  'met',
  'nobody there',
  'call back',
  'interested',
  'not interested',
] as const
export const VisitOutcome = z.enum(visitOutcomes)
export type VisitOutcome = z.infer<typeof VisitOutcome>

/**
 * What members did with a record. note: words; visit: someone was there; report: a field is wrong. The whole organisation sees
 * them; the author changes them, admins may delete them. Where a visit took place is not asked and not kept.
 */
export const Activity = z.object({
  id: Id,
  kind: z.enum(['note', 'visit', 'report']),
  category: Category,
  recordId: Id,
  text: z.string(),
  /** When it happened, which may be before it reached the server. */
  at: Moment,
  /** Of a visit. */
  outcome: z.nullable(VisitOutcome),
  /** Of a report: the field that is wrong. */
  field: z.nullable(z.string()),
  authorId: z.string(),
  isAuthor: z.boolean(),
  version: Version,
  createdAt: Moment,
  updatedAt: Moment,
})
export type Activity = z.infer<typeof Activity>

/** The reason of a report that gives the credit of a paid record back: the e-mail bounces, the number is dead (product 2.6). */
export const doesNotWork = 'Does not work'

const Text = z.string().check(z.trim(), z.maxLength(2000))
const Words = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))
const on = { id: z.optional(Id), category: Category, recordId: Id }

/** Notes, visits and reports of wrong data on a company or person (product 2.1, 2.13; Ext). With an `id` of the caller's own, sending twice is sending once. */
export const activitiesCalls = {
  activities: call({
    method: 'GET',
    path: '/records/{category}/{recordId}/activities',
    summary: 'Notes, visits and reports on a record, the latest first, 200 at most',
    input: z.object({ category: Category, recordId: Id }),
    output: z.array(Activity),
  }),
  addNote: call({
    method: 'POST',
    path: '/activities/note',
    summary: 'A note on a record',
    input: z.object({ ...on, text: Words, at: ToldMoment }),
    output: Activity,
    status: 201,
    offline: true,
  }),
  addVisit: call({
    method: 'POST',
    path: '/activities/visit',
    summary: 'A visit to a company or person',
    input: z.object({ ...on, text: z._default(Text, ''), at: ToldMoment, outcome: VisitOutcome }),
    output: Activity,
    status: 201,
    offline: true,
  }),
  reportWrong: call({
    method: 'POST',
    path: '/activities/report',
    summary: 'Tells that a field of a record is wrong, and what is wrong with it',
    input: z.object({
      ...on,
      field: z.string().check(z.minLength(1), z.maxLength(80)),
      text: Words,
      at: ToldMoment,
    }),
    output: Activity,
    status: 201,
    offline: true,
  }),
  patchActivity: call({
    method: 'PATCH',
    path: '/activities/{id}',
    summary: "Changes one's own note, visit or report",
    input: z.object({
      id: Id,
      baseVersion: Version,
      changes: z.object({
        text: z.optional(Text),
        at: z.optional(ToldMoment),
        outcome: z.optional(VisitOutcome),
      }),
    }),
    output: z.object({ activity: Activity, overruled: z.array(Overruled) }),
    offline: true,
  }),
  deleteActivity: call({
    method: 'DELETE',
    path: '/activities/{id}',
    summary: "Deletes one's own note, visit or report; an admin any",
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
}
