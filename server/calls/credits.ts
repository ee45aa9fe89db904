import type { Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Category } from '../../contract/records/records.ts'
import { audit } from '../audit/audit.ts'
import { assertAgreed, estimateOf } from '../credits/estimate.ts'
import { chargeAndRelease, reserve, type Charge } from '../credits/ledger.ts'
import { assertAllowed } from '../credits/limits.ts'
import { sortByPrice } from '../credits/price.ts'
import { accountNow } from '../credits/roll.ts'
import { resolveSource, type Resolving } from '../record-sources/resolve.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { creditsOf, ledgerOf, recordsOfEntry, usageOf } from '../credits/ledger-queries.ts'
import { dayMs } from '../../contract/core/days.ts'

type CreditsEndpoint =
  | 'credits'
  | 'ledger'
  | 'ledgerRecords'
  | 'creditsUsage'
  | 'estimate'
  | 'recordIds'
  | 'reveal'

export type CreditsParts = Resolving & {
  now: () => number
}

export const creditsHandlers = (parts: CreditsParts): Handlers<CreditsEndpoint> => ({
  credits: (_, context) => context.inOrg((trx) => creditsOf(trx, context, parts.now())),
  ledger: (input, context) => context.inOrg((trx) => ledgerOf(trx, context, input)),
  ledgerRecords: (input, context) => context.inOrg((trx) => recordsOfEntry(trx, context, input)),
  creditsUsage: ({ days }, context) =>
    context.inOrg((trx) => usageOf(trx, context, parts.now() - days * dayMs)),
  estimate: async ({ category, source }, context) => {
    const ids = await resolveSource(parts, context, category, source)
    return context.inOrg(async (trx) =>
      estimateOf(trx, context, await sortByPrice(trx, category, ids), parts.now()),
    )
  },
  recordIds: async ({ category, source }, context) => ({
    ids: await resolveSource(parts, context, category, source),
  }),
  reveal: ({ category, ids, agreed }, context) =>
    context.inOrg(async (trx) => {
      const { orgId } = context
      const price = await sortByPrice(trx, category, ids)
      const { chargeable } = price
      await assertAgreed(trx, context, price, agreed, parts.now())
      await accountNow(trx, orgId, parts.now())
      const charged = await payFor(trx, context, category, chargeable)
      const open = new Set([...price.owned, ...chargeable])
      const account = await accountNow(trx, orgId, parts.now())
      return {
        unlocked: [...new Set(ids)].filter((id) => open.has(id)),
        charged,
        balance: account?.posted ?? 0,
        reserved: account?.reserved ?? 0,
      }
    }),
})

/** Without records it only checks that the caller may reveal. Resolves to the credits charged. */
const payFor = async (
  trx: Transaction<Tables>,
  context: Context,
  category: Category,
  ids: readonly string[],
): Promise<number> => {
  const { orgId, userId } = context
  const n = ids.length
  if (n === 0) {
    await assertAllowed(trx, context, 'reveal')
    return 0
  }
  const charge: Charge = { id: uuidv7(), userId, action: 'reveal', title: titleOf(category, n) }
  await reserve(trx, orgId, charge, n)
  const { charged } = await chargeAndRelease(trx, orgId, charge, { category, ids })
  const details = { category, records: n, credits: charged }
  await audit(trx, context, { act: 'reveal', subject: charge.id, details })
  return charged
}

/** Empty for a single record, which the ledger looks up. */
const titleOf = (category: Category, count: number): string => {
  if (count === 1) return ''
  return `${count} ${category === 'company' ? 'companies' : 'people'}`
}
