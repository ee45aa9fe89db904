import type { Database } from '../platform/db/db.ts'
import { Refusal } from '../platform/refusal.ts'

export type OrganisationRef = { orgId: string; name: string }

/** By id, or by a unique name. Throws a Refusal otherwise. */
export const findOrganisation = async (
  db: Database,
  organisation: string,
): Promise<OrganisationRef> => {
  const byId = await readName(db, organisation)
  if (byId) return byId
  const accounts = await db.owner.selectFrom('credit_account').select('org_id').execute()
  const all: OrganisationRef[] = []
  for (const { org_id: orgId } of accounts) {
    const candidate = await readName(db, orgId)
    if (candidate && candidate.name.toLowerCase() === organisation.toLowerCase())
      all.push(candidate)
  }
  const [only, ...more] = all
  if (only && more.length === 0) return only
  throw new Refusal(
    only
      ? `Several organisations are called ${organisation}. Use an id: ${all.map(({ orgId }) => orgId).join(' or ')}.`
      : `We can’t find the organisation ${organisation}. Use its id from the sign-in service.`,
  )
}

const readName = async (db: Database, orgId: string): Promise<OrganisationRef | undefined> => {
  const row = await db.asOrg(orgId, (trx) =>
    trx.selectFrom('customer').select('name').where('org_id', '=', orgId).executeTakeFirst(),
  )
  return row && { orgId, name: row.name === '' ? orgId : row.name }
}
