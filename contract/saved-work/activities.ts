import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { Category } from '../records/records.ts'
import { changeOf, Id, Moment, Nothing, Overruled, ReportedMoment, Version } from './item.ts'

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
 * visit: a member was there; report: a field is wrong. The author changes an activity, admins may delete it. The location of a
 * visit is never stored.
 */
export const Activity = z.object({
  id: Id,
  kind: z.enum(['note', 'visit', 'report']),
  category: Category,
  recordId: Id,
  text: z.string(),
  /** When it happened, possibly before it reached the server. */
  at: Moment,
  outcome: z.nullable(VisitOutcome),
  /** Of a report: the wrong field. */
  field: z.nullable(z.string()),
  authorId: z.string(),
  isAuthor: z.boolean(),
  version: Version,
  createdAt: Moment,
  updatedAt: Moment,
})
export type Activity = z.infer<typeof Activity>

/** A report with this reason refunds the credit of a paid record (product 2.6). */
export const doesNotWork = 'Does not work'

/** A visit with the name of its record; null where the record was removed. */
export type NamedVisit = Activity & { recordName: string | null }

export type OutcomeCounts = Partial<Record<VisitOutcome, number>>

/** Per page. */
export const maxVisits = 100

/** In place of a user's id: all members. */
export const everyone = 'everyone'

/** `by` is a user's id or `everyone`, the caller's without it. */
export const VisitFilter = z.object({
  by: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  outcome: z.optional(VisitOutcome),
  list: z.optional(Id),
})

const Text = z.string().check(z.trim(), z.maxLength(2000))
const RequiredText = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))
const on = { id: z.optional(Id), category: Category, recordId: Id }

/** What a device syncs. */
export const activitiesChanges = [changeOf('activity', Activity)] as const

/** Notes, visits and data reports on a company or person (product 2.1, 2.13; Ext). Idempotent with an `id` from the caller. */
export const activitiesEndpoints = {
  activities: memberEndpoint({
    method: 'GET',
    path: '/records/{category}/{recordId}/activities',
    summary: 'Notes, visits and reports on a record, the latest first, 200 at most',
    input: z.object({ category: Category, recordId: Id }),
    output: z.array(Activity),
  }),
  /** Other members' visits are for admins. `counts` are of every outcome. */
  visits: memberEndpoint({
    method: 'GET',
    path: '/visits',
    summary: 'Visits by member, outcome and list, the latest first',
    input: z.extend(VisitFilter, { after: z.optional(Id) }),
    output: z.object({
      visits: z.array(z.extend(Activity, { recordName: z.nullable(z.string()) })),
      counts: z.partialRecord(VisitOutcome, z.int()),
      /** `after` of the next page; null after the last. */
      next: z.nullable(Id),
    }),
  }),
  addNote: memberEndpoint({
    method: 'POST',
    path: '/activities/note',
    summary: 'A note on a record',
    input: z.object({ ...on, text: RequiredText, at: ReportedMoment }),
    output: Activity,
    status: 201,
    offline: true,
  }),
  addVisit: memberEndpoint({
    method: 'POST',
    path: '/activities/visit',
    summary: 'A visit to a company or person',
    input: z.object({
      ...on,
      text: z._default(Text, ''),
      at: ReportedMoment,
      outcome: VisitOutcome,
    }),
    output: Activity,
    status: 201,
    offline: true,
  }),
  reportWrong: memberEndpoint({
    method: 'POST',
    path: '/activities/report',
    summary: 'Tells that a field of a record is wrong, and what is wrong with it',
    input: z.object({
      ...on,
      field: z.string().check(z.minLength(1), z.maxLength(80)),
      text: RequiredText,
      at: ReportedMoment,
    }),
    output: Activity,
    status: 201,
    offline: true,
  }),
  patchActivity: memberEndpoint({
    method: 'PATCH',
    path: '/activities/{id}',
    summary: 'Changes a note, visit or report of the caller',
    input: z.object({
      id: Id,
      baseVersion: Version,
      changes: z.object({
        text: z.optional(Text),
        at: z.optional(ReportedMoment),
        outcome: z.optional(VisitOutcome),
      }),
    }),
    output: z.object({ activity: Activity, overruled: z.array(Overruled) }),
    offline: true,
  }),
  deleteActivity: memberEndpoint({
    method: 'DELETE',
    path: '/activities/{id}',
    summary: 'Deletes a note, visit or report: the caller’s, or any for an admin',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
}
