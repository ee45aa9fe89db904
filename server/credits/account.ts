import { sql, type Selectable, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { EntryKind } from '../../contract/money/credits.ts'
import type { Act } from '../../contract/org/members.ts'
import type { CreditAccountRow } from '../platform/db/credit-tables.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

export type Account = Selectable<CreditAccountRow>

export type NewEntry = {
  id?: string
  kind: EntryKind
  n: number
  title: string
  charge?: { id: string; attempt: number; userId: string; action: Act }
  userId?: string | null
  sourceRef?: string
}

export const lockedAccount = (trx: Trx, orgId: string): Promise<Account | undefined> =>
  trx
    .selectFrom('credit_account')
    .selectAll()
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirst()

export const openAccount = async (trx: Trx, orgId: string): Promise<Account> => {
  const known = await lockedAccount(trx, orgId)
  if (known) return known
  await trx
    .insertInto('credit_account')
    .values({ org_id: orgId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('credit_account')
    .selectAll()
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Throws before it writes anything if the account would be overdrawn. */
export const post = async (
  trx: Trx,
  account: Account,
  entries: readonly NewEntry[],
): Promise<Account> => {
  let { posted, reserved } = account
  const rows = entries.map((entry) => {
    posted += deltaOf[entry.kind] * entry.n
    reserved += reservedDeltaOf[entry.kind] * entry.n
    return {
      org_id: account.org_id,
      id: entry.id ?? uuidv7(),
      kind: entry.kind,
      n: entry.n,
      balance: posted,
      reserved,
      title: entry.title,
      user_id: entry.charge?.userId ?? entry.userId ?? null,
      action: entry.charge?.action ?? null,
      request_id: entry.charge?.id ?? null,
      attempt: entry.charge?.attempt ?? 1,
      source_ref: entry.sourceRef ?? null,
      period_ref: account.period_ref,
    }
  })
  const spent = entries.reduce((sum, { kind, n }) => sum + (kind === 'commit' ? n : 0), 0)
  const moved = await trx
    .updateTable('credit_account')
    .set({
      posted: sql`posted + ${posted - account.posted}`,
      reserved: sql`reserved + ${reserved - account.reserved}`,
      spent: sql`spent + ${spent}`,
    })
    .where('org_id', '=', account.org_id)
    .where('posted', '=', account.posted)
    .where('reserved', '=', account.reserved)
    .where(sql<boolean>`posted + ${posted - account.posted} >= ${reserved} and ${reserved} >= 0`)
    .returningAll()
    .executeTakeFirst()
  if (moved === undefined) throw new Error('credits would be overdrawn')
  if (rows.length > 0) await trx.insertInto('credit_entry').values(rows).execute()
  return moved
}

export const balanceOf = (
  account: Account | undefined,
): { balance: number; reserved: number } | null =>
  account ? { balance: account.posted, reserved: account.reserved } : null

const deltaOf: Record<EntryKind, -1 | 0 | 1> = {
  grant: 1,
  refund: 1,
  commit: -1,
  expire: -1,
  reserve: 0,
  release: 0,
}
const reservedDeltaOf: Record<EntryKind, -1 | 0 | 1> = {
  reserve: 1,
  commit: -1,
  release: -1,
  grant: 0,
  refund: 0,
  expire: 0,
}
