import { sql, type Transaction } from 'kysely'
import type { EndpointOutput } from '../../contract/core/endpoint.ts'
import {
  CrmResult,
  type downloadsEndpoints,
  type RowOutcome,
} from '../../contract/money/downloads.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import { byteOrderMark, csvLine } from '../platform/csv.ts'

type Trx = Transaction<Tables>

export const rowsOf = async (
  trx: Trx,
  query: { id: string; from: number; size: number; outcome?: RowOutcome | undefined },
): Promise<EndpointOutput<typeof downloadsEndpoints.downloadRows>> => {
  let found = trx.selectFrom('request_row').where('request_id', '=', query.id)
  if (query.outcome) found = found.where('outcome', '=', query.outcome)
  const { total } = await found
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .select(['row', 'record_id as recordId', 'name', 'outcome', 'reason'])
    .orderBy('row')
    .offset(query.from)
    .limit(query.size)
    .execute()
  const results = await crmResults(
    trx,
    query.id,
    rows.map(({ row }) => row),
  )
  return { total, rows: rows.map((row) => ({ ...row, crm: results.get(row.row) ?? null })) }
}

const crmResults = async (
  trx: Trx,
  requestId: string,
  rows: readonly number[],
): Promise<Map<number, CrmResult>> => {
  const found = await trx
    .selectFrom('crm_outcome')
    .select(['row', 'outcome', 'url', 'matches'])
    .where('request_id', '=', requestId)
    .where(sql<boolean>`row = any(${[...rows]}::int[])`)
    .execute()
  return new Map(
    found.map(({ row, matches, ...result }) => [
      row,
      CrmResult.parse({ ...result, matches: matches ?? [] }),
    ]),
  )
}

const outcomeNames: Record<RowOutcome, string> = {
  delivered: 'Delivered',
  owned: 'Delivered, already revealed',
  empty: 'Delivered, nothing new',
  suppressed: 'Left out, on a suppression list',
  failed: 'Failed',
  unmatched: 'No match found',
}

const batchSize = 1_000

export async function* resultsFile(
  db: Database,
  orgId: string,
  id: string,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['Row', 'Name', 'Outcome', 'Reason', 'Fieldbook id'])
  for (let after = 0; ;) {
    const rows = await db.asOrg(orgId, (trx) =>
      trx
        .selectFrom('request_row')
        .select(['row', 'record_id', 'name', 'outcome', 'reason'])
        .where('request_id', '=', id)
        .where('row', '>', after)
        .orderBy('row')
        .limit(batchSize)
        .execute(),
    )
    if (rows.length > 0)
      yield rows
        .map((row) =>
          csvLine([
            row.row,
            row.name,
            row.outcome === null ? 'Not yet' : outcomeNames[row.outcome],
            row.reason,
            row.record_id,
          ]),
        )
        .join('')
    after = rows.at(-1)?.row ?? after
    if (rows.length < batchSize) return
  }
}
