import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { Id, Moment } from '../saved-work/item.ts'
import { SignalCategory } from './signals.ts'

/** Spec 3. */
export const OpenedSignals = z.object({
  listIds: z.array(Id),
  agentId: Id,
  /** The slug is null if the run has several types. */
  signalType: z.object({ slug: z.nullable(z.string()), category: SignalCategory }),
  incrementalRunIds: z.array(Id),
  signalCount: z.int(),
})
export type OpenedSignals = z.infer<typeof OpenedSignals>

/** Product 2.7; the same on all devices of a user. */
export const AppNotification = z.object({
  id: Id,
  at: Moment,
  readAt: z.nullable(Moment),
  /** '12 new hiring surges', and the agent's name. */
  title: z.string(),
  /** Null without an agent, like `opens`. */
  agentName: z.nullable(z.string()),
  opens: z.nullable(OpenedSignals),
  /** What it opens without an agent. Missing in answers of earlier releases. */
  link: z.optional(z.nullable(z.string())),
})
export type AppNotification = z.infer<typeof AppNotification>

export const maxNotifications = 50

/** Product 2.1; Ext. */
export const notificationsEndpoints = {
  notices: memberEndpoint({
    method: 'GET',
    path: '/notices',
    summary: "One's own notices, the newest first, and how many are unread",
    input: z.object({}),
    output: z.object({
      unread: z.int(),
      notices: z.array(AppNotification).check(z.maxLength(maxNotifications)),
    }),
  }),
  /** Idempotent. */
  readNotices: memberEndpoint({
    method: 'POST',
    path: '/notices/read',
    summary: 'Marks notices as read: those named, or all up to a moment',
    input: z.union([
      z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(maxNotifications)) }),
      z.object({ upTo: Moment }),
    ]),
    output: z.object({ unread: z.int() }),
    offline: true,
  }),
}
