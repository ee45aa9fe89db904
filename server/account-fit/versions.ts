import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import {
  AccountIntelligence,
  noAccountIntelligence,
  type SavedAccountIntelligence,
} from '../../contract/org/account-intelligence.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

const maxVersions = 50

/** The newest version unless given; undefined if it does not exist. */
export const readConfig = async (
  trx: Trx,
  version?: number,
): Promise<SavedAccountIntelligence | undefined> => {
  const rows = await trx
    .selectFrom('account_intelligence')
    .leftJoin('member', (join) =>
      join
        .onRef('member.user_id', '=', 'account_intelligence.by_user')
        .onRef('member.org_id', '=', 'account_intelligence.org_id'),
    )
    .select(['version', 'at', 'member.name'])
    .orderBy('version', 'desc')
    .limit(maxVersions)
    .execute()
  const wanted = version ?? rows[0]?.version
  if (wanted === undefined) return { config: noAccountIntelligence, version: 0, versions: [] }
  const row = await trx
    .selectFrom('account_intelligence')
    .select('config')
    .where('version', '=', wanted)
    .executeTakeFirst()
  return (
    row && {
      config: z.parse(AccountIntelligence, row.config),
      version: wanted,
      versions: rows.map(({ version, at, name }) => ({
        version,
        at: at.toISOString(),
        by: name === '' ? null : name,
      })),
    }
  )
}

export const addVersion = async (
  trx: Trx,
  row: { orgId: string; version: number; byUser: string; config: AccountIntelligence },
): Promise<boolean> => {
  const added = await trx
    .insertInto('account_intelligence')
    .values({
      org_id: row.orgId,
      version: row.version,
      by_user: row.byUser,
      config: JSON.stringify(row.config),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}
