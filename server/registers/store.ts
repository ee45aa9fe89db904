import type { Transaction } from 'kysely'
import type { RegisterCheck } from '../../contract/records/register-checks.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

export const lastCheckOf = async (trx: Trx, companyId: string): Promise<RegisterCheck | null> => {
  const row = await trx
    .selectFrom('register_check')
    .select(['at', 'answer'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row === undefined ? null : { ...row.answer, at: row.at.toISOString() }
}

export const storeCheck = async (
  trx: Trx,
  companyId: string,
  { at, ...answer }: RegisterCheck,
): Promise<void> => {
  const row = { at: new Date(at), answer: JSON.stringify(answer) }
  await trx
    .insertInto('register_check')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
}
