import { sql, type Transaction } from 'kysely'
import type { Category } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import { lockedAccount, type Account } from './account.ts'
import { addCredits } from './grants.ts'

type Trx = Transaction<Tables>

const contactFields: Readonly<Record<string, string>> = {
  work_email: 'Work email',
  personal_email: 'Personal email',
  mobile: 'Mobile',
  direct_phone: 'Direct phone',
  phones: 'Phone',
  mobiles: 'Mobile',
  emails: 'Email',
}

type Claim = { category: Category; recordId: string; field: string; userId: string }

export type Claimed = 'none' | 'refunded' | 'review'

/** Days after an unlock in which a dead contact is refunded, and the share of a period's credits that is refunded without review (product 2.6). */
const claimDays = 30
const unseenShare = 0.05

/**
 * Product 2.6: once per record, only for a contact field, and only if it was paid for within 30 days. Above 5 % of the period's
 * credits an operator reviews the claim. The record stays unlocked.
 */
export const claimRefund = async (trx: Trx, orgId: string, claim: Claim): Promise<Claimed> => {
  const { category, recordId, field, userId } = claim
  if (!Object.hasOwn(contactFields, field)) return 'none'
  const paid = await trx
    .selectFrom('unlock')
    .select('record_id')
    .where('org_id', '=', orgId)
    .where('category', '=', category)
    .where('record_id', '=', recordId)
    .where('entry_id', 'is not', null)
    .where(sql<boolean>`at > now() - make_interval(days => ${sql.lit(claimDays)})`)
    .executeTakeFirst()
  if (!paid) return 'none'
  const account = await lockedAccount(trx, orgId)
  if (!account) return 'none'
  const max = Math.floor((account.period_credits ?? 0) * unseenShare)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from credit_entry
    where org_id = ${orgId} and kind = 'refund'
      and period_ref is not distinct from ${account.period_ref}`.execute(trx)
  const outcome = (rows[0]?.n ?? 0) < max ? 'refunded' : 'review'
  const claimed = await trx
    .insertInto('credit_claim')
    .values({ org_id: orgId, category, record_id: recordId, field, by_user: userId, outcome })
    .onConflict((conflict) => conflict.doNothing())
    .returning('outcome')
    .executeTakeFirst()
  if (!claimed) return 'none'
  if (outcome === 'refunded') await refundClaim(trx, account, claim)
  return outcome
}

export const waitsForDecision = sql<boolean>`outcome = 'review' and not exists (
  select from credit_entry given where given.org_id = credit_claim.org_id
    and given.source_ref = 'refund/' || credit_claim.category || '/' || credit_claim.record_id)`

export const refundWaitingClaims = async (trx: Trx, orgId: string): Promise<number> => {
  let account = await lockedAccount(trx, orgId)
  if (!account) return 0
  const claims = await trx
    .selectFrom('credit_claim')
    .select(['category', 'record_id as recordId', 'field', 'by_user as userId'])
    .where('org_id', '=', orgId)
    .where(waitsForDecision)
    .orderBy('at')
    .execute()
  for (const claim of claims) account = await refundClaim(trx, account, claim)
  return claims.length
}

const refundClaim = (
  trx: Trx,
  account: Account,
  { category, recordId, field, userId }: Claim,
): Promise<Account> =>
  addCredits(trx, account, {
    entry: 'refund',
    kind: account.period_end ? 'subscription' : 'addon',
    n: 1,
    sourceRef: `refund/${category}/${recordId}`,
    expiresAt: account.period_end,
    title: `${contactFields[field] ?? 'Contact'} doesn’t work`,
    userId,
  })
