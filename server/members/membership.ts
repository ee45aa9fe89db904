import { sql, type Transaction } from 'kysely'
import type { Member } from '../../contract/org/members.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

/** Times are ms since 1970 by Clerk's clock. */
export type MembershipFact = {
  userId: string
  role: Member['role']
  at: number
  endedAt?: number
  known?: { name: string; email: string; at: number }
  seenAt?: number
}

/**
 * The latest role, removal, name and visit win, in any order and any number of times (I19). Resolves to the removal now in
 * effect, ms since 1970, or null for a member.
 */
export const learnMembership = async (
  trx: Trx,
  orgId: string,
  fact: MembershipFact,
): Promise<number | null> => {
  const { known } = fact
  const row = await trx
    .insertInto('member')
    .values({
      org_id: orgId,
      user_id: fact.userId,
      role: fact.role,
      role_at: new Date(fact.at),
      ended_at: fact.endedAt === undefined ? null : new Date(fact.endedAt),
      name: known?.name ?? '',
      email: known?.email ?? '',
      name_at: new Date(known?.at ?? 0),
      last_seen: fact.seenAt === undefined ? null : new Date(fact.seenAt),
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'user_id']).doUpdateSet({
        role: sql`case when (excluded.role_at, excluded.role) > (member.role_at, member.role)
          then excluded.role else member.role end`,
        role_at: sql`greatest(member.role_at, excluded.role_at)`,
        ended_at: sql`greatest(member.ended_at, excluded.ended_at)`,
        name: sql`case when ${laterName} then excluded.name else member.name end`,
        email: sql`case when ${laterName} then excluded.email else member.email end`,
        name_at: sql`greatest(member.name_at, excluded.name_at)`,
        last_seen: sql`greatest(member.last_seen, excluded.last_seen)`,
        updated_at: sql`now()`,
      }),
    )
    .returning('removed_at')
    .executeTakeFirstOrThrow()
  return row.removed_at?.getTime() ?? null
}

export const isFormerMember = async (trx: Trx, userId: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('member')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

const laterName = sql`(excluded.name_at, excluded.name, excluded.email)
  > (member.name_at, member.name, member.email)`

export const endMemberships = async (
  trx: Trx,
  endedAt: number,
  which: { userId: string } | { except: readonly string[] },
): Promise<void> => {
  await trx
    .updateTable('member')
    .set({ ended_at: sql`greatest(ended_at, ${new Date(endedAt)})`, updated_at: sql`now()` })
    .$if('userId' in which, (query) =>
      query.where('user_id', '=', 'userId' in which ? which.userId : ''),
    )
    .$if('except' in which && which.except.length > 0, (query) =>
      query.where('user_id', 'not in', 'except' in which ? which.except : []),
    )
    .execute()
}

/** The later name wins. Creates the record if needed. */
export const learnOrganisation = async (
  trx: Trx,
  orgId: string,
  fact: { name: string; at: number; deletedAt?: number },
): Promise<void> => {
  await trx
    .insertInto('customer')
    .values({
      org_id: orgId,
      name: fact.name,
      country: 'AU',
      default_country: null,
      website: null,
      name_at: new Date(fact.at),
      deleted_at: fact.deletedAt === undefined ? null : new Date(fact.deletedAt),
    })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({
        name: sql`case when ${laterTitle} then excluded.name else customer.name end`,
        renaming: sql`customer.renaming and not ${laterTitle}`,
        name_at: sql`greatest(customer.name_at, excluded.name_at)`,
        deleted_at: sql`greatest(customer.deleted_at, excluded.deleted_at)`,
      }),
    )
    .execute()
}

const laterTitle = sql`(excluded.name_at, excluded.name) > (customer.name_at, customer.name)`
