import * as z from 'zod/mini'
import { roleOf } from '../../contract/core/roles.ts'
import { nameAndEmail } from '../platform/vendors/clerk-backend.ts'

/** Times are ms since 1970 by Clerk's clock. */
export type ClerkEvent =
  | { kind: 'user'; userId: string; name: string; email: string; at: number }
  | { kind: 'user-deleted'; userId: string; at: number }
  | { kind: 'organisation'; orgId: string; name: string; at: number }
  | { kind: 'organisation-deleted'; orgId: string; at: number }
  | {
      kind: 'membership'
      orgId: string
      organisation: { name: string; at: number }
      userId: string
      role: ReturnType<typeof roleOf>
      at: number
      known: { name: string; email: string; at: number }
      endedAt?: number
    }
  /** Memberships that result from these have their own events. */
  | { kind: 'nothing' }

/** `at` is when the event happened. */
export type ParsedEvent = { type: string; at: number; event: ClerkEvent }

/** Throws a ZodError if an event that concerns us has an unexpected shape. `now` replaces a missing timestamp. */
export const readEvent = (body: unknown, now: number): ParsedEvent => {
  const { type, data, timestamp } = z.parse(Envelope, body)
  const at = timestamp ?? now
  return { type, at, event: eventOf(type, data, at) }
}

const eventOf = (type: string, data: unknown, at: number): ClerkEvent => {
  switch (type) {
    case 'user.created':
    case 'user.updated': {
      const user = z.parse(User, data)
      const main = user.email_addresses.find(
        (address) => address.id === user.primary_email_address_id,
      )
      const identifier = (main ?? user.email_addresses[0])?.email_address ?? ''
      return {
        kind: 'user',
        userId: user.id,
        ...nameAndEmail({ ...user, identifier }),
        at: user.updated_at,
      }
    }
    case 'user.deleted':
      return { kind: 'user-deleted', userId: z.parse(Deleted, data).id, at }
    case 'organization.created':
    case 'organization.updated': {
      const { id, name, updated_at: changed } = z.parse(Organisation, data)
      return { kind: 'organisation', orgId: id, name, at: changed }
    }
    case 'organization.deleted':
      return { kind: 'organisation-deleted', orgId: z.parse(Deleted, data).id, at }
    case 'organizationMembership.created':
    case 'organizationMembership.updated':
      return membershipOf(data, at)
    case 'organizationMembership.deleted':
      return { ...membershipOf(data, at), endedAt: at }
    default:
      return { kind: 'nothing' }
  }
}

const membershipOf = (data: unknown, at: number): ClerkEvent & { kind: 'membership' } => {
  const { organization, public_user_data: user, role, updated_at } = z.parse(Membership, data)
  return {
    kind: 'membership',
    orgId: organization.id,
    organisation: { name: organization.name, at: organization.updated_at },
    userId: user.user_id,
    role: roleOf(role),
    at: updated_at,
    known: { ...nameAndEmail(user), at },
  }
}

const Id = z.string().check(z.minLength(1), z.maxLength(200))
const Moment = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000))
const Name = z.nullish(z.string())

const Envelope = z.object({ type: z.string(), data: z.unknown(), timestamp: z.optional(Moment) })
const Deleted = z.object({ id: Id })
const Organisation = z.object({ id: Id, name: z.string(), updated_at: Moment })
const User = z.object({
  id: Id,
  first_name: Name,
  last_name: Name,
  primary_email_address_id: Name,
  email_addresses: z.array(z.object({ id: z.string(), email_address: z.string() })),
  updated_at: Moment,
})
const Membership = z.object({
  organization: Organisation,
  public_user_data: z.object({
    user_id: Id,
    first_name: Name,
    last_name: Name,
    identifier: z.string(),
  }),
  role: z.string(),
  updated_at: Moment,
})
