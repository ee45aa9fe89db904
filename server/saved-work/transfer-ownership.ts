import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import { heirOf } from '../members/member-removal.ts'
import { transferCadences } from './cadences.ts'
import { nextTick } from './clock.ts'
import { changeItem, nameKey } from './items.ts'
import { passMembersOn } from './members.ts'

/**
 * A leaver's work passes to an admin (R19): searches, lists, cadences and open follow-ups keep their ids and visibility; a name that the admin
 * already uses gets a number. Recent searches and plans of days are deleted; notes and visits keep their author. Does nothing without an admin, or when repeated.
 */
export const transferSavedWork = async (
  orgId: string,
  userId: string,
  trx: Transaction<Tables>,
): Promise<void> => {
  const heirId = await heirOf(trx, userId)
  if (heirId === undefined) return
  const seq = await nextTick(trx, orgId)
  const items = await trx
    .selectFrom('saved_item')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const names = await namesIn(trx, [userId, heirId])
  for (const item of items) {
    const name = freeName(item, heirId, names)
    if (name !== item.name) {
      const actor = { orgId, userId: heirId, role: 'admin' as const }
      await changeItem(trx, actor, seq, item, { ...item, name }, ['name'])
    }
    await trx
      .updateTable('saved_item')
      .set({ owner_id: heirId, seq })
      .where('id', '=', item.id)
      .execute()
    await passMembersOn(trx, item.id, seq)
  }
  await trx
    .updateTable('follow_up')
    .set({ owner_id: heirId, seq })
    .where('owner_id', '=', userId)
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .execute()
  await transferCadences(trx, userId, heirId, seq)
  await trx.deleteFrom('day_plan').where('owner_id', '=', userId).execute()
  await trx
    .updateTable('recent_search')
    .set({ deleted_at: sql`now()`, seq })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  await trx.deleteFrom('saved_seen').where('user_id', '=', userId).execute()
}

type Named = { name: string; category: string; owner_id: string }

const keyOf = (category: string, name: string): string => `${category} ${nameKey(name)}`

const namesIn = async (
  trx: Transaction<Tables>,
  owners: readonly string[],
): Promise<Map<string, Set<string>>> => {
  const rows: Named[] = await trx
    .selectFrom('saved_item')
    .select(['name', 'category', 'owner_id'])
    .where(sql<boolean>`owner_id = any(${[...owners]}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(
    owners.map((owner) => [
      owner,
      new Set(
        rows.filter((row) => row.owner_id === owner).map((row) => keyOf(row.category, row.name)),
      ),
    ]),
  )
}

const freeName = (item: Named, heir: string, names: ReadonlyMap<string, Set<string>>): string => {
  const [theirs, own] = [names.get(heir), names.get(item.owner_id)]
  const isNameInUse = (name: string, renamed: boolean): boolean => {
    const key = keyOf(item.category, name)
    return theirs?.has(key) === true || (renamed && own?.has(key) === true)
  }
  let name = item.name
  for (let number = 2; isNameInUse(name, number > 2); number++)
    name = `${item.name.slice(0, 74)} (${number})`
  theirs?.add(keyOf(item.category, name))
  return name
}
