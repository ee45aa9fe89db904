import type { Transaction } from 'kysely'
import type { AddonPlan } from '../../contract/money/billing.ts'
import { gst, type BillingCountry } from '../../contract/money/plans.ts'
import type { Tables } from '../platform/db/tables.ts'
import { currencies } from '../plans/plan.ts'
import { addonLookupKey } from './catalog.ts'

/** What add-on credits cost in a country; null where there are none. */
export const readAddonPlan = async (
  trx: Transaction<Tables>,
  country: BillingCountry,
): Promise<AddonPlan | null> => {
  const tiers = await trx
    .selectFrom('addon_tier')
    .select(['from_credits', 'cents'])
    .where('country', '=', country)
    .orderBy('from_credits')
    .execute()
  const [smallest] = tiers
  return smallest === undefined
    ? null
    : {
        price_per_credit: smallest.cents,
        stripe_price_id: addonLookupKey(country, smallest.from_credits),
        currency: currencies[country],
        gst: gst[country],
        tiers: tiers.map(({ from_credits: from, cents }) => ({ from, price_per_credit: cents })),
      }
}
