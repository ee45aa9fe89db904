import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { Category } from '../records/records.ts'
import { changeOf, Id, Moment, Overruled, ReportedDay, ReportedMoment, Version } from './item.ts'

/** More than `maxStops`: several devices may add as many each before they sync. */
export const maxSyncedStops = 100

const NewStop = z.object({
  category: Category,
  /** Stops that were never put in order follow the others, the first added first. */
  addedAt: ReportedMoment,
  /** Where the list or search that it came from is, as in a location filter ('AU/WA'): of several offices, one there is the stop. */
  region: z.optional(z.string().check(z.minLength(1), z.maxLength(120))),
})

/** `name` is null where the record was removed. */
const Stop = z.extend(NewStop, { name: z.nullable(z.string()) })

/** Where a member means to go on a day, one plan a day; only its owner sees it. Where they start is on their device only. */
export const DayPlan = z.object({
  /** `dayPlanId` of the owner and the day. */
  id: Id,
  day: z.string(),
  /** By the id of the record. */
  stops: z.record(Id, Stop),
  /** Ids of stops as they were last put in order; some may have been removed since. */
  order: z.array(Id),
  ownerId: z.string(),
  version: Version,
  updatedAt: Moment,
})
export type DayPlan = z.infer<typeof DayPlan>
export type PlannedStop = DayPlan['stops'][string]

/** What a device syncs. */
export const dayPlansChanges = [changeOf('day-plan', DayPlan)] as const

/** Ext. */
export const dayPlansEndpoints = {
  /**
   * Version 1 of every plan is empty, so plans of one day that two devices made are merged. `stops` replaces all stops that its author saw:
   * those missing were removed.
   */
  changeDayPlan: memberEndpoint({
    method: 'POST',
    path: '/day-plans',
    summary: 'The stops of a day, and their order',
    input: z.object({
      day: ReportedDay,
      baseVersion: Version,
      changes: z.object({
        stops: z.optional(
          z
            .record(Id, NewStop)
            .check(z.refine((stops) => Object.keys(stops).length <= maxSyncedStops)),
        ),
        order: z.optional(z.array(Id).check(z.maxLength(maxSyncedStops))),
      }),
    }),
    output: z.object({ plan: DayPlan, overruled: z.array(Overruled) }),
    offline: true,
  }),
}
