import { sql, type Transaction } from 'kysely'
import type { CrmOutcome } from '../../contract/money/crm.ts'
import { shorten } from '../connectors/shorten.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

/** What became of a record at the CRM. */
export type Result = {
  outcome: CrmOutcome
  externalId: string | null
  url: string | null
  reason: string | null
  matches: readonly { name: string; url: string }[]
}

export const isDelivered = ({ outcome }: Pick<Result, 'outcome'>): boolean =>
  outcome === 'created' || outcome === 'updated' || outcome === 'unchanged'

const maxReason = 500
const maxName = 200
const maxMatches = 10

export const shortened = (result: Result): Result => ({
  ...result,
  reason: result.reason && shorten(result.reason, maxReason),
  matches: result.matches
    .slice(0, maxMatches)
    .map(({ name, url }) => ({ name: shorten(name, maxName), url })),
})

export const saveOutcomes = async (
  trx: Trx,
  { orgId, requestId }: { orgId: string; requestId: string },
  rows: readonly (Result & { row: number })[],
): Promise<void> => {
  if (rows.length === 0) return
  await trx
    .insertInto('crm_outcome')
    .values(
      rows.map(({ row, outcome, externalId, url, reason, matches }) => ({
        org_id: orgId,
        request_id: requestId,
        row,
        outcome,
        external_id: externalId,
        url,
        reason,
        matches: matches.length === 0 ? null : JSON.stringify(matches),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'request_id', 'row']).doUpdateSet((eb) => ({
        outcome: eb.ref('excluded.outcome'),
        external_id: eb.ref('excluded.external_id'),
        url: eb.ref('excluded.url'),
        reason: eb.ref('excluded.reason'),
        matches: eb.ref('excluded.matches'),
      })),
    )
    .execute()
}

/** Rows that an earlier run delivered, with their reasons. */
export const deliveredRows = async (
  trx: Trx,
  requestId: string,
  rows: readonly number[],
): Promise<Map<number, string | null>> => {
  const found = await trx
    .selectFrom('crm_outcome')
    .select(['row', 'reason'])
    .where('request_id', '=', requestId)
    .where(sql<boolean>`row = any(${[...rows]}::int[])`)
    .where('outcome', 'in', ['created', 'updated', 'unchanged'])
    .execute()
  return new Map(found.map(({ row, reason }) => [row, reason]))
}
