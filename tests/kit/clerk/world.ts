import fc from 'fast-check'
import { roleOf } from '../../../contract/core/roles.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import {
  clerkEvent,
  membershipData,
  organisationData,
  userData,
  type ClerkDelivery,
} from './webhooks.ts'

/** Something that happens at Clerk. */
export type Happening =
  | { act: 'rename user' | 'delete user'; user: number; name: string }
  | { act: 'rename organisation' | 'delete organisation'; org: number; name: string }
  | { act: 'join' | 'change role' | 'leave'; user: number; org: number; role: string }

/** What is true at Clerk in the end: organisations by id, and in each its members by id. */
export type Truth = Record<
  string,
  { name: string; deleted: boolean; members: Record<string, { role: string; name: string }> }
>

const users = 3
const orgs = 2
const user = fc.nat(users - 1)
const org = fc.nat(orgs - 1)
const name = fc.constantFrom('Ada', 'Bo', 'Cleo', 'Dag')
const role = fc.constantFrom('org:admin', 'org:basic_member', 'org:guest')

/** Mostly people coming, going and changing roles; deletions are rare, since nothing happens after them. */
export const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        act: fc.constantFrom('join', 'join', 'change role', 'change role', 'leave'),
        user,
        org,
        role,
      }),
    },
    { weight: 4, arbitrary: fc.record({ act: fc.constant('rename user'), user, name }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('rename organisation'), org, name }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('delete user'), user, name }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('delete organisation'), org, name }) },
  ),
  { minLength: 30, maxLength: 60 },
)

/** Plays what happens at Clerk from `start` (ms since 1970), a second apiece: what it tells us, in order, and what is true in the end. */
export const played = (
  happened: readonly Happening[],
  prefix: string,
  start: number,
): { events: ClerkDelivery[]; truth: Truth } => {
  const events: ClerkDelivery[] = []
  const people = new Map<number, { id: string; name: string }>()
  const places = new Map<number, { id: string; name: string; at: number }>()
  const memberships = new Map<string, { user: number; org: number; role: string; at: number }>()
  const truth: Truth = {}
  let at = start
  const say = (type: string, data: object): void => void events.push(clerkEvent(type, data, at))

  const membership = (key: string): object => {
    const one = memberships.get(key)
    const person = people.get(one?.user ?? -1)
    const place = places.get(one?.org ?? -1)
    if (!one || !person || !place) throw new Error('A membership of nobody.')
    const organisation = organisationData(place.id, place.name, place.at)
    return membershipData({
      organisation,
      userId: person.id,
      name: person.name,
      role: one.role,
      at: one.at,
    })
  }
  const drop = (which: (one: { user: number; org: number }) => boolean): void => {
    for (const [key, one] of memberships) if (which(one)) memberships.delete(key)
  }

  for (let each = 0; each < users; each += 1) {
    people.set(each, { id: `user_${prefix}${each}`, name: `User ${each}` })
    say('user.created', userData(`user_${prefix}${each}`, `User ${each}`, at))
  }
  for (let each = 0; each < orgs; each += 1) {
    const id = `org_${prefix}${each}`
    places.set(each, { id, name: `Place ${each}`, at })
    truth[id] = { name: `Place ${each}`, deleted: false, members: {} }
    say('organization.created', organisationData(id, `Place ${each}`, at))
  }
  for (const one of happened) {
    at += 1000
    if ('role' in one) {
      if (!people.has(one.user) || !places.has(one.org)) continue
      const key = `${one.user}/${one.org}`
      if (memberships.has(key) === (one.act === 'join')) continue
      if (one.act === 'leave') {
        say('organizationMembership.deleted', membership(key))
        memberships.delete(key)
        continue
      }
      memberships.set(key, { user: one.user, org: one.org, role: one.role, at })
      const type = one.act === 'join' ? 'created' : 'updated'
      say(`organizationMembership.${type}`, membership(key))
    } else if ('user' in one) {
      const person = people.get(one.user)
      if (!person) continue
      if (one.act === 'rename user') {
        person.name = one.name
        say('user.updated', userData(person.id, one.name, at))
      } else {
        people.delete(one.user)
        drop(({ user }) => user === one.user)
        say('user.deleted', { id: person.id, object: 'user', deleted: true })
      }
    } else {
      const place = places.get(one.org)
      if (!place) continue
      if (one.act === 'rename organisation') {
        places.set(one.org, { ...place, name: one.name, at })
        say('organization.updated', organisationData(place.id, one.name, at))
      } else {
        places.delete(one.org)
        drop(({ org }) => org === one.org)
        truth[place.id] = { name: place.name, deleted: true, members: {} }
        say('organization.deleted', { id: place.id, object: 'organization', deleted: true })
      }
    }
  }
  for (const place of places.values())
    truth[place.id] = { name: place.name, deleted: false, members: {} }
  for (const one of memberships.values()) {
    const [person, place] = [people.get(one.user), places.get(one.org)]
    if (person && place)
      (truth[place.id] ??= { name: place.name, deleted: false, members: {} }).members[person.id] = {
        role: one.role,
        name: person.name,
      }
  }
  return { events, truth }
}

/** A way in which a network hands events over: each once to three times, in any order. */
export const handedOver = <T>(events: readonly T[], shuffle: readonly number[]): T[] =>
  events
    .flatMap((event, index) => {
      const chance = shuffle[index % shuffle.length] ?? 0
      return Array.from({ length: 1 + (chance % 3) }, (_, copy) => ({
        event,
        place: (chance * 7919 + copy * 104_729 + index * 31) % 1009,
      }))
    })
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event)

/** What the server holds of the organisations of a truth, in its shape. */
export const storedTruth = async (db: Database, truth: Truth): Promise<Truth> => {
  const found: Truth = {}
  for (const orgId of Object.keys(truth))
    found[orgId] = await db.asOrg(orgId, async (trx) => {
      const customer = await trx.selectFrom('customer').selectAll().executeTakeFirstOrThrow()
      const members = await trx
        .selectFrom('member')
        .select(['user_id', 'role', 'name'])
        .where('removed_at', 'is', null)
        .execute()
      return {
        name: customer.name,
        deleted: customer.deleted_at !== null,
        members: Object.fromEntries(
          members.map(({ user_id: userId, role, name }) => [userId, { role, name }]),
        ),
      }
    })
  return found
}

/** The same with the roles as we call them. */
export const withOurRoles = (truth: Truth): Truth =>
  Object.fromEntries(
    Object.entries(truth).map(([orgId, { members, ...rest }]) => [
      orgId,
      {
        ...rest,
        members: Object.fromEntries(
          Object.entries(members).map(([id, one]) => [id, { ...one, role: roleOf(one.role) }]),
        ),
      },
    ]),
  )
