import type { Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { CreditKind } from '../../contract/money/credits.ts'
import type { Tables } from '../platform/db/tables.ts'
import { openAccount, post, type Account } from './account.ts'

type Trx = Transaction<Tables>

export type Added = {
  entry: 'grant' | 'refund'
  kind: CreditKind
  n: number
  /** Each source grants only once. */
  sourceRef: string
  /** Null: never expires. */
  expiresAt: Date | null
  title: string
  userId?: string
}

export const addCredits = async (trx: Trx, account: Account, added: Added): Promise<Account> => {
  const { entry, kind, n, sourceRef, expiresAt, title, userId = null } = added
  const before = await trx
    .selectFrom('credit_entry')
    .select('id')
    .where('org_id', '=', account.org_id)
    .where('source_ref', '=', sourceRef)
    .executeTakeFirst()
  if (before) return account
  await trx
    .insertInto('credit_lot')
    .values({
      org_id: account.org_id,
      id: uuidv7(),
      kind,
      granted: n,
      remaining: n,
      expires_at: expiresAt,
      source_ref: sourceRef,
    })
    .execute()
  return post(trx, account, [{ kind: entry, n, title, sourceRef, userId }])
}

export const grantAddon = async (
  trx: Trx,
  orgId: string,
  grant: { n: number; sourceRef: string; title: string },
): Promise<Account> =>
  addCredits(trx, await openAccount(trx, orgId), {
    ...grant,
    entry: 'grant',
    kind: 'addon',
    expiresAt: null,
  })
