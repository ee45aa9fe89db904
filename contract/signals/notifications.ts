import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { Id, Moment } from '../saved-work/item.ts'
import { SignalCategory } from './signals.ts'

/** What opens when a notice of signals is pressed: the spec's opened signal notification (spec 3). */
export const OpenedSignals = z.object({
  listIds: z.array(Id),
  agentId: Id,
  /** The slug is null where the run holds several types. */
  signalType: z.object({ slug: z.nullable(z.string()), category: SignalCategory }),
  incrementalRunIds: z.array(Id),
  signalCount: z.int(),
})
export type OpenedSignals = z.infer<typeof OpenedSignals>

/** One message to a person: an agent's run (product 2.7). The same on all their devices. */
export const Notice = z.object({
  id: Id,
  at: Moment,
  readAt: z.nullable(Moment),
  /** '12 new hiring surges' and what it was looked for in: the agent's name. */
  title: z.string(),
  agentName: z.string(),
  opens: OpenedSignals,
})
export type Notice = z.infer<typeof Notice>

/** How many a list of notices holds, and how long they are kept. */
export const mostNotices = 50

/** The bell (product 2.1; Ext). */
export const noticesCalls = {
  notices: call({
    method: 'GET',
    path: '/notices',
    summary: "One's own notices, the newest first, and how many are unread",
    input: z.object({}),
    output: z.object({ unread: z.int(), notices: z.array(Notice).check(z.maxLength(mostNotices)) }),
  }),
  /** Reading twice is reading once. */
  readNotices: call({
    method: 'POST',
    path: '/notices/read',
    summary: 'Marks notices as read: those named, or all up to a moment',
    input: z.union([
      z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(mostNotices)) }),
      z.object({ upTo: Moment }),
    ]),
    output: z.object({ unread: z.int() }),
    offline: true,
  }),
}
