import { uuidv7 } from 'uuidv7'
import type { Category } from '../../contract/records/records.ts'
import { audit } from '../audit/audit.ts'
import { estimateOf } from '../credits/estimate.ts'
import { reserve, settle, type Charge } from '../credits/ledger.ts'
import { priceOf } from '../credits/price.ts'
import { accountNow } from '../credits/roll.ts'
import { inCredits } from '../credits/words.ts'
import { resolveSource, type Resolving } from '../record-sources/resolve.ts'
import type { Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { creditsOf, ledgerOf, recordsOfEntry, usageOf } from '../credits/ledger-queries.ts'

type CreditsCall =
  | 'credits'
  | 'ledger'
  | 'ledgerRecords'
  | 'creditsUsage'
  | 'estimate'
  | 'recordIds'
  | 'reveal'

export type CreditsParts = Resolving & {
  /** ms since 1970. */
  now: () => number
}

/** What an organisation can spend and has spent, what an act would cost, and the act that needs no request: revealing. */
export const creditsHandlers = (parts: CreditsParts): Handlers<CreditsCall> => ({
  credits: (_, context) => context.inOrg((trx) => creditsOf(trx, context, parts.now())),
  ledger: (input, context) => context.inOrg((trx) => ledgerOf(trx, context, input)),
  ledgerRecords: (input, context) => context.inOrg((trx) => recordsOfEntry(trx, context, input)),
  creditsUsage: ({ days }, context) =>
    context.inOrg((trx) => usageOf(trx, context, parts.now() - days * 86_400_000)),
  estimate: async ({ category, source }, context) => {
    const ids = await resolveSource(parts, context, category, source)
    return context.inOrg(async (trx) =>
      estimateOf(trx, context, await priceOf(trx, category, ids), parts.now()),
    )
  },
  recordIds: async ({ category, source }, context) => ({
    ids: await resolveSource(parts, context, category, source),
  }),
  reveal: ({ category, ids, agreed }, context) =>
    context.inOrg(async (trx) => {
      const { orgId, userId } = context
      const price = await priceOf(trx, category, ids)
      const { chargeable } = price
      if (chargeable.length > agreed)
        throw new ProblemError(
          'price-changed',
          `It costs ${inCredits(chargeable.length)} now, and ${agreed} ${agreed === 1 ? 'was' : 'were'} agreed to.`,
          { more: { estimate: await estimateOf(trx, context, price, parts.now()) } },
        )
      await accountNow(trx, orgId, parts.now())
      const charge: Charge = {
        id: uuidv7(),
        userId,
        action: 'reveal',
        title: titleOf(category, chargeable.length),
      }
      await reserve(trx, orgId, charge, chargeable.length)
      const { charged } = await settle(trx, orgId, charge, { category, ids: chargeable })
      if (chargeable.length > 0)
        await audit(trx, context, {
          act: 'reveal',
          subject: charge.id,
          details: { category, records: chargeable.length, credits: charged },
        })
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

/** How many of what; the ledger names a single record by itself. */
const titleOf = (category: Category, count: number): string => {
  if (count === 1) return ''
  return `${count} ${category === 'company' ? 'companies' : 'people'}`
}
