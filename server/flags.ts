import * as z from 'zod/mini'
import type { Database } from './platform/db/db.ts'
import { Refusal } from './platform/refusal.ts'
import { categoriesSeen } from './signals/access.ts'
import { findOrganisation } from './customer/find-organisation.ts'
import { customerOf } from './customer/customer.ts'

export const turnable = [
  'signal-targeting',
  'signal-intent',
  'analytics',
  'product-tours',
  'today',
] as const

export const FlagsCommand = z.object({
  organisation: z.string().check(z.minLength(1), z.maxLength(200)),
  flag: z.enum(turnable),
  on: z.boolean(),
})
export type FlagsCommand = z.infer<typeof FlagsCommand>

export const operateFlags = async (
  db: Database,
  { organisation, flag, on }: FlagsCommand,
): Promise<string[]> => {
  const { orgId, name } = await findOrganisation(db, organisation)
  const categories = await db.asOrg(orgId, async (trx) => {
    const customer = await customerOf(trx)
    if (customer === undefined) throw new Refusal(`${name} has no record yet.`)
    const features = { ...customer.features, [flag]: { enabled: on } }
    await trx
      .updateTable('customer')
      .set({ features: JSON.stringify(features) })
      .execute()
    return categoriesSeen(trx)
  })
  const seen = categories.length === 0 ? 'none' : categories.join(', ')
  return [`${name} has ${flag} ${on ? 'on' : 'off'}. Signals it sees: ${seen}.`]
}
