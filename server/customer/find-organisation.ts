import { sql } from 'kysely'
import type { Database } from '../platform/db/db.ts'
import { Refusal } from '../platform/refusal.ts'

export type OrganisationRef = { orgId: string; name: string }

/** By id, or by a unique name. Throws a Refusal otherwise. */
export const findOrganisation = async (
  db: Database,
  organisation: string,
): Promise<OrganisationRef> => {
  const found = await db.owner
    .selectFrom('customer')
    .select(['org_id as orgId', 'name'])
    .where((is) =>
      is.or([
        is('org_id', '=', organisation),
        is(sql`lower(name)`, '=', organisation.toLowerCase()),
      ]),
    )
    .execute()
  const only = found.find(({ orgId }) => orgId === organisation) ?? found[0]
  if (only === undefined)
    throw new Refusal(
      `We can’t find the organisation ${organisation}. Use its id from the sign-in service.`,
    )
  if (found.length > 1 && only.orgId !== organisation)
    throw new Refusal(
      `Several organisations are called ${organisation}. Use an id: ${found.map(({ orgId }) => orgId).join(' or ')}.`,
    )
  return { ...only, name: only.name === '' ? only.orgId : only.name }
}
