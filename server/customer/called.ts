import type { Database } from '../platform/db/db.ts'
import { Refusal } from '../platform/refusal.ts'

export type Called = { orgId: string; name: string }

/** The organisation an operator means: by its id, or by its name if only one with an account is called that. Throws a Refusal otherwise. */
export const organisationCalled = async (db: Database, organisation: string): Promise<Called> => {
  const byId = await named(db, organisation)
  if (byId) return byId
  const accounts = await db.owner.selectFrom('credit_account').select('org_id').execute()
  const all: Called[] = []
  for (const { org_id: orgId } of accounts) {
    const one = await named(db, orgId)
    if (one && one.name.toLowerCase() === organisation.toLowerCase()) all.push(one)
  }
  const [only, ...more] = all
  if (only && more.length === 0) return only
  throw new Refusal(
    only
      ? `Several organisations are called ${organisation}. Use an id: ${all.map(({ orgId }) => orgId).join(' or ')}.`
      : `We can’t find the organisation ${organisation}. Use its id from the sign-in service.`,
  )
}

const named = async (db: Database, orgId: string): Promise<Called | undefined> => {
  const row = await db.asOrg(orgId, (trx) =>
    trx.selectFrom('customer').select('name').where('org_id', '=', orgId).executeTakeFirst(),
  )
  return row && { orgId, name: row.name === '' ? orgId : row.name }
}
