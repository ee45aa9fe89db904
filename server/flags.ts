import * as z from 'zod/mini'
import type { Database } from './platform/db/db.ts'
import { Refusal } from './platform/refusal.ts'
import { categoriesSeen } from './signals/access.ts'
import { organisationCalled } from './customer/called.ts'
import { customerOf } from './customer/customer.ts'

/** The flags an operator may turn for one organisation: those of signals, and what its plan or the installation would decide otherwise. */
export const turnable = ['signal-targeting', 'signal-intent', 'analytics', 'product-tours'] as const

/** What an operator may do with the flags of an organisation: one of them on or off, whatever its plan says. */
export const FlagsCommand = z.object({
  organisation: z.string().check(z.minLength(1), z.maxLength(200)),
  flag: z.enum(turnable),
  on: z.boolean(),
})
export type FlagsCommand = z.infer<typeof FlagsCommand>

/** Does it and says in words what is so now; throws a Refusal where there is no such organisation. */
export const operateFlags = async (
  db: Database,
  { organisation, flag, on }: FlagsCommand,
): Promise<string[]> => {
  const { orgId, name } = await organisationCalled(db, organisation)
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
