import { sql } from 'kysely'
import type { Database } from '../platform/db/db.ts'
import { SealBroken, type Seal } from './seal.ts'

export type Resealed = {
  resealed: number
  /** With the first key before. */
  current: number
  /** No key opens them: their admins have to sign in again. */
  unreadable: number
}

/** Seals the tokens of every connection with the first key, without a call of a CRM. Run again, it changes nothing. */
export const reseal = async (db: Database, seal: Seal): Promise<Resealed> => {
  const sealed = await db.owner
    .selectFrom('crm_connection')
    .select(['id', sql<boolean>`starts_with(sealed_grant, ${seal.prefix})`.as('isCurrent')])
    .where('sealed_grant', 'is not', null)
    .execute()
  const old = sealed.filter(({ isCurrent }) => !isCurrent)
  const found: Resealed = { resealed: 0, current: sealed.length - old.length, unreadable: 0 }
  for (const { id } of old) {
    const result = await resealConnection(db, seal, id)
    if (result !== null) found[result] += 1
  }
  return found
}

/** Null if the tokens were renewed or deleted meanwhile. */
const resealConnection = (
  db: Database,
  seal: Seal,
  id: string,
): Promise<'resealed' | 'unreadable' | null> =>
  db.owner.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('crm_connection')
      .select(['org_id', 'generation', 'sealed_grant'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const sealed = row?.sealed_grant ?? null
    if (row === undefined || sealed === null || sealed.startsWith(seal.prefix)) return null
    const context = { orgId: row.org_id, id, generation: row.generation }
    try {
      await trx
        .updateTable('crm_connection')
        .set({ sealed_grant: seal.seal(seal.open(sealed, context), context) })
        .where('id', '=', id)
        .execute()
      return 'resealed'
    } catch (error) {
      if (error instanceof SealBroken) return 'unreadable'
      throw error
    }
  })
