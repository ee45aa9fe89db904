import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { OpenedSignals } from './notifications.ts'
import { Id, Moment, Nothing } from '../saved-work/item.ts'

/** What goes to a device, at most 4 KB encrypted: ids and counts; `names` only for those who chose to see names on their lock screen. */
export const PushMessage = z.object({
  v: z.literal(1),
  /** Tag of the notice and topic of the message: a second delivery takes the place of the first. */
  runId: Id,
  noticeId: Id,
  /** Whom it is for: a device somebody else signed in on in the meantime shows it as a neutral one. */
  forDevice: Id,
  title: z.string(),
  opens: OpenedSignals,
  names: z.optional(z.array(z.string()).check(z.maxLength(3))),
  /** Unread notices altogether, for the badge of the app. */
  unread: z.int(),
  sentAt: Moment,
})
export type PushMessage = z.infer<typeof PushMessage>

/** A device that gets push messages. */
export const PushDevice = z.object({
  id: Id,
  /** 'Chrome on Windows'. */
  label: z.string(),
  createdAt: Moment,
  lastSeenAt: Moment,
  /** The last message that arrived at the push service. */
  lastSentAt: z.nullable(Moment),
})
export type PushDevice = z.infer<typeof PushDevice>

const base64Url = (most: number) => z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(most))

export const pushCalls = {
  pushKey: call({
    method: 'GET',
    path: '/push/key',
    summary: 'The public key devices subscribe with (VAPID, base64url)',
    input: z.object({}),
    output: z.object({ publicKey: z.string() }),
  }),
  /** The endpoint's host must be one of a known push service. An endpoint another member subscribed with becomes the caller's. */
  subscribeDevice: call({
    method: 'PUT',
    path: '/push/devices',
    summary: 'Registers this device for push messages, or confirms that it still is',
    input: z.object({
      endpoint: z.url().check(z.maxLength(1000)),
      keys: z.object({ p256dh: base64Url(200), auth: base64Url(60) }),
      label: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    }),
    output: PushDevice,
  }),
  pushDevices: call({
    method: 'GET',
    path: '/push/devices',
    summary: "One's own devices that get push messages, and whether they may show names",
    input: z.object({}),
    output: z.object({ devices: z.array(PushDevice), showNames: z.boolean() }),
  }),
  forgetDevice: call({
    method: 'DELETE',
    path: '/push/devices/{id}',
    summary: 'Sends a device no more push messages',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
  }),
  pushSettings: call({
    method: 'PUT',
    path: '/push/settings',
    summary: 'Whether names of companies and people may stand on the lock screen',
    input: z.object({ showNames: z.boolean() }),
    output: Nothing,
    status: 204,
  }),
}
