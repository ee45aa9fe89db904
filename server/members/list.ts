import { sql, type Selectable, type Transaction } from 'kysely'
import type { Act, Member } from '../../contract/org/members.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

export type Limits = { cap: number | null; disabled: Act[] }

export const membersOf = async (trx: Trx): Promise<Member[]> => {
  const rows = await present(trx).execute()
  return rows
    .map(asMember)
    .sort((a, b) => a.name.localeCompare(b.name) || (a.userId < b.userId ? -1 : 1))
}

export const memberOf = async (trx: Trx, userId: string): Promise<Member | undefined> => {
  const row = await present(trx).where('user_id', '=', userId).executeTakeFirst()
  return row && asMember(row)
}

export const memberNames = async (
  trx: Trx,
  userIds: readonly string[],
): Promise<Map<string, string>> => {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('member')
    .select(['user_id', 'name', 'email'])
    .where('user_id', 'in', ids)
    .execute()
  const named = rows.map(
    ({ user_id: id, name, email }) => [id, name === '' ? email : name] as const,
  )
  return new Map(named.filter(([, name]) => name !== ''))
}

export const changeLimits = async (trx: Trx, userId: string, limits: Limits): Promise<void> => {
  await trx
    .updateTable('member')
    .set({
      cap: limits.cap,
      disabled: JSON.stringify(limits.disabled),
      updated_at: sql`now()`,
    })
    .where('user_id', '=', userId)
    .execute()
}

const present = (trx: Trx) => trx.selectFrom('member').selectAll().where('removed_at', 'is', null)

const asMember = (row: Selectable<Tables['member']>): Member => ({
  userId: row.user_id,
  name: row.name === '' ? row.email : row.name,
  email: row.email,
  role: row.role,
  lastSeen: row.last_seen?.toISOString() ?? null,
  cap: row.cap,
  disabled: [...row.disabled].sort(),
})
