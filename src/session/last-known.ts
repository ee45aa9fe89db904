import * as z from 'zod/mini'
import { storagePrefix } from '../offline/names.ts'

/** The record never holds a token. */
export const lastKnownKey = `${storagePrefix}identity`

/** Raise when the shape changes: earlier records are then ignored. */
const VERSION = 1

const Membership = z.object({ orgId: z.string(), name: z.string() })

const LastKnown = z.object({
  version: z.literal(VERSION),
  userId: z.string().check(z.minLength(1)),
  sessionId: z.string().check(z.minLength(1)),
  orgId: z.nullable(z.string()),
  role: z.nullable(z.enum(['admin', 'standard', 'other'])),
  orgName: z.nullable(z.string()),
  name: z.string(),
  email: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  memberships: z.array(Membership),
  /** In ms since 1970. */
  expireAt: z.int(),
  /** By the sign-in service, in ms since 1970. */
  verifiedAt: z.int(),
  /** Data of earlier users, and of organisations that this user has left. */
  toForget: z.array(z.object({ userId: z.string(), orgId: z.string() })),
})
/** Enough to draw the app, but it grants nothing. */
export type LastKnown = z.infer<typeof LastKnown>

export type Person = Omit<LastKnown, 'version' | 'verifiedAt' | 'toForget'>

export const membershipsOf = (
  listed: readonly { organization: { id: string; name: string } }[],
): Person['memberships'] => listed.map(({ organization: { id, name } }) => ({ orgId: id, name }))

type Owner = LastKnown['toForget'][number]

/** Null if the record is missing or damaged, or if storage is blocked. */
export function readLastKnown(storage?: Storage): LastKnown | null {
  try {
    const text = (storage ?? localStorage).getItem(lastKnownKey)
    return text === null ? null : z.parse(LastKnown, JSON.parse(text))
  } catch {
    return null
  }
}

export function hasLastKnown(storage?: Storage): boolean {
  try {
    return (storage ?? localStorage).getItem(lastKnownKey) !== null
  } catch {
    return false
  }
}

/** If storage is full or blocked, the next start waits for the sign-in service instead. */
export function writeLastKnown(known: LastKnown, storage?: Storage): void {
  try {
    ;(storage ?? localStorage).setItem(lastKnownKey, JSON.stringify(known))
  } catch {
    // A stale record could name a user who has signed out.
    dropLastKnown(storage)
  }
}

export function dropLastKnown(storage?: Storage): void {
  try {
    ;(storage ?? localStorage).removeItem(lastKnownKey)
  } catch {}
}

/** Its `toForget` gains the data of an earlier user and of organisations that `person` left. */
export function lastKnownAfter(before: LastKnown | null, person: Person, now: number): LastKnown {
  const mine = new Set(person.memberships.map((membership) => membership.orgId))
  const left = before === null ? [] : ownersOf(before)
  const toForget = [...(before?.toForget ?? []), ...left].filter(
    (owner) => owner.userId !== person.userId || !mine.has(owner.orgId),
  )
  return { version: VERSION, ...person, verifiedAt: now, toForget: unique(toForget) }
}

function ownersOf({ userId, orgId, memberships }: LastKnown): Owner[] {
  const orgs = [
    ...memberships.map((membership) => membership.orgId),
    ...(orgId === null ? [] : [orgId]),
  ]
  return orgs.map((org) => ({ userId, orgId: org }))
}

function unique(owners: readonly Owner[]): Owner[] {
  return owners.filter(
    (owner, at) =>
      owners.findIndex((other) => other.userId === owner.userId && other.orgId === owner.orgId) ===
      at,
  )
}
