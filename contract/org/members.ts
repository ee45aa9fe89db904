import * as z from 'zod/mini'
import { adminEndpoint } from '../core/endpoint.ts'

/** They cost credits; an admin may disable them for a member (product 2.4). */
export const Act = z.enum(['reveal', 'download', 'push', 'enrich'])
export type Act = z.infer<typeof Act>

/** Credits per month; null is no cap. */
export const Cap = z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))

/** `role` is already normalised (contract/core/roles.ts). */
export const Member = z.object({
  userId: z.string(),
  /** The email address if the name is unknown. */
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'standard', 'other']),
  /** ISO 8601, accurate to about a minute; null before the first visit. */
  lastSeen: z.nullable(z.string()),
  cap: Cap,
  disabled: z.array(Act),
})
export type Member = z.infer<typeof Member>

export const membersEndpoints = {
  setMemberCap: adminEndpoint({
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
  }),
}
