import * as z from 'zod/mini'
import { storagePrefix } from '../offline/names.ts'

/** Where this device keeps who used it last. Never holds a token. */
export const lastKnownKey = `${storagePrefix}identity`

/** Raise when the shape changes: an older record is then not there. */
const VERSION = 1

const Membership = z.object({ orgId: z.string(), name: z.string() })

const LastKnown = z.object({
  version: z.literal(VERSION),
  userId: z.string().check(z.minLength(1)),
  sessionId: z.string().check(z.minLength(1)),
  /** Null while no organisation is active. */
  orgId: z.nullable(z.string()),
  role: z.nullable(z.enum(['admin', 'standard', 'other'])),
  orgName: z.nullable(z.string()),
  name: z.string(),
  email: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  memberships: z.array(Membership),
  /** When the session ends, in ms since 1970. */
  expireAt: z.int(),
  /** When the sign-in service last confirmed all this, in ms since 1970. */
  verifiedAt: z.int(),
  /** What others, or this person in organisations since left, kept on this device and what is still to be deleted. */
  toForget: z.array(z.object({ userId: z.string(), orgId: z.string() })),
})
/** Who used this device last and was confirmed by the sign-in service: enough to draw the app, and no authority for anything. */
export type LastKnown = z.infer<typeof LastKnown>

/** A person as the sign-in service describes them. */
export type Person = Omit<LastKnown, 'version' | 'verifiedAt' | 'toForget'>

/** Where a person belongs, as the sign-in service lists it. */
export const membershipsOf = (
  listed: readonly { organization: { id: string; name: string } }[],
): Person['memberships'] => listed.map(({ organization: { id, name } }) => ({ orgId: id, name }))

/** A place on the device that belongs to one person in one organisation. */
type Place = LastKnown['toForget'][number]

/** The record of this device; null where there is none, where it is damaged, or where storage is refused. */
export function readLastKnown(storage?: Storage): LastKnown | null {
  try {
    const text = (storage ?? localStorage).getItem(lastKnownKey)
    return text === null ? null : z.parse(LastKnown, JSON.parse(text))
  } catch {
    return null
  }
}

/** Whether there is a record at all, readable or not. */
export function hasLastKnown(storage?: Storage): boolean {
  try {
    return (storage ?? localStorage).getItem(lastKnownKey) !== null
  } catch {
    return false
  }
}

/** Keeps the record; where storage is full or refused the next start waits for the sign-in service instead. */
export function writeLastKnown(known: LastKnown, storage?: Storage): void {
  try {
    ;(storage ?? localStorage).setItem(lastKnownKey, JSON.stringify(known))
  } catch {
    // An older record would speak of someone who may be gone.
    dropLastKnown(storage)
  }
}

export function dropLastKnown(storage?: Storage): void {
  try {
    ;(storage ?? localStorage).removeItem(lastKnownKey)
  } catch {
    // Storage is refused: there is none.
  }
}

/** What follows when `person` is confirmed at `now`: the new record, which also names all that the earlier one leaves behind. */
export function lastKnownAfter(before: LastKnown | null, person: Person, now: number): LastKnown {
  const mine = new Set(person.memberships.map((one) => one.orgId))
  const left = before === null ? [] : placesOf(before)
  const toForget = [...(before?.toForget ?? []), ...left].filter(
    (place) => place.userId !== person.userId || !mine.has(place.orgId),
  )
  return { version: VERSION, ...person, verifiedAt: now, toForget: unique(toForget) }
}

function placesOf({ userId, orgId, memberships }: LastKnown): Place[] {
  const orgs = [...memberships.map((one) => one.orgId), ...(orgId === null ? [] : [orgId])]
  return orgs.map((one) => ({ userId, orgId: one }))
}

function unique(places: readonly Place[]): Place[] {
  return places.filter(
    (place, at) =>
      places.findIndex((one) => one.userId === place.userId && one.orgId === place.orgId) === at,
  )
}
