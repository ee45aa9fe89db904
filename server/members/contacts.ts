import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { audit } from '../audit/audit.ts'
import { learnMembership } from './membership.ts'
import type { Database } from '../platform/db/db.ts'
import type { Identity } from '../platform/http/identity.ts'
import type { Tables } from '../platform/db/tables.ts'

export type Contacts = {
  /**
   * Tokens from before a removal are refused. A user's first request reads one row, later ones none; role and last visit are
   * written after the response, once a minute.
   */
  admits(identity: Identity): Promise<boolean>
  /** Reads it again at the next request; all of an organisation's without a user. */
  forget(membership: { orgId: string; userId?: string }): void
  settled(): Promise<void>
}

/** Times are ms since 1970. */
type Known = { removedAt: number | null; role: string; roleAt: number; writtenAt: number }
type Member = Identity & { orgId: string; role: NonNullable<Identity['role']> }

const writeEveryMs = 60_000
const maxKnown = 100_000

export const openContacts = (parts: {
  db: Database
  now: () => number
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined
}): Contacts => {
  const { db, now, log } = parts
  const memberships = new LRUCache<string, Promise<Known>>({ max: maxKnown })
  const writing = new Set<Promise<void>>()

  const forget: Contacts['forget'] = ({ orgId, userId }) => {
    if (userId !== undefined) memberships.delete(keyOf(orgId, userId))
    else
      for (const key of memberships.keys())
        if (key.startsWith(keyOf(orgId, ''))) memberships.delete(key)
  }

  const known = (member: Member): Promise<Known> => {
    const key = keyOf(member.orgId, member.userId)
    const before = memberships.get(key)
    if (before) return before
    const reading = readKnown(db, member)
    memberships.set(key, reading)
    return reading
  }

  const write = (member: Member, current: Known): void => {
    const seenAt = now()
    const { orgId, userId, role, issuedAt: at } = member
    const isChange = current.role !== '' && current.role !== role && at > current.roleAt
    // Marked as written, so that concurrent requests do not write it too; a failure is repaired in a minute.
    Object.assign(current, { writtenAt: seenAt, removedAt: null })
    if (at >= current.roleAt) Object.assign(current, { role, roleAt: at })
    const work = db
      .asOrg(orgId, async (trx) => {
        const was = isChange ? await lockedRole(trx, userId) : undefined
        const removedAt = await learnMembership(trx, orgId, { userId, role, at, seenAt })
        if (was !== undefined && was !== role)
          await audit(
            trx,
            { orgId, userId: null },
            { act: 'member-role', subject: userId, details: { role, roleBefore: was } },
          )
        return removedAt
      })
      .then((removedAt) => {
        current.removedAt = removedAt
      })
      .catch((error: unknown) => log?.warn({ err: error }, 'saving a visit failed'))
      .finally(() => writing.delete(work))
    writing.add(work)
  }

  return {
    admits: async (identity) => {
      const { orgId, role, userId, issuedAt } = identity
      if (orgId === null || role === null) return true
      const member: Member = { ...identity, orgId, role }
      try {
        const current = await known(member)
        if (current.removedAt !== null && issuedAt < current.removedAt) return false
        const changed = current.role !== role && issuedAt > current.roleAt
        const returned = current.removedAt !== null
        if (changed || returned || now() - current.writtenAt >= writeEveryMs) write(member, current)
      } catch (error) {
        // The token itself is valid; a handler reports the database failure.
        forget({ orgId, userId })
        log?.warn({ err: error }, 'reading a membership failed')
      }
      return true
    },
    forget,
    settled: async () => {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}

/** Neither id of Clerk holds a blank. */
const keyOf = (orgId: string, userId: string): string => `${orgId} ${userId}`

const lockedRole = async (
  trx: Transaction<Tables>,
  userId: string,
): Promise<string | undefined> => {
  const row = await trx
    .selectFrom('member')
    .select('role')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.role
}

const readKnown = async (db: Database, member: Member): Promise<Known> => {
  const row = await db.asOrg(member.orgId, (trx) =>
    trx
      .selectFrom('member')
      .select(['removed_at', 'role', 'role_at', 'last_seen'])
      .where('user_id', '=', member.userId)
      .executeTakeFirst(),
  )
  return {
    removedAt: row?.removed_at?.getTime() ?? null,
    role: row?.role ?? '',
    roleAt: row?.role_at.getTime() ?? 0,
    writtenAt: row?.last_seen?.getTime() ?? Number.NEGATIVE_INFINITY,
  }
}
