import type { Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import type { Pusher } from './mapping.ts'

export const pusherOf = async (trx: Transaction<Tables>, userId: string): Promise<Pusher> => {
  const member = await trx
    .selectFrom('member')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { userId, email: member?.email || null }
}
