import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'

/** What costs credits, and what an admin may take from a member (product 2.4). */
export const Act = z.enum(['reveal', 'download', 'push', 'enrich'])
export type Act = z.infer<typeof Act>

/** Credits a month; null is no cap of one's own. */
export const Cap = z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))

/** Somebody of the organisation; `role` is normalised already (contract/core/roles.ts). */
export const Member = z.object({
  userId: z.string(),
  /** The e-mail address where no name is known. */
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'standard', 'other']),
  /** ISO 8601, to the minute or so; null before the first visit. */
  lastSeen: z.nullable(z.string()),
  cap: Cap,
  disabled: z.array(Act),
})
export type Member = z.infer<typeof Member>

export const memberCalls = {
  setMemberCap: call({
    method: 'PUT',
    path: '/customer/members/{userId}/cap',
    summary: 'What a member may spend a month, and on what',
    input: z.object({
      userId: z.string(),
      cap: Cap,
      disabled: z.array(Act).check(z.maxLength(4)),
    }),
    output: Member,
    gate: 'member',
    roles: ['admin'],
  }),
}
