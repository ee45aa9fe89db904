import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import type { Database } from '../platform/db/db.ts'
import { findOrganisation } from '../customer/find-organisation.ts'
import { auditLedger } from './audit.ts'
import { grantAddon } from './grants.ts'
import { refundWaitingClaims } from './refunds.ts'
import { accountNow } from './roll.ts'
import { formatCredits } from './format-credits.ts'

export const CreditsCommand = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('grant'),
    organisation: z.string().check(z.minLength(1), z.maxLength(200)),
    n: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    note: z.optional(z.string().check(z.maxLength(200))),
  }),
  z.object({
    do: z.literal('refund'),
    organisation: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  z.object({ do: z.literal('audit') }),
])
export type CreditsCommand = z.infer<typeof CreditsCommand>

/** Resolves to lines for the operator; throws a Refusal. */
export const operateCredits = (
  db: Database,
  command: CreditsCommand,
  now: number,
): Promise<string[]> => {
  if (command.do === 'grant') return grantCredits(db, command, now)
  return command.do === 'refund' ? refundWaiting(db, command, now) : auditAccounts(db)
}

const refundWaiting = async (
  db: Database,
  { organisation }: Extract<CreditsCommand, { do: 'refund' }>,
  now: number,
): Promise<string[]> => {
  const { orgId, name } = await findOrganisation(db, organisation)
  const n = await db.asOrg(orgId, async (trx) => {
    await accountNow(trx, orgId, now)
    return refundWaitingClaims(trx, orgId)
  })
  return [
    n === 0
      ? `${name} has no reports waiting.`
      : `${name} has ${formatCredits(n)} back for contacts that do not work.`,
  ]
}

const grantCredits = async (
  db: Database,
  { organisation, n, note }: Extract<CreditsCommand, { do: 'grant' }>,
  now: number,
): Promise<string[]> => {
  const { orgId, name } = await findOrganisation(db, organisation)
  const account = await db.asOrg(orgId, async (trx) => {
    await accountNow(trx, orgId, now)
    const title = note ?? 'Added by Fieldbook'
    return grantAddon(trx, orgId, { n, sourceRef: `operator/${uuidv7()}`, title })
  })
  return [`Added ${n} credits to ${name}. They don’t expire. Balance: ${account.posted}.`]
}

/** Lifts the stop of accounts that add up again. */
const auditAccounts = async (db: Database): Promise<string[]> => {
  const mismatches = await auditLedger(db)
  const wrong = new Set(mismatches.map(({ orgId }) => orgId))
  const accounts = await db.owner.selectFrom('credit_account').select('org_id').execute()
  for (const { org_id: orgId } of accounts)
    if (!wrong.has(orgId))
      await db.asOrg(orgId, (trx) =>
        trx
          .updateTable('credit_account')
          .set({ stopped_at: null, stopped_why: null })
          .where('org_id', '=', orgId)
          .where('stopped_at', 'is not', null)
          .execute(),
      )
  return [
    `${accounts.length} accounts, ${wrong.size} that do not add up.`,
    ...mismatches.map(
      ({ orgId, check, found: is, wanted }) => `${orgId}: ${check}: ${is}, not ${wanted}.`,
    ),
  ]
}
