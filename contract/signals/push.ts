import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { OpenedSignals } from './notifications.ts'
import { Id, Moment, Nothing } from '../saved-work/item.ts'

/** At most 4 KB encrypted; `names` only for users who allow them on their lock screen. */
export const PushMessage = z.object({
  v: z.literal(1),
  /** Tag and topic: a repeated delivery replaces the first. */
  runId: Id,
  noticeId: Id,
  /** If another user has signed in since, the device shows a neutral message. */
  forDevice: Id,
  title: z.string(),
  opens: OpenedSignals,
  names: z.optional(z.array(z.string()).check(z.maxLength(3))),
  /** For the app's badge. */
  unread: z.int(),
  sentAt: Moment,
})
export type PushMessage = z.infer<typeof PushMessage>

/**
 * Of follow-ups that are due. `names` only for users who allow them on their lock screen, and `text` only of a single one. A
 * service worker that does not know it shows its neutral notification.
 */
export const ReminderMessage = z.object({
  kind: z.literal('reminder'),
  /** Tag and topic: a repeated delivery replaces the first. */
  runId: Id,
  forDevice: Id,
  count: z.int(),
  names: z.optional(z.array(z.string()).check(z.maxLength(3))),
  text: z.optional(z.string()),
  /** What it is about, unless those are many: a page closes the notification once none of them is open. */
  followUps: z.optional(z.array(Id)),
})
export type ReminderMessage = z.infer<typeof ReminderMessage>

export const PushDevice = z.object({
  id: Id,
  /** 'Chrome on Windows'. */
  label: z.string(),
  createdAt: Moment,
  lastSeenAt: Moment,
  /** Accepted by the push service. */
  lastSentAt: z.nullable(Moment),
})
export type PushDevice = z.infer<typeof PushDevice>

const base64Url = (max: number) => z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(max))

export const pushEndpoints = {
  pushKey: memberEndpoint({
    method: 'GET',
    path: '/push/key',
    summary: 'The public key devices subscribe with (VAPID, base64url)',
    input: z.object({}),
    output: z.object({ publicKey: z.string() }),
  }),
  /** The endpoint must belong to a known push service. Another member's endpoint becomes the caller's. */
  subscribeDevice: memberEndpoint({
    method: 'PUT',
    path: '/push/devices',
    summary: 'Registers this device for push messages, or confirms that it still is',
    input: z.object({
      endpoint: z.url().check(z.maxLength(1000)),
      keys: z.object({ p256dh: base64Url(200), auth: base64Url(60) }),
      label: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
      /** Only confirms this device: 404 if it was revoked. */
      renews: z.optional(Id),
    }),
    output: PushDevice,
  }),
  pushDevices: memberEndpoint({
    method: 'GET',
    path: '/push/devices',
    summary: "One's own devices that get push messages, and whether they may show names",
    input: z.object({}),
    output: z.object({ devices: z.array(PushDevice), showNames: z.boolean() }),
  }),
  forgetDevice: memberEndpoint({
    method: 'DELETE',
    path: '/push/devices/{id}',
    summary: 'Sends a device no more push messages',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
  }),
  pushSettings: memberEndpoint({
    method: 'PUT',
    path: '/push/settings',
    summary: 'Whether names of companies and people may stand on the lock screen',
    input: z.object({ showNames: z.boolean() }),
    output: Nothing,
    status: 204,
  }),
}
