import { sql, type Transaction } from 'kysely'
import { endMemberships, learnMembership, learnOrganisation } from './membership.ts'
import { handleLeavers, type OnMemberRemoved } from './member-removal.ts'
import { enterOrganisation } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { ClerkEvent } from './clerk-events.ts'

type Trx = Transaction<Tables>

/** All of the organisation's without a user. */
export type Touched = { orgId: string; userId?: string }

/**
 * Every fact has its own time and only later facts replace earlier ones, so any order and repetition gives the same state. Locks
 * are taken in one order: user, organisation, membership.
 */
export const applyEvent = async (
  trx: Trx,
  event: ClerkEvent,
  onRemoved: readonly OnMemberRemoved[],
): Promise<Touched[]> => {
  switch (event.kind) {
    case 'user': {
      const { userId } = event
      const orgs = await learnUser(trx, event)
      for (const orgId of orgs) {
        await enterOrganisation(trx, orgId)
        await renameMember(trx, event)
      }
      return orgs.map((orgId) => ({ orgId, userId }))
    }
    case 'user-deleted': {
      const { userId, at } = event
      const orgs = await learnUser(trx, { userId, name: '', email: '', at: 0, deletedAt: at })
      for (const orgId of orgs) {
        await enterOrganisation(trx, orgId)
        await handleLeavers(trx, orgId, onRemoved, () => endMemberships(trx, at, { userId }))
      }
      return orgs.map((orgId) => ({ orgId, userId }))
    }
    case 'organisation':
      await enterOrganisation(trx, event.orgId)
      await learnOrganisation(trx, event.orgId, event)
      return []
    case 'organisation-deleted': {
      const { orgId, at } = event
      await enterOrganisation(trx, orgId)
      await learnOrganisation(trx, orgId, { name: '', at: 0, deletedAt: at })
      await handleLeavers(trx, orgId, onRemoved, () => endMemberships(trx, at, { except: [] }))
      return [{ orgId }]
    }
    case 'membership':
      return applyMembership(trx, event, onRemoved)
    case 'nothing':
      return []
  }
}

const applyMembership = async (
  trx: Trx,
  event: ClerkEvent & { kind: 'membership' },
  onRemoved: readonly OnMemberRemoved[],
): Promise<Touched[]> => {
  const { orgId, userId } = event
  // Locks the user's row, so that a concurrent deletion of the user either sees this organisation or is seen here.
  const user = await trx
    .insertInto('clerk_user')
    .values({ user_id: userId, orgs: JSON.stringify([orgId]) })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        orgs: sql`case when clerk_user.orgs @> excluded.orgs then clerk_user.orgs
          else clerk_user.orgs || excluded.orgs end`,
      }),
    )
    .returning(['name', 'email', 'name_at', 'deleted_at'])
    .executeTakeFirstOrThrow()
  await enterOrganisation(trx, orgId)
  await learnOrganisation(trx, orgId, event.organisation)
  const { deleted_at: orgDeletedAt } = await trx
    .selectFrom('customer')
    .select('deleted_at')
    .executeTakeFirstOrThrow()
  const ends = [event.endedAt, user.deleted_at?.getTime(), orgDeletedAt?.getTime()]
  const endedAt = Math.max(...ends.map((at) => at ?? -1))
  await handleLeavers(trx, orgId, onRemoved, async () => {
    await learnMembership(trx, orgId, {
      userId,
      role: event.role,
      at: event.at,
      known: event.known,
      ...(endedAt >= 0 && { endedAt }),
    })
    const { name, email } = user
    await renameMember(trx, { userId, name, email, at: user.name_at.getTime() })
  })
  return [{ orgId, userId }]
}

type UserFact = { userId: string; name: string; email: string; at: number }

const learnUser = async (
  trx: Trx,
  { userId, name, email, at, deletedAt }: UserFact & { deletedAt?: number },
): Promise<string[]> => {
  const later = sql`(excluded.name_at, excluded.name, excluded.email)
    > (clerk_user.name_at, clerk_user.name, clerk_user.email)`
  const { orgs } = await trx
    .insertInto('clerk_user')
    .values({
      user_id: userId,
      name,
      email,
      name_at: new Date(at),
      deleted_at: deletedAt === undefined ? null : new Date(deletedAt),
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        name: sql`case when ${later} then excluded.name else clerk_user.name end`,
        email: sql`case when ${later} then excluded.email else clerk_user.email end`,
        name_at: sql`greatest(clerk_user.name_at, excluded.name_at)`,
        deleted_at: sql`greatest(clerk_user.deleted_at, excluded.deleted_at)`,
      }),
    )
    .returning('orgs')
    .executeTakeFirstOrThrow()
  return [...orgs].sort()
}

const renameMember = async (trx: Trx, { userId, name, email, at }: UserFact): Promise<void> => {
  await trx
    .updateTable('member')
    .set({ name, email, name_at: new Date(at), updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`(name_at, name, email) < (${new Date(at)}::timestamptz, ${name}, ${email})`)
    .execute()
}
