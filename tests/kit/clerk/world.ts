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

export type Happening =
  | { act: 'rename user' | 'delete user'; user: number; name: string }
  | { act: 'rename organisation' | 'delete organisation'; org: number; name: string }
  | { act: 'join' | 'change role' | 'leave'; user: number; org: number; role: string }

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

/** Deletions are rare, because nothing follows them. */
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

/** From `start` (ms since 1970), a second each. */
export const playHappenings = (
  happened: readonly Happening[],
  prefix: string,
  start: number,
): { events: ClerkDelivery[]; truth: Truth } => {
  const events: ClerkDelivery[] = []
  const people = new Map<number, { id: string; name: string }>()
  const organisations = new Map<number, { id: string; name: string; at: number }>()
  const memberships = new Map<string, { user: number; org: number; role: string; at: number }>()
  const truth: Truth = {}
  let at = start
  const say = (type: string, data: object): void => void events.push(clerkEvent(type, data, at))

  const membership = (key: string): object => {
    const member = memberships.get(key)
    const person = people.get(member?.user ?? -1)
    const organisation = organisations.get(member?.org ?? -1)
    if (!member || !person || !organisation) throw new Error('A membership without a user.')
    const data = organisationData(organisation.id, organisation.name, organisation.at)
    return membershipData({
      organisation: data,
      userId: person.id,
      name: person.name,
      role: member.role,
      at: member.at,
    })
  }
  const drop = (which: (member: { user: number; org: number }) => boolean): void => {
    for (const [key, member] of memberships) if (which(member)) memberships.delete(key)
  }

  for (let each = 0; each < users; each += 1) {
    people.set(each, { id: `user_${prefix}${each}`, name: `User ${each}` })
    say('user.created', userData(`user_${prefix}${each}`, `User ${each}`, at))
  }
  for (let each = 0; each < orgs; each += 1) {
    const id = `org_${prefix}${each}`
    organisations.set(each, { id, name: `Place ${each}`, at })
    truth[id] = { name: `Place ${each}`, deleted: false, members: {} }
    say('organization.created', organisationData(id, `Place ${each}`, at))
  }
  for (const happening of happened) {
    at += 1000
    if ('role' in happening) {
      if (!people.has(happening.user) || !organisations.has(happening.org)) continue
      const key = `${happening.user}/${happening.org}`
      if (memberships.has(key) === (happening.act === 'join')) continue
      if (happening.act === 'leave') {
        say('organizationMembership.deleted', membership(key))
        memberships.delete(key)
        continue
      }
      memberships.set(key, { user: happening.user, org: happening.org, role: happening.role, at })
      const type = happening.act === 'join' ? 'created' : 'updated'
      say(`organizationMembership.${type}`, membership(key))
    } else if ('user' in happening) {
      const person = people.get(happening.user)
      if (!person) continue
      if (happening.act === 'rename user') {
        person.name = happening.name
        say('user.updated', userData(person.id, happening.name, at))
      } else {
        people.delete(happening.user)
        drop(({ user }) => user === happening.user)
        say('user.deleted', { id: person.id, object: 'user', deleted: true })
      }
    } else {
      const organisation = organisations.get(happening.org)
      if (!organisation) continue
      if (happening.act === 'rename organisation') {
        organisations.set(happening.org, { ...organisation, name: happening.name, at })
        say('organization.updated', organisationData(organisation.id, happening.name, at))
      } else {
        organisations.delete(happening.org)
        drop(({ org }) => org === happening.org)
        truth[organisation.id] = { name: organisation.name, deleted: true, members: {} }
        say('organization.deleted', { id: organisation.id, object: 'organization', deleted: true })
      }
    }
  }
  for (const organisation of organisations.values())
    truth[organisation.id] = { name: organisation.name, deleted: false, members: {} }
  for (const member of memberships.values()) {
    const [person, organisation] = [people.get(member.user), organisations.get(member.org)]
    if (person && organisation)
      (truth[organisation.id] ??= { name: organisation.name, deleted: false, members: {} }).members[
        person.id
      ] = {
        role: member.role,
        name: person.name,
      }
  }
  return { events, truth }
}

/** One to three times each, in any order. */
export const shuffleDeliveries = <T>(events: readonly T[], shuffle: readonly number[]): T[] =>
  events
    .flatMap((event, index) => {
      const chance = shuffle[index % shuffle.length] ?? 0
      return Array.from({ length: 1 + (chance % 3) }, (_, copy) => ({
        event,
        order: (chance * 7919 + copy * 104_729 + index * 31) % 1009,
      }))
    })
    .sort((a, b) => a.order - b.order)
    .map(({ event }) => event)

export const readStoredTruth = async (db: Database, truth: Truth): Promise<Truth> => {
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

export const withOurRoles = (truth: Truth): Truth =>
  Object.fromEntries(
    Object.entries(truth).map(([orgId, { members, ...rest }]) => [
      orgId,
      {
        ...rest,
        members: Object.fromEntries(
          Object.entries(members).map(([id, member]) => [
            id,
            { ...member, role: roleOf(member.role) },
          ]),
        ),
      },
    ]),
  )
