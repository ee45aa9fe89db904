import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { roleOf } from '../../contract/core/roles.ts'
import { endMemberships, learnMembership, learnOrganisation } from './membership.ts'
import { handleLeavers, type OnMemberRemoved } from './member-removal.ts'
import type { ClerkBackend, Roster } from '../platform/vendors/clerk-backend.ts'
import type { Database } from '../platform/db/db.ts'

export type RosterKeeper = {
  /** At most once a minute. Never rejects: without an answer from Clerk nothing changes. */
  refresh(orgId: string): Promise<void>
  handOverName(orgId: string): Promise<void>
  settled(): Promise<void>
}

export type RosterParts = {
  db: Database
  clerk: ClerkBackend
  now: () => number
  onRemoved: readonly OnMemberRemoved[]
  onTouched(touched: { orgId: string }): void
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined
}

const askEveryMs = 60_000
/** For clock skew and tokens with whole seconds, so that a member who is just joining does not count as removed. */
const marginMs = 5_000

/** Works without webhooks, and repairs what a lost webhook left. */
export const keepRoster = (parts: RosterParts): RosterKeeper => {
  const { now, log } = parts
  const refreshes = new Map<string, { at: number; work: Promise<void> }>()
  const running = new Set<Promise<void>>()

  const guarded = (work: Promise<void>): Promise<void> => {
    const done = work
      .catch((error: unknown) => log?.warn({ err: error }, 'Clerk did not answer'))
      .finally(() => running.delete(done))
    running.add(done)
    return done
  }

  return {
    refresh: (orgId) => {
      const before = refreshes.get(orgId)
      if (before && now() - before.at < askEveryMs) return before.work
      const work = guarded(handOver(parts, orgId).then(() => list(parts, orgId)))
      refreshes.set(orgId, { at: now(), work })
      return work
    },
    handOverName: (orgId) => guarded(handOver(parts, orgId)),
    settled: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

const list = async (parts: RosterParts, orgId: string): Promise<void> => {
  const at = parts.now()
  const roster = await parts.clerk.roster(orgId)
  // The caller is a member, so an empty list is an error.
  if (roster.members.length === 0) return
  await parts.db.asOrg(orgId, (trx) =>
    handleLeavers(trx, orgId, parts.onRemoved, async () => {
      await learnOrganisation(trx, orgId, roster.organisation ?? { name: '', at: 0 })
      for (const fact of factsOf(roster, at)) await learnMembership(trx, orgId, fact)
      await endMemberships(trx, at - marginMs, {
        except: roster.members.map((member) => member.userId),
      })
      await trx
        .updateTable('customer')
        .set({ listed_at: sql`now()` })
        .execute()
    }),
  )
  parts.onTouched({ orgId })
}

const factsOf = (roster: Roster, listedAt: number) =>
  roster.members.map(({ userId, role, at, name, email }) => ({
    userId,
    role: roleOf(role),
    at,
    known: { name, email, at: listedAt },
  }))

const handOver = async ({ db, clerk }: RosterParts, orgId: string): Promise<void> => {
  const given = await db.asOrg(orgId, (trx) =>
    trx.selectFrom('customer').select('name').where('renaming', '=', true).executeTakeFirst(),
  )
  if (given === undefined) return
  const at = new Date(await clerk.rename(orgId, given.name))
  await db.asOrg(orgId, (trx) =>
    trx
      .updateTable('customer')
      .set({ renaming: false, name_at: sql`greatest(name_at, ${at})` })
      .where('name', '=', given.name)
      .execute(),
  )
}
